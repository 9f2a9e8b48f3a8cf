// The page: puts its parts together. Two engines work on one document: one makes the preview, so that a key waits for nothing else, and
// one does all other work.

import {Store, say} from "./store.js";
import {by, ask, element, group, item, menu} from "./dom.js";
import {Editor} from "./editor.js";
import {Preview} from "./preview.js";
import {showOutline} from "./outline.js";
import {showToolbar} from "./toolbar.js";
import {Files} from "./files.js";
import {merger} from "./merge.js";
import {Returned} from "./back.js";
import {rehearse} from "./rehearse.js";
import {renameID} from "./rename.js";
import {served, listDocuments, readFileOf} from "./server.js";

const file = "/document.noma"; // of the engine
const reviewed = "/reviewed.noma"; // as it was when a file came back
const welcome = "# Untitled\n\n";

const store = new Store({
  name: "untitled.noma", place: {kind: "new"}, kept: welcome, text: welcome, engine: "starting", findings: [], blocks: [], vocabulary: [], preview: null, line: 1, said: "",
  reference: "", beside: 0, opened: 0, drafted: false, busy: false,
});

/** Does something that may fail, and says so. */
const trying = work => async (...given) => {
  try {
    await work(...given);
  } catch (err) {
    if (err.name !== "AbortError") say(store, err.message); // the user left a dialog of the browser
  }
};

/** @typedef {import("./engine.js").Engine} Engine @type {Engine} */
const drawing = globalThis.nomadocxEngine; // see start.js; makes the preview
/** @type {Engine} */
const engine = drawing.another();
const editor = new Editor(by("source"), store, trying(finding => rework(() => engine.patch(file, finding.fix))));
const preview = new Preview(by("preview"), store, line => editor.go(line));
const files = new Files(store, editor, merger(engine), {restore, leave});
const returned = new Returned(store, engine, editor, files, file, beside, async text => {
  await drawing.write(reviewed, text);
  return drawing.text(reviewed, "html", {strict: true, mathFont: "system"});
});

function restore(draft) {
  const when = new Date(draft.time).toLocaleString();
  return ask("Unsaved work", [element("p", {}, `This browser has kept a version of ${draft.name} of ${when} that was not saved.`)], [["take", "Go on with it"], ["", "Leave it"], ["drop", "Throw it away"]]);
}

async function leave() {
  const text = `${store.state.name} is not saved, and the browser cannot keep it. What you wrote is lost when another document is opened.`;
  return await ask("Not saved", [element("p", {}, text)], [["", "Stay here"], ["lose", "Open the other document"]]) === "lose";
}

/** Puts a file beside the document. @param {string} path @param {Uint8Array} data */
async function beside(path, data) {
  await Promise.all([drawing.write(path, data), engine.write(path, data)]);
  store.set({beside: store.state.beside + 1});
}

/** Makes the text what the engine makes of it. @param {() => Promise<string>} work on the document in the engine */
async function rework(work) {
  const {text} = store.state;
  await engine.write(file, text);
  const made = await work();
  if (store.state.text !== text) throw new Error("The text was edited meanwhile and stays as it is. Try again.");
  editor.replace(made);
}

/** Makes of some work such that runs once at a time: what is asked for meanwhile is done once, afterwards. */
function last(work) {
  let running = false;
  let wanted = false;
  return async () => {
    wanted = true;
    if (running) return;
    running = true;
    while (wanted) {
      wanted = false;
      await trying(work)();
    }
    running = false;
  };
}

// Edits that the page of the engine does not have, null when it is that of another document, and whether the preview shows that page.
let edits = null;
let drawn = false;

const redraw = last(async () => {
  if (store.state.engine !== "ready") return;
  if (!(collect() && edits.length > 0 && await edit())) await show();
});

const examine = last(async () => {
  const {text} = store.state;
  await engine.write(file, text);
  const findings = await engine.check(file);
  if (text !== store.state.text) return;
  store.set({findings});
  const blocks = await engine.blocks(file);
  if (text !== store.state.text) return;
  store.set({blocks});
  await returned.refresh();
});

// What is wrong with the text and the outline wait until nobody types.
let due;
function refresh() {
  redraw();
  clearTimeout(due);
  due = setTimeout(examine, 300);
}

function collect() {
  const more = editor.take();
  edits = more && edits && [...edits, ...more];
  return edits;
}

/** Shows what edits make of the page, and returns whether that is all. */
async function edit() {
  const made = edits;
  edits = null;
  const page = await drawing.edit(file, made);
  edits = [];
  draw(page);
  return page.all;
}

/** Shows the page of the text, or what has become of it. */
async function show() {
  const same = collect() !== null;
  drawn = drawn && same;
  await drawing.write(file, store.state.text);
  const page = await drawing.preview(file, {shown: drawn});
  edits = [];
  draw(page);
}

function draw(page) {
  drawn = false;
  store.set({preview: page});
  drawn = true;
}

for (const one of [drawing, engine]) { // a signed record is not served
  one.missing = async path => served && store.state.place.kind === "server" && !path.endsWith(".arm.json") ? readFileOf(store.state.place.id, path.slice(1)) : null;
  one.arrived = refresh;
  one.ended = why => store.set({engine: "gone", said: "The engine has ended (" + why + "). Save your work and load the page again."});
}

async function render(to) {
  await engine.write(file, store.state.text);
  return engine.render(file, to, to === "docx" && store.state.reference ? {referenceDoc: store.state.reference} : {});
}

// What is shown of the state.

store.on(["name", "text", "kept", "drafted", "place"], ({name, text, kept, drafted, place}) => {
  const saved = text === kept;
  by("name").textContent = name;
  by("state").textContent = saved ? (place.kind === "new" ? "new" : "saved") : drafted ? "not saved, kept by the browser" : "not saved";
  document.title = (saved ? "" : "• ") + name;
});
store.on(["place", "text"], ({place, text}) => {
  const start = by("start");
  const left = !start.hidden && start.contains(document.activeElement);
  start.hidden = place.kind !== "new" || text !== welcome;
  if (start.hidden && left) editor.view.focus();
});
by("start-open").addEventListener("click", () => by("do-open").click());
store.on(["said"], ({said}) => { by("said").textContent = said; });
let counting;
store.on(["text"], () => {
  clearTimeout(counting);
  counting = setTimeout(countWords, 300);
});
function countWords() {
  by("words").textContent = (store.state.text.match(/[\p{L}\p{N}]+/gu) ?? []).length.toLocaleString() + " words";
}
store.on(["findings", "engine"], ({findings, engine}) => {
  const count = severity => findings.filter(f => f.severity === severity).length;
  const parts = [[count("error"), "error"], [count("warning"), "warning"], [count("info"), "hint"]].filter(([n]) => n).map(([n, word]) => n + " " + word + (n === 1 ? "" : "s"));
  by("problems").textContent = engine === "starting" ? "Starting…" : engine === "gone" ? "No engine" : parts.join(", ") || "No problems";
  by("problems").dataset.worst = findings[0] ? ["error", "warning", "info"].find(count) : "";
});
store.on(["text", "beside"], () => refresh());

menu(by("problems"), () => store.state.findings.length === 0 ? [item("No problems.", () => undefined)] : [
  ...store.state.findings.slice(0, 200).map(f => item(f.message, () => f.pos && editor.go(f.pos.line), f.pos ? "line " + f.pos.line : "")),
  ...(store.state.findings.some(f => f.fix) ? [group("Repairs", [item("Fix what has one obvious repair", trying(() => rework(async () => (await engine.fix(file)).text)))])] : []),
], "Problems");

showOutline(by("outline"), store, line => editor.go(line));
const rename = trying(async () => {
  await engine.write(file, store.state.text);
  await renameID(store, engine, editor, file, rework);
});
showToolbar(store, editor, {render, print: () => preview.print(), rename});

// Files.

by("do-save").addEventListener("click", trying(() => files.save()));
by("do-open").addEventListener("click", trying(() => served ? chooseDocument() : files.choose()));
addEventListener("keydown", event => {
  if (event.key === "F2" && !document.querySelector("dialog[open]")) rename();
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const run = {s: () => by("do-save").click(), o: () => by("do-open").click(), p: () => preview.print()}[event.key.toLowerCase()];
  if (!run) return;
  event.preventDefault();
  if (!document.querySelector("dialog[open]")) run();
});

async function chooseDocument() {
  const documents = await listDocuments();
  const choice = await ask("Open", [element("ul", {class: "documents"}, ...documents.map(d => element("li", {}, element("button", {type: "submit", value: d.id}, d.id))))], [["", "Close"]]);
  if (choice) await files.fetch(choice);
}

addEventListener("dragover", event => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
for (const end of ["dragleave", "drop"]) addEventListener(end, event => { if (end === "drop" || !event.relatedTarget) document.body.classList.remove("dropping"); });
addEventListener("drop", event => {
  event.preventDefault();
  trying(() => returned.drop(event.dataTransfer))();
});
by("do-back").addEventListener("click", () => by("back").click());
by("back").addEventListener("change", trying(async event => {
  await returned.word([...event.target.files]);
  event.target.value = "";
}));

// How it looks.

const themes = ["auto", "light", "dark"];
let theme = 0;
by("do-theme").addEventListener("click", () => {
  theme = (theme + 1) % themes.length;
  document.documentElement.style.colorScheme = {auto: "light dark", light: "light", dark: "dark"}[themes[theme]];
  document.documentElement.dataset.theme = themes[theme];
  say(store, {auto: "Colours as the system has them.", light: "Light colours.", dark: "Dark colours."}[themes[theme]]);
});
by("do-outline").addEventListener("click", event => {
  const shown = document.body.classList.toggle("no-outline");
  event.currentTarget.setAttribute("aria-pressed", String(!shown));
});

// The beginning.

const asked = new URLSearchParams(location.search).get("document");
const opened = preview.ready.then(() => asked && served ? files.fetch(asked) : files.show("untitled.noma", welcome, {kind: "new"}));
trying(async () => {
  await opened;
  editor.view.focus();
  if (store.state.place.kind === "new" && store.state.text === welcome) say(store, "A new document: write, open one, or drop one on the page.");
})();
trying(async () => {
  await drawing.ready;
  store.set({engine: "ready"});
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
  await opened.catch(() => undefined);
  refresh();
  store.set({vocabulary: await engine.vocabulary()});
  await new Promise(done => setTimeout(done, 1500)); // what the opened document needs is made first
  await rehearse(engine, store.state.vocabulary);
})();
