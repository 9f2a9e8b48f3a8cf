// What the editor proposes: kinds of blocks behind colons, their attributes and values in braces, ids in references. The engine says
// what there is.

import {element} from "./dom.js";

/** @param {import("./store.js").Store} store @returns what autocompletion of CodeMirror takes */
export function proposals(store) {
  return context => {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    return kinds(store, context, before) ?? references(store, context, before) ?? attributes(store, context, before);
  };
}

function kinds(store, context, before) {
  const found = /^(\s*:{2,})([\w-]*)$/.exec(before);
  if (!found || found[2] === "" && !context.explicit) return null; // colons alone may be a closing fence
  const options = store.state.vocabulary.map(v => ({
    label: v.name, detail: v.family.toLowerCase(), info: v.says, type: "class",
    apply: (view, completion, from, to) => insertBlock(view, v, found[1], from, to),
  }));
  return {from: context.pos - found[2].length, options, validFor: /^[\w-]*$/};
}

/** Writes what follows the colons: the name, an id, and the closing fence, unless there is one already. */
function insertBlock(view, kind, fence, from, to) {
  const after = view.state.doc.sliceString(to, view.state.doc.lineAt(to).to);
  const open = after.trim() === "";
  const text = kind.name + (open ? '{id=""}\n\n' + fence.trim() : "");
  view.dispatch({changes: {from, to, insert: text}, selection: {anchor: from + kind.name.length + (open ? 5 : 0)}, userEvent: "input.complete"});
}

function references(store, context, before) {
  const found = /\[\[([^\]\s]*)$/.exec(before);
  if (!found) return null;
  return {from: context.pos - found[1].length, options: ids(store, after => after.startsWith("]]") ? "" : "]]", context), validFor: /^[^\]\s]*$/};
}

function ids(store, close, context) {
  const after = context.state.doc.sliceString(context.pos, context.pos + 2);
  return store.state.blocks.filter(b => b.id).map(b => ({label: b.id, detail: b.name ?? b.type, info: b.title, type: "variable", apply: b.id + close(after)}));
}

function attributes(store, context, before) {
  const found = /^\s*:{2,}([\w-]+)\{([^}]*)$/.exec(before);
  if (!found) return null;
  const kind = store.state.vocabulary.find(v => v.name === found[1]);
  if (!kind) return null;
  const value = /([\w-]+)=(["']?)([^"'\s]*)$/.exec(found[2]);
  if (value) {
    const attr = kind.attrs.find(a => a.name === value[1]);
    const quote = value[2] ? "" : '"';
    const options = attr?.kind === "id of a block" ? ids(store, () => "", context) : (attr?.values ?? []).map(v => ({label: v, type: "enum", apply: quote + v + quote}));
    return {from: context.pos - value[3].length, options, validFor: /^[\w-]*$/};
  }
  const name = /(?:^|\s)([\w-]*)$/.exec(found[2]);
  if (!name) return null;
  const options = kind.attrs.map(a => ({
    label: a.name, detail: a.kind === "text" ? "" : a.kind, info: () => element("div", {}, a.says), type: "property",
    apply: (view, completion, from, to) => {
      const text = a.kind === "flag" ? a.name : a.name + '=""';
      view.dispatch({changes: {from, to, insert: text}, selection: {anchor: from + text.length - (a.kind === "flag" ? 0 : 1)}, userEvent: "input.complete"});
    },
  }));
  return {from: context.pos - name[1].length, options, validFor: /^[\w-]*$/};
}
