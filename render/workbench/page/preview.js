// The preview: the strict page of the engine in a frame in which no script runs. Only what has changed is put into it, so that it
// neither flashes nor loses its place.

/** Makes the children of a node those of another, and leaves alone what is the same. */
function become(old, now) {
  const a = [...old.childNodes];
  const b = [...now.childNodes];
  let start = 0;
  let end = 0;
  while (start < a.length && start < b.length && a[start].isEqualNode(b[start])) start++;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end].isEqualNode(b[b.length - 1 - end])) end++;
  const gone = a.slice(start, a.length - end);
  const come = b.slice(start, b.length - end);
  if (gone.length === 1 && come.length === 1 && gone[0].nodeType === 1 && gone[0].tagName === come[0].tagName && gone[0].childNodes.length > 0 && sameAttributes(gone[0], come[0])) {
    become(gone[0], come[0]);
    return;
  }
  for (const node of gone) node.remove();
  const before = a[a.length - end] ?? null;
  for (const node of come) old.insertBefore(old.ownerDocument.importNode(node, true), before);
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

const sheet = `
html { background: var(--noma-ground, #f3f5f4); }
body { margin: 0; padding: 28px 20px 60vh; }
.noma-document { margin: 0 auto; }
@media print { body { padding: 0; } }
`;

/** A page with nothing on it. @param {string} title */
export const emptyPage = title => `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body></body></html>`;

/** Puts a page of the engine into a frame, with more rules. @param {HTMLIFrameElement} frame @param {string} html @param {string} more */
export function fill(frame, html, more) {
  const {doc: now, styles} = parsed(html);
  const {contentDocument: doc, contentWindow: {CSSStyleSheet: Sheet}} = frame;
  const rules = new Sheet();
  rules.replaceSync(styles + sheet + more);
  doc.adoptedStyleSheets = [rules];
  doc.documentElement.lang = now.documentElement.lang;
  doc.body.replaceChildren(...[...now.body.childNodes].map(node => doc.importNode(node, true)));
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

  /** Shows a page. @param {{html: string, lines: number[]}} page */
  show({html, lines}) {
    const {doc: now, styles} = parsed(html);
    if (styles !== this.#styles) {
      this.#styles = styles;
      const rules = new this.frame.contentWindow.CSSStyleSheet();
      rules.replaceSync(styles + sheet);
      this.doc.adoptedStyleSheets = [rules];
    }
    this.doc.documentElement.lang = now.documentElement.lang;
    this.doc.title = now.title || "Preview";
    become(this.doc.body, now.body);
    this.#lines = lines;
    this.#marks = null;
  }

  #marks = null; // the comments before blocks, in the order of #lines

  #places() {
    if (!this.#marks) {
      const walk = this.doc.createTreeWalker(this.doc.body, NodeFilter.SHOW_COMMENT);
      this.#marks = [];
      while (walk.nextNode()) this.#marks.push(walk.currentNode);
    }
    return this.#marks;
  }

  /** Shows the block that a line of the source is in. @param {number} line */
  follow(line) {
    if (!this.#follow) return;
    let at = -1;
    this.#lines.forEach((l, i) => { if (l <= line && (at < 0 || l >= this.#lines[at])) at = i; });
    const block = this.#places()[at]?.nextElementSibling;
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
      if (href.startsWith("#")) this.doc.getElementById(decodeURIComponent(href.slice(1)))?.scrollIntoView({block: "start"});
      else if (/^(https?|mailto):/i.test(link.href)) window.open(link.href, "_blank", "noopener,noreferrer");
      return;
    }
    if (!this.doc.getSelection().isCollapsed) return;
    const marks = this.#places();
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
