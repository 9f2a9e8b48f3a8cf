package webtest

// Contrast is a script whose value lists the texts of the page that are too faint to read: less than
// 4.5 between text and ground, or 3 for large text (WCAG 2.2, 1.4.3). It reads the colours the browser
// computed, so all style sheets count. Drawings and controls that are switched off are not text in
// this sense.
const Contrast = `(() => {
	const part = v => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
	const light = c => 0.2126 * part(c[0]) + 0.7152 * part(c[1]) + 0.0722 * part(c[2]);
	const parse = s => { const m = s.match(/[\d.]+/g).map(Number); return m.length < 4 ? [...m, 1] : m; };
	const over = (a, b) => [0, 1, 2].map(i => a[i] * a[3] + b[i] * (1 - a[3])).concat(1);
	const ground = e => {
		const layers = [];
		for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c[3] > 0) layers.push(c); if (c[3] === 1) break; }
		return layers.reverse().reduce((under, c) => over(c, under), [255, 255, 255, 1]);
	};
	const bad = new Set(), walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let n; n = walk.nextNode();) {
		const e = n.parentElement;
		if (!n.data.trim() || e.closest("svg, script, style, :disabled, annotation") || !e.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
		const s = getComputedStyle(e), size = parseFloat(s.fontSize), g = ground(e), t = over(parse(s.color), g);
		const [x, y] = [light(t), light(g)], ratio = (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
		const large = size >= 24 || size >= 18.66 && Number(s.fontWeight) >= 700;
		if (ratio < (large ? 3 : 4.5)) bad.add(ratio.toFixed(2) + " for " + e.localName + "." + e.className + " " + s.color + " on " + g + ": " + n.data.trim().slice(0, 40));
	}
	return Array.from(bad).join("\n");
})()`
