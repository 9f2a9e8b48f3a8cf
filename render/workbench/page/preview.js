// The preview: the strict page of the engine in a frame in which no script runs. Only what has changed is put into it, so that it
// neither flashes nor loses its place.

/** Makes nodes that follow one another in a parent others, and leaves alone what is the same. */
function become(parent, a, b) {
  let start = 0;
  let end = 0;
  while (start < a.length && start < b.length && a[start].isEqualNode(b[start])) start++;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end].isEqualNode(b[b.length - 1 - end])) end++;
  const gone = a.slice(start, a.length - end);
  const come = b.slice(start, b.length - end);
  if (gone.length === 1 && come.length === 1 && gone[0].nodeType === 1 && gone[0].tagName === come[0].tagName && gone[0].childNodes.length > 0 && sameAttributes(gone[0], come[0])) {
    become(gone[0], [...gone[0].childNodes], [...come[0].childNodes]);
    return;
  }
  const before = end > 0 ? a[a.length - end] : a.at(-1)?.nextSibling ?? null;
  for (const node of gone) node.remove();
  for (const node of come) parent.insertBefore(parent.ownerDocument.importNode(node, true), before);
}

function sameAttributes(a, b) {
  return a.cloneNode(false).isEqualNode(b.cloneNode(false));
}

/**
 * Reads a page of the engine. The policy keeps styles in markup away, so they are taken out of it, and set as values, which cannot be
 * anything else. In what the engine writes, text and values hold neither "<" nor ">" nor quotes.
 */
function parsed(html) {
  let styles = "";
  const bare = html.replace(/<style>([^]*?)<\/style>/g, (all, rules) => {
    styles += rules;
    return "";
  }).replace(/<[a-z][^>]* style="[^>]*>/gi, tag => tag.replace(' style="', ' data-style="'));
  const doc = new DOMParser().parseFromString(bare, "text/html");
  for (const e of doc.querySelectorAll("[data-style]")) {
    e.style.cssText = e.dataset.style;
    e.removeAttribute("data-style");
  }
  return {doc, styles};
}

/** The comments before blocks among some nodes and inside them, in their order. */
function marksOf(nodes) {
  const marks = [];
  for (const node of nodes) {
    const walk = node.ownerDocument.createTreeWalker(node, NodeFilter.SHOW_COMMENT);
    for (let n = node.nodeType === Node.COMMENT_NODE ? node : walk.nextNode(); n; n = walk.nextNode()) if (n.data === "") marks.push(n);
  }
  return marks;
}

/** The nodes from a comment before a block to that behind the last of some blocks. */
function blocksFrom(mark, count) {
  const nodes = [];
  let depth = 0;
  for (let node = mark; count > 0; node = node.nextSibling) {
    nodes.push(node);
    if (node.nodeType !== Node.COMMENT_NODE) continue;
    depth += node.data === "" ? 1 : -1;
    if (depth === 0) count--;
  }
  return nodes;
}

const sheet = `
html { background: var(--noma-ground, #f3f5f4); }
body { margin: 0; padding: 28px 20px 60vh; }
.noma-document { margin: 0 auto; }
@media print { body { padding: 0; } }
`;

/** A page with nothing on it. @param {string} title */
export const emptyPage = title => `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body></body></html>`;

// Sections that are out of sight are laid out later, see layOut.
const later = "@media screen { .noma-section .noma-section:not(.noma-laid) { content-visibility: auto; contain-intrinsic-size: auto 50rem; } }";

/** Puts a page of the engine into a frame, with more rules. @param {HTMLIFrameElement} frame @param {string} html @param {string} more */
export function fill(frame, html, more) {
  const {doc: now, styles} = parsed(html);
  const {contentDocument: doc, contentWindow: {CSSStyleSheet: Sheet}} = frame;
  const rules = new Sheet();
  rules.replaceSync(styles + sheet + later + more);
  doc.adoptedStyleSheets = [rules];
  doc.documentElement.lang = now.documentElement.lang;
  doc.body.replaceChildren(...now.body.childNodes);
}

/** Lays out what is out of sight in a frame that was filled, a section whenever the browser has time. @param {HTMLIFrameElement} frame */
export function layOut(frame) {
  const sections = [...frame.contentDocument.querySelectorAll(".noma-section .noma-section")];
  const idle = globalThis.requestIdleCallback ?? setTimeout;
  const next = () => {
    sections.shift()?.classList.add("noma-laid");
    if (sections[0]?.isConnected) idle(next);
  };
  idle(next);
}

/** The id that an address names, as it is where it has a % that means nothing. */
function decoded(id) {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

export class Preview {
  #lines = [];
  #styles = "";
  #follow = true;

  /** @param {HTMLIFrameElement} frame @param {import("./store.js").Store} store @param {(line: number) => void} go called with the line of what was clicked */
  constructor(frame, store, go) {
    this.frame = frame;
    frame.srcdoc = emptyPage("Preview");
    this.ready = new Promise(resolve => frame.addEventListener("load", resolve, {once: true})).then(() => {
      this.doc = frame.contentDocument;
      this.doc.addEventListener("click", event => this.#clicked(event, go));
      store.on(["preview"], ({preview}) => preview && this.show(preview));
      store.on(["line"], ({line}) => this.follow(line));
    });
  }

  /** Shows a page, or what has become of the one that is shown. @param {import("./engine.js").Page} page */
  show({html, head, changes = [], lines}) {
    const whole = html ?? head;
    if (whole) {
      const {doc: now, styles} = parsed(whole);
      this.#dress(now, styles);
      if (html) {
        become(this.doc.body, [...this.doc.body.childNodes], [...now.body.childNodes]);
        this.#marks = marksOf([this.doc.body]);
      }
    }
    let more = 0; // blocks before the next change
    for (const change of changes) more += this.#change(change.first + more, change);
    if (lines) this.#lines = lines;
  }

  #dress(now, styles) {
    if (styles !== this.#styles) {
      this.#styles = styles;
      const rules = new this.frame.contentWindow.CSSStyleSheet();
      rules.replaceSync(styles + sheet);
      this.doc.adoptedStyleSheets = [rules];
    }
    this.doc.documentElement.lang = now.documentElement.lang;
    this.doc.title = now.title || "Preview";
  }

  #marks = []; // the comments before blocks, in the order of #lines

  /** Puts other blocks in the place of some, and returns how many more there are. */
  #change(at, {count, html}) {
    const old = blocksFrom(this.#marks[at], count);
    const {parentNode: parent, previousSibling: before} = old[0];
    const after = old.at(-1).nextSibling;
    const gone = marksOf(old).length;
    become(parent, old, [...parsed("<!DOCTYPE html><body>" + html).doc.body.childNodes]);
    const now = [];
    for (let node = before ? before.nextSibling : parent.firstChild; node !== after; node = node.nextSibling) now.push(node);
    const marks = marksOf(now);
    this.#marks.splice(at, gone, ...marks);
    return marks.length - gone;
  }

  /** Shows the block that a line of the source is in. @param {number} line */
  follow(line) {
    if (!this.#follow) return;
    let at = -1;
    this.#lines.forEach((l, i) => { if (l <= line && (at < 0 || l >= this.#lines[at])) at = i; });
    const block = this.#marks[at]?.nextElementSibling;
    if (!block) return;
    const {top, bottom} = block.getBoundingClientRect();
    const high = this.frame.clientHeight;
    if (top < 0 || top > high * 0.85 || bottom < 0) this.frame.contentWindow.scrollBy({top: top - high * 0.3});
  }

  #clicked(event, go) {
    const link = event.target.closest("a[href]");
    if (link) {
      event.preventDefault();
      const href = link.getAttribute("href");
      if (href.startsWith("#")) this.doc.getElementById(decoded(href.slice(1)))?.scrollIntoView({block: "start"});
      else if (/^(https?|mailto):/i.test(link.href)) window.open(link.href, "_blank", "noopener,noreferrer");
      return;
    }
    if (!this.doc.getSelection().isCollapsed) return;
    const marks = this.#marks;
    let at = -1;
    marks.forEach((mark, i) => { if (mark.compareDocumentPosition(event.target) & Node.DOCUMENT_POSITION_FOLLOWING) at = i; });
    if (at < 0) return;
    this.#follow = false;
    go(this.#lines[at]);
    this.#follow = true;
  }

  /** Prints the page. */
  print() {
    this.frame.contentWindow.print();
  }
}
