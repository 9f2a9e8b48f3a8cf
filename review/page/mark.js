// Findings in the document: their words are struck out and put in where they stand.

import { differences, show } from "./words.js";

const leaves = "p, li, td, th, h1, h2, h3, h4, h5, h6, figcaption, caption, dt, dd, pre, .noma-label, .noma-meta, .noma-value";

// The most characters that are marked word by word.
const mostMarked = 20000;

// Marker marks findings in the document of a frame. choose is called with the finding whose mark was clicked, until signal says that it is
// over.
export class Marker {
  constructor(frame, findings, choose, signal) {
    this.document = frame.contentDocument;
    this.marks = new Map();
    this.leaves = [...this.document.querySelectorAll(leaves)];
    this.texts = new Map();
    this.findings = findings;
    this.waiting = findings.slice();
    this.document.addEventListener("click", event => {
      const mark = event.target.closest("[data-returned]");
      const link = event.target.closest("a[href]");
      if (link && !link.getAttribute("href").startsWith("#")) event.preventDefault();
      if (mark) choose(mark.dataset.returned);
    }, { signal });
    signal.addEventListener("abort", () => { this.waiting = []; });
    this.work();
  }

  // work marks some findings at a time, so that the page can be used meanwhile: as long as the browser needs to show them.
  work() {
    const now = performance.now(), until = now + Math.min(50, Math.max(12, now - (this.rested ?? now)));
    while (this.waiting.length && performance.now() < until) this.mark(this.waiting.shift());
    this.rested = performance.now();
    if (this.waiting.length) setTimeout(() => this.work());
    else {
      this.done = true;
      performance.mark("marked");
    }
  }

  text(element) {
    if (!this.texts.has(element)) this.texts.set(element, plain(own(element).map(n => n.data).join("")));
    return this.texts.get(element);
  }

  // lines returns the texts of all elements as one, a line each, so that a text is found in it at once, and where each begins. Marks
  // leave these texts as they are.
  get lines() {
    if (!this.joined) {
      const texts = this.leaves.map(e => this.text(e)), starts = [];
      let at = 0;
      for (const text of texts) {
        starts.push(at);
        at += text.length + 1;
      }
      this.joined = { text: texts.join("\n"), starts: [...starts, at] };
    }
    return this.joined;
  }

  // range returns the elements inside a scope, which stand one after the other.
  range(scope) {
    if (scope === this.document.body) return [0, this.leaves.length];
    const from = lowest(0, this.leaves.length, i => scope === this.leaves[i] || !!(scope.compareDocumentPosition(this.leaves[i]) & Node.DOCUMENT_POSITION_FOLLOWING));
    return [from, lowest(from, this.leaves.length, i => !scope.contains(this.leaves[i]))];
  }

  // holding returns the elements inside a scope that have a text.
  holding(scope, text) {
    const { text: all, starts } = this.lines, [from, to] = this.range(scope), found = [];
    for (let at = all.indexOf(text, starts[from]); at >= 0 && at < starts[to];) {
      const i = lowest(0, this.leaves.length, n => starts[n + 1] > at);
      found.push(this.leaves[i]);
      at = all.indexOf(text, starts[i + 1]);
    }
    return found;
  }

  // scope returns the element of a finding's block: of a heading, its section.
  scope(f) {
    const at = f.block && this.document.getElementById(f.block);
    if (!at) return this.document.body;
    return /^H[1-6]$/.test(at.tagName) && at.closest("section") || at;
  }

  // find returns the smallest element in a scope that has a text; near tells those apart that are alike.
  find(scope, text, near) {
    text = plain(text);
    if (!text) return null;
    let best = null, score = Infinity;
    for (const e of this.holding(scope, text)) {
      const has = this.text(e);
      const row = e.closest("tr"), line = row ? [...row.cells].map(c => this.text(c)).join(" | ") : has;
      const value = has.length - text.length + (near && (line.includes(near) || near.includes(line)) ? 0 : near ? 1e6 : 0) + (e.querySelector(leaves) ? 10 : 0);
      if (value < score) [best, score] = [e, value];
    }
    return best;
  }

  mark(f) {
    if (this.marks.has(f.hash)) return;
    this.marks.set(f.hash, []);
    const scope = this.scope(f), was = first(f.was), near = bare(f.near);
    let at = null;
    if (f.kind === "comment" || f.kind === "note" && !was) {
      at = this.find(scope, near, "") || this.find(this.document.body, near, "") || heading(scope);
      if (at !== this.document.body) this.note(f, at, "returned-comment");
      return;
    }
    if (!was) {
      this.put(f, scope);
      return;
    }
    at = this.find(scope, was, near) || scope !== this.document.body && this.find(this.document.body, was, near);
    if (!at && f.against && (at = this.rival(f))) {
      this.note(f, at, "returned-place");
      return;
    }
    if (at && (was.length > mostMarked || !this.redline(f, at, was))) this.note(f, at, "returned-place");
    if (!at && scope !== this.document.body) this.note(f, heading(scope), "returned-place");
  }

  // rival returns where the edit stands that a conflict is with.
  rival(f) {
    const other = this.findings.find(x => x.block === f.block && x.now === f.was && x.reviewer === f.against);
    if (other) this.mark(other);
    return other && this.marks.get(other.hash)[0]?.closest(leaves);
  }

  note(f, element, name) {
    element.classList.add(name);
    element.dataset.returned = f.hash;
    this.marks.get(f.hash).push(element);
  }

  // put shows a text that was added, behind the words that stand before it.
  put(f, scope) {
    const [, before = "", behind = ""] = /^between “(.*)” and “(.*)”$/s.exec(f.near || "") || [, /^behind “(.*)”$/s.exec(f.near || "")?.[1], /^before “(.*)”$/s.exec(f.near || "")?.[1]];
    const after = this.find(scope, bare(before), "") || this.find(this.document.body, bare(before), "");
    const next = after ? null : this.find(scope, bare(behind), "") || this.find(this.document.body, bare(behind), "");
    const at = after || next || (f.near && this.find(scope, bare(f.near), ""));
    if (!at || !f.now) {
      if (scope !== this.document.body) this.note(f, heading(scope), "returned-place");
      return;
    }
    const added = this.document.createElement(/^(TD|TH|LI|DT|DD|CAPTION|FIGCAPTION)$/.test(at.tagName) ? "div" : "p");
    added.className = "returned-new";
    added.dataset.returned = f.hash;
    show(added, f.now.slice(0, mostMarked));
    if (added.tagName === "DIV") at.append(added);
    else if (next) at.before(added);
    else at.after(added);
    this.marks.get(f.hash).push(added);
  }

  // redline marks the words that differ in an element; false when they are too many.
  redline(f, element, was) {
    const nodes = own(element), raw = collapse(nodes.map(n => n.data).join("")), target = plain(was), from = raw.text.indexOf(target);
    if (from < 0) return false;
    const list = differences(target, plain(first(f.now)));
    if (list.length > 120) return false;
    const steps = [];
    let at = from;
    for (const x of list) {
      if (x.kind === "inserted") steps.push({ at: raw.at[at] ?? raw.end, text: x.text });
      else {
        if (x.kind === "deleted") steps.push({ at: raw.at[at], end: raw.at[at + x.text.length] ?? raw.end });
        at += x.text.length;
      }
    }
    for (const step of steps.reverse()) {
      if (step.end !== undefined) this.strike(f, own(element), step.at, step.end);
      else this.insert(f, own(element), step.at, step.text);
    }
    this.texts.delete(element);
    return this.marks.get(f.hash).length > 0;
  }

  tag(f, name) {
    const e = this.document.createElement(name);
    e.className = "returned";
    e.dataset.returned = f.hash;
    this.marks.get(f.hash).push(e);
    return e;
  }

  strike(f, nodes, from, to) {
    let at = 0;
    for (const node of nodes) {
      const start = Math.max(from - at, 0), end = Math.min(to - at, node.length);
      at += node.length;
      if (start >= end) continue;
      const part = start ? node.splitText(start) : node;
      if (end - start < part.length) part.splitText(end - start);
      const del = this.tag(f, "del");
      part.replaceWith(del);
      del.append(part);
    }
  }

  insert(f, nodes, where, text) {
    let at = 0;
    for (const node of nodes) {
      if (where <= at + node.length) {
        const ins = show(this.tag(f, "ins"), text);
        const rest = node.splitText(where - at);
        const struck = node.parentElement.closest("del.returned");
        if (struck) struck.before(ins);
        else rest.before(ins);
        return;
      }
      at += node.length;
    }
  }

  // current shows which finding the reader is at, and brings it into view.
  current(f, scroll = true) {
    for (const e of this.document.querySelectorAll(".returned-current")) e.classList.remove("returned-current");
    if (!f) return;
    this.mark(f);
    const all = this.marks.get(f.hash);
    for (const e of all) e.classList.add("returned-current");
    if (all.length && scroll) all[0].scrollIntoView({ block: "center" });
  }

  update(f, decision) {
    for (const e of this.marks.get(f.hash) || []) e.classList.toggle("returned-rejected", !!decision && decision.decision !== "accept" && decision.decision !== "later");
  }
}

// own returns the text of an element, without what was marked as inserted.
function own(element) {
  const nodes = [], walk = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let n; n = walk.nextNode();) if (!n.parentElement.closest("ins.returned, .returned-new")) nodes.push(n);
  return nodes;
}

// collapse makes one blank of white space; at says where each character stands.
function collapse(text) {
  const at = [];
  let out = "", blank = false;
  for (let i = 0; i < text.length; i++) {
    const space = /\s/.test(text[i]);
    if (space && blank) continue;
    out += space ? " " : text[i];
    at.push(i);
    blank = space;
  }
  return { text: out, at, end: text.length };
}

function first(text) { return (text || "").split("¶")[0]; }

function bare(text) { return plain((text || "").replace(/^…|…$/g, "")); }

// plain returns a text with one blank for white space, and none at the ends.
function plain(text) { return text.replace(/\s+/g, " ").trim(); }

// lowest returns the lowest number from one on, and below another, for which something holds: from there on it does. Else the other one.
function lowest(from, to, holds) {
  while (from < to) {
    const at = (from + to) >> 1;
    if (holds(at)) to = at;
    else from = at + 1;
  }
  return from;
}

function heading(scope) { return scope.querySelector("caption, figcaption, h1, h2, h3, h4, h5, h6, .noma-label, th, td") || scope; }
