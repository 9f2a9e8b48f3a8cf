// The page that `nomadocx review page` writes and `review serve` shows: the review fills it, and its decisions become a file or are sent.

import { State } from "./state.js";
import { make } from "./card.js";
import { Review } from "./review.js";

const state = new State(JSON.parse(document.getElementById("data").textContent));
const place = id => document.getElementById(id);
const shown = new Review(state, { root: document.body, bar: place("bar"), frame: place("document"), panel: place("panel"), live: place("said"), keys: document }, { save, open, named: location.hash });

const decided = () => JSON.stringify(state.file(), null, 2) + "\n";

async function save(review) {
  const text = decided();
  if (state.data.serve) return apply(review, text);
  if (window.showSaveFilePicker) {
    try {
      const file = await window.showSaveFilePicker({ suggestedName: "decisions.json", types: [{ accept: { "application/json": [".json"] } }] });
      const out = await file.createWritable();
      await out.write(text);
      await out.close();
      return review.kept("Saved " + file.name);
    } catch (error) {
      if (error.name === "AbortError") return;
    }
  }
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: "decisions.json" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  review.kept("Saved decisions.json");
}

// apply sends the decisions to the program that serves the page.
async function apply(review, text) {
  review.say("Applying …");
  let answer;
  try {
    const got = await fetch(state.data.serve, { method: "POST", headers: { "Content-Type": "application/json" }, body: text });
    answer = await got.json();
  } catch {
    return review.ask("The program does not answer any more. Start nomadocx review serve again; the decisions are kept.", "Close");
  }
  if (!answer.ok && !answer.reload) {
    review.say(answer.message);
    return review.ask(answer.message, "Close");
  }
  if (answer.ok && text === decided()) state.forget(); // what was decided meanwhile stays
  if (answer.ok || state.stored) review.kept(answer.message);
  if (await review.ask(answer.message, answer.reload ? "Load the page again" : "Close") && answer.reload) location.reload();
}

async function open(review, file) {
  try {
    const unknown = state.load(JSON.parse(await file.text()));
    review.say("Opened " + file.name + (unknown ? "; " + unknown + " decisions are about edits that are not here" : ""));
  } catch {
    review.say(file.name + " holds no decisions");
  }
}

// While the page was in the background the source may have changed.
async function look() {
  try {
    const now = await (await fetch(state.data.serve)).json();
    const changed = now.ok && now.source !== state.data.source && !document.querySelector("dialog[open]");
    if (changed && await shown.ask("The source has changed since this page was made.", "Load the page again")) location.reload();
  } catch { /* the program has ended, which saving will say */ }
}
if (state.data.serve) window.addEventListener("focus", look);
window.addEventListener("beforeunload", event => { if (!state.saved) event.preventDefault(); });
performance.mark("ready"); // keys are answered
