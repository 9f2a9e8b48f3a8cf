// A card says what a reviewer did, what comes of it, and takes the decision.

import { named, redline, seen, show } from "./words.js";

const outcomes = {
  applied: ["✓", "can be applied"], proposed: ["✎", "becomes a change request"], unchanged: ["=", "needs no change"], refused: ["✗", "cannot be applied"],
  conflict: ["⚠", "conflict"], editor: ["=", "done by the program"], later: ["…", "left for later"], rejected: ["⊘", "rejected before"],
};

const verdicts = { accept: "accepted", reject: "rejected", comment: "answered", later: "left for later" };

// make returns an element.
export function make(name, attributes, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === false || value === undefined || value === null) continue;
    if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
    else if (key === "text") e.textContent = value;
    else e.setAttribute(key, value === true ? "" : value);
  }
  e.append(...children);
  return e;
}

// said names a finding in a few words.
export function said(f) {
  const cut = text => text.length > 60 ? text.slice(0, 60) + "…" : text;
  const what = f.was && f.now ? "“" + cut(f.was) + "” to “" + cut(f.now) + "”" : f.now ? "added “" + cut(f.now) + "”" : f.was ? "deleted “" + cut(f.was) + "”" : f.message;
  return seen(f.kind + " by " + named(f.reviewer || "someone") + ": " + what);
}

// Card is one finding in the list. It is filled when it is about to be seen.
export class Card {
  constructor(f, number, actions) {
    this.f = f;
    this.actions = actions;
    this.number = number;
    this.verdict = make("span", { class: "verdict" });
    const [sign, word] = outcomes[f.outcome] || ["?", f.outcome];
    this.head = make("header", { id: "head-" + number },
      make("span", { class: "number", text: number + 1 }),
      make("span", { class: "kind", text: f.kind }),
      make("span", { class: "reviewer", dir: "auto" }),
      make("span", { class: "outcome " + f.outcome }, make("span", { "aria-hidden": "true", text: sign + " " }), word),
      this.verdict);
    show(this.head.children[2], named(f.reviewer || "unknown"));
    this.body = make("div", { class: "body" });
    this.element = make("li", { class: "card" + (f.open ? "" : " closed"), tabindex: "-1", "aria-labelledby": "head-" + number, onclick: () => actions.go(f) }, this.head, this.body);
  }

  fill() {
    if (this.filled) return;
    this.filled = true;
    const f = this.f;
    if (f.section || f.line) this.body.append(show(make("p", { class: "place", dir: "auto" }), [f.section, f.line ? "line " + f.line : ""].filter(Boolean).join(" · ")));
    if (f.place) this.body.append(this.rivals());
    else if (f.outcome === "conflict") this.body.append(this.contest());
    else if (f.was || f.now) this.body.append(redline(make("div", { class: "change", dir: "auto" }), f.was || "", f.now || ""));
    if (f.outcome !== "applied" && !f.place) this.body.append(show(make("p", { class: "why", dir: "auto" }), f.message));
    if (f.referrers) this.body.append(this.referrers());
    if (f.with) this.body.append(this.companions());
    if (f.before || f.after) this.body.append(this.source());
    if (f.open) this.body.append(this.buttons(), this.form());
    this.update(this.actions.of(f));
  }

  // contest shows the texts of a conflict beside each other.
  contest() {
    const f = this.f;
    const column = (name, text, beside) => {
      const words = make("div", { class: "words", dir: "auto" });
      if (text === undefined) words.append(make("em", { text: "not known" }));
      else if (text) redline(words, f.base ?? beside, text);
      else words.append(make("em", { text: "nothing" }));
      return make("div", { class: "column" }, show(make("h3", {}), named(name)), words);
    };
    return make("div", { class: "contest" }, column(f.against || "In the source", f.was || "", f.was), column(f.reviewer || "Reviewer", f.now || "", f.was || f.now), column("Sent", f.base, f.base));
  }

  // rivals shows the texts of all who changed the place of an edit, and what was sent.
  rivals() {
    const f = this.f, all = this.actions.place(f), sent = all.find(x => x.hash === f.place)?.was || "";
    const column = (name, now) => make("div", { class: "column" }, show(make("h3", {}), named(name)), redline(make("div", { class: "words", dir: "auto" }), sent, now));
    return make("div", { class: "contest" }, ...all.map(x => column(x.reviewer || "Reviewer", x.now || "")), column("Sent", sent));
  }

  // referrers shows the lines that refer to a deleted block.
  referrers() {
    const list = make("ul", { class: "referrers" }, ...this.f.referrers.map(x => show(make("li", { dir: "auto" }), "line " + x.number + ": " + x.text.trim())));
    return make("div", {}, make("p", { class: "why", text: "Still referred to in" }), list);
  }

  // companions names the edits that this one is decided on together with.
  companions() {
    const line = make("p", { class: "why" }, "Decided on together with ");
    this.f.with.map(this.actions.named).filter(x => x).forEach((x, i) => line.append(i ? ", " : "", make("button", { type: "button", class: "more", text: "edit " + x.number, onclick: event => { event.stopPropagation(); this.actions.go(x.finding); } })));
    return line;
  }

  source() {
    const f = this.f, lines = make("pre", { class: "source" });
    const add = (kind, sign, list, from) => (list || []).forEach((line, i) => lines.append(show(make("span", { class: kind }), sign + " " + line + "\n")));
    add("minus", "−", f.before);
    add("plus", "+", f.after);
    return make("details", {}, make("summary", { text: "Source, line " + f.hunk }), lines);
  }

  buttons() {
    const f = this.f, conflict = f.outcome === "conflict", joint = !!f.place, group = make("div", { class: "buttons", role: "group", "aria-label": "Decision" });
    const button = (decision, key, text, does, enabled = true) => {
      const b = make("button", { type: "button", "data-decision": decision, "aria-pressed": "false", "aria-keyshortcuts": key, disabled: !enabled, onclick: event => { event.stopPropagation(); does(); } }, text, make("kbd", { "aria-hidden": "true", text: key }));
      group.append(b);
      return b;
    };
    if (f.takes) button("accept", "a", conflict || joint ? "Take " + seen(named(f.reviewer || "theirs")) : "Accept", () => this.actions.decide(f, "accept"));
    button("reject", "r", !conflict ? "Reject" : this.actions.first(f) ? "Take " + seen(named(f.against)) : "Keep " + seen(named(f.against || "the source")), () => this.actions.refuse(f));
    if (joint) button("neither", "n", "Neither", () => this.actions.neither(f));
    button("comment", "c", f.outcome === "refused" ? "Copy as comment" : "Comment", () => this.ask("comment"));
    if (conflict && f.was && f.block) button("words", "w", "Other words", () => this.ask("words"));
    button("later", "l", "Later", () => this.actions.decide(f, "later"));
    return this.group = group;
  }

  form() {
    const id = "text-" + this.number;
    this.label = make("label", { for: id, text: "Comment" });
    this.text = make("textarea", { id, rows: "3", dir: "auto", onkeydown: event => {
      event.stopPropagation();
      if (event.key === "Escape") this.close();
      else if (event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        this.submit();
      }
    } });
    return this.answer = make("form", { class: "answer", hidden: true, onsubmit: event => { event.preventDefault(); this.submit(); }, onclick: event => event.stopPropagation() },
      this.label, this.text, make("div", {}, make("button", { type: "submit", text: "Save" }), make("button", { type: "button", text: "Cancel", onclick: () => this.close() }), make("small", { text: "Enter saves, Shift+Enter breaks the line" })));
  }

  // ask opens the field for a comment, or for the author's own words.
  ask(what) {
    this.fill();
    if (!this.f.open) return;
    const d = this.actions.of(this.f);
    this.asked = what;
    this.label.textContent = what === "words" ? "Your words, in the place of both" : "Comment at this place";
    this.text.value = d && d.text || (what === "words" ? this.f.was : this.f.outcome === "refused" ? (this.f.reviewer || "A reviewer") + " wrote: " + (this.f.now || "(deleted) " + (this.f.was || "")) : "");
    this.answer.hidden = false;
    this.text.focus();
    this.text.select();
  }

  submit() {
    const text = this.text.value.trim();
    if (!text) return this.close();
    const decision = this.asked === "words" ? "accept" : "comment";
    this.close(); // the browser takes the focus from a hidden field later only, and keys would go there until then
    this.actions.decide(this.f, decision, text);
  }

  close() {
    this.answer.hidden = true;
    this.element.focus();
  }

  update(d) {
    const word = d ? d.decision === "accept" && d.text ? "in other words" : verdicts[d.decision] : "";
    this.element.dataset.decision = d ? d.decision : "";
    this.verdict.textContent = word;
    if (!this.group) return;
    const what = !d ? "" : d.decision === "accept" && d.text ? "words" : d.decision === "reject" && this.f.place ? this.rejected() : d.decision;
    for (const b of this.group.children) b.setAttribute("aria-pressed", String(b.dataset.decision === what));
    let note = this.body.querySelector(".own");
    if (!d || !d.text) note?.remove();
    else {
      if (!note) this.answer.before(note = make("blockquote", { class: "own", dir: "auto" }));
      note.replaceChildren();
      show(note, d.text);
    }
  }
  // rejected says which button rejected an edit, of several at its place.
  rejected() {
    const choices = this.actions.others(this.f).map(f => this.actions.of(f)?.decision);
    if (choices.every(x => x === "reject")) return "neither";
    const first = this.actions.first(this.f);
    return !first || this.actions.of(first)?.decision === "accept" ? "reject" : "";
  }
}
