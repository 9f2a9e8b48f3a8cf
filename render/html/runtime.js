"use strict";
(() => {
// The formulas of the page, parsed: see runtime.go for the shape of this object.
const program = JSON.parse(document.getElementById("noma-program").textContent);
const all = (s, within) => Array.from((within || document).querySelectorAll(s));
const names = new Map(Object.entries(program.names)), fixed = new Map(Object.entries(program.fixed));
const inputs = program.controls.map((c, i) => all("[data-noma-control='" + i + "']")[0]);
const blocks = program.cells.map((c, i) => all("[data-noma-cell='" + i + "']")[0]);

// ---- values -------------------------------------------------------------------------------
const plain = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const number = s => plain.test(s.trim()) ? Number(s) : NaN;
const shown = e => e.type === "checkbox" ? (e.checked ? "true" : "false") : e.value;
const first = inputs.map(shown);

// value is the number a control stands for; untouched it is the one the page was made with.
function value(i) {
  const c = program.controls[i], e = inputs[i];
  if (shown(e) === first[i]) return c.value === null ? NaN : c.value;
  if (e.type === "checkbox") return e.checked ? 1 : 0;
  return number(e.value);
}

const halfUp = v => { const down = Math.floor(v); return v - down >= 0.5 ? down + 1 : down; };
function round(v, d) {
  d = Math.trunc(d || 0);
  if (d < 0) { const s = 10 ** Math.min(-d, 308); return halfUp(v / s) * s; }
  const s = 10 ** Math.min(d, 308);
  return Math.abs(v) >= 2 ** 52 / s ? v : halfUp(v * s) / s;
}
const functions = {
  neg: a => -a, "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b,
  "/": (a, b) => b === 0 ? NaN : a / b, "^": (a, b) => Math.pow(a, b),
  ">": (a, b) => +(a > b), ">=": (a, b) => +(a >= b), "<": (a, b) => +(a < b), "<=": (a, b) => +(a <= b),
  "==": (a, b) => +(a === b), "!=": (a, b) => +(a !== b),
  pow: Math.pow, min: Math.min, max: Math.max, abs: Math.abs, round,
  clamp: (v, lo, hi) => Math.min(Math.max(v, lo), hi),
};
// run evaluates a formula. NaN means no value and spreads; so does anything infinite.
function run(x, look) {
  let v;
  if (typeof x === "number") return x;
  if (typeof x === "string") v = look(x);
  else if (x[0] === "if") { const c = run(x[1], look); v = Number.isNaN(c) ? NaN : run(x[c !== 0 ? 2 : 3], look); }
  else {
    const args = x.slice(1).map(a => run(a, look));
    v = args.some(Number.isNaN) ? NaN : functions[x[0]](...args);
  }
  return Number.isFinite(v) ? v : NaN;
}

function format(v) {
  const a = Math.abs(v);
  if (a >= 1e21) return String(v);
  if (a >= 1e6 || v === Math.trunc(v)) return (v < 0 ? "-" : "") + Math.round(a).toFixed(0);
  const s = a.toFixed(6).replace(/\.?0+$/, "");
  return s === "0" ? s : (v < 0 ? "-" : "") + (program.comma ? s.replace(".", ",") : s);
}
// behind is a unit as it stands behind a number.
const behind = (n, u) => !u || n.endsWith(u) ? "" : /^[%°]/.test(u) ? u : "\u00a0" + u;

// ---- evaluation ---------------------------------------------------------------------------
// The cells stand in the order in which they need each other, those on a cycle not at all.
let memo = [];
function lookup(own, x) {
  return name => {
    if (name === own) return x;
    if (!names.has(name)) return fixed.has(name) ? fixed.get(name) : NaN;
    const at = names.get(name);
    return at < inputs.length ? value(at) : memo[at - inputs.length];
  };
}
function evaluate() {
  memo = program.cells.map(() => NaN);
  for (const i of program.order) memo[i] = run(program.cells[i].formula, lookup(program.cells[i].variable, NaN));
}
function series(c) {
  const ys = c.xs.map(x => run(c.formula, lookup(c.variable, x)));
  return ys.some(Number.isNaN) ? null : ys;
}

// ---- what a reader sees -------------------------------------------------------------------
// Each block keeps what the page was made with and shows it again when all controls are back.
const held = blocks.map(b => b && all("[data-noma-live]", b).map(e => [e, Array.from(e.childNodes)]));
function show() {
  evaluate();
  const untouched = inputs.every((e, i) => shown(e) === first[i]);
  program.cells.forEach((c, i) => {
    for (const [e, nodes] of held[i] || []) {
      if (untouched) { e.replaceChildren(...nodes); continue; }
      if (c.xs) {
        const ys = series(c);
        if (!ys) e.replaceChildren(missing("No value for these inputs."));
        else if (c.kind === "table") e.replaceChildren(...rows(c, ys));
        else e.replaceChildren(draw(c, ys));
      } else if (Number.isNaN(memo[i])) e.replaceChildren("–");
      else {
        const n = format(memo[i]), u = behind(n, c.unit), unit = document.createElement("span");
        unit.className = "noma-metric-unit";
        unit.append(/^\s/.test(u) ? " " : "", Object.assign(document.createElement("span"), {textContent: u.trim()}));
        e.replaceChildren(n, ...(u ? [unit] : []));
      }
    }
  });
  inputs.forEach((e, i) => {
    const out = e.type === "range" && e.closest(".noma-control-line").querySelector("output");
    if (out) out.textContent = e.value + behind(e.value, program.controls[i].unit);
  });
}
function missing(text) {
  const p = document.createElement("p");
  p.className = "noma-empty";
  p.textContent = text;
  return p;
}
function rows(c, ys) {
  return ys.map((y, i) => {
    const tr = document.createElement("tr"), n = format(y);
    for (const [text, align] of [[format(c.xs[i]), "left"], [n + behind(n, c.unit), "right"]]) {
      const td = document.createElement("td");
      td.style.textAlign = align;
      td.textContent = text;
      tr.append(td);
    }
    return tr;
  });
}

// ---- charts: those of package chart with one series ---------------------------------------
function step(raw) {
  const base = 10 ** Math.floor(Math.log10(raw));
  for (const k of [1, 2, 2.5, 5]) if (base * k >= raw * (1 - 1e-9)) return base * k;
  return base * 10;
}
function axis(lo, hi, pixels, gap, tight) {
  const size = Math.max(Math.abs(lo), Math.abs(hi)) || 10;
  if (hi - lo <= size * 1e-9) { lo -= size / 10; hi += size / 10; }
  const s = step((hi - lo) / Math.max(2, Math.min(12, pixels / gap)));
  const from = tight ? Math.ceil(lo / s - 1e-9) : Math.floor(lo / s + 1e-9), to = tight ? Math.floor(hi / s + 1e-9) : Math.ceil(hi / s - 1e-9);
  const ticks = [];
  for (let i = from; i <= to && ticks.length < 50; i++) ticks.push(i * s);
  return tight ? { lo, hi, ticks } : { lo: from * s, hi: to * s, ticks };
}
function tick(v) {
  const a = Math.abs(v);
  if (a >= 1e15 || a > 0 && a < 1e-4) return v.toExponential(2);
  for (const [from, unit, name] of [[1e9, 1e9, "G"], [1e6, 1e6, "M"], [1e4, 1e3, "k"]]) if (a >= from) return format(round(v / unit, 4)) + name;
  return format(round(v, 6));
}
function make(name, attributes, text) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const k in attributes) e.setAttribute(k, attributes[k]);
  if (text !== undefined) e.textContent = text;
  return e;
}
function canvas(c, w, h) {
  const svg = make("svg", { width: w, height: h, viewBox: "0 0 " + w + " " + h, role: "img", "font-family": "Helvetica, Arial, sans-serif" });
  svg.append(make("title", {}, c.title), make("path", { d: "M0 0H" + w + "V" + h + "H0Z", fill: "#ffffff" }));
  return svg;
}
const palette = ["#3a6e8f", "#d08a4e", "#5d8f65", "#8c6fa8", "#b85c5c", "#6da7a3", "#a6994a", "#7b8690"], most = 12;
// percent is a share as the chart's key gives it: whole, unless that would lose a small one.
function percent(f) {
  if (f < 0.1 && Math.abs(f * 100 - Math.round(f * 100)) > 0.05) return (Math.round(f * 1000) / 10).toFixed(1).replace(".", program.comma ? "," : ".");
  return String(Math.round(f * 100));
}
function pie(c, ys) {
  const [w, h] = c.size, svg = canvas(c, w, h), parts = [];
  let total = 0;
  ys.forEach((v, i) => {
    if (!(v > 0)) return;
    total += v;
    if (parts.length === most) { parts[most - 1].name = "Other"; parts[most - 1].v += v; } else parts.push({ name: format(c.xs[i]), v });
  });
  const r = Math.min(h / 2 - 10, w / 4), x = 14 + r, y = h / 2, row = Math.min(18, (h - 12) / Math.max(parts.length, 1));
  let from = -Math.PI / 2;
  parts.forEach((p, i) => {
    const sweep = 2 * Math.PI * p.v / total, at = a => (x + r * Math.cos(a)) + " " + (y + r * Math.sin(a)), arc = "A" + r + " " + r + " 0 0 1 ";
    const look = { fill: palette[i % palette.length], "fill-opacity": i < palette.length ? 1 : 150 / 255 }, kx = x + r + 24, ky = y - row * (parts.length - 1) / 2 + row * i;
    // Two arcs: one cannot make a full turn.
    svg.append(make("path", { d: "M" + x + " " + y + "L" + at(from) + arc + at(from + sweep / 2) + arc + at(from + sweep) + "Z", ...look, stroke: "#ffffff", "stroke-width": 1.5 }),
      make("rect", { x: kx, y: ky - 4.5, width: 9, height: 9, ...look }), make("text", { x: kx + 16, y: ky + 3.85, "font-size": 11, fill: "#3c4750" }, p.name + ": " + percent(p.v / total) + "%"));
    from += sweep;
  });
  return svg;
}
function draw(c, ys) {
  if (c.kind === "pie") return pie(c, ys);
  const [w, h] = c.size, kind = c.kind, bars = kind === "bar", top = 10, bottom = h - 23;
  let lo = Math.min(...ys), hi = Math.max(...ys);
  if (bars || kind === "area" || lo === hi || lo > 0 && lo < hi * 0.6 || hi < 0 && hi > lo * 0.6) { lo = Math.min(lo, 0); hi = Math.max(hi, 0); }
  const Y = axis(lo, hi, bottom - top, 42), labels = Y.ticks.map(tick);
  const left = Math.min(w / 2, 18 + 6.2 * Math.max(...labels.map(l => l.length))), right = w - (bars ? 14 : 24);
  const y = v => bottom + (top - bottom) * (v - Y.lo) / (Y.hi - Y.lo), base = Y.lo < 0 ? y(Math.min(0, Y.hi)) : bottom;
  const xlo = Math.min(...c.xs), xhi = Math.max(...c.xs), slot = (right - left) / ys.length;
  const x = i => bars ? left + (i + 0.5) * slot : xlo === xhi ? (left + right) / 2 : left + 8 + (right - left - 8) * (c.xs[i] - xlo) / (xhi - xlo);
  const svg = canvas(c, w, h);
  Y.ticks.forEach((t, i) => svg.append(
    make("polyline", { points: left + "," + y(t) + " " + right + "," + y(t), stroke: "#e3e7ea", fill: "none" }),
    make("text", { x: left - 8, y: y(t) + 3.85, "font-size": 11, "text-anchor": "end", fill: "#3c4750" }, labels[i])));
  const every = Math.ceil(ys.length / Math.max(2, (right - left) / 44));
  c.xs.forEach((v, i) => i % every || svg.append(make("text", { x: x(i), y: h - 9, "font-size": 11, "text-anchor": "middle", fill: "#3c4750" }, format(v))));
  const line = ys.map((v, i) => x(i) + "," + y(v)).join(" ");
  if (kind === "area") svg.append(make("polygon", { points: x(0) + "," + base + " " + line + " " + x(ys.length - 1) + "," + base, fill: "#3a6e8f", "fill-opacity": 0.25 }));
  if (kind === "line" || kind === "area") svg.append(make("polyline", { points: line, fill: "none", stroke: "#3a6e8f", "stroke-width": 2, "stroke-linejoin": "round" }));
  ys.forEach((v, i) => svg.append(bars
    ? make("rect", { x: x(i) - Math.min(slot * 0.36, 32), y: Math.min(y(v), base), width: Math.min(slot * 0.72, 64), height: Math.abs(y(v) - base), fill: "#3a6e8f" })
    : make("circle", { cx: x(i), cy: y(v), r: 3, fill: "#3a6e8f", stroke: "#ffffff" })));
  svg.append(make("polyline", { points: left + "," + base + " " + right + "," + base, stroke: "#8b969e", fill: "none" }));
  return svg;
}

// ---- the state in the address -------------------------------------------------------------
const mark = "#noma:";
function save() {
  const state = [];
  program.controls.forEach((c, i) => { if (c.id) state.push(encodeURIComponent(c.id) + "=" + encodeURIComponent(shown(inputs[i]))); });
  const untouched = inputs.every((e, i) => shown(e) === first[i]);
  try { history.replaceState(null, "", untouched || !state.length ? location.pathname + location.search : mark + state.join("&")); } catch (e) { /* a page without an address */ }
}
function restore() {
  if (!location.hash.startsWith(mark)) return;
  const state = new Map();
  for (const pair of location.hash.slice(mark.length).split("&")) {
    const [k, v] = pair.split("=");
    try { state.set(decodeURIComponent(k), decodeURIComponent(v || "")); } catch (e) { /* not ours */ }
  }
  program.controls.forEach((c, i) => {
    const e = inputs[i], v = state.get(c.id);
    if (!c.id || v === undefined) return;
    if (e.type === "checkbox") e.checked = v === "true";
    else if (e.tagName !== "SELECT" || Array.from(e.options).some(o => o.value === v)) e.value = v;
  });
  show();
}
for (const e of inputs) e.addEventListener("input", () => { show(); save(); });
addEventListener("hashchange", restore);

// ---- buttons that hand the state on -------------------------------------------------------
function exported(format, target) {
  const controls = {}, values = {};
  program.controls.forEach((c, i) => { controls[c.id || c.label] = shown(inputs[i]); });
  program.cells.forEach((c, i) => { if (c.id && !c.xs && !Number.isNaN(memo[i])) values[c.id] = memo[i]; });
  const block = target && document.getElementById(target), text = block ? block.innerText.trim() : "";
  if (format === "json") return JSON.stringify({ title: document.title, target: target || undefined, controls, values, text: text || undefined }, null, 2);
  const list = (name, o) => Object.keys(o).length ? "\n" + name + ":\n" + Object.keys(o).map(k => "- " + k + ": " + o[k] + "\n").join("") : "";
  return (format === "markdown" ? "# " : "") + document.title + "\n" + list("Inputs", controls) + list("Results", values) + (text ? "\n" + text + "\n" : "");
}
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
for (const b of all(".noma-export-button")) {
  const label = b.textContent;
  b.addEventListener("click", async () => {
    evaluate();
    b.textContent = await copy(exported(b.dataset.format, b.dataset.target)) ? "Copied" : "Copying is not allowed here";
    setTimeout(() => { b.textContent = label; }, 1500);
  });
}

// ---- tabs: without this script, and on paper, the parts stand one below the other -----------
all(".noma-tabs").forEach((box, n) => {
  const parts = Array.from(box.children).filter(e => e.classList.contains("noma-tab"));
  if (parts.length < 2) return;
  const bar = document.createElement("div"), choose = k => {
    parts.forEach((p, i) => p.classList.toggle("noma-tab-off", i !== k));
    Array.from(bar.children).forEach((b, i) => { b.setAttribute("aria-selected", i === k); b.tabIndex = i === k ? 0 : -1; });
  };
  bar.className = "noma-tab-bar";
  bar.setAttribute("role", "tablist");
  parts.forEach((p, i) => {
    const b = document.createElement("button"), title = p.querySelector(".noma-tab-title");
    p.id = p.id || "noma-tab-" + n + "-" + i;
    b.type = "button";
    b.textContent = title ? title.textContent : "Part " + (i + 1);
    b.setAttribute("role", "tab");
    b.setAttribute("aria-controls", p.id);
    p.setAttribute("role", "tabpanel");
    p.setAttribute("aria-label", b.textContent);
    b.addEventListener("click", () => choose(i));
    b.addEventListener("keydown", e => {
      const k = e.key === "ArrowRight" ? (i + 1) % parts.length : e.key === "ArrowLeft" ? (i + parts.length - 1) % parts.length : e.key === "Home" ? 0 : e.key === "End" ? parts.length - 1 : -1;
      if (k < 0) return;
      e.preventDefault();
      choose(k);
      bar.children[k].focus();
    });
    bar.append(b);
  });
  box.prepend(bar);
  box.classList.add("noma-tabs-live");
  choose(0);
  // A link into a part opens it.
  const follow = () => {
    let id = location.hash.slice(1);
    try { id = decodeURIComponent(id); } catch (e) { /* as it is */ }
    const to = id && document.getElementById(id), k = to ? parts.findIndex(p => p.contains(to)) : -1;
    if (k >= 0) { choose(k); to.scrollIntoView(); }
  };
  addEventListener("hashchange", follow);
  follow();
});

restore();
})();
