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
 * @typedef {object} ReviewOptions those of `docx-review-sync`
 * @property {boolean} [allowDelete]
 * @property {boolean} [controls]
 * @property {boolean} [force]
 * @property {string} [earlier] the path of a source: the base of files that say they were made from it
 *
 * @typedef {object} SyncMore
 * @property {"report"|"ours"|"theirs"} [strategy]
 * @property {string} [decisions] the path of a file of decisions on single edits
 * @typedef {ReviewOptions & SyncMore} SyncOptions
 *
 * @typedef {object} Page the strict page of a document: html is all of it, else head and changes are what has become of the one before
 * @property {string} [html]
 * @property {string} [head]
 * @property {{first: number, count: number, html: string}[]} [changes] one after the other: what stands in the place of some blocks
 * @property {number[]} [lines] the lines of the blocks, when they have changed
 * @property {boolean} [all] of an edit: there is nothing else
 *
 * @typedef {"html"|"docx"|"json"|"noma"|"llm"|"markdown"|"md"} Target
 */

export class Engine {
  #worker;
  #started; // what another engine is started with; resolves when the module runs
  #waiting = new Map();
  #next = 1;
  #gone = ""; // why it does not answer any more

  #asked = new Set(); // missing files

  /** Called with the path of a file that a document names and that is not there; what it returns is put there. @type {((path: string) => Promise<Uint8Array|null>)|undefined} */
  missing;

  /** Called when files that were missing are there. @type {(() => void)|undefined} */
  arrived;

  /** Called when the engine has ended by itself. @type {((why: string) => void)|undefined} */
  ended;

  /** Resolves when the engine can be called; rejects when it cannot be loaded. @type {Promise<void>} */
  ready;

  /**
   * Starts an engine. Calls may be made at once; they wait for it.
   * @param {Parts|Promise<Parts>} parts the text of the worker's script, the module and the fonts that it may want, both packed with brotli,
   * in base64; parts that follow each other are lines
   * @typedef {{worker: string, module: string|WebAssembly.Module, fonts: string}} Parts
   */
  constructor(parts) {
    this.#started = Promise.resolve(parts).then(parts => this.#start(parts));
    this.ready = this.#started.then(() => undefined);
  }

  /** Starts another engine, which works beside this one and has files of its own. The module is not compiled again. @returns {Engine} */
  another() {
    return new Engine(this.#started);
  }

  async #start({worker, module, fonts}) {
    const address = URL.createObjectURL(new Blob([worker], {type: "text/javascript"})); // a file cannot start a worker of another file
    this.#worker = new Worker(address);
    this.#worker.onmessage = ({data}) => data.gone ? this.#broke(data.gone) : this.#answer(data);
    this.#worker.onerror = event => this.#broke(event.message || "the engine could not be loaded");
    const started = await this.#ask("start", {module, fonts});
    URL.revokeObjectURL(address);
    return {worker, module: started.module, fonts};
  }

  async #send(what, given) {
    await this.#started;
    return this.#ask(what, given);
  }

  #ask(what, given) {
    if (this.#gone) return Promise.reject(new Error(this.#gone));
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, {resolve, reject});
      this.#worker.postMessage({id, do: what, ...given});
    });
  }

  #answer({id, error, module, json, bytes, missing}) {
    const {resolve, reject} = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.missing && missing?.length) this.#fetch(missing.filter(path => !this.#asked.has(path)));
    if (error === undefined) resolve({module, json, bytes});
    else reject(new Error(error));
  }

  #broke(why) {
    this.#end(why);
    this.ended?.(why);
  }

  async #fetch(paths) {
    let some = false;
    for (const path of paths) {
      this.#asked.add(path);
      const data = await this.missing(path).catch(() => null);
      if (!data) continue;
      await this.write(path, data);
      some = true;
    }
    if (some) this.arrived?.();
  }

  #end(why) {
    if (this.#gone) return;
    this.#gone = why;
    this.#worker?.terminate();
    for (const {reject} of this.#waiting.values()) reject(new Error(why));
    this.#waiting.clear();
  }

  /** A call by its name, see cmd/engine. @returns {Promise<{json: string, bytes?: Uint8Array}>} */
  call(name, given) {
    return this.#send("call", {name, given});
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

  /** The blocks of a document with their lines, types, names, ids and titles. @param {string} file @returns {Promise<object[]>} */
  blocks(file) {
    return this.#value("blocks", {file});
  }

  /** All kinds of blocks with their attributes and an example. @returns {Promise<object[]>} */
  vocabulary() {
    return this.#value("vocabulary", {});
  }

  /**
   * A page that nothing on is active, with an empty comment before each block and one with a slash behind it.
   * @param {string} file @param {{theme?: string, shown?: boolean}} [options] shown: what was returned before is shown, so that what
   * has become of it is enough @returns {Promise<Page>}
   */
  async preview(file, options) {
    const {json, bytes} = await this.call("preview", {file, ...options});
    return {...JSON.parse(json), html: bytes && new TextDecoder().decode(bytes)};
  }

  /**
   * What edits of the text make of the page that was returned before, as far as that is known without rendering all of it.
   * @param {string} file @param {{line: number, count: number, text: string}[]} edits other lines in the place of some
   * @returns {Promise<Page>}
   */
  edit(file, edits) {
    return this.#value("edit", {file, edits});
  }

  /** The text that operations make of a document. @param {string} file @param {object|object[]} ops @returns {Promise<string>} */
  patch(file, ops) {
    return this.#value("patch", {file, ops});
  }

  /**
   * What two people made of one text, put together line by line.
   * @returns {Promise<{text: string, conflict: boolean, base?: string, mine?: string, theirs?: string}[]>} the pieces of the text
   */
  merge(base, mine, theirs) {
    return this.#value("merge", {base, mine, theirs});
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
   * The edits of returned Word files, as the review page shows them (review/page).
   * @param {string} file @param {string[]} returned @param {ReviewOptions} [options] @returns {Promise<object>}
   */
  review(file, returned, options) {
    return this.#value("review", {file, returned, ...options});
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
