"use strict";
// The script of all pages: search, copy link, print. What the search reads is one file for all pages, loaded
// when somebody first goes to the search box.
(() => {
const query = document.getElementById("space-query"), list = document.getElementById("space-results");
const root = query.dataset.root;
const fold = s => (s || "").normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const most = 12;
let index = null, hits = [], chosen = -1;

// A page on disk may not fetch, but it may load a script. A server's index is fetched, so that no page of
// another site can read it: anybody may load a script. A preview's script has a secret name.
let loading = null;
function load() {
  const secret = query.dataset.index;
  loading = loading || (secret || location.protocol === "file:" ? script(root + (secret || "_assets/search-index.js")) :
    fetch(root + "_assets/search-index.json").then(r => r.json())).catch(() => []).then(prepare);
  return loading;
}
function script(address) {
  return new Promise((done, failed) => {
    const s = document.createElement("script");
    s.src = address;
    s.onload = () => done(window.nomaPages);
    s.onerror = failed;
    document.head.append(s);
  });
}
// A word in the title counts most, in the text least.
function prepare(pages) {
  index = (pages || []).map(p => ({ page: p, fields: [[8, fold(p.title)], [4, fold((p.tags || []).join(" ") + " " + (p.status || "") + " " + (p.owner || ""))],
    [3, fold((p.sections || []).map(s => s.title).join(" \n "))], [2, fold(p.description)], [1, fold(p.text)]] }));
}
function search(text) {
  const words = fold(text).split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const found = [];
  for (const { page, fields } of index) {
    let score = 0;
    const all = words.every(w => { let s = 0; for (const [weight, f] of fields) if (f.includes(w)) s += weight; score += s; return s > 0; });
    if (!all) continue;
    const part = (page.sections || []).find(s => words.some(w => fold(s.title).includes(w)) && !words.every(w => fold(page.title).includes(w)));
    found.push({ score, page, part });
  }
  return found.sort((a, b) => b.score - a.score).slice(0, most);
}
// around is the text near the first word that was found.
function around(text, words) {
  const folded = fold(text), at = Math.max(0, Math.min(...words.map(w => { const i = folded.indexOf(w); return i < 0 ? Infinity : i; })));
  if (!Number.isFinite(at)) return (text || "").slice(0, 90);
  const from = Math.max(0, at - 30);
  return (from ? "…" : "") + text.slice(from, from + 90) + (text.length > from + 90 ? "…" : "");
}
function show() {
  if (!index) { load().then(show); return; }
  const words = fold(query.value).split(/\s+/).filter(Boolean);
  hits = search(query.value);
  list.replaceChildren(...hits.map((h, i) => {
    const li = document.createElement("li"), title = document.createElement("span"), small = document.createElement("small");
    li.id = "space-hit-" + i;
    li.setAttribute("role", "option");
    title.textContent = h.page.title + (h.part ? " › " + h.part.title : "");
    small.textContent = around(h.page.description || h.page.text, words);
    li.append(title, small);
    li.addEventListener("mousedown", e => { e.preventDefault(); open(i); });
    return li;
  }));
  if (words.length && !hits.length) {
    const li = document.createElement("li");
    li.textContent = "Nothing found.";
    list.append(li);
  }
  list.hidden = !words.length;
  query.setAttribute("aria-expanded", String(!list.hidden));
  choose(hits.length ? 0 : -1);
}
function choose(i) {
  chosen = i;
  Array.from(list.children).forEach((li, k) => li.setAttribute("aria-selected", String(k === i)));
  if (i >= 0) { query.setAttribute("aria-activedescendant", "space-hit-" + i); list.children[i].scrollIntoView({ block: "nearest" }); }
  else query.removeAttribute("aria-activedescendant");
}
function open(i) {
  const h = hits[i];
  location.href = root + h.page.url + (h.part ? "#" + encodeURIComponent(h.part.id) : "");
}
query.addEventListener("input", show);
query.addEventListener("keydown", e => {
  if (e.key === "ArrowDown" && hits.length) choose((chosen + 1) % hits.length);
  else if (e.key === "ArrowUp" && hits.length) choose((chosen + hits.length - 1) % hits.length);
  else if (e.key === "Enter" && chosen >= 0) open(chosen);
  else if (e.key === "Escape") { query.value = ""; if (index) show(); query.blur(); }
  else return;
  e.preventDefault();
});
query.addEventListener("blur", () => { list.hidden = true; query.setAttribute("aria-expanded", "false"); });
query.addEventListener("focus", () => { load(); if (query.value) show(); });
addEventListener("keydown", e => {
  if (e.key !== "/" || e.ctrlKey || e.metaKey || e.altKey || /^(input|select|textarea)$/i.test(e.target.localName || "") || e.target.isContentEditable) return;
  e.preventDefault();
  query.focus();
});

async function copy(text) {
  try { await navigator.clipboard.writeText(text); return true; } catch (e) { /* not allowed here: the old way */ }
  const t = document.createElement("textarea");
  t.value = text;
  document.body.append(t);
  t.select();
  const ok = document.execCommand("copy");
  t.remove();
  return ok;
}
for (const b of document.querySelectorAll("[data-space]")) {
  const label = b.textContent;
  b.addEventListener("click", async () => {
    if (b.dataset.space === "print") return print();
    b.textContent = await copy(location.href) ? "Copied" : "Not allowed here";
    setTimeout(() => { b.textContent = label; }, 1500);
  });
}
})();
