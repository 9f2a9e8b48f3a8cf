// The decisions on a page: what was decided on each finding, in which order, and what is shown.

// State keeps decisions and calls those who listen when one changes.
export class State {
  constructor(data) {
    this.data = data;
    this.findings = data.findings;
    this.open = data.findings.filter(f => f.open);
    this.decisions = new Map();
    this.history = [];
    this.listeners = [];
    this.saved = true;
    this.stored = true; // by the browser
    this.key = "nomadocx-review " + data.returned.map(f => f.sha256).sort().join(" "); // edits keep their names when the source goes on
    this.restore();
  }

  listen(listener) { this.listeners.push(listener); }

  // others returns the edits of others at the place of a finding. At most one of all is accepted.
  others(f) { return f.place ? this.open.filter(x => x.place === f.place && x !== f) : []; }

  // first returns the edit that a conflict is with, null when it is none of the page.
  first(f) { return f.place && f.place !== f.hash && this.open.find(x => x.hash === f.place && x.takes) || null; }

  // companions returns the edits that an edit needs, and needing those that need it; all of them, one by another.
  companions(f) { return this.reach(f, x => this.open.filter(y => x.with?.includes(y.hash))); }

  needing(f) { return this.reach(f, x => this.open.filter(y => y.with?.includes(x.hash))); }

  reach(f, next) {
    const all = new Set([f]);
    for (const x of all) for (const y of next(x)) all.add(y); // which goes on with what was added
    all.delete(f);
    return [...all];
  }

  // decide notes a decision on findings; null takes it back. Who accepts an edit accepts those that it needs, and rejects those of others
  // at its place; who does not accept it leaves out those that need it.
  decide(findings, decision, text) {
    const before = new Map();
    const set = (f, value) => {
      if (!before.has(f)) before.set(f, this.of(f));
      this.set(f, value);
    };
    let n = 0;
    for (const f of findings) {
      if (!f.open || decision === "accept" && !f.takes && !text) continue;
      n++;
      set(f, decision ? { decision, text: text || "" } : null);
      if (decision === "accept") {
        for (const x of this.others(f)) set(x, { decision: "reject", text: "" });
        for (const x of this.companions(f)) if (this.of(x)?.decision !== "accept") set(x, { decision: "accept", text: "" });
      } else if (decision) {
        for (const x of this.needing(f)) if (this.of(x)?.decision !== "reject") set(x, { decision: decision === "comment" ? "later" : decision, text: "" });
      }
    }
    if (before.size) this.history.push([...before]);
    this.changed([...before.keys()]);
    return n;
  }

  set(f, value) {
    if (value) this.decisions.set(f.hash, value);
    else this.decisions.delete(f.hash);
  }

  // undo takes the last step back and returns its findings.
  undo() {
    const step = this.history.pop();
    if (!step) return [];
    for (const [f, value] of step) this.set(f, value);
    const findings = step.map(x => x[0]);
    this.changed(findings);
    return findings;
  }

  changed(findings) {
    this.saved = false;
    this.keep();
    const all = new Set(findings.flatMap(f => [f, ...this.others(f)])); // the cards of a place show one choice
    for (const listener of this.listeners) listener([...all]);
  }

  of(f) { return this.decisions.get(f.hash) || null; }

  get decided() { return this.open.filter(f => this.decisions.has(f.hash)).length; }

  get conflicts() { return this.open.filter(f => f.outcome === "conflict" && !this.decisions.has(f.hash)).length; }

  // file returns the decisions as docx-review-sync --decisions reads them.
  file() {
    const decisions = [];
    for (const f of this.open) {
      const d = this.decisions.get(f.hash);
      if (d) decisions.push(d.text ? { finding: f.hash, decision: d.decision, text: d.text } : { finding: f.hash, decision: d.decision });
    }
    return { source: this.data.source, returned: this.data.returned, decisions };
  }

  // load takes decisions from a file, and returns how many are about findings that are not here.
  load(file) {
    let unknown = 0;
    const known = new Map(this.open.map(f => [f.hash, f]));
    const findings = [];
    for (const d of file.decisions || []) {
      const f = known.get(d.finding);
      if (!f || !["accept", "reject", "later", "comment"].includes(d.decision)) {
        unknown++;
        continue;
      }
      this.decisions.set(f.hash, { decision: d.decision, text: typeof d.text === "string" ? d.text : "" });
      findings.push(f);
    }
    this.changed(findings);
    return unknown;
  }

  // keep and restore let decisions survive a page that is closed or loaded again. Without room for them they last as long as the page, and
  // what was decided before is not kept in their place.
  keep() {
    try {
      localStorage.setItem(this.key, JSON.stringify(this.file()));
      if (this.data.serve) sessionStorage.setItem("nomadocx-review", JSON.stringify(this.file()));
      this.stored = true;
    } catch {
      this.forget();
      this.stored = false;
    }
  }

  restore() {
    try {
      const kept = localStorage.getItem(this.key) || this.data.serve && sessionStorage.getItem("nomadocx-review");
      if (kept) this.load(JSON.parse(kept));
    } catch { /* nothing was kept, or nothing that can be read */ }
    this.saved = true;
  }

  // settle notes that the decisions are carried out: what was left out stays decided, so that it is not asked again.
  settle() {
    for (const f of this.open) {
      const d = this.decisions.get(f.hash);
      if (d && d.decision === "comment") this.set(f, { decision: "reject", text: "" });
      else if (d && d.decision === "accept") this.set(f, null);
    }
    this.keep();
  }

  forget() {
    try {
      localStorage.removeItem(this.key);
      sessionStorage.removeItem("nomadocx-review");
    } catch { /* as above */ }
  }
}
