package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Some programs make pictures of equations: LibreOffice does of most of those in a file that goes through .odt. A picture that was not
// sent, in the place of an equation of a paragraph, is that equation again.

// drawnEquations puts the equations back of which the program made pictures.
func (in *normalized) drawnEquations() {
	if in.byWord() {
		return
	}
	var got []*wml.Paragraph
	for _, p := range in.withObjects() {
		if slices.ContainsFunc(p.Runs, func(r wml.Run) bool { return in.unsent(&r) }) {
			got = append(got, p)
		}
	}
	if got == nil {
		return
	}
	var sent []flatText
	for b := range in.flows() {
		layout.EachPara(b, func(p *layout.Para) {
			t := flatText{wording: wording{text: in.signs(p.Runs())}, para: p}
			for _, r := range p.Runs() {
				if r.Kind == wml.Math {
					t.fields = append(t.fields, flatField{run: r})
				}
			}
			if strings.ContainsRune(t.text, sign) {
				sent = append(sent, t)
			}
		})
	}
	drawn := habit{say: sayEquationsDrawn}
	for _, x := range pairTexts(sent, got, func(p *wml.Paragraph) string { return in.signs(p.Runs) }) {
		var at []int
		for i := range x.came.Runs {
			if r := &x.came.Runs[i]; wml.Original.Shows(r) && (r.Kind == wml.Math || in.unsent(r)) {
				at = append(at, i)
			}
		}
		if len(at) != len(x.fields) {
			continue
		}
		for k, i := range at {
			if r := &x.came.Runs[i]; in.unsent(r) {
				latex := layout.Equation(&x.fields[k].run)
				r.Kind, r.Text, r.Object, r.Display = wml.Math, latex, wml.Ref(latex), x.fields[k].run.Display
				drawn.add(x.para.Node, latex, "a picture")
			}
		}
	}
	in.tell(drawn)
}

// unsent reports whether a run is a picture that was not sent.
func (in *normalized) unsent(r *wml.Run) bool {
	im := r.Image()
	return r.Kind == wml.Picture && im != nil && !inSentence(r) && (im.Alt == "" && len(im.Sums) == 0 && im.ChartKey == "" || in.base.strangePicture(im))
}

// signs returns the text of runs with a sign for each equation, and for what may have come of one: pictures that were not sent, and
// charts, of which some programs make pictures too.
func (in *normalized) signs(runs []wml.Run) string {
	return flatWith(func(r *wml.Run) bool {
		return r.Kind == wml.Math || in.unsent(r) || r.Kind == wml.Picture && r.Image() != nil && r.Image().ChartKey != ""
	}, runs)
}

// equationForChart reports whether a paragraph is nothing but an equation that was sent in another place, from a program that writes
// equations anew: LibreOffice takes one for a chart on the way through .odt.
func (in *normalized) equationForChart(p *wml.Paragraph) bool {
	gl := layout.Glyphs(p.Runs, wml.Original)
	return !in.exactEquations() && len(gl) == 1 && layout.IsEquation(gl[0]) && !p.Revised() &&
		!slices.ContainsFunc(p.Runs, func(r wml.Run) bool { return r.Kind == wml.Math && r.Changed })
}
