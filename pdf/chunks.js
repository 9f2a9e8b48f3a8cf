// A long document is printed in chunks: all but some pages of it is hidden, and what is shown begins where Chromium would begin a page anyway.
// The pages are foreseen as they are for footnotes; chunks.go looks whether Chromium agrees. Elements are said by their number in the
// document, which is the same in every tab that shows it.
globalThis.nomaChunks = (() => {
	const {sheets, measure, fill, unitOf} = globalThis.nomaPages;
	const all = what => Array.from(Document.prototype.querySelectorAll.call(document, what));
	const total = /\bcounter\(\s*pages\s*(,[^)]*)?\)/g;
	const hidden = new Map();
	let cuts = [], lasts = [], targets = new Set(), undo = [], held = null, style = null, probes = null, texts = [];

	// rulesOf returns the rules of all style sheets.
	const rulesOf = () => {
		const out = [], collect = list => { for (const r of list) { out.push(r); if (r.cssRules) collect(r.cssRules); } };
		for (const s of document.styleSheets) collect(s.cssRules);
		return out;
	};

	// fits reports whether the document can be printed in chunks at all: numbers that styles count, pages that differ by their number, and what
	// is fixed to the page in the middle of the text would not be the same.
	const fits = () => {
		held = new Set(all('[style*=fixed]'));
		for (const r of rulesOf()) {
			if (r instanceof CSSPageRule && (r.selectorText.includes(':') || /counter-/.test(r.cssText))) return false;
			if (!r.style || r instanceof CSSPageRule) continue;
			if (r.style.counterIncrement || r.style.counterReset || r.style.counterSet) return false;
			if (r.style.position === 'fixed') for (const e of all(r.selectorText)) held.add(e);
		}
		return Array.from(held).every(e => e.parentElement === document.body || e.parentElement.tagName === 'MAIN');
	};

	// plain reports whether a box can go on in the next chunk: it is only there to hold others, and nothing of it is seen.
	const plain = e => {
		if (e === document.body) return true;
		const s = getComputedStyle(e), none = v => parseFloat(v) === 0;
		return ['SECTION', 'DIV', 'ARTICLE', 'MAIN'].includes(e.tagName) && !e.hasAttribute('role') && !e.hasAttribute('aria-label') &&
			!e.hasAttribute('aria-labelledby') && s.display === 'block' && s.float === 'none' && s.columnCount === 'auto' && s.position === 'static' &&
			s.backgroundColor === 'rgba(0, 0, 0, 0)' && s.backgroundImage === 'none' && s.breakInside === 'auto' &&
			!Array.from(e.childNodes).some(n => n.nodeType === Node.TEXT_NODE && n.data.trim()) &&
			[s.borderTopWidth, s.borderBottomWidth, s.borderLeftWidth, s.borderRightWidth].every(none);
	};

	// foresee returns the pages, and the pages of the elements with ids.
	const foresee = (sheet, ids) => {
		const width = document.documentElement.style.getPropertyValue('width'), found = [];
		scrollTo(0, 0);
		try {
			const units = measure(sheet, () => {}, (units, name) => {
				const begun = new Map();
				for (const u of units.list) for (const e of u.entered) begun.set(e, u);
				for (const id of ids) {
					const e = document.getElementById(id), u = e && (begun.get(e) || unitOf(units.of, e));
					if (u && u.page === name) found.push([id, u]);
				}
			});
			const {pages} = fill(units, sheet, 0, false), on = new Map();
			const starts = pages.map((p, i) => [p.at, i + 1]).filter(([at]) => at !== undefined);
			for (let i = 0, k = 0; k < units.length; on.set(units[k++], starts[i][1])) while (i + 1 < starts.length && starts[i + 1][0] <= k) i++;
			return {pages, where: Object.fromEntries(found.map(([id, u]) => [id, on.get(u)]))};
		} finally {
			document.documentElement.style.setProperty('width', width);
		}
	};

	// wanted returns the ids of which page numbers are wanted.
	const wanted = () => {
		const ids = all('[data-noma-page]').map(e => e.getAttribute('data-noma-page'));
		for (const s of all('style[data-noma-sections]')) try { ids.push(...JSON.parse(s.getAttribute('data-noma-sections')).map(x => x[0])); } catch {}
		return new Set(ids);
	};

	// probeOf returns an element that begins with a unit, and that Chromium makes a tag for, whether links lead to it or not.
	const probeOf = u => {
		let e = u && u.entered.at(-1);
		while (e && ['DIV', 'SECTION'].includes(e.tagName)) e = e.firstElementChild;
		return e && /^(P|H[1-6]|TABLE|TR|UL|OL|LI|PRE|FIGURE|BLOCKQUOTE)$/.test(e.tagName) ? e : null;
	};

	// plan returns the chunks of a document with at least so many pages, as many each as size says if that can be; none if it has to be printed as a
	// whole. No chunk begins with an element of bad.
	const plan = (least, size, bad) => {
		const none = {total: 0, chunks: [], where: {}, wanted: []};
		try { return fits() && planned(least, size, bad) || none; } catch { return none; } // a page that is made in a way that is not understood
	};

	const planned = (least, size, bad) => {
		const ids = wanted(), {pages, where} = foresee(sheets(), ids), count = pages.length;
		if (count < least) return null;
		const number = new Map(Array.from(document.getElementsByTagName('*')).map((e, i) => [e, i]));
		const may = p => {
			const u = pages[p].first;
			if (!u || pages[p].goesOn || !u.entered.length || !probeOf(pages[p - 1].first) || bad.includes(number.get(u.entered[0]))) return false;
			for (let e = u.entered[0]; e !== document.body; e = e.parentElement) if (!plain(e.parentElement)) return false;
			return true;
		};
		const borders = [0], parts = Math.round(count / size);
		for (let k = 1; k < parts; k++) {
			const ideal = Math.round(k * count / parts);
			for (let d = 0; d < size / 3; d++) {
				const p = [ideal + d, ideal - d].find(p => p > borders.at(-1) + 1 && p < count && may(p));
				if (!p) continue;
				borders.push(p);
				break;
			}
		}
		if (borders.length < 2) return null;
		const holders = all('[data-noma-page]').map(e => number.get(e));
		const chunks = borders.map((from, k) => {
			const to = borders[k + 1] || count, u = pages[from].first, begin = k > 0 ? number.get(u.entered[0]) : -1;
			const stop = to < count ? number.get(pages[to].first.entered[0]) : Infinity;
			const made = k > 0 && (u.before === 2 || u.page !== pages[from - 1].first.page); // then margins stay
			let depth = 0;
			for (let e = k > 0 ? u.entered[0].parentElement : document.documentElement; e !== document.documentElement; e = e.parentElement) depth++;
			return {first: from + 1, pages: to - from, begin, flush: k === 0 || made ? [] : u.entered.map(e => number.get(e)), depth,
				last: to < count ? number.get(probeOf(pages[to - 1].first)) : -1, numbers: holders.some(n => n >= begin && n < stop)};
		});
		return {total: count, chunks, where, wanted: Array.from(ids)};
	};

	// cutAt returns what is before and behind a cut, and the boxes that go on.
	const cutAt = (e, flush) => {
		const out = {flush, before: [], behind: [e], parents: []};
		for (; e !== document.body; e = e.parentElement) {
			for (let s = e.previousElementSibling; s; s = s.previousElementSibling) if (!held.has(s)) out.before.push(s);
			for (let s = e.nextElementSibling; s; s = s.nextElementSibling) if (!held.has(s)) out.behind.push(s);
			if (e.parentElement !== document.body) out.parents.push(e.parentElement);
		}
		return out;
	};

	// take hears of the chunks.
	const take = chunks => {
		leave();
		if (!held) fits();
		const elements = document.getElementsByTagName('*'), at = n => elements[n];
		cuts = chunks.map(c => c.begin < 0 ? null : cutAt(at(c.begin), c.flush.map(at)));
		lasts = chunks.map(c => c.last < 0 ? null : at(c.last));
		lasts.forEach((e, i) => { if (e && !e.id) e.id = 'noma-chunk-' + i; });
		targets = new Set(lasts.filter(Boolean).map(e => e.id));
		for (const a of all('a[href^="#"]')) try { targets.add(decodeURIComponent(a.getAttribute('href').slice(1))); } catch {}
		for (const id of targets) if (!id || !document.getElementById(id)) targets.delete(id);
		probes = document.createElement('div');
		probes.style.setProperty('display', 'none', 'important');
		style = document.createElement('style');
		texts = all('style').map(e => [e, e.textContent]).filter(([, text]) => text.search(total) >= 0);
		document.body.append(probes, style);
		return lasts.map(e => e ? e.id : '');
	};

	const put = (e, name, value) => {
		const was = e.style.getPropertyValue(name), priority = e.style.getPropertyPriority(name);
		e.style.setProperty(name, value, 'important');
		undo.push(() => e.style.setProperty(name, was, priority));
	};

	// hide hides elements, and shows those again that were hidden. They stay what they are to their siblings, but what they hold goes: Chromium
	// looks for tags in what is hidden, too. Styles and parts of drawings have to be there for others.
	const hide = list => {
		for (const [e, {held, display, priority}] of hidden) if (!list.has(e)) {
			e.append(held);
			e.style.setProperty('display', display, priority);
			hidden.delete(e);
		}
		for (const e of list) if (!hidden.has(e)) {
			const held = document.createDocumentFragment();
			hidden.set(e, {held, display: e.style.getPropertyValue('display'), priority: e.style.getPropertyPriority('display')});
			if (!e.matches('style,svg') && !e.querySelector('style,svg [id]')) held.append(...e.childNodes);
			e.style.setProperty('display', 'none', 'important');
		}
	};

	// whole shows the whole document.
	const whole = () => {
		while (undo.length) undo.pop()();
		hide(new Set());
		if (probes) probes.textContent = '';
	};

	// leave makes the document what it was.
	const leave = () => {
		whole();
		for (const [e, text] of texts) if (e.textContent !== text) e.textContent = text;
		for (const e of [style, probes]) if (e) e.remove();
		[style, probes, texts] = [null, null, []];
	};

	// link makes Chromium name all places that links of the whole document lead to, and lets links lead to places that are not there.
	const link = () => {
		probes.textContent = '';
		for (const id of targets) {
			const there = document.getElementById(id), e = document.createElement(there ? 'a' : 'span');
			if (there) e.href = '#' + encodeURIComponent(id);
			else e.id = id;
			probes.append(e);
		}
	};

	// show shows a chunk, of which the first page has a number, of a document of so many pages.
	const show = (k, first, count) => {
		while (undo.length) undo.pop()();
		const begin = cuts[k], end = cuts[k + 1];
		hide(new Set([...begin ? begin.before : [], ...end ? end.behind : []]));
		for (const e of begin ? begin.parents : []) for (const what of ['margin-top', 'padding-top']) put(e, what, '0');
		for (const e of end ? end.parents : []) for (const what of ['margin-bottom', 'padding-bottom']) put(e, what, '0');
		for (const e of begin ? begin.flush : []) put(e, 'margin-top', '0');
		style.textContent = first > 1 ? '@page:first{counter-set:page ' + first + '}' : '';
		for (const [e, text] of texts) {
			const now = text.replace(total, '"' + count + '"');
			if (e.textContent !== now) e.textContent = now;
		}
		link();
	};

	return {plan, take, show, whole, leave};
})();
