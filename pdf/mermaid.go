package pdf

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/chromedp/chromedp"
)

// Mermaid draws mermaid diagrams in a browser of its own, with the program (mermaid.min.js) that the
// caller has. No text of an author gets there as markup or script: a diagram is handed over as a
// string, and the page has no network and no files, as when printing.
type Mermaid struct {
	script string
	own    *browser
	tab    *tab
}

// mermaidPage is the page the program runs in. The program itself is run by the debugger, which the
// policy does not concern; what a drawing brings along, it does.
const mermaidPage = `<!DOCTYPE html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="` + policy + `"></head><body></body></html>`

// quietSources makes the program do the same every time, and takes away the one way out that a policy
// does not close (WebRTC).
const quietSources = `(() => {
	let seed = 1;
	Math.random = () => (seed = seed * 16807 % 2147483647) / 2147483647;
	crypto.getRandomValues = a => { for (let i = 0; i < a.length; i++) a[i] = Math.floor(Math.random() * 256); return a; };
	const first = 1767225600000, Real = Date;
	Date = class extends Real { constructor(...a) { a.length ? super(...a) : super(first); } static now() { return first; } };
	for (const k of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport']) delete globalThis[k];
})()`

// NewMermaid starts the browser. It lives until Close is called or ctx ends.
func NewMermaid(ctx context.Context, script []byte, opts BrowserOptions) (*Mermaid, error) {
	path, err := FindBrowser(opts.Path)
	if err != nil {
		return nil, err
	}
	b, err := launch(ctx, ctx, path, opts.Sandbox)
	if err != nil {
		return nil, err
	}
	m := &Mermaid{script: string(script), own: b}
	if m.tab, err = b.open(ctx); err != nil {
		b.close()
		return nil, startError(ctx, path, err)
	}
	return m, nil
}

// Close ends the browser and removes its folder.
func (m *Mermaid) Close() { m.own.close() }

// Draw returns a diagram as SVG. Each is drawn in a fresh page, so that one does not change another. The
// error is what the program says about a diagram it does not understand. A page that does not answer
// in the time of ctx is given up, and the next diagram gets a new one.
func (m *Mermaid) Draw(ctx context.Context, source string) ([]byte, error) {
	return m.draw(ctx, source, "")
}

// DrawPlain draws as Draw does, for programs that read no style sheets: every element says its look itself.
func (m *Mermaid) DrawPlain(ctx context.Context, source string) ([]byte, error) {
	return m.draw(ctx, source, plainTheme)
}

// plainTheme writes the computed styles of the drawing e into its elements. All are read before the first
// is written: the rules of a sheet may speak of what stands around an element. The heads of arrows become
// shapes (SVG 2, §13.7): few programs know markers.
const plainTheme = `
			const shown = document.body.appendChild(document.importNode(e, true)), all = [shown, ...shown.querySelectorAll('*')];
			const names = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-opacity', 'stroke-linecap', 'stroke-linejoin',
				'opacity', 'font-family', 'font-size', 'font-style', 'font-weight', 'text-anchor', 'dominant-baseline', 'visibility', 'display',
				'marker-start', 'marker-mid', 'marker-end'];
			const looks = all.map(x => { const c = getComputedStyle(x); return names.map(n => c.getPropertyValue(n).replace(/"/g, n.startsWith('marker') ? '' : "'")); });
			all.forEach((x, i) => {
				if (x.localName === 'style') { x.remove(); return; }
				x.removeAttribute('style'); x.removeAttribute('class');
				names.forEach((n, k) => {
					if (n === 'display' ? looks[i][k] === 'none' : looks[i][k] !== '' && !(n.startsWith('marker') && looks[i][k] === 'none')) x.setAttribute(n, looks[i][k]);
				});
			});
			for (const line of shown.querySelectorAll('path, line, polyline')) {
				for (const end of ['start', 'end']) {
					const id = /#([^)'"]+)/.exec(line.getAttribute('marker-' + end) || ''), mark = id && shown.querySelector('marker#' + CSS.escape(id[1]));
					const length = mark ? line.getTotalLength() : 0;
					line.removeAttribute('marker-' + end);
					if (!(length > 0)) continue;
					const from = line.getPointAtLength(end === 'end' ? Math.max(length - 1, 0) : 0), to = line.getPointAtLength(end === 'end' ? length : Math.min(1, length));
					const tip = end === 'end' ? to : from, box = mark.viewBox.baseVal || { x: 0, y: 0, width: 0, height: 0 };
					const back = end === 'start' && mark.getAttribute('orient') === 'auto-start-reverse' ? 180 : 0;
					const scale = (box.width > 0 ? mark.markerWidth.baseVal.value / box.width : 1) *
						(mark.getAttribute('markerUnits') === 'userSpaceOnUse' ? 1 : parseFloat(line.getAttribute('stroke-width')) || 1);
					const head = document.createElementNS(shown.namespaceURI, 'g');
					head.setAttribute('transform', (line.getAttribute('transform') || '') + ' translate(' + tip.x + ' ' + tip.y + ') rotate(' +
						Number((Math.atan2(to.y - from.y, to.x - from.x) * 180 / Math.PI + back).toFixed(2)) + ') scale(' + scale + ') translate(' + -mark.refX.baseVal.value + ' ' + -mark.refY.baseVal.value + ')');
					head.append(...[...mark.children].map(c => c.cloneNode(true)));
					line.after(head);
				}
			}
			e = shown;`

// draw runs the program, and finish on the drawing e.
func (m *Mermaid) draw(ctx context.Context, source, finish string) ([]byte, error) {
	if m.tab.ctx.Err() != nil {
		t, err := m.own.open(ctx)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrBrowserDied, err)
		}
		m.tab = t
	}
	op, cancel := context.WithCancel(m.tab.ctx)
	defer cancel()
	defer context.AfterFunc(ctx, cancel)()
	text, err := json.Marshal(source)
	if err != nil {
		return nil, err
	}
	if err := chromedp.Do(op, chromedp.Navigate("about:blank"), setContent(mermaidPage),
		chromedp.Evaluate[chromedp.Void](quietSources), chromedp.Evaluate[chromedp.Void](m.script)); err != nil {
		return nil, m.failed(ctx, err)
	}
	type answer struct {
		SVG   string `json:"svg"`
		Error string `json:"error"`
	}
	a, err := chromedp.Run(op, chromedp.Evaluate[answer](`(async source => {
		try {
			mermaid.initialize({ startOnLoad: false, securityLevel: 'strict', htmlLabels: false, flowchart: { htmlLabels: false },
				deterministicIds: true, deterministicIDSeed: 'noma', fontFamily: 'Helvetica, Arial, sans-serif', suppressErrorRendering: true });
			const { svg } = await mermaid.render('noma-diagram', source);
			// It fills whatever it stands in; a picture has a size.
			let e = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
			const box = (e.getAttribute('viewBox') || '').trim().split(/[\s,]+/);
			if (box.length === 4) { e.setAttribute('width', box[2]); e.setAttribute('height', box[3]); }`+finish+`
			return { svg: new XMLSerializer().serializeToString(e), error: '' };
		} catch (e) { return { svg: '', error: String(e && e.message || e).split('\n')[0].slice(0, 200) }; }
	})(`+string(text)+`)`, chromedp.EvalAwaitPromise))
	switch {
	case err != nil:
		return nil, m.failed(ctx, err)
	case a.Error != "":
		return nil, errors.New("mermaid: " + a.Error)
	case a.SVG == "":
		return nil, errors.New("mermaid drew nothing")
	}
	return []byte(a.SVG), nil
}

// failed gives the page up and says why.
func (m *Mermaid) failed(ctx context.Context, err error) error {
	m.tab.end()
	if ctx.Err() != nil {
		return fmt.Errorf("%w: %w", ErrTimeout, context.Cause(ctx))
	}
	return fmt.Errorf("mermaid: %w", err)
}
