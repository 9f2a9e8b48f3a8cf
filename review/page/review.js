// The edits beside the document: the cards, the marks, the keys, and what is decided.

import { Marker } from "./mark.js";
import { Card, make, said } from "./card.js";
import { Bar, ask, help } from "./bar.js";
import { named, seen } from "./words.js";

// How many edits are decided at once without being asked.
const many = 10;

// byField are the codes of fields and tasks: "accept all" leaves them, as docx-review-sync does without --controls.
const byField = new Set(["form-field", "task"]);

const done = { accept: "Accepted", reject: "Rejected", comment: "Answered", later: "Left for later" };

// Review shows the findings of a state. at names its places: {root, bar, frame, panel, live}, and {keys}, where keys are pressed. does
// has what the page does with the decisions: save(review), and, as the page has them, open(file), close(), shown(finding).
export class Review {
  constructor(state, at, does) {
    this.state = state;
    this.at = at;
    this.does = does;
    this.cards = new Map();
    this.current = null;
    this.shown = [];
    this.over = new AbortController(); // ends what listens
    this.dialog = help(at.root);
    const actions = { of: f => state.of(f), others: f => state.others(f), place: f => state.open.filter(x => x === f || x.place === f.place), first: f => state.first(f), go: f => this.go(f), decide: (f, decision, text) => this.decide([f], decision, text),
      named: hash => state.findings.flatMap((finding, i) => finding.hash === hash ? [{ finding, number: i + 1 }] : [])[0],
      refuse: f => this.refuse(f), neither: f => this.neither(f) };
    state.findings.forEach((f, i) => this.cards.set(f, new Card(f, i, actions)));
    this.bar = new Bar(at.bar, state, { show: () => this.filter(true), save: () => does.save(this), open: does.open && (file => does.open(this, file)), close: does.close,
      undo: () => this.undo(), help: () => this.dialog.showModal() });
    this.list();
    this.listen();
    this.filter(false);
    const named = state.findings.find(f => "#" + f.hash === does.named); // an address can name an edit
    if (named) this.go(named, false);
    this.named = named;
    this.mark();
  }

  list() {
    const byElement = new Map([...this.cards.values()].map(c => [c.element, c]));
    const near = new IntersectionObserver(entries => {
      for (const e of entries) if (e.isIntersecting) byElement.get(e.target).fill();
    }, { root: this.at.panel, rootMargin: "600px" });
    this.empty = make("p", { class: "empty", hidden: true, text: this.state.findings.length ? "No edit is like that." : "The file came back without edits." });
    const list = make("ol", { class: "cards", "aria-label": "Edits" });
    this.at.panel.append(this.empty, list);
    list.append(...byElement.keys());
    for (const element of byElement.keys()) near.observe(element);
    this.over.signal.addEventListener("abort", () => near.disconnect());
  }

  listen() {
    const { signal } = this.over;
    this.state.listen(findings => {
      for (const f of findings) {
        this.cards.get(f).update(this.state.of(f));
        this.marker?.update(f, this.state.of(f));
      }
      this.bar.update();
    });
    this.at.keys.addEventListener("keydown", event => this.key(event), { signal });
    window.addEventListener("beforeprint", () => { for (const c of this.cards.values()) c.fill(); }, { signal });
    this.at.frame.addEventListener("load", () => this.mark(), { signal });
  }

  // end takes the review off the page.
  end() {
    this.over.abort();
    this.dialog.remove();
    this.at.bar.replaceChildren();
    this.at.panel.replaceChildren();
  }

  // mark puts the marks into the document, as soon as it is there.
  mark() {
    const { frame } = this.at, { signal } = this.over, state = this.state;
    if (this.marker || !frame.contentDocument?.body?.childElementCount) return;
    this.marker = new Marker(frame, state.findings, hash => {
      const f = state.findings.find(x => x.hash === hash);
      if (f && this.cards.get(f).element.hidden) {
        this.bar.clear();
        this.filter(false);
      }
      if (f) this.go(f);
    }, signal);
    frame.contentDocument.addEventListener("keydown", event => this.key(event), { signal });
    for (const f of state.findings) if (state.of(f)) this.marker.mark(f), this.marker.update(f, state.of(f));
    if (this.current) this.marker.current(this.current, this.shown[0] !== this.current);
    if (this.named && this.current === this.named) this.cards.get(this.named).element.scrollIntoView({ block: "center" });
  }

  filter(announce) {
    this.shown = this.state.findings.filter(f => this.bar.takes(f));
    const takes = new Set(this.shown);
    for (const [f, c] of this.cards) c.element.hidden = !takes.has(f);
    this.empty.hidden = this.shown.length > 0;
    this.bar.update(this.shown.length);
    if (!takes.has(this.current)) this.go(this.shown[0] || null, false);
    if (announce) this.say(this.shown.length + " edits shown");
  }

  say(text) { this.at.live.textContent = seen(text); }

  ask(text, yes) { return ask(this.at.root, text, yes); }

  // go makes a finding the one that keys are about.
  go(f, focus = true) {
    if (this.current) {
      this.cards.get(this.current).element.classList.remove("current");
      this.cards.get(this.current).element.tabIndex = -1;
    }
    this.current = f;
    if (!f) return;
    const c = this.cards.get(f);
    c.fill();
    c.element.classList.add("current");
    c.element.tabIndex = 0;
    if (focus && !c.element.contains(document.activeElement)) c.element.focus({ preventScroll: true });
    if (focus) c.element.scrollIntoView({ block: "nearest" });
    this.marker?.current(f);
    this.does.shown?.(f);
  }

  step(by) {
    const at = this.shown.indexOf(this.current);
    const next = this.shown[Math.max(0, Math.min(this.shown.length - 1, at < 0 ? 0 : at + by))];
    if (next && next !== this.current) this.go(next);
  }

  // onward goes to the next finding that is not decided.
  onward() {
    const at = this.shown.indexOf(this.current), rest = this.shown.slice(at + 1).concat(this.shown.slice(0, Math.max(at, 0)));
    const next = rest.find(f => f.open && !this.state.of(f));
    if (next) this.go(next);
    return next;
  }

  decide(findings, decision, text) {
    const n = this.state.decide(findings, decision, text);
    const others = decision === "accept" && n === 1 ? this.state.others(findings[0]) : [];
    if (!n) {
      this.say("This cannot be " + (decision === "accept" ? "accepted: " + findings[0].message : "decided"));
      return;
    }
    const next = this.onward();
    const rejected = others.length ? ", and the text of " + others.map(f => named(f.reviewer || "someone")).join(" and ") + " rejected" : "";
    this.say((n > 1 ? n + " edits: " : "") + done[decision] + rejected + ". " + this.state.decided + " of " + this.state.open.length + " decided. " + (next ? "Next: " + said(next) : "All is decided."));
  }

  // refuse rejects an edit; where another of the page is at its place, by accepting that.
  refuse(f) {
    const first = this.state.first(f);
    if (first) this.decide([first], "accept");
    else this.decide([f], "reject");
  }

  // neither rejects all edits at a place.
  neither(f) { this.decide([f, ...this.state.others(f)], "reject"); }

  async decideAll(decision) {
    if (!this.current) return;
    const by = this.current.reviewer;
    const of = this.state.open.filter(f => f.reviewer === by && !this.state.of(f) && (decision !== "accept" || f.takes && f.outcome !== "conflict" && !f.place && !byField.has(f.code)));
    const word = decision === "accept" ? "Accept" : "Reject";
    if (of.length > many && !await this.ask(word + " all " + of.length + " edits of " + named(by) + " that are not decided?", word + " all")) return;
    if (of.length) this.decide(of, decision);
  }

  undo() {
    const findings = this.state.undo();
    if (!findings.length) return this.say("Nothing to undo");
    this.go(findings[0]);
    this.say("Undone: " + said(findings[0]));
  }

  // kept says that the decisions are kept somewhere.
  kept(text) {
    this.state.saved = true;
    this.bar.update();
    this.say(text);
  }

  keys = {
    j: () => this.step(1), ArrowDown: () => this.step(1), k: () => this.step(-1), ArrowUp: () => this.step(-1),
    Home: () => this.go(this.shown[0] || null), End: () => this.go(this.shown[this.shown.length - 1] || null),
    a: () => this.current && this.decide([this.current], "accept"), r: () => this.current && this.refuse(this.current), n: () => this.current?.place && this.neither(this.current),
    l: () => this.current && this.decide([this.current], "later"), c: () => this.current && this.cards.get(this.current).ask("comment"),
    w: () => this.current && this.current.outcome === "conflict" && this.current.was && this.current.block && this.cards.get(this.current).ask("words"),
    A: () => this.decideAll("accept"), R: () => this.decideAll("reject"), u: () => this.undo(), s: () => this.does.save(this), "/": () => this.bar.focus(), "?": () => this.dialog.showModal(),
    d: () => { const s = this.current && this.cards.get(this.current).body.querySelector("details"); if (s) s.open = !s.open; },
  };

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape" && document.activeElement?.closest(".filters")) return this.current && this.go(this.current);
    if (event.target.closest?.("input, select, textarea")) return;
    const does = this.keys[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  }
}
