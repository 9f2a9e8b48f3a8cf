// The page: the list of cards, the keys, and what becomes of the decisions.

import { State } from "./state.js";
import { Marker } from "./mark.js";
import { Card, make, said } from "./card.js";
import { Bar, ask, help } from "./bar.js";

const state = new State(JSON.parse(document.getElementById("data").textContent));
const frame = document.getElementById("document"), panel = document.getElementById("panel"), live = document.getElementById("said");
const cards = new Map(), list = make("ol", { class: "cards", "aria-label": "Edits" });
let current = null, marker = null, shown = [];

// How many edits are decided at once without being asked.
const many = 10;

const actions = {
  of: f => state.of(f),
  go: f => go(f),
  decide: (f, decision, text) => decide([f], decision, text),
};

const bar = new Bar(document.getElementById("bar"), state, { show: () => filter(true), save, open, undo, help: () => dialog.showModal() });
const dialog = help();
const empty = make("p", { class: "empty", hidden: true, text: state.findings.length ? "No edit is like that." : "The file came back without edits." });

state.findings.forEach((f, i) => cards.set(f, new Card(f, i, actions)));
const near = new IntersectionObserver(entries => {
  for (const e of entries) if (e.isIntersecting) byElement.get(e.target).fill();
}, { root: panel, rootMargin: "600px" });
const byElement = new Map([...cards.values()].map(c => [c.element, c]));
panel.append(empty, list);
list.append(...[...cards.values()].map(c => c.element));
for (const c of cards.values()) near.observe(c.element);
filter(false);
const named = state.findings.find(f => "#" + f.hash === location.hash); // an address can name an edit
if (named) go(named, false);

function filter(announce) {
  shown = state.findings.filter(f => bar.takes(f));
  const takes = new Set(shown);
  for (const [f, c] of cards) c.element.hidden = !takes.has(f);
  empty.hidden = shown.length > 0;
  bar.update(shown.length);
  if (!takes.has(current)) go(shown[0] || null, false);
  if (announce) say(shown.length + " edits shown");
}

function say(text) { live.textContent = text; }

// go makes a finding the one that keys are about.
function go(f, focus = true) {
  if (current) {
    cards.get(current).element.classList.remove("current");
    cards.get(current).element.tabIndex = -1;
  }
  current = f;
  if (!f) return;
  const c = cards.get(f);
  c.fill();
  c.element.classList.add("current");
  c.element.tabIndex = 0;
  if (focus && !c.element.contains(document.activeElement)) c.element.focus({ preventScroll: true });
  if (focus) c.element.scrollIntoView({ block: "nearest" });
  marker?.current(f);
}

function step(by) {
  const at = shown.indexOf(current);
  const next = shown[Math.max(0, Math.min(shown.length - 1, at < 0 ? 0 : at + by))];
  if (next && next !== current) go(next);
}

// onward goes to the next finding that is not decided.
function onward() {
  const at = shown.indexOf(current), rest = shown.slice(at + 1).concat(shown.slice(0, Math.max(at, 0)));
  const next = rest.find(f => f.open && !state.of(f));
  if (next) go(next);
  return next;
}

const done = { accept: "Accepted", reject: "Rejected", comment: "Answered", later: "Left for later" };

function decide(findings, decision, text) {
  const n = state.decide(findings, decision, text);
  if (!n) {
    say("This cannot be " + (decision === "accept" ? "accepted: " + findings[0].message : "decided"));
    return;
  }
  const next = onward();
  say((n > 1 ? n + " edits: " : "") + done[decision] + ". " + state.decided + " of " + state.open.length + " decided. " + (next ? "Next: " + said(next) : "All is decided."));
}

async function decideAll(decision) {
  if (!current) return;
  const of = state.open.filter(f => f.reviewer === current.reviewer && !state.of(f) && (decision !== "accept" || f.takes && f.outcome !== "conflict"));
  const word = decision === "accept" ? "Accept" : "Reject";
  if (of.length > many && !await ask(word + " all " + of.length + " edits of " + current.reviewer + " that are not decided?", word + " all")) return;
  if (of.length) decide(of, decision);
}

function undo() {
  const findings = state.undo();
  if (!findings.length) return say("Nothing to undo");
  go(findings[0]);
  say("Undone: " + said(findings[0]));
}

state.listen(findings => {
  for (const f of findings) {
    cards.get(f).update(state.of(f));
    marker?.update(f, state.of(f));
  }
  bar.update();
});

async function save() {
  const text = JSON.stringify(state.file(), null, 2) + "\n";
  if (state.data.serve) return apply(text);
  if (window.showSaveFilePicker && !navigator.webdriver) {
    try {
      const file = await window.showSaveFilePicker({ suggestedName: "decisions.json", types: [{ accept: { "application/json": [".json"] } }] });
      const out = await file.createWritable();
      await out.write(text);
      await out.close();
      return kept("Saved " + file.name);
    } catch (error) {
      if (error.name === "AbortError") return;
    }
  }
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: "decisions.json" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  kept("Saved decisions.json");
}

function kept(text) {
  state.saved = true;
  bar.update();
  say(text);
}

// apply sends the decisions to the program that serves the page.
async function apply(text) {
  say("Applying …");
  let answer;
  try {
    const got = await fetch(state.data.serve, { method: "POST", headers: { "Content-Type": "application/json" }, body: text });
    answer = await got.json();
  } catch {
    return tell("The program does not answer any more. Start nomadocx review serve again; the decisions are kept.", "Close");
  }
  if (answer.ok) state.forget();
  kept(answer.message);
  if (await tell(answer.message, answer.reload ? "Load the page again" : "Close") && answer.reload) location.reload();
}

function tell(text, button) { return ask(text, button); }

async function open(file) {
  try {
    const unknown = state.load(JSON.parse(await file.text()));
    say("Opened " + file.name + (unknown ? "; " + unknown + " decisions are about edits that are not here" : ""));
  } catch {
    say(file.name + " holds no decisions");
  }
}

const keys = {
  j: () => step(1), ArrowDown: () => step(1), k: () => step(-1), ArrowUp: () => step(-1), Home: () => go(shown[0] || null), End: () => go(shown[shown.length - 1] || null),
  a: () => current && decide([current], "accept"), r: () => current && decide([current], "reject"), l: () => current && decide([current], "later"),
  c: () => current && cards.get(current).ask("comment"), w: () => current && current.outcome === "conflict" && current.was && current.block && cards.get(current).ask("words"),
  A: () => decideAll("accept"), R: () => decideAll("reject"), u: undo, s: save, "/": () => bar.focus(), "?": () => dialog.showModal(),
  d: () => { const s = current && cards.get(current).body.querySelector("details"); if (s) s.open = !s.open; },
};

function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.key === "Escape" && document.activeElement?.closest(".filters")) return current && go(current);
  if (event.target.closest?.("input, select, textarea")) return;
  const does = keys[event.key];
  if (!does) return;
  event.preventDefault();
  does();
}

// While the page was in the background the source may have changed.
async function look() {
  try {
    const now = await (await fetch(state.data.serve)).json();
    if (now.ok && now.source !== state.data.source && !document.querySelector("dialog[open]") && await tell("The source has changed since this page was made.", "Load the page again")) location.reload();
  } catch { /* the program has ended, which saving will say */ }
}
if (state.data.serve) window.addEventListener("focus", look);

document.addEventListener("keydown", key);
window.addEventListener("beforeunload", event => { if (!state.saved && !navigator.webdriver) event.preventDefault(); });
window.addEventListener("beforeprint", () => { for (const c of cards.values()) c.fill(); });

function mark() {
  if (marker || !frame.contentDocument?.body?.childElementCount) return;
  marker = new Marker(frame, state.findings, hash => {
    const f = state.findings.find(x => x.hash === hash);
    if (f && cards.get(f).element.hidden) {
      bar.clear();
      filter(false);
    }
    if (f) go(f);
  });
  frame.contentDocument.addEventListener("keydown", key);
  for (const f of state.findings) if (state.of(f)) marker.mark(f), marker.update(f, state.of(f));
  if (current) marker.current(current, shown[0] !== current);
  if (named && current === named) cards.get(named).element.scrollIntoView({ block: "center" });
}
frame.addEventListener("load", mark);
if (frame.contentDocument?.readyState === "complete") mark();
performance.mark("ready"); // keys are answered
