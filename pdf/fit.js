// What is wider than its page makes Chromium print all pages of the document smaller. So it is made smaller itself, before the page is measured.
// nomaFit leaves the document as wide as a page and returns what gives it its width again: who reads the layout before has no second one made.
globalThis.nomaFit = () => {
	const {sheets, widen} = globalThis.nomaPages, root = document.documentElement, width = root.style.getPropertyValue('width');
	const least = 0.1, all = Array.from(document.body.getElementsByTagName('*'));
	const over = () => document.body.scrollWidth > document.body.clientWidth + 1;
	const scales = new Map();

	// pageOf returns the name of the page that an element is printed on.
	const pageOf = e => {
		for (; e !== root; e = e.parentElement) {
			const name = getComputedStyle(e).page;
			if (name && name !== 'auto') return name;
		}
		return '';
	};

	// fit makes what is too wide on the pages of a name smaller: the drawing, formula or table that it belongs to. It returns how many there are.
	const fit = name => {
		const limit = document.body.getBoundingClientRect(), found = new Map();
		for (const e of all) {
			const r = e.getBoundingClientRect();
			if (!r.width || r.right <= limit.right + 0.5 && r.left >= limit.left - 0.5 || pageOf(e) !== name) continue;
			let whole = e;
			for (let p = e; p !== document.body; p = p.parentElement) if (/^(table|math|svg)$/i.test(p.tagName)) whole = p;
			if (Array.from(found.keys()).some(o => o !== whole && o.contains(whole))) continue;
			const from = whole.getBoundingClientRect(), rtl = r.left < limit.left - 0.5;
			const ratio = rtl ? (from.right - limit.left) / (from.right - r.left) : (limit.right - from.left) / (r.right - from.left);
			found.set(whole, Math.min(ratio, found.get(whole) || 1));
		}
		for (const [e, ratio] of found) {
			const scale = Math.max(least, Math.floor((scales.get(e) || 1) * ratio * 100) / 100);
			if (scale > 0 && scale < 1) e.style.setProperty('zoom', scale, 'important');
			scales.set(e, scale);
		}
		return found.size;
	};

	try {
		const sheet = sheets();
		for (const name of sheet.names) {
			widen(sheet(name).width);
			let tries = 0;
			while (tries < 4 && over() && fit(name)) tries++;
			if (tries === 4) globalThis.nomaTooWide = true;
		}
	} catch {
		// A page that is made in a way that is not understood.
	}
	return () => root.style.setProperty('width', width);
};
