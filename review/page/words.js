// Texts of reviewers: the words that differ, and characters that nobody would see.

// Characters that change how a text is shown, or are shown as nothing.
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

// show appends a text to an element: as nodes of text, with the names of characters that cannot be seen.
export function show(element, text) {
  let from = 0;
  for (const found of text.matchAll(unseen)) {
    element.append(text.slice(from, found.index));
    const name = document.createElement("span");
    name.className = "unseen";
    name.textContent = nameOf(found[0]);
    element.append(name);
    from = found.index + found[0].length;
  }
  element.append(text.slice(from));
  return element;
}

// seen returns a text as it stands where there is no room for elements: with the names of characters that cannot be seen.
export function seen(text) { return text.replace(unseen, nameOf); }

// The most characters of a name that stand in a sentence, a button or a choice.
const mostNamed = 200;

// named returns the name of a person or a file, not longer than one reads.
export function named(name) { return name.length > mostNamed ? name.slice(0, mostNamed) + "…" : name; }

const nameOf = character => "U+" + character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");

// words cuts a text into words, numbers, blanks and signs.
export function words(text) {
  return text.match(/\p{N}+(?:[.,:]\p{N}+)*|[\p{L}\p{N}\p{M}_]+|\s+|[^\p{L}\p{N}\p{M}_\s]/gu) || [];
}

// The most words of both texts, multiplied, that are compared one by one.
const mostCompared = 1 << 21;

// differences returns what becomes of a text: stretches {kind, text} that are the same, deleted or inserted.
export function differences(was, now) {
  const a = words(was), b = words(now);
  let head = 0, tail = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const out = [];
  const put = (kind, text) => {
    if (!text) return;
    const last = out[out.length - 1];
    if (last && last.kind === kind) last.text += text;
    else out.push({ kind, text });
  };
  put("same", a.slice(0, head).join(""));
  middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail), put);
  put("same", a.slice(a.length - tail).join(""));
  return joined(out);
}

function middle(a, b, put) {
  if (a.length * b.length > mostCompared || !a.length || !b.length) {
    put("deleted", a.join(""));
    put("inserted", b.join(""));
    return;
  }
  const width = b.length + 1, best = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      best[i * width + j] = a[i] === b[j] ? best[(i + 1) * width + j + 1] + (a[i].trim() ? 8 : 1)
        : Math.max(best[(i + 1) * width + j], best[i * width + j + 1]);
    }
  }
  let i = 0, j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      put("same", a[i]);
      i++, j++;
    } else if (j >= b.length || i < a.length && best[(i + 1) * width + j] >= best[i * width + j + 1]) {
      put("deleted", a[i++]);
    } else {
      put("inserted", b[j++]);
    }
  }
}

// joined makes one edit of edits that only blanks part.
function joined(list) {
  const out = [];
  let deleted = "", inserted = "";
  const flush = () => {
    if (deleted) out.push({ kind: "deleted", text: deleted });
    if (inserted) out.push({ kind: "inserted", text: inserted });
    deleted = inserted = "";
  };
  list.forEach((x, i) => {
    const next = list[i + 1];
    if (x.kind === "deleted") deleted += x.text;
    else if (x.kind === "inserted") inserted += x.text;
    else if (!x.text.trim() && (deleted || inserted) && next) deleted += x.text, inserted += x.text;
    else {
      flush();
      out.push(x);
    }
  });
  flush();
  return out;
}

// The most characters of an unchanged stretch that are shown around a difference, and of a text that is not shown whole.
const around = 90, most = 1200;

// redline appends a text with its edits; what is far from them is left out until it is asked for.
export function redline(element, was, now) {
  const list = differences(was, now);
  let left = most;
  list.forEach((x, i) => {
    let text = x.text, more = null;
    const keep = x.kind === "same" ? around : left;
    if (text.length > (x.kind === "same" ? 2 * around : keep)) more = cut(text, x.kind === "same" && i > 0 ? around : 0, x.kind === "same" && i === list.length - 1 ? 0 : around, keep, x.kind);
    left = Math.max(80, left - text.length);
    const part = document.createElement(x.kind === "deleted" ? "del" : x.kind === "inserted" ? "ins" : "span");
    if (more) part.append(...more);
    else show(part, text);
    element.append(part);
  });
  return element;
}

// cut leaves out the middle of a text, with a button that shows it.
function cut(text, before, behind, keep, kind) {
  if (kind !== "same") before = keep, behind = 0;
  const front = document.createElement("span"), back = document.createElement("span"), button = document.createElement("button");
  show(front, text.slice(0, before));
  show(back, behind ? text.slice(-behind) : "");
  button.type = "button";
  button.className = "more";
  button.textContent = "…";
  button.title = "Show " + (text.length - before - behind) + " more characters";
  button.setAttribute("aria-label", button.title);
  button.addEventListener("click", event => {
    event.stopPropagation();
    const whole = document.createElement("span");
    show(whole, text.slice(before, text.length - behind));
    button.replaceWith(whole);
  });
  return [front, button, back];
}
