// Footnotes at the foot of the page with their mark. Chromium has no float for them (CSS Generated Content for Paged Media §2), but it keeps
// forced breaks, and boxes that are absolutely positioned in the page stand at their distance from the beginning of the first page. So the
// page is measured as it will be on paper, pages are filled from its lines, rows and other boxes with the notes that these have, each page
// ends with a forced break, and the notes are put at its end. footnotes.go looks whether all is where it was put.
globalThis.nomaFootnotes = (() => {
	const {sheets, measure, unitOf, drawingsOf, widen, fill, gap} = globalThis.nomaPages;
	const all = what => Array.from(Document.prototype.querySelectorAll.call(document, what));
	let undo = [];
	const restore = () => { while (undo.length) try { undo.pop()(); } catch {} };
	const style = (e, name, value) => {
		const was = e.style.getPropertyValue(name), priority = e.style.getPropertyPriority(name);
		e.style.setProperty(name, value, 'important');
		undo.push(() => e.style.setProperty(name, was, priority));
	};
	const add = (parent, e) => { parent.append(e); undo.push(() => e.remove()); return e; };

	// unitsWith returns the units with their notes.
	const unitsWith = (sheet, pairs) => measure(sheet, width => {
		for (const p of pairs) p.note.style.setProperty('width', width + 'px', 'important');
	}, (units, name) => {
		drawingsOf(units, name);
		for (const p of pairs) {
			const u = unitOf(units.of, p.mark);
			if (u && u.page === name) (u.notes = u.notes || []).push({...p, unit: u, height: p.note.getBoundingClientRect().height});
		}
	});

	// pairsOf returns the footnotes, each with its first mark, and whether it can be put elsewhere.
	const pairsOf = () => {
		const first = new Map(), shown = e => e.getClientRects().length > 0;
		for (const m of all('.noma-note-mark')) {
			if (!shown(m) || m.closest('.noma-note-text')) continue;
			const a = m.querySelector('a[href^="#"]');
			let key = (m.textContent || '').trim();
			if (a) try { key = '#' + decodeURIComponent(a.getAttribute('href').slice(1)); } catch { continue; }
			if (!first.has(key)) first.set(key, m);
		}
		const out = [], numbers = new Map(), notes = all('aside.noma-footnote.noma-note-text').filter(shown);
		const numberOf = n => { const e = n.querySelector('.noma-note-number'); return e ? e.textContent.trim() : ''; };
		for (const n of notes) if (!n.id) numbers.set(numberOf(n), (numbers.get(numberOf(n)) || 0) + 1);
		for (const note of notes) {
			const number = numberOf(note), mark = note.id ? first.get('#' + note.id) : numbers.get(number) === 1 ? first.get(number) : undefined;
			let free = Boolean(mark);
			for (let p = note.parentElement; free && p; p = p.parentElement) {
				const s = getComputedStyle(p);
				free = s.position === 'static' && s.transform === 'none' && s.filter === 'none' && s.contain === 'none';
			}
			if (mark) out.push({note, mark, free});
		}
		return out.sort((a, b) => a.mark.compareDocumentPosition(b.mark) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1);
	};

	const css = '.noma-foot{position:absolute!important;left:0!important;margin:0!important;border:0!important;padding:0 0 2px!important;line-height:1.35!important;z-index:1}' +
		'.noma-foot p,.noma-foot .noma-body{margin:0!important}.noma-foot p+p{margin-top:.3em!important}' +
		'.noma-foot-first::before{content:"";position:absolute;left:0;top:-8px;width:150px;border-top:.75px solid #5a6661}' +
		'.noma-foot-break{display:block!important;break-before:page!important}' +
		'.noma-foot-paper{position:absolute;left:0;background:#fff}';

	// decorated reports whether a box that goes on behind a break has a background or lines, which Chromium draws down to the end of the page.
	const decorated = u => {
		for (let e = (u.entered[0] || u.nodes[0]).parentElement; e && e !== document.body; e = e.parentElement) {
			const s = getComputedStyle(e);
			if (s.backgroundColor !== 'rgba(0, 0, 0, 0)' || s.backgroundImage !== 'none' || parseFloat(s.borderLeftWidth) || parseFloat(s.borderRightWidth)) return true;
		}
		return false;
	};

	// justify makes the line at which a page ends in justified text one that is no last one. The last one is filled by an empty box.
	const justify = nodes => {
		const block = nodes[0].parentElement, s = getComputedStyle(block);
		if (s.textAlign !== 'justify' || s.textAlignLast === 'justify' || block.querySelector('br')) return;
		const e = document.createElement('span'), b = block.getBoundingClientRect();
		e.style.display = 'inline-block';
		nodes[nodes.length - 1].after(e);
		undo.push(() => e.remove());
		const r = e.getBoundingClientRect();
		const rest = s.direction === 'rtl' ? r.left - b.left - parseFloat(s.paddingLeft) - parseFloat(s.borderLeftWidth) :
			b.right - r.right - parseFloat(s.paddingRight) - parseFloat(s.borderRightWidth);
		e.style.width = Math.max(0, rest - 2) + 'px'; // a line may be a little wider on paper
		style(block, 'text-align-last', 'justify');
	};

	// split makes a page end at the beginning of a line.
	const split = (nodes, {node, offset}) => {
		const e = document.createElement('span'), parent = node.parentNode, block = nodes[0].parentElement;
		if (['P', 'DIV', 'PRE'].includes(block.tagName) && !block.hasAttribute('role') && !block.hasAttribute('aria-label')) {
			block.setAttribute('role', 'figure'); // a paragraph of two blocks is none to Chromium (tagging.go)
			block.setAttribute('aria-label', '\uE000P ');
			undo.push(() => { block.removeAttribute('role'); block.removeAttribute('aria-label'); });
		}
		e.className = 'noma-foot-break';
		parent.insertBefore(e, offset ? node.splitText(offset) : node);
		undo.push(() => { e.remove(); parent.normalize(); });
		return e;
	};

	// put makes the breaks and puts the notes where they belong. It returns which element has to be on which page.
	const put = (pages, sheet) => {
		const where = {};
		const probes = document.createElement('div');
		probes.style.setProperty('display', 'none', 'important');
		let count = 0;
		const probe = (e, page) => {
			if (!e.id) {
				e.id = 'noma-foot-' + ++count;
				undo.push(() => e.removeAttribute('id'));
			}
			const a = document.createElement('a');
			a.href = '#' + encodeURIComponent(e.id);
			probes.append(a);
			where[e.id] = page;
		};
		let last = pages.length - 1, y = 0;
		while (last >= 0 && !pages[last].notes.length) last--;
		pages.slice(0, last + 1).forEach((p, i) => {
			const {width, height} = sheet(p.name);
			y += height;
			let top = y - p.tall;
			if (p.notes.length && p.cut && decorated(p.cut)) {
				const e = add(document.body, document.createElement('div'));
				e.className = 'noma-foot-paper';
				e.ariaHidden = 'true';
				for (const [name, value] of Object.entries({top: top - gap, width, height: p.tall + gap})) e.style.setProperty(name, value + 'px');
			}
			p.notes.forEach((n, k) => {
				n.note.classList.toggle('noma-foot-first', k === 0);
				undo.push(() => n.note.classList.remove('noma-foot-first'));
				style(n.note, 'top', top + 'px');
				style(n.note, 'width', width + 'px');
				top += n.height;
				probe(n.note, i + 1);
				// A raised mark in the first line of a page seems to stand on the page before.
				if (n.unit !== p.first) probe(n.mark, i + 1);
				else if (n.unit.entered.length) probe(n.unit.entered[n.unit.entered.length - 1], i + 1);
			});
		});
		for (let i = last; i >= 0; i--) {
			const u = pages[i].cut;
			if (!u) continue;
			if (u.entered.length) {
				style(u.entered[0], 'break-before', 'page');
				for (const e of u.entered) style(e, 'margin-top', '0');
				probe(u.entered[0], i + 2);
				continue;
			}
			if (!u.at) continue;
			widen(sheet(u.page).width);
			justify(u.nodes);
			probe(split(u.nodes, u.at), i + 2);
		}
		add(document.body, probes);
		return where;
	};

	// lower makes drawings as low as they have to be for their pages.
	const lower = units => {
		for (const {drawing: d} of units) if (d && d.lower) {
			const scale = 1 - d.lower / d.height;
			for (const [name, value] of [['width', d.width * scale + 'px'], ['height', d.height * scale + 'px'], ['max-width', 'none']]) style(d.e, name, value);
		}
	};

	return {
		// leave puts all footnotes where they were.
		leave: () => {
			restore();
			try { return {where: {}, left: pairsOf().length}; } catch { return {where: {}, left: 0}; }
		},
		// place puts the footnotes at the foot of the pages, of which it leaves some pixels free, and makes drawings a little lower where their page
		// has room for that. It returns where elements have to be, and how many notes stay where they are.
		place: slack => {
			restore();
			const width = document.documentElement.style.getPropertyValue('width');
			try {
				scrollTo(0, 0);
				const sheet = sheets();
				const sheetStyle = document.createElement('style');
				sheetStyle.textContent = css;
				add(document.head, sheetStyle);
				const marked = pairsOf(), count = marked.length;
				let pairs = marked.filter(p => p.free);
				const leave = p => p.note.classList.remove('noma-foot');
				for (const p of pairs) {
					p.note.classList.add('noma-foot');
					undo.push(() => { leave(p); p.note.style.removeProperty('width'); });
				}
				for (let tries = 0; tries < 5; tries++) {
					const units = unitsWith(sheet, pairs), {pages, failed} = fill(units, sheet, slack, pairs.length > 0);
					if (!failed.length) {
						lower(units);
						return {where: pairs.length ? put(pages, sheet) : {}, left: count - pairs.length};
					}
					for (const p of failed) leave(p);
					pairs = pairs.filter(p => !failed.some(f => f.note === p.note));
				}
			} catch {
				// A page that is made in a way that is not understood.
			} finally {
				document.documentElement.style.setProperty('width', width);
			}
			return globalThis.nomaFootnotes.leave();
		},
	};
})();
