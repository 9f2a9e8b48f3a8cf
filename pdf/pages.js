// What the pages of a document are filled with: the sizes of the pages, and the lines, rows and boxes between which they may end, as the page
// shows them when it is as wide as paper.
globalThis.nomaPages = (() => {
	const px = {mm: 96 / 25.4, cm: 96 / 2.54, in: 96, pt: 4 / 3, pc: 16, px: 1, q: 96 / 101.6};
	const papers = {a3: [297, 420], a4: [210, 297], a5: [148, 210], b4: [250, 353], b5: [176, 250], letter: [215.9, 279.4], legal: [215.9, 355.6], ledger: [279.4, 431.8]};

	const length = text => {
		const m = /^(\d*\.?\d+)(mm|cm|in|pt|pc|px|q)?$/i.exec(text);
		if (!m || !m[2] && Number(m[1])) throw new Error('a length that is not understood: ' + text);
		return m[1] * px[(m[2] || 'px').toLowerCase()];
	};

	// sheets returns a function from the name of a page to the width and height of its content, in pixels, which Chromium rounds up; names has
	// those that there are rules for.
	const sheets = () => {
		if (globalThis.nomaTooWide) throw new Error('pages that Chromium makes smaller');
		const rules = [];
		const collect = list => {
			for (const r of list) {
				if (r instanceof CSSPageRule) rules.push(r);
				else if (r instanceof CSSMediaRule && matchMedia(r.conditionText).matches) collect(r.cssRules);
			}
		};
		for (const s of document.styleSheets) collect(s.cssRules);
		const known = new Map();
		const sheet = name => {
			if (known.has(name)) return known.get(name);
			let w = 0, h = 0;
			const margin = {};
			for (const selector of ['', name]) for (const r of rules) {
				const value = what => r.style.getPropertyValue(what).trim().toLowerCase();
				if (r.selectorText.includes(':') && value('size') + value('margin-top') + value('margin-right') + value('margin-bottom') + value('margin-left')) throw new Error('pages that differ by their number');
				if (r.selectorText.trim() !== selector) continue;
				let turn = '';
				const size = [];
				for (const word of value('size').split(/\s+/)) {
					if (word === 'landscape' || word === 'portrait') turn = word;
					else if (papers[word]) size.push(papers[word][0] * px.mm, papers[word][1] * px.mm);
					else if (word && word !== 'auto') size.push(length(word));
				}
				if (size.length) [w, h] = [size[0], size[size.length - 1]];
				if (turn && (turn === 'landscape') !== (w > h)) [w, h] = [h, w];
				for (const side of ['top', 'right', 'bottom', 'left']) if (value('margin-' + side)) margin[side] = length(value('margin-' + side));
			}
			const up = v => Math.ceil(v - 1 / 32);
			const out = {width: up(w - margin.left - margin.right), height: up(h - margin.top - margin.bottom)};
			if (!(out.width > 50 && out.height > 50)) throw new Error('a page without a size');
			known.set(name, out);
			return out;
		};
		sheet.names = new Set(['', ...rules.map(r => r.selectorText.trim()).filter(name => name && !name.includes(':'))]);
		return sheet;
	};

	// breaks says what a value of break-before or break-after is: 0 nothing, 1 no break, 2 a forced one.
	const breaks = v => /^(page|always|all|left|right|recto|verso)$/.test(v) ? 2 : v === 'avoid' || v === 'avoid-page' ? 1 : 0;
	const outOfFlow = s => s.display === 'none' || s.position === 'absolute' || s.position === 'fixed';
	const inline = s => s.float === 'none' && /^(inline|ruby|math|contents)/.test(s.display);
	const whole = ['IMG', 'SVG', 'MATH', 'HR', 'INPUT', 'SELECT', 'TEXTAREA', 'BUTTON', 'CANVAS', 'VIDEO', 'IFRAME', 'OBJECT'];

	// linesOf returns top and bottom of the lines that nodes make.
	const linesOf = nodes => {
		const range = document.createRange();
		range.setStartBefore(nodes[0]);
		range.setEndAfter(nodes[nodes.length - 1]);
		const rects = Array.from(range.getClientRects()).filter(r => r.height > 0).sort((a, b) => a.top + a.bottom - b.top - b.bottom);
		const out = [];
		for (const r of rects) {
			const line = out[out.length - 1];
			if (!line || (r.top + r.bottom) / 2 > line.bottom) out.push({top: r.top, bottom: r.bottom});
			else [line.top, line.bottom] = [Math.min(line.top, r.top), Math.max(line.bottom, r.bottom)];
		}
		for (let i = 1; i < out.length; i++) out[i].top = out[i - 1].bottom = (out[i].top + out[i - 1].bottom) / 2;
		return out;
	};

	// unitsOf returns what pages are filled with, in the order of the document. before is whether a break is allowed before it; entered are the
	// elements that begin with it; head is the height of a table header that is repeated before it on a new page.
	const unitsOf = sheet => {
		const out = [], of = new Map();
		let before = 0, entered = [], current = '';
		const emit = (owner, u) => {
			u.page = current;
			u.before = before;
			u.entered = entered;
			if (entered.length) {
				u.top = Math.min(u.top, entered[0].getBoundingClientRect().top);
				u.margin = Math.max(0, ...entered.map(e => parseFloat(getComputedStyle(e).marginTop) || 0));
			}
			[before, entered] = [0, []];
			out.push(u);
			if (of.has(owner)) of.get(owner).push(u);
			else of.set(owner, [u]);
		};
		const lines = (e, s, nodes) => {
			const list = linesOf(nodes), orphans = Number(s.orphans) || 2, widows = Number(s.widows) || 2;
			list.forEach((l, i) => {
				if (i > 0 && (i < orphans || list.length - i < widows)) before = 1;
				emit(e, {top: l.top, bottom: l.bottom, nodes});
			});
		};
		const table = e => {
			let head = 0;
			const row = r => {
				const s = getComputedStyle(r);
				if (s.display === 'none') return;
				before = Math.max(before, breaks(s.breakBefore), head && !out[out.length - 1].head && out[out.length - 1].header ? 1 : 0);
				entered.push(r);
				const b = r.getBoundingClientRect();
				emit(r, {top: b.top, bottom: b.bottom, head});
				before = breaks(s.breakAfter);
			};
			for (const g of e.children) {
				const s = getComputedStyle(g);
				if (s.display === 'table-header-group') {
					entered.push(g);
					const b = g.getBoundingClientRect();
					head = b.height;
					if (head) emit(g, {top: b.top, bottom: b.bottom, header: true});
				} else if (s.display === 'table-row-group' || s.display === 'table-footer-group') {
					before = Math.max(before, breaks(s.breakBefore));
					entered.push(g);
					for (const r of g.children) row(r);
					before = Math.max(before, breaks(s.breakAfter));
				} else if (s.display === 'table-row') row(g);
				else if (s.display === 'table-caption') walk(g);
			}
		};
		const children = (e, s) => {
			let nodes = [];
			const flush = () => { if (nodes.length) lines(e, s, nodes); nodes = []; };
			for (const n of e.childNodes) {
				if (n.nodeType === Node.TEXT_NODE && (nodes.length || n.data.trim())) nodes.push(n);
				if (n.nodeType !== Node.ELEMENT_NODE) continue;
				const kid = getComputedStyle(n);
				if (outOfFlow(kid)) continue;
				if (inline(kid)) nodes.push(n);
				else { flush(); walk(n); }
			}
			flush();
		};
		const walk = e => {
			const s = getComputedStyle(e), outer = current, from = out.length;
			if (outOfFlow(s)) return;
			if (s.page !== 'auto' && s.page) current = s.page;
			before = Math.max(before, breaks(s.breakBefore));
			entered.push(e);
			const b = e.getBoundingClientRect(), flows = ['block', 'list-item', 'flow-root', 'table'].includes(s.display);
			const solid = !flows || whole.includes(e.tagName.toUpperCase()) || s.float !== 'none' || s.columnCount !== 'auto' || s.columnWidth !== 'auto' ||
				s.overflowY !== 'visible' && s.overflowY !== 'clip' || breaks(s.breakInside) === 1 && b.height < sheet(current).height;
			if (solid) { if (b.height > 0) emit(e, {top: b.top, bottom: b.bottom}); }
			else if (s.display === 'table') table(e);
			else children(e, s);
			const last = out[out.length - 1];
			if (out.length > from) last.bottom = Math.max(last.bottom, b.bottom);
			before = Math.max(before, breaks(s.breakAfter));
			current = outer;
		};
		for (const e of document.body.children) walk(e);
		return {list: out, of};
	};

	// unitOf returns the unit in which an element stands.
	const unitOf = (of, e) => {
		const r = e.getBoundingClientRect(), at = (r.top + r.bottom) / 2;
		for (let p = e; p; p = p.parentElement) {
			const list = of.get(p);
			if (list) return list.find(u => at >= u.top - 1 && at <= u.bottom + 1) || list[list.length - 1];
		}
	};

	// widen makes the page as wide as the pages of a name.
	const widen = width => document.documentElement.style.setProperty('width', width + 'px', 'important');

	// textAt returns where the line begins that is at or below a height: a node, and an offset in it if it is a text.
	const textAt = (nodes, y) => {
		const range = document.createRange();
		const at = (n, i) => {
			range.setStart(n, i);
			range.setEnd(n, i + 1);
			const r = range.getClientRects()[0];
			return r && r.height > 0 ? (r.top + r.bottom) / 2 >= y : undefined;
		};
		const find = list => {
			for (const n of list) {
				if (n.nodeType === Node.TEXT_NODE) {
					for (let i = n.data.length - 1, from = 0; from <= i; from++) {
						// Lines are below each other: the last letter says whether one before it can be meant.
						let low = from, high = i, seen;
						while (high > low && (seen = at(n, high)) === undefined) high--;
						if (!at(n, high)) break;
						while (low < high) {
							const mid = (low + high) >> 1;
							let k = mid;
							while (k < high && at(n, k) === undefined) k++;
							if (at(n, k)) high = mid; else low = k + 1;
						}
						return {node: n, offset: low};
					}
				} else if (n.nodeType === Node.ELEMENT_NODE) {
					const s = getComputedStyle(n);
					if (outOfFlow(s)) continue;
					if (s.display !== 'inline' || whole.includes(n.tagName.toUpperCase())) {
						const r = n.getBoundingClientRect();
						if (r.height > 0 && (r.top + r.bottom) / 2 >= y) return {node: n};
					} else {
						const found = find(n.childNodes);
						if (found) return found;
					}
				}
			}
		};
		return find(nodes);
	};

	// breakable reports whether a page can be made to end before a unit: not within a word, where its hyphen would be lost.
	const breakable = (u, sheet) => {
		if (u.entered.length) return true;
		if (!('at' in u)) {
			widen(sheet(u.page).width);
			u.at = textAt(u.nodes, u.top + (u.raised || 0));
		}
		if (!u.at) return false;
		const {node, offset} = u.at;
		return !offset || /[\s\-‐–—/\u200b]/.test(node.data[offset - 1]) || /\s/.test(node.data[offset]);
	};

	// measure returns the units. Where pages differ in width, each part is measured as wide as it will be: before is called with the width, after
	// with the units and the name of the pages that they are right for.
	const measure = (sheet, before, after) => {
		const parts = new Map(), runs = list => {
			const out = [];
			for (const u of list) {
				if (!out.length || out[out.length - 1].name !== u.page) out.push({name: u.page, list: []});
				out[out.length - 1].list.push(u);
			}
			return out;
		};
		const pass = name => {
			const {width} = sheet(name);
			widen(width);
			before(width);
			const units = unitsOf(sheet);
			after(units, name);
			parts.set(name, runs(units.list));
			return parts.get(name);
		};
		let list = pass('');
		for (const {name} of list) if (!parts.has(name)) pass(name);
		return list.flatMap((part, i) => parts.get(part.name)[i].list);
	};

	// shrink makes the drawing of a unit lower by so many pixels, if it stays large enough, so that the page is not left white for a little. It
	// returns whether it did; what is below moves up.
	const least = 0.8;
	const shrink = (units, j, by) => {
		const d = units[j].drawing;
		if (!d || d.lower || by > d.height * (1 - least)) return false;
		d.lower = by;
		units[j].bottom -= by;
		for (let k = j + 1; k < units.length && units[k].page === units[j].page; k++) {
			units[k].top -= by;
			units[k].bottom -= by;
			units[k].raised = (units[k].raised || 0) + by;
		}
		return true;
	};

	// drawingsOf says which units have a drawing that may be made lower: one that is alone and not small.
	const drawingsOf = (units, name) => {
		for (const e of Document.prototype.querySelectorAll.call(document, 'figure img,figure svg')) {
			const u = unitOf(units.of, e);
			if (!u || u.page !== name) continue;
			const {width, height} = e.getBoundingClientRect();
			u.drawing = u.drawing === undefined && height >= 150 ? {e, width, height} : null;
		}
	};

	const gap = 20; // between the text and the first note; the line above the notes stands in it

	// fill returns the pages: the first unit and the notes of each, and the unit before which it must be made to end; when pages are not made to
	// end, they end where Chromium ends them. Notes that fit nowhere are failed.
	const fill = (units, sheet, slack, made) => {
		const pages = [], failed = [], allowed = u => !made || breakable(u, sheet);
		let carried = 0, begins = 0;
		for (let i = 0; i < units.length;) {
			const first = units[i], {height} = sheet(first.page), room = height - slack;
			const top = carried || (i === 0 ? 0 : first.top - (first.head || 0) - (begins ? first.margin || 0 : 0));
			const page = {name: first.page, first, at: i, goesOn: carried > 0, notes: [], tall: 0}, cuts = [];
			let j = i, over = false;
			for (; j < units.length; j++) {
				const u = units[j];
				if ((j > i || carried) && (u.before === 2 || u.page !== (units[j - 1] || u).page)) break;
				if (j > i && u.before === 0) cuts.push([j, page.notes.length]);
				const tall = (u.notes || []).reduce((sum, n) => sum + n.height, page.tall);
				const rest = u.bottom - top + (tall ? tall + gap : 0) - room;
				if (rest > 0 && !(j > i && shrink(units, j, rest + 1))) { over = true; break; }
				page.notes.push(...u.notes || []);
				page.tall = tall;
			}
			carried = 0;
			pages.push(page);
			if (!over) { [i, begins] = [j, 1]; continue; }
			begins = 0;
			let cut = 0;
			while (cuts.length && !cut) {
				const [k, notes] = cuts.pop();
				if (allowed(units[k])) [cut, page.notes.length] = [k, notes];
			}
			if (!cut && (j > i || page.goesOn)) cut = j; // where nothing is allowed, Chromium breaks anywhere too
			if (cut) {
				allowed(units[cut]);
				page.cut = units[cut];
				page.tall = page.notes.reduce((sum, n) => sum + n.height, 0);
				i = cut;
				continue;
			}
			if (first.notes) {
				failed.push(...first.notes);
				first.notes = undefined;
				pages.pop();
				continue;
			}
			// A box that is higher than a page goes on to the next ones.
			let n = Math.ceil((first.bottom - top) / height) - 1;
			if (n < 1) n = 1;
			for (let k = 1; k < n; k++) pages.push({name: first.page, notes: [], tall: 0});
			carried = top + n * height;
			i++;
		}
		return {pages, failed};
	};

	// size returns that of the content of the first page.
	const size = () => {
		try { return sheets()(''); } catch { return {width: 0, height: 0}; }
	};

	// show takes away the rule that hides the page (footnotes.go).
	const show = () => {
		const sheet = document.styleSheets[0];
		if (sheet.cssRules[1] && sheet.cssRules[1].cssText === 'html { visibility: hidden; }') sheet.deleteRule(1);
	};

	return {show, size, sheets, measure, unitOf, drawingsOf, widen, fill, gap};
})();
