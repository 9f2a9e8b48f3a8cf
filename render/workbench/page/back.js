// Files that are dropped on the page: a source is opened, a Word file that came back is brought into the source when the user has seen
// what it changes, pictures and data are put beside the document.

import {ask, element} from "./dom.js";
import {say} from "./store.js";
import {textOf} from "./files.js";

const outcomes = {applied: "Taken over", conflict: "Conflict", refused: "Not taken over", reported: "For you to see", editor: "Of the editor"};

/** A finding, as a row: what it is about, what it was and is. */
function row(f) {
  const change = f.was || f.now ? element("div", {class: "change"}, ...(f.was ? [element("del", {}, f.was)] : []), " ", ...(f.now ? [element("ins", {}, f.now)] : [])) : "";
  const where = [f.reviewer, f.line ? "line " + f.line : "", f.blockId].filter(Boolean).join(" · ");
  const outcome = outcomes[f.outcome] ?? f.outcome;
  const head = f.outcome === "applied" && f.hash
    ? element("label", {class: "outcome"}, element("input", {type: "checkbox", value: f.hash, checked: true}), " ", outcome) : element("span", {class: "outcome"}, outcome);
  return element("li", {class: "finding " + f.outcome}, head, element("span", {}, f.message), change, element("small", {}, where));
}

async function sha256(data) {
  const sum = await crypto.subtle.digest("SHA-256", typeof data === "string" ? new TextEncoder().encode(data) : data);
  return Array.from(new Uint8Array(sum), b => b.toString(16).padStart(2, "0")).join("");
}

/** The difference of two sources, line by line. */
function difference(diff) {
  const lines = diff.split("\n").slice(2).map(line => element("span", {class: {"+": "plus", "-": "minus", "@": "at"}[line[0]] ?? null}, line + "\n"));
  return element("details", {}, element("summary", {}, "Changes of the source"), element("pre", {class: "diff", tabindex: "0"}, ...lines));
}

export class Returned {
  /** @param {import("./store.js").Store} store @param {import("./engine.js").Engine} engine @param {object} editor @param {object} files @param {string} file of the document in the engine */
  constructor(store, engine, editor, files, file) {
    Object.assign(this, {store, engine, editor, files, file});
  }

  /** Takes what was dropped. @param {DataTransfer} given */
  async drop(given) {
    const handles = await Promise.all([...given.items].filter(i => i.kind === "file").map(async i => {
      const file = i.getAsFile(); // before anything is waited for: then the items are gone
      return {file, handle: await i.getAsFileSystemHandle?.().catch(() => null)};
    }));
    const word = handles.filter(({file}) => /\.docx$/i.test(file.name)).map(h => h.file);
    if (word.length) await this.word(word);
    for (const {file, handle} of handles) {
      if (/\.docx$/i.test(file.name)) continue;
      if (/\.noma$/i.test(file.name)) {
        if (handle?.createWritable) await this.files.openHandle(handle);
        else await this.files.show(file.name, await textOf(file), {kind: "copy"});
      } else {
        await this.engine.write("/" + file.name, new Uint8Array(await file.arrayBuffer()));
        this.store.set({beside: this.store.state.beside + 1});
        say(this.store, `${file.name} is beside the document now.`);
      }
    }
  }

  /** Brings Word files back, or takes one as the reference document. @param {File[]} list */
  async word(list) {
    const paths = [];
    const returned = []; // as decisions name the files
    for (const file of list) {
      const data = new Uint8Array(await file.arrayBuffer());
      returned.push({name: file.name.replaceAll("/", "_"), sha256: await sha256(data)});
      paths.push("/returned/" + returned.at(-1).name);
      await this.engine.write(paths.at(-1), data);
    }
    const names = list.map(f => f.name).join(", ");
    try {
      await this.engine.write(this.file, this.store.state.text);
      await this.#decide(names, paths, returned, await this.engine.sync(this.file, paths));
    } catch (err) {
      await this.#refused(names, paths, err.message);
    }
  }

  async #refused(names, paths, why) {
    const can = paths.length === 1;
    const text = why.replaceAll("/returned/", "");
    const choice = await ask("This file was not brought back", [element("p", {}, text), ...(can ? [element("p", {}, "If it shows how your Word files are to look, take it as the reference document.")] : [])],
      can ? [["", "Close"], ["reference", "Take it as the reference document"]] : [["", "Close"]]);
    if (choice !== "reference") return;
    this.store.set({reference: paths[0]});
    say(this.store, `Word files look like ${names} from now on.`);
  }

  async #decide(names, paths, returned, {text, report, diff}) {
    const base = this.store.state.text;
    const {applied, waiting, notApplied} = report.counts;
    const count = (n, one, many) => `${n} ${n === 1 ? one : many}`;
    const says = report.findings.length === 0 ? "Nothing was changed in it."
      : [count(applied, "edit is taken over", "edits are taken over"), waiting && count(waiting, "waits for you", "wait for you"), notApplied && count(notApplied, "is not", "are not")].filter(Boolean).join(", ") + ".";
    const changed = text !== this.store.state.text;
    const list = element("ol", {class: "findings"}, ...report.findings.map(row));
    const choice = await ask(names, [element("p", {}, says), list, ...(changed ? [difference(diff)] : [])], changed ? [["take", "Take the edits over"], ["", "Leave the source as it is"]] : [["", "Close"]]);
    if (choice !== "take") return;
    const boxes = [...list.querySelectorAll("input")];
    if (boxes.some(b => !b.checked)) {
      const decisions = boxes.map(b => ({finding: b.value, decision: b.checked ? "accept" : "reject"}));
      await this.engine.write("/decisions.json", JSON.stringify({source: await sha256(base), returned, decisions}));
      await this.engine.write(this.file, base);
      text = (await this.engine.sync(this.file, paths, {decisions: "/decisions.json"})).text;
    }
    this.editor.replace(text);
    say(this.store, `The edits of ${names} are in the source; save it to keep them.`);
  }
}
