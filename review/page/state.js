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
    this.key = "nomadocx-review " + data.returned.map(f => f.sha256).sort().join(" "); // edits keep their names when the source goes on
    this.restore();
  }

  listen(listener) { this.listeners.push(listener); }

  // decide notes a decision on findings; null takes it back.
  decide(findings, decision, text) {
    const before = [];
    for (const f of findings) {
      if (!f.open || decision === "accept" && !f.takes && !text) continue;
      before.push([f, this.decisions.get(f.hash) || null]);
      this.set(f, decision ? { decision, text: text || "" } : null);
    }
    if (before.length) this.history.push(before);
    this.changed(before.map(x => x[0]));
    return before.length;
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
    for (const listener of this.listeners) listener(findings);
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

  // keep and restore let decisions survive a page that is closed or loaded again.
  keep() {
    try {
      localStorage.setItem(this.key, JSON.stringify(this.file()));
      if (this.data.serve) sessionStorage.setItem("nomadocx-review", JSON.stringify(this.file()));
    } catch { /* without a store they last as long as the page */ }
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
