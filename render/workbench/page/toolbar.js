// The buttons above the source: formatting, blocks to insert, formats to give out.

import {by, group, item, menu} from "./dom.js";
import {say} from "./store.js";
import {download, renamed} from "./files.js";

/** Blocks at the top of the menu, and what to write where the vocabulary has no example of its own. */
const first = ["figure", "grid", "control", "comment", "change_request", "footnote", "note", "claim", "risk", "decision"];
const plain = [
  ["Table", "| Item | Amount |\n| --- | ---: |\n| One | 1 |"],
  ["Code", "```\n\n```"],
  ["Formula", "$$\na^2 + b^2 = c^2\n$$"],
];

const types = {docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document", html: "text/html", json: "application/json", md: "text/markdown", llm: "text/plain"};
const formats = [["docx", "Word", "docx"], ["html", "Web page", "html"], ["md", "Markdown", "md"], ["json", "Tree as JSON", "json"], ["llm", "Text for a model", "llm.txt"]];

const label = name => name.replaceAll("_", " ").replace(/^./, c => c.toUpperCase());

/**
 * @param {import("./store.js").Store} store @param {import("./editor.js").Editor} editor
 * @param {{render: (to: string) => Promise<{bytes: Uint8Array, notes: string[]}>, print: () => void, rename: () => void}} page
 */
export function showToolbar(store, editor, {render, print, rename}) {
  const does = {
    bold: () => editor.around("**"), italic: () => editor.around("*"), code: () => editor.around("`"), link: () => editor.link(),
    undo: () => CM.undo(editor.view), redo: () => CM.redo(editor.view), find: () => CM.openSearchPanel(editor.view),
  };
  for (const [name, run] of Object.entries(does)) by("do-" + name).addEventListener("click", run);
  menu(by("do-line"), () => [
    ...[1, 2, 3, 4].map(n => item("Heading " + n, () => editor.lines("#".repeat(n) + " "))),
    item("List", () => editor.lines("- ")), item("Numbered list", () => editor.lines("1. ")), item("Task", () => editor.lines("- [ ] ")), item("Text", () => editor.lines("")),
    item("Rename the id …", rename, "F2; what refers to it follows"),
  ]);
  menu(by("do-insert"), () => blocks(store, editor));
  menu(by("do-export"), () => [
    ...formats.map(([to, name, extension]) => item(name, () => give(store, render, to, extension), "." + extension)),
    item("Print, or a PDF", print),
  ]);
}

function blocks(store, editor) {
  const {vocabulary} = store.state;
  const kind = v => item(label(v.name), () => editor.insert(v.example), v.says);
  const families = Map.groupBy(vocabulary, v => v.family);
  return [
    ...plain.map(([name, text]) => item(name, () => editor.insert(text))),
    ...first.map(name => vocabulary.find(v => v.name === name)).filter(Boolean).map(kind),
    ...[...families].map(([family, list]) => group(family, list.map(kind))),
  ];
}

async function give(store, render, to, extension) {
  try {
    const {bytes, notes} = await render(to);
    const name = renamed(store.state.name, extension);
    download(name, bytes, types[to]);
    say(store, [name + " is in your downloads.", ...notes].join(" "));
  } catch (err) {
    say(store, err.message);
  }
}
