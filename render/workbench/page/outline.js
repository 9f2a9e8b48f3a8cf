// The outline: headings, figures, tables, and comments and change requests that are open. A click goes there.

import {element} from "./dom.js";

const shown = {figure: "Figure", plot: "Plot", table: "Table", dataset: "Data", comment: "Comment", change_request: "Change request", claim: "Claim", risk: "Risk", decision: "Decision"};
const closed = ["resolved", "deleted", "accepted", "rejected", "withdrawn"];

/** What of a block the outline shows, null for nothing. */
function entry(block) {
  if (block.type === "section") return {text: bare(block.title) || "(no title)", level: block.level, kind: ""};
  const kind = shown[block.name];
  if (!kind || closed.includes(block.attrs?.status)) return null;
  const a = block.attrs ?? {};
  return {text: bare(a.title || a.caption || a.label || a.target) || block.id || kind, level: 0, kind};
}

/** A text without the marks of formatting. */
const bare = (text = "") => String(text).replace(/\*{1,3}|`|\[\[|\]\]/g, "");

/** @param {HTMLElement} place @param {import("./store.js").Store} store @param {(line: number) => void} go */
export function showOutline(place, store, go) {
  const list = element("ol", {class: "outline"});
  place.append(list);
  let lines = [];
  const mark = ({line}) => {
    const at = lines.findLastIndex(l => l <= line);
    [...list.children].forEach((li, i) => {
      if (i === at) li.firstChild.setAttribute("aria-current", "location");
      else li.firstChild.removeAttribute("aria-current");
    });
  };
  let shows = "";
  store.on(["blocks"], ({blocks}) => {
    const entries = blocks.map(block => ({...entry(block), line: block.lines[0]})).filter(e => e.text);
    lines = entries.map(e => e.line);
    const now = JSON.stringify(entries.map(({text, level, kind}) => [text, level, kind]));
    if (now !== shows) list.replaceChildren(...items(entries));
    shows = now;
    mark(store.state);
  });

  function items(entries) {
    let above = 1;
    return entries.map(({text, level, kind}, i) => {
      above = level || above;
      const label = kind ? [element("small", {}, kind), " ", text] : [text];
      return element("li", {class: kind ? "thing" : "heading"}, element("button", {type: "button", "data-level": Math.min(above, 6), onclick: () => go(lines[i])}, ...label));
    });
  }

  store.on(["line"], mark);
}
