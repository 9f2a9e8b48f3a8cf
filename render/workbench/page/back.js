// Files that are dropped on the page: a source is opened, the edits of Word files that came back are decided beside the source, pictures
// and data are put beside the document.

import {by, ask, element} from "./dom.js";
import {say} from "./store.js";
import {textOf} from "./files.js";
import {fill, layOut, emptyPage} from "./preview.js";

const {State, Review, marks} = ReviewPage;

// Of the engine, under names that no document has: the text there was when the files came back, and what was decided on them.
const earlier = "/.earlier.noma";
const decisions = "/.decisions.json";

export class Returned {
  #review = null;
  #paths = [];  // of the files in the engine
  #text = "";   // that the review is of

  /** @param {import("./store.js").Store} store @param {import("./engine.js").Engine} engine @param {object} editor @param {object} files @param {string} file of the document in the engine @param {(path: string, data: Uint8Array) => Promise<void>} beside puts a file beside it @param {(text: string) => Promise<string>} page makes the page of a text, while the engine does something else */
  constructor(store, engine, editor, files, file, beside, page) {
    Object.assign(this, {store, engine, editor, files, file, beside, page});
    const root = by("review");
    this.at = {root, keys: root, bar: by("review-bar"), frame: by("review-document"), panel: by("review-edits"), live: by("review-said")};
    this.at.frame.srcdoc = emptyPage("The document with the edits");
    store.on(["opened"], () => this.close());
  }

  /** Takes what was dropped. @param {DataTransfer} given */
  async drop(given) {
    const handles = await Promise.all([...given.items].filter(i => i.kind === "file").map(async i => {
      const file = i.getAsFile(); // before anything is waited for: then the items are gone
      return {file, handle: await i.getAsFileSystemHandle?.().catch(() => null)};
    }));
    for (const {file, handle} of handles) {
      if (/\.docx$/i.test(file.name)) continue;
      if (/\.noma$/i.test(file.name)) {
        if (handle?.createWritable) await this.files.openHandle(handle);
        else await this.files.show(file.name, await textOf(file), {kind: "copy"});
      } else {
        await this.beside("/" + file.name, new Uint8Array(await file.arrayBuffer()));
        say(this.store, `${file.name} is beside the document now.`);
      }
    }
    const word = handles.filter(({file}) => /\.docx$/i.test(file.name)).map(h => h.file);
    if (word.length) await this.word(word); // of the source that was dropped with them
  }

  /** Shows the edits of Word files, or takes one as the reference document. @param {File[]} list */
  async word(list) {
    this.close();
    const paths = [];
    for (const [i, file] of list.entries()) { // of two folders, whose files may have one name
      paths.push("/returned/" + (i + 1) + "/" + file.name.replaceAll("/", "_"));
      await this.engine.write(paths.at(-1), new Uint8Array(await file.arrayBuffer()));
    }
    say(this.store, "Comparing …");
    try {
      await this.engine.write(earlier, this.store.state.text);
      this.#paths = paths;
      await this.#show();
      this.#focus();
      say(this.store, "");
    } catch (err) {
      this.close();
      say(this.store, "");
      await this.#refused(list, paths, err.message);
    }
  }

  async #refused(list, paths, why) {
    const can = paths.length === 1;
    const text = why.replaceAll(/\/returned\/\d+\//g, "").replaceAll("document.noma", this.store.state.name);
    const choice = await ask(can ? "This file was not brought back" : "These files were not brought back",
      [element("p", {}, text), ...(can ? [element("p", {}, "If it shows how your Word files are to look, take it as the reference document.")] : [])],
      can ? [["", "Close"], ["reference", "Take it as the reference document"]] : [["", "Close"]]);
    if (choice !== "reference") return;
    this.store.set({reference: paths[0]});
    say(this.store, `Word files look like ${list[0].name} from now on.`);
  }

  /** Shows the edits beside the text as it is now, with what was decided on them before. */
  async #show() {
    const text = this.store.state.text;
    await this.engine.write(this.file, text);
    const hidden = !this.#review;
    const draw = html => fill(this.at.frame, html, marks);
    const [data, html] = await Promise.all([
      this.engine.review(this.file, this.#paths, {allowDelete: true, earlier}),
      this.page(text).then(html => hidden ? draw(html) : html),
    ]);
    if (!this.#paths.length) return; // it was closed meanwhile
    const before = this.#review;
    const current = before?.current?.hash;
    before?.end();
    if (!hidden) draw(html);
    document.body.classList.add("reviewing");
    this.at.root.hidden = false;
    this.#text = text;
    this.#review = new Review(new State(data), this.at, {
      save: () => this.apply(), close: () => this.close(), named: current && "#" + current, shown: f => f.line && this.editor.show(f.line),
    });
    layOut(this.at.frame);
  }

  /** Compares again when the source is another text than the one that the edits are shown for. */
  async refresh() {
    if (!this.#review || this.#text === this.store.state.text) return;
    const focused = this.at.root.contains(document.activeElement);
    await this.#show();
    if (focused) this.#focus();
  }

  #focus() {
    (this.at.panel.querySelector(".card.current") ?? this.at.bar.querySelector(".close"))?.focus();
  }

  /** Leaves the edits, and keeps what was decided on them. */
  close() {
    this.#paths = [];
    if (!this.#review) return;
    this.#review.end();
    this.#review = null;
    document.body.classList.remove("reviewing");
    this.at.root.hidden = true;
    this.editor.view.focus();
  }

  /** Brings the edits that were accepted into the source, as docx-review-sync does with the same decisions. */
  async apply() {
    const review = this.#review;
    const {state} = review;
    const changed = () => this.#text !== this.store.state.text || review !== this.#review;
    const again = () => this.#review ? "The source has changed; look at the edits once more." : "";
    try {
      if (this.#text !== this.store.state.text) await this.refresh();
      if (changed()) return say(this.store, again());
      if (!state.decided) return say(this.store, "Nothing is decided yet.");
      say(this.store, "Applying …");
      await this.engine.write(decisions, JSON.stringify(state.file()));
      const {text, report} = await this.engine.sync(this.file, this.#paths, {allowDelete: true, earlier, decisions});
      if (changed()) return say(this.store, again());
      state.settle();
      const all = state.decided === state.open.length;
      this.editor.replace(text);
      const {applied} = report.counts;
      say(this.store, `${applied} ${applied === 1 ? "edit is" : "edits are"} in the source; save it to keep ${applied === 1 ? "it" : "them"}.`);
      if (all) this.close();
    } catch (err) {
      say(this.store, changed() ? again() : err.message);
    }
  }
}
