// The editor of the source: CodeMirror with the language of .noma, the findings of the engine, and the commands of the toolbar.

import {noma, colours, folding} from "./language.js";
import {proposals} from "./completion.js";

const {EditorState, EditorView, Transaction, keymap, lineNumbers, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, drawSelection, dropCursor,
  history, historyKeymap, defaultKeymap, syntaxHighlighting, foldGutter, foldKeymap, bracketMatching, autocompletion, completionKeymap, lintGutter, lintKeymap,
  setDiagnostics, search, searchKeymap} = CM;

const look = EditorView.theme({
  "&": {height: "100%", backgroundColor: "var(--paper)", color: "var(--ink)", fontSize: "14px"},
  "&.cm-focused": {outline: "none"},
  ".cm-scroller": {fontFamily: "var(--mono)", lineHeight: "1.6"},
  ".cm-content": {caretColor: "var(--accent)", padding: "14px 0"},
  ".cm-line": {padding: "0 18px 0 6px"},
  ".cm-cursor": {borderLeftColor: "var(--accent)", borderLeftWidth: "2px"},
  ".cm-gutters": {backgroundColor: "var(--paper)", color: "var(--soft)", border: "none"},
  ".cm-activeLine, .cm-activeLineGutter": {backgroundColor: "var(--tint)"},
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {backgroundColor: "var(--selection)"},
  ".cm-foldPlaceholder": {backgroundColor: "var(--tint)", border: "1px solid var(--line)", color: "var(--soft)", padding: "0 6px"},
  ".cm-tooltip": {backgroundColor: "var(--paper)", border: "1px solid var(--line)", borderRadius: "8px", boxShadow: "var(--shadow)", overflow: "hidden", color: "var(--ink)"},
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {fontFamily: "var(--sans)", fontSize: "13px"},
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {padding: "3px 10px"},
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {backgroundColor: "var(--accent)", color: "var(--on-accent)"},
  ".cm-completionDetail": {fontStyle: "normal", opacity: "0.75", marginLeft: "12px"},
  ".cm-completionInfo": {fontFamily: "var(--sans)", fontSize: "13px", padding: "8px 12px"},
  ".cm-diagnostic": {fontFamily: "var(--sans)", fontSize: "13px", padding: "7px 12px"},
  ".cm-diagnosticAction": {backgroundColor: "var(--accent)", color: "var(--on-accent)", borderRadius: "5px", padding: "2px 9px", font: "inherit"},
  ".cm-panels": {backgroundColor: "var(--ground)", color: "var(--ink)", borderColor: "var(--line)", fontFamily: "var(--sans)"},
  ".cm-panels input, .cm-panels button": {fontFamily: "var(--sans)", fontSize: "13px"},
  ".cm-textfield": {backgroundColor: "var(--paper)", border: "1px solid var(--edge)", borderRadius: "5px"},
  ".cm-button": {backgroundImage: "none", backgroundColor: "var(--paper)", border: "1px solid var(--edge)", borderRadius: "5px", color: "var(--ink)"},
  ".cm-searchMatch": {backgroundColor: "var(--found)"},
});

export class Editor {
  /**
   * @param {HTMLElement} place @param {import("./store.js").Store} store
   * @param {(finding: object) => void} mend called to apply the fix of a finding
   */
  constructor(place, store, mend) {
    this.store = store;
    this.mend = mend;
    // In a tree of its own the styles of the editor need no exception from the content security policy.
    const root = place.attachShadow({mode: "open"});
    this.view = new EditorView({parent: root, root, state: this.#state("")});
    store.on(["findings"], ({findings}) => this.#mark(findings));
  }

  #state(text) {
    return EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), foldGutter(), lintGutter(), highlightActiveLine(), highlightActiveLineGutter(), highlightSpecialChars(), history(), drawSelection(), dropCursor(),
        EditorState.allowMultipleSelections.of(true), EditorView.lineWrapping, noma, folding, syntaxHighlighting(colours), bracketMatching(), search({top: true}), look,
        autocompletion({override: [proposals(this.store)]}),
        EditorView.contentAttributes.of({"aria-label": "Source", spellcheck: "true", tabindex: "0"}),
        keymap.of([
          {key: "Mod-b", run: () => this.around("**")}, {key: "Mod-i", run: () => this.around("*")}, {key: "Mod-e", run: () => this.around("`")}, {key: "Mod-k", run: () => this.link()},
          ...completionKeymap, ...lintKeymap, ...searchKeymap, ...foldKeymap, ...historyKeymap, ...defaultKeymap,
        ]),
        EditorView.updateListener.of(update => this.#heard(update)),
      ],
    });
  }

  #edits = null; // since they were taken, null when the document is another one

  /**
   * What was edited since the last call: other lines in the place of some, one after the other. Null when another document is shown,
   * nothing where lines end otherwise than by LF.
   * @returns {{line: number, count: number, text: string}[]|null}
   */
  take() {
    const edits = this.#edits;
    this.#edits = [];
    return edits;
  }

  #note({changes, startState: {doc: was}, state: {doc: is}}) {
    if (this.#eol !== "\n") return;
    let [fromA, toA, fromB, toB] = [Infinity, 0, Infinity, 0];
    changes.iterChangedRanges((a, b, c, d) => [fromA, toA, fromB, toB] = [Math.min(fromA, a), Math.max(toA, b), Math.min(fromB, c), Math.max(toB, d)]);
    const line = was.lineAt(fromA).number;
    this.#edits?.push({line, count: was.lineAt(toA).number - line + 1, text: is.sliceString(is.lineAt(fromB).from, is.lineAt(toB).to)});
  }

  #heard(update) {
    const change = {};
    if (update.docChanged) {
      this.#note(update);
      change.text = this.#text(update.state);
    }
    if (update.docChanged || update.selectionSet) change.line = update.state.doc.lineAt(update.state.selection.main.head).number;
    if (Object.keys(change).length) this.store.set(change);
  }

  #eol = "\n"; // how the lines of the document end; the editor knows lines only

  #text(state) {
    return state.doc.toString().replaceAll("\n", this.#eol);
  }

  /** Shows another document, with nothing to undo. Its lines end as they did; where they end in several ways, like most. */
  open(text) {
    const all = text.split("\n").length - 1;
    this.#eol = text.split("\r\n").length - 1 > all / 2 ? "\r\n" : "\n";
    this.#edits = null;
    this.view.setState(this.#state(text));
    this.store.set({text: this.#text(this.view.state), line: 1});
  }

  /** The line of the caret, its column there from 0, and its number. @returns {[string, number, number]} */
  caret() {
    const {doc, selection} = this.view.state;
    const line = doc.lineAt(selection.main.head);
    return [line.text, selection.main.head - line.from, line.number];
  }

  /** Makes the text another one, by the change between both, which can be undone. */
  replace(text) {
    text = text.replace(/\r\n?/g, "\n");
    const now = this.view.state.doc.toString();
    let start = 0;
    let end = 0;
    while (start < now.length && start < text.length && now[start] === text[start]) start++;
    while (end < now.length - start && end < text.length - start && now[now.length - 1 - end] === text[text.length - 1 - end]) end++;
    this.view.dispatch({changes: {from: start, to: now.length - end, insert: text.slice(start, text.length - end)}, annotations: Transaction.userEvent.of("input")});
  }

  /** Puts the caret into a line, and shows it. */
  show(number) {
    const line = this.view.state.doc.line(Math.min(Math.max(number, 1), this.view.state.doc.lines));
    this.view.dispatch({selection: {anchor: line.from}, effects: EditorView.scrollIntoView(line.from, {y: "start", yMargin: 60})});
  }

  /** The same, and keys go there. */
  go(number) {
    this.show(number);
    this.view.focus();
  }

  /** Puts marks around the selection, or takes them away. */
  around(mark) {
    const {state} = this.view;
    this.view.dispatch(state.changeByRange(range => {
      const {from, to} = range;
      const n = mark.length;
      if (state.sliceDoc(from - n, from) === mark && state.sliceDoc(to, to + n) === mark) {
        return {changes: [{from: from - n, to: from}, {from: to, to: to + n}], range: CM.EditorSelection.range(from - n, to - n)};
      }
      return {changes: [{from, insert: mark}, {from: to, insert: mark}], range: CM.EditorSelection.range(from + n, to + n)};
    }), {userEvent: "input"});
    this.view.focus();
    return true;
  }

  /** Makes the selection a link, with the caret where its address goes. */
  link() {
    const {from, to} = this.view.state.selection.main;
    this.view.dispatch({changes: [{from, insert: "["}, {from: to, insert: "](https://)"}], selection: {anchor: to + 11}, userEvent: "input"});
    this.view.focus();
    return true;
  }

  /** Puts a mark in front of each selected line, in place of the one of another heading or list. */
  lines(mark) {
    const {doc, selection} = this.view.state;
    const changes = [];
    for (let n = doc.lineAt(selection.main.from).number; n <= doc.lineAt(selection.main.to).number; n++) {
      const line = doc.line(n);
      const old = /^(?:#{1,6}\s+|[-*+]\s+(?:\[[ xX]\]\s+)?|\d+[.)]\s+)?/.exec(line.text)[0];
      changes.push({from: line.from, to: line.from + old.length, insert: old === mark ? "" : mark});
    }
    this.view.dispatch({changes, userEvent: "input"});
    this.view.focus();
  }

  /** Inserts a block as lines of their own behind the line of the caret. */
  insert(text) {
    const line = this.view.state.doc.lineAt(this.view.state.selection.main.head);
    const empty = line.text.trim() === "";
    const above = empty ? (line.number > 1 && this.view.state.doc.line(line.number - 1).text.trim() !== "" ? "\n" : "") : "\n\n";
    const insert = above + text + "\n";
    const from = empty ? line.from : line.to;
    this.view.dispatch({changes: {from, insert}, selection: {anchor: from + above.length, head: from + insert.length - 1}, scrollIntoView: true, userEvent: "input"});
    this.view.focus();
  }

  #mark(findings) {
    if (!this.view) return;
    const {doc} = this.view.state;
    const marks = findings.filter(f => f.pos).map(f => {
      const line = doc.line(Math.min(f.pos.line, doc.lines));
      const from = Math.min(line.from + Math.max(f.pos.column - 1, 0), line.to);
      const actions = f.fix ? [{name: "Fix", apply: () => this.mend(f)}] : [];
      return {from, to: line.to, severity: f.severity, message: f.message, source: f.code, actions};
    });
    this.view.dispatch(setDiagnostics(this.view.state, marks.sort((a, b) => a.from - b.from)));
  }
}
