// Where documents come from and go to: a file of this machine that the browser may write (File System Access), one that it may only
// read and give back as a download, or a document of nomadocx serve.

import {say} from "./store.js";
import {element} from "./dom.js";
import {bounded, Conflict, readDocument, writeDocument} from "./server.js";
import {dropDraft, keepDraft, readDrafts} from "./drafts.js";

/** @typedef {{kind: "new"|"copy"|"file"|"server", handle?: object, id?: string, tag?: string, folder?: string}} Place */

/** The key of the draft of a document. */
const keyOf = ({place, name}) => place.kind === "server" ? "server:" + place.folder + ":" + place.id : place.kind + ":" + name;

const thisWindow = crypto.getRandomValues(new Uint32Array(2)).join("-");

/** What the draft of an opening of a document is called. */
const openingOf = ({opened}) => thisWindow + "-" + opened;

/** Gives a file to the user's downloads. @param {string} name @param {Uint8Array|string} data @param {string} type */
export function download(name, data, type) {
  const link = element("a", {download: name, href: URL.createObjectURL(new Blob([data], {type}))});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The name with another extension. */
export const renamed = (name, extension) => name.replace(/(\.noma)?$/, "." + extension);

/** The text of a file, refused when it is none, or too long to be worked on here. */
export async function textOf(file) {
  bounded(file.name, file.size);
  try {
    return new TextDecoder("utf-8", {fatal: true, ignoreBOM: true}).decode(await file.arrayBuffer());
  } catch {
    throw new Error(`${file.name} is not UTF-8 text`);
  }
}

/** Lets the user choose files. @returns {Promise<File[]>} */
function choose(accept) {
  return new Promise(resolve => {
    const input = element("input", {type: "file", accept, multiple: true});
    input.addEventListener("change", () => resolve([...input.files]));
    input.addEventListener("cancel", () => resolve([]));
    input.click();
  });
}

export class Files {
  /**
   * @param {import("./store.js").Store} store
   * @param {{open: (text: string) => void, replace: (text: string) => void}} editor
   * @param {(base: string, mine: string, theirs: string, does?: string) => Promise<string|null>} merge asks how two versions come together
   * @param {{restore: (draft: object) => Promise<"take"|"drop"|"">, leave: () => Promise<boolean>}} asks what is done with a draft, and whether
   * a document is left that can be kept nowhere
   */
  constructor(store, editor, merge, asks) {
    Object.assign(this, {store, editor, merge, asks});
    let due;
    store.on(["text", "kept"], () => {
      clearTimeout(due);
      due = setTimeout(() => this.#keep(), 400);
    });
    addEventListener("pagehide", () => this.#keep());
    addEventListener("beforeunload", event => { if (this.dirty) event.preventDefault(); });
  }

  /** Whether there is something to save. */
  get dirty() {
    return this.store.state.text !== this.store.state.kept;
  }

  /** Keeps what is not saved, and returns whether nothing would be lost. */
  async #keep() {
    const {state} = this.store;
    const [key, opening] = [keyOf(state), openingOf(state)];
    try {
      if (this.dirty) await keepDraft(key, {name: state.name, text: state.text, kept: state.kept, time: Date.now(), opening});
      else await dropDraft(key, opening);
      this.store.set({drafted: this.dirty});
    } catch (err) {
      this.store.set({drafted: false});
      say(this.store, "The browser cannot keep unsaved work: " + err.message);
    }
    return !this.dirty || this.store.state.drafted;
  }

  /** Shows a document. @param {string} name @param {string} text @param {Place} place */
  async show(name, text, place) {
    if (this.dirty && !await this.#keep() && !await this.asks.leave()) return;
    this.store.set({name, place, kept: text, said: "", opened: this.store.state.opened + 1});
    this.editor.open(text);
    if (this.dirty) say(this.store, `The lines of ${name} end in different ways; saved, all end alike.`);
    await this.#restore(text);
  }

  /** Offers what was typed into the document and not saved. What was saved since by others is put together with it. */
  async #restore(text) {
    const key = keyOf(this.store.state);
    for (const draft of await readDrafts(key).catch(() => [])) {
      const choice = draft.text === text ? "drop" : await this.asks.restore(draft);
      const taken = choice !== "take" ? null : draft.kept === text ? draft.text : await this.merge(draft.kept, draft.text, text, "Put together");
      if (taken !== null) {
        this.editor.replace(taken);
        if (!await this.#keep()) return;
      }
      if (taken !== null || choice === "drop") await dropDraft(key, draft.opening);
      if (taken !== null) return;
    }
  }

  /** Opens a document of the server. */
  async fetch(id) {
    const {text, tag, folder} = await readDocument(id);
    await this.show(id.split("/").at(-1), text, {kind: "server", id, tag, folder});
  }

  /** Lets the user choose a source and opens it. */
  async choose() {
    if (window.showOpenFilePicker) {
      const [handle] = await showOpenFilePicker({types: [{description: "Documents", accept: {"text/plain": [".noma"]}}]});
      await this.openHandle(handle);
      return;
    }
    const [file] = await choose(".noma,text/plain");
    if (file) await this.show(file.name, await textOf(file), {kind: "copy"});
  }

  async openHandle(handle) {
    const file = await handle.getFile();
    await this.show(file.name, await textOf(file), {kind: "file", handle});
  }

  #saved = Promise.resolve();

  /** Saves the document where it came from, when what is being saved is. */
  save() {
    return this.#saved = this.#saved.catch(() => undefined).then(() => this.#save());
  }

  async #save() {
    const {state} = this.store;
    const {place, text, name} = state;
    if (place.kind === "server") await this.#saveToServer(place, text);
    else if (place.kind === "file") await this.#saveToFile(place.handle, text);
    else if (window.showSaveFilePicker && place.kind === "new") {
      const handle = await showSaveFilePicker({suggestedName: name, types: [{description: "Documents", accept: {"text/plain": [".noma"]}}]});
      const key = keyOf(state);
      await this.#write(handle, text);
      await dropDraft(key, openingOf(state));
      this.store.set({name: handle.name, place: {kind: "file", handle}, kept: text});
    } else {
      download(name, text, "text/plain");
      this.store.set({kept: text});
    }
    say(this.store, this.dirty ? "Not saved." : "Saved.");
  }

  async #write(handle, text) {
    const stream = await handle.createWritable(); // of another file, which takes the place of the old one when it is whole
    await stream.write(text);
    await stream.close();
  }

  async #saveToFile(handle, text) {
    const theirs = await textOf(await handle.getFile());
    const {kept} = this.store.state;
    if (theirs !== kept && theirs !== text) {
      const merged = await this.merge(kept, text, theirs);
      if (merged === null) return;
      this.editor.replace(text = merged);
    }
    await this.#write(handle, text);
    this.store.set({kept: text});
  }

  async #saveToServer(place, text) {
    try {
      const tag = await writeDocument(place.id, text, place.tag);
      this.store.set({place: {...place, tag}, kept: text});
    } catch (err) {
      if (!(err instanceof Conflict)) throw err;
      if (err.text === text) { // it was written, and the answer did not come
        this.store.set({place: {...place, tag: err.tag}, kept: text});
        return;
      }
      const merged = await this.merge(this.store.state.kept, text, err.text);
      if (merged === null) return;
      this.store.set({kept: err.text, place: {...place, tag: err.tag}});
      this.editor.replace(merged);
      await this.#saveToServer(this.store.state.place, merged);
    }
  }
}
