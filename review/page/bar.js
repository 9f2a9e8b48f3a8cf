// The bar: how far the reader is, what is shown, and what is done with the decisions.

import { make } from "./card.js";
import { named, seen } from "./words.js";

const filters = [
  ["reviewer", "Reviewer", f => f.reviewer || "unknown"],
  ["kind", "Kind", f => f.kind],
  ["outcome", "Outcome", f => f.outcome],
  ["section", "Section", f => f.section || "(no section)"],
];

// Bar shows progress and filters. actions are {show, save, undo, help}, and open and close where the page has them.
export class Bar {
  constructor(element, state, actions) {
    this.state = state;
    this.actions = actions;
    this.selects = [];
    const f = state.data;
    const title = make(actions.close ? "h2" : "h1", { class: "title" }, actions.close ? "Edits of " : "Review of ", make("span", { dir: "auto", text: seen(actions.close ? f.returned.map(r => named(r.name)).join(", ") : named(f.title)) }));
    this.count = make("p", { class: "count" });
    this.meter = make("progress", { max: Math.max(state.open.length, 1), "aria-label": "Decided" });
    this.saveButton = make("button", { type: "button", class: "save", "aria-keyshortcuts": "s", onclick: actions.save }, f.serve || actions.close ? "Apply decisions" : "Save decisions", make("kbd", { "aria-hidden": "true", text: "s" }));
    const tools = make("div", { class: "tools" },
      make("button", { type: "button", "aria-keyshortcuts": "u", onclick: actions.undo }, "Undo", make("kbd", { "aria-hidden": "true", text: "u" })),
      ...actions.open ? this.opener(actions.open) : [],
      make("button", { type: "button", "aria-keyshortcuts": "?", onclick: actions.help }, "Keys", make("kbd", { "aria-hidden": "true", text: "?" })),
      ...actions.close ? [make("button", { type: "button", class: "close", text: "Close", onclick: actions.close })] : [],
      this.saveButton);
    element.append(make("div", { class: "top" }, title, tools), make("div", { class: "progress" }, this.meter, this.count), this.filters());
    this.update();
  }

  opener(open) {
    const file = make("input", { type: "file", accept: ".json,application/json", hidden: true, "aria-label": "File of decisions", onchange: () => { if (file.files[0]) open(file.files[0]); file.value = ""; } });
    return [make("button", { type: "button", text: "Open decisions", onclick: () => file.click() }), file];
  }

  filters() {
    const row = make("div", { class: "filters", role: "search", "aria-label": "Filter the edits" });
    for (const [name, label, value] of filters) {
      const counts = new Map();
      for (const f of this.state.findings) counts.set(value(f), (counts.get(value(f)) || 0) + 1);
      if (counts.size < 2) continue;
      const select = make("select", { name, onchange: () => this.actions.show() }, make("option", { value: "", text: "all" }));
      for (const [v, n] of counts) select.append(make("option", { value: v, text: seen(named(v)) + " (" + n + ")" }));
      this.selects.push([select, value]);
      row.append(make("label", {}, label + " ", select));
    }
    this.undecided = make("input", { type: "checkbox", onchange: () => this.actions.show() });
    row.append(make("label", {}, this.undecided, " to decide only"));
    this.shown = make("span", { class: "shown" });
    row.append(this.shown);
    return row;
  }

  // takes reports whether a finding is shown.
  takes(f) {
    return this.selects.every(([select, value]) => !select.value || value(f) === select.value) && (!this.undecided.checked || f.open && !this.state.of(f));
  }

  focus() { (this.selects[0] ? this.selects[0][0] : this.undecided).focus(); }

  clear() {
    for (const [select] of this.selects) select.value = "";
    this.undecided.checked = false;
  }

  update(shown) {
    const { decided, conflicts, open } = this.state;
    this.meter.value = decided;
    this.count.textContent = decided + " of " + open.length + " decided" + (conflicts ? " · " + conflicts + (conflicts === 1 ? " conflict" : " conflicts") : "") + (this.state.saved ? "" : (this.actions.close ? " · not applied" : " · not saved") + (this.state.stored ? "" : ", and the browser cannot keep it"));
    if (shown !== undefined) this.shown.textContent = shown === this.state.findings.length ? shown + " edits" : shown + " of " + this.state.findings.length + " edits shown";
  }
}

const keyList = [
  ["j, ↓", "next edit"], ["k, ↑", "edit before"], ["a", "accept"], ["r", "reject"], ["c", "comment"], ["w", "other words (conflicts)"], ["n", "neither (two reviewers at one place)"], ["l", "later"],
  ["u", "undo"], ["A", "accept all of this reviewer"], ["R", "reject all of this reviewer"], ["d", "show the source lines"], ["/", "filters"], ["s", "save"], ["?", "these keys"],
];

// help returns the dialog that lists the keys, in an element.
export function help(root) {
  const list = make("dl", {});
  for (const [key, does] of keyList) list.append(make("dt", {}, make("kbd", { text: key })), make("dd", { text: does }));
  const dialog = make("dialog", { "aria-labelledby": "keys-title" }, make("h2", { id: "keys-title", text: "Keys" }), list, make("form", { method: "dialog" }, make("button", { text: "Close" })));
  root.append(dialog);
  return dialog;
}

// ask shows a question in an element and resolves with whether it was confirmed.
export function ask(root, text, yes) {
  return new Promise(resolve => {
    text = seen(text);
    const dialog = make("dialog", { "aria-label": text }, make("p", { text }), make("form", { method: "dialog" }, make("button", { value: "yes", text: yes }), make("button", { value: "", text: "Cancel" })));
    dialog.addEventListener("close", () => { resolve(dialog.returnValue === "yes"); dialog.remove(); });
    root.append(dialog);
    dialog.showModal();
  });
}
