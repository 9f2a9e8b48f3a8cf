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
  store.on(["blocks"], ({blocks}) => {
    let level = 1;
    const items = [];
    lines = [];
    for (const block of blocks) {
      const e = entry(block);
      if (!e) continue;
      level = e.level || level;
      const label = e.kind ? [element("small", {}, e.kind), " ", e.text] : [e.text];
      items.push(element("li", {class: e.kind ? "thing" : "heading"}, element("button", {type: "button", "data-level": Math.min(level, 6), onclick: () => go(block.lines[0])}, ...label)));
      lines.push(block.lines[0]);
    }
    list.replaceChildren(...items);
    mark(store.state);
  });
  store.on(["line"], mark);
}
