// The engine for a page: the verbs of nomadocx as functions that return promises. docs/workbench.md describes them.

/**
 * @typedef {object} Finding something that is wrong with a document, as `check --json` prints it
 * @property {"error"|"warning"|"info"} severity
 * @property {string} code
 * @property {string} message
 * @property {{line: number, column?: number, endLine?: number}} [pos]
 * @property {string} [nodeId]
 * @property {object} [fix] the operation that mends it
 *
 * @typedef {object} CheckOptions
 * @property {string} [now] the time that ages are counted from, RFC 3339
 * @property {number} [staleDays]
 * @property {string[]} [profiles]
 * @property {string[]} [ignoreRules]
 *
 * @typedef {object} RenderOptions those of `render`, for the target they are for
 * @property {string} [title]
 * @property {string} [theme]
 * @property {string} [css]
 * @property {"embed"|"system"} [mathFont]
 * @property {"review"|"client"} [audience]
 * @property {"keep"} [comments]
 * @property {string} [referenceDoc] the path of a Word file
 * @property {"native"|"image"} [charts]
 * @property {boolean} [strict]
 * @property {boolean} [noUnsafe]
 * @property {boolean} [fragment]
 *
 * @typedef {object} SyncOptions those of `docx-review-sync`
 * @property {boolean} [allowDelete]
 * @property {boolean} [controls]
 * @property {boolean} [force]
 * @property {"report"|"ours"|"theirs"} [strategy]
 *
 * @typedef {"html"|"docx"|"json"|"noma"|"llm"|"markdown"|"md"} Target
 */

export class Engine {
  #worker;
  #waiting = new Map();
  #next = 1;
  #gone = ""; // why it does not answer any more

  /** Resolves when the engine can be called; rejects when it cannot be loaded. @type {Promise<void>} */
  ready;

  /**
   * Starts an engine.
   * @param {string} worker the text of the worker's script
   * @param {string} module the module, packed with gzip, in base64
   */
  constructor(worker, module) {
    const address = URL.createObjectURL(new Blob([worker], {type: "text/javascript"})); // a file cannot start a worker of another file
    this.#worker = new Worker(address);
    this.#worker.onmessage = ({data}) => data.gone ? this.#end(data.gone) : this.#answer(data);
    this.#worker.onerror = event => this.#end(event.message || "the engine could not be loaded");
    this.ready = this.#send("start", {module}).then(() => URL.revokeObjectURL(address));
  }

  #send(what, given, transfer = []) {
    if (this.#gone) return Promise.reject(new Error(this.#gone));
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, {resolve, reject});
      this.#worker.postMessage({id, do: what, ...given}, transfer);
    });
  }

  #answer({id, error, json, bytes}) {
    const {resolve, reject} = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) resolve({json, bytes});
    else reject(new Error(error));
  }

  #end(why) {
    this.#gone = why;
    this.#worker.terminate();
    for (const {reject} of this.#waiting.values()) reject(new Error(why));
    this.#waiting.clear();
  }

  /** A call by its name, see cmd/engine. @returns {Promise<{json: string, bytes?: Uint8Array}>} */
  call(name, given, transfer) {
    return this.#send("call", {name, given}, transfer);
  }

  async #value(name, given) {
    return JSON.parse((await this.call(name, given)).json);
  }

  /** Ends the engine, whatever it does. */
  stop() {
    this.#end("the engine was stopped");
  }

  /**
   * Puts a file where documents find it: a source, a picture, data, a returned Word file.
   * @param {string} path such as /report.noma @param {string|Uint8Array} data
   */
  async write(path, data) {
    await this.#send("write", {path, data});
  }

  /** Takes a file away. @param {string} path */
  async remove(path) {
    await this.#send("remove", {path});
  }

  /** The tree of a document. @param {string} file @returns {Promise<object>} */
  async parse(file) {
    return JSON.parse(await this.text(file, "json"));
  }

  /** What is wrong with a document. @param {string} file @param {CheckOptions} [options] @returns {Promise<Finding[]>} */
  check(file, options) {
    return this.#value("check", {file, ...options});
  }

  /** The text with all repairs that findings carry. @returns {Promise<{text: string, count: number}>} */
  fix(file, options) {
    return this.#value("fix", {file, ...options});
  }

  /** The text with its tables laid out. @param {string} file @returns {Promise<string>} */
  format(file) {
    return this.#value("format", {file});
  }

  /**
   * A document in another format, byte for byte as `nomadocx render` writes it.
   * @param {string} file @param {Target} to @param {RenderOptions} [options]
   * @returns {Promise<{bytes: Uint8Array, notes: string[]}>} notes are what the command prints meanwhile
   */
  async render(file, to, options) {
    const {json, bytes} = await this.call("render", {file, to, ...options});
    return {bytes, ...JSON.parse(json)};
  }

  /** The same as text, for the targets that are text. @returns {Promise<string>} */
  async text(file, to, options) {
    return new TextDecoder("utf-8", {ignoreBOM: true}).decode((await this.render(file, to, options)).bytes);
  }

  /**
   * Brings returned Word files into a source. Nothing is written.
   * @param {string} file @param {string[]} returned @param {SyncOptions} [options]
   * @returns {Promise<{text: string, report: object, diff: string}>} the new source, the report, the difference as a patch
   */
  sync(file, returned, options) {
    return this.#value("sync", {file, returned, ...options});
  }
}
