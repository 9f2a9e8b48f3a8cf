// The language of .noma for the editor: what is highlighted, and what folds. It only looks at the text; what a document means is
// the engine's business.

const {StreamLanguage, HighlightStyle, foldService, tags} = CM;

const names = {
  fence: tags.processingInstruction, name: tags.typeName, key: tags.attributeName, value: tags.string, heading: tags.heading, strong: tags.strong,
  em: tags.emphasis, code: tags.monospace, link: tags.link, address: tags.url, mark: tags.punctuation, quote: tags.quote, meta: tags.meta, math: tags.special(tags.string),
};

const inline = [
  [/^\\./, null], [/^`+[^`]*`+/, "code"], [/^\$[^$\s][^$]*\$/, "math"], [/^\*\*[^*]+\*\*/, "strong"], [/^\*[^*\s][^*]*\*/, "em"], [/^_[^_\s][^_]*_(?!\w)/, "em"],
  [/^\[\[[^\]]*\]\]/, "link"], [/^\[\^[^\]]*\]/, "link"], [/^!?\[[^\]]*\](?=\()/, "link"], [/^\([^()\s]*\)/, "address"], [/^https?:\/\/[^\s<>)]+/, "address"],
];

/** Reads attributes in braces, which may go on in the next line. */
function braces(stream, state) {
  if (stream.eatSpace()) return null;
  if (stream.match(/^\}/)) {
    state.braces = false;
    return "fence";
  }
  if (stream.match(/^[\w.-]+(?=\s*=)/)) return "key";
  if (stream.match(/^=\s*/)) return "mark";
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)*'?/) || stream.match(/^[^\s{}"'=]+/)) return "value";
  stream.next();
  return null;
}

function startOfLine(stream, state) {
  if (state.front || stream.match(/^---\s*$/, false) && state.first) {
    state.front = !(state.front && stream.match(/^---\s*$/, false));
    stream.skipToEnd();
    return "meta";
  }
  if (state.code) {
    if (stream.match(state.code)) state.code = null;
    stream.skipToEnd();
    return "code";
  }
  if (stream.match(/^\s*(`{3,}|~{3,})/, false)) {
    const fence = stream.match(/^\s*(`{3,}|~{3,})/)[1];
    state.code = new RegExp("^\\s*" + fence[0] + "{" + fence.length + ",}\\s*$");
    stream.skipToEnd();
    return "code";
  }
  if (stream.match(/^\s*:{2,}/)) {
    state.directive = true;
    return "fence";
  }
  if (stream.match(/^#{1,6}\s/)) {
    state.heading = true;
    return "heading";
  }
  if (stream.match(/^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s)?/)) return "mark";
  if (stream.match(/^\s*>\s?/)) return "quote";
  return undefined;
}

const parser = {
  name: "noma",
  startState: () => ({first: true, front: false, code: null, braces: false, directive: false, heading: false}),
  token(stream, state) {
    if (stream.sol()) {
      if (!state.braces) Object.assign(state, {directive: false, heading: false});
      const at = state.braces ? undefined : startOfLine(stream, state);
      state.first = false;
      if (at !== undefined) return at;
    }
    if (state.braces) return braces(stream, state);
    if (state.directive && stream.match(/^[\w-]+/)) return "name";
    if (stream.match(/^\{(?=[^}]*[=}])/)) {
      state.braces = true;
      return "fence";
    }
    for (const [pattern, kind] of inline) {
      if (stream.match(pattern)) return state.heading && kind === null ? "heading" : kind;
    }
    if (stream.match(/^\|/)) return "mark";
    if (!stream.match(/^[\p{L}\p{N} ]+/u)) stream.next();
    return state.heading ? "heading" : null;
  },
  copyState: state => ({...state}),
  languageData: {closeBrackets: {brackets: ["(", "[", "{", '"']}},
  tokenTable: names,
};

/** The language for the editor. */
export const noma = StreamLanguage.define(parser);

/** Its colours, which are variables of the page, light and dark. */
export const colours = HighlightStyle.define([
  {tag: tags.heading, color: "var(--accent)", fontWeight: "650"},
  {tag: [tags.processingInstruction, tags.punctuation], color: "var(--soft)"},
  {tag: tags.typeName, color: "var(--kind)", fontWeight: "600"},
  {tag: tags.attributeName, color: "var(--key)"},
  {tag: tags.string, color: "var(--value)"},
  {tag: tags.strong, fontWeight: "700"},
  {tag: tags.emphasis, fontStyle: "italic"},
  {tag: [tags.monospace, tags.special(tags.string)], color: "var(--value)"},
  {tag: [tags.link, tags.url], color: "var(--link)"},
  {tag: [tags.meta, tags.quote], color: "var(--soft)"},
]);

const opener = /^\s*(:{2,})[\w-]/;

/** Blocks fold from their opening fence to the closing one, sections to the next heading, code and frontmatter as a whole. */
export const folding = foldService.of((state, start) => {
  const first = state.doc.lineAt(start);
  const last = lastLine(state.doc, first);
  return last > first.number ? {from: first.to, to: state.doc.line(last).to} : null;
});

function lastLine(doc, first) {
  const open = opener.exec(first.text);
  if (open) return until(doc, first.number, text => text.trim() === open[1]) ?? first.number;
  const heading = /^(#{1,6})\s/.exec(first.text);
  if (heading) {
    const next = until(doc, first.number, text => new RegExp(`^#{1,${heading[1].length}}\\s`).test(text));
    let end = next ? next - 1 : doc.lines;
    while (end > first.number && doc.line(end).text.trim() === "") end--;
    return end;
  }
  if (first.number === 1 && first.text === "---") return until(doc, 1, text => text === "---") ?? 1;
  const fence = /^\s*(`{3,}|~{3,})/.exec(first.text);
  return fence ? until(doc, first.number, text => text.trim() === fence[1]) ?? first.number : first.number;
}

function until(doc, after, holds) {
  for (let n = after + 1; n <= doc.lines; n++) {
    if (holds(doc.line(n).text)) return n;
  }
  return undefined;
}
