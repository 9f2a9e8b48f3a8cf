// What is said of the document comes from prototypes, because an element named "fonts" would otherwise stand in the way
// (HTML 3.1.5, named access on the document).
(async () => {
	const fonts = Object.getOwnPropertyDescriptor(Document.prototype, 'fonts').get.call(document);
	await fonts.ready;
	const all = what => Array.from(Document.prototype.querySelectorAll.call(document, what));
	await Promise.all(all('img').map(i => i.decode().catch(() => 0)));
	// Chromium has no tag for a cell without content, and cells of other columns would stand in its place (ISO 14289-1 §7.5).
	for (const e of all(':is(td, th):empty')) e.append('\u00a0');
	const restore = globalThis.nomaFit();
	const out = {title: Object.getOwnPropertyDescriptor(Document.prototype, 'title').get.call(document), lang: document.documentElement.lang || ''};
	for (const name of ['author', 'description', 'keywords']) {
		const e = all('meta[name=' + name + ']')[0];
		out[name] = e && e.getAttribute('content') || '';
	}
	const set = (e, name, value) => Element.prototype.setAttribute.call(e, name, value);
	const words = e => (e.textContent || '').replace(/\s+/g, ' ').trim();

	// A figure with a caption is a group. As a figure within a figure it would lack a description of its own (ISO 14289-1 §7.3).
	for (const e of all('figure:not([role]):has(> figcaption)')) set(e, 'role', 'group');

	// A drawing without words of its own is described by the caption of its figure.
	for (const e of all('figure:has(> figcaption) svg[role=img]:not([aria-label], [aria-labelledby], :has(> title))')) {
		set(e, 'aria-label', words(e.closest('figure').querySelector('figcaption')));
	}

	// A reference such as "Table 2" is not broken.
	for (const e of all('a.noma-ref')) if (/^\S{1,12} \(?[\dA-Z][\d.]{0,8}\)?$/.test(e.textContent)) e.style.whiteSpace = 'nowrap';

	// On paper the number of a note leads back to its mark.
	for (const back of all('.noma-note-label > .noma-note-number ~ a.noma-note-back[href]')) {
		const number = back.parentElement.querySelector('.noma-note-number');
		back.textContent = '';
		back.classList.remove('noma-note-back');
		number.before(back);
		back.append(number);
	}

	// The links, before anything has another role; note marks say that they are notes.
	out.links = all('a[href]').filter(e => e.getClientRects().length).map(e => {
		let to = e.getAttribute('href'), says = e.getAttribute('aria-label') || e.getAttribute('title') || words(e);
		if (e.matches('.noma-note-mark > a')) says = 'Note ' + words(e);
		if (to.startsWith('#')) try { to = '#' + decodeURIComponent(to.slice(1)); } catch {}
		else if (typeof e.href === 'string') to = e.href; // in drawings it is an object
		return {to: String(to), says: String(says).slice(0, 300)};
	});

	restore();

	// Elements that Chromium has no tags for: figures whose description begins with the tag that is meant (tagging.go).
	const tag = (what, name, alt) => {
		for (const e of all(what)) {
			set(e, 'role', 'figure');
			set(e, 'aria-label', '\uE000' + name + ' ' + (alt ? alt(e).slice(0, 4000) : ''));
		}
	};
	tag('math', 'Formula', e => e.getAttribute('alttext') || words(e.querySelector('annotation') || e));
	tag('aside.noma-note-text', 'Note');
	tag('nav.noma-toc ol', 'TOC');
	tag('nav.noma-toc li', 'TOCI');
	tag(':is(span,em,strong,i,b,q,cite)[lang]:not([role])', 'Span');
	return out;
})()
