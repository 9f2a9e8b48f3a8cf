package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/align"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Equations. A fingerprint says that there is an equation and not which one, so equations are compared
// before anything else: one that is not the one that was sent is marked, and its paragraph, cell, note
// or comment then differs like any other that was edited. What Word writes is trusted, and so is a file
// no editor has saved. Every other program makes equations anew when it saves a file; there the meaning
// decides, and a difference is reported and not applied.

// sentEquation is an equation with the paragraph it stands in.
type sentEquation struct {
	para *layout.Para
	text string
}

type gotEquation struct {
	para *wml.Paragraph
	run  *wml.Run
}

// equations compares the equations that were sent with those that came back, and marks those that differ.
func (in *normalized) equations() {
	got := in.gotEquations()
	sent := equationsOf(in.plan, in.base.blocks)
	switch {
	case len(got) == 0:
	case !in.exactEquations():
		in.damagedEquations(sent, got)
	case !in.base.moved:
		markChanged(sent, got)
		in.rewritten(sent, got)
	case in.base.equations != nil:
		here := map[string]bool{} // an edit that was brought in before is none
		for _, x := range sent {
			here[x.text] = true
		}
		for _, g := range got {
			g.run.Changed = !in.base.equations[layout.EquationHash(g.run.Ref())] && !here[g.run.Ref()]
		}
	}
}

// inOwnForm returns names with which equations and links that come to another place of the source keep the form they have in it.
func inOwnForm(names *layout.Names, sent []layout.Block) *layout.Names {
	var known map[string]string
	learn := func(key, form string) {
		if known[key] == "" || form < known[key] {
			known[key] = form
		}
	}
	return names.InForm(func(object string) string {
		if known == nil {
			known = map[string]string{}
			for _, b := range sent {
				layout.EachEquation(b, func(p *layout.Para, r *wml.Run) {
					if p.Style != layout.StyleMath {
						learn(layout.Equation(r), r.Text)
					}
				})
				layout.EachPara(b, func(p *layout.Para) {
					for _, r := range p.Runs() {
						if r.Link != nil && r.Link.URL != "" && r.Link.Anchor == "" {
							learn(layout.LinkKey(r.Link), r.Link.URL)
						}
					}
				})
			}
		}
		if k := known[object]; k != "" {
			return k
		}
		return object
	})
}

// exactEquations reports whether the program that saved the file last keeps equations as they are.
func (in *normalized) exactEquations() bool {
	return !in.base.foreign && (in.Producer == "nomadocx" || in.Producer == "" || strings.HasPrefix(in.Producer, "Microsoft") && in.base.listed)
}

// equationsOf returns the equations of a plan in the order of gotEquations.
func equationsOf(p *layout.Plan, body []layout.Block) []sentEquation {
	var out []sentEquation
	for _, b := range slices.Concat(body, p.HeaderFooter(), annotationBlocks(p)) {
		layout.EachEquation(b, func(p *layout.Para, r *wml.Run) { out = append(out, sentEquation{p, layout.Equation(r)}) })
	}
	return out
}

func (in *normalized) gotEquations() []gotEquation {
	var out []gotEquation
	for _, p := range in.withObjects() {
		for i := range p.Runs {
			if r := &p.Runs[i]; r.Kind == wml.Math && wml.Original.Shows(r) {
				out = append(out, gotEquation{p, r})
			}
		}
	}
	return out
}

// markChanged marks the equations between the first and the last that differ. Too many marks do no
// harm: what is marked is examined closely.
func markChanged(sent []sentEquation, got []gotEquation) {
	n := min(len(sent), len(got))
	a := 0
	for a < n && sent[a].text == got[a].run.Ref() {
		a++
	}
	z := 0
	for z < n-a && sent[len(sent)-1-z].text == got[len(got)-1-z].run.Ref() {
		z++
	}
	for _, g := range got[a : len(got)-z] {
		g.run.Changed = true
	}
}

// rewritten takes equations of our meaning for ours when several came back in other words and nearly all that did say the same, unless
// Word saved the file: there a person may have stacked all fractions.
func (in *normalized) rewritten(sent []sentEquation, got []gotEquation) {
	if in.byWord() {
		return
	}
	others := 0
	for i := range min(len(sent), len(got)) {
		if sent[i].text != got[i].run.Ref() {
			others++
		}
	}
	if others <= fewFields {
		return
	}
	x := newMeanings(sent, got)
	match, same := align.Align(x), 0
	for j, i := range match {
		if i < 0 || !x.Equal(i, j) {
			match[j] = -1
		} else if sent[i].text != got[j].run.Ref() {
			same++
		}
	}
	if same <= fewFields || !nearlyAllOf(same, others) {
		return
	}
	for j, i := range match {
		if i >= 0 {
			run := got[j].run
			run.Text, run.Object, run.Changed = sent[i].text, wml.Ref(sent[i].text), false
		}
	}
}

// damagedEquations takes equations of our meaning for ours, whatever their notation, and those that programs are known to damage by their
// letters. Others in their place are noted, and ours stay.
func (in *normalized) damagedEquations(sent []sentEquation, got []gotEquation) {
	x := newMeanings(sent, got)
	for j, i := range align.Align(x) {
		if i < 0 {
			known, ok := x.of[x.got[j].key]
			if got[j].run.Changed = !ok; !ok { // it is new
				continue
			}
			i = known
		}
		if !x.Equal(i, j) {
			in.refused = append(in.refused, refusal{sayEquationDamaged, sent[i].para.Node, sent[i].text, got[j].run.Ref(), got[j].para})
		}
		got[j].run.Text, got[j].run.Object = sent[i].text, wml.Ref(sent[i].text)
	}
}

// meanings aligns equations by what they say.
type meanings struct {
	sent, got []meant
	of        map[string]int // the last of those that were sent, by key
}

// meant is an equation by its key, which those of the same meaning have in common, and by its letters.
type meant struct{ key, letters string }

func newMeanings(sent []sentEquation, got []gotEquation) *meanings {
	x := &meanings{sent: make([]meant, len(sent)), got: make([]meant, len(got)), of: map[string]int{}}
	keys := map[string]string{} // by meaning, by meaning with slashes, and by letters
	for i := range sent {
		m := wml.MeaningOf(sent[i].text)
		key := "says " + m.Says
		if m.Fragile {
			key = "letters " + m.Letters
			keys[key] = key
		}
		if m.Slash {
			keys["linear "+m.Linear] = key
		}
		keys["says "+m.Says] = key
		x.sent[i], x.of[key] = meant{key, m.Letters}, i
	}
	for j := range got {
		m := wml.MeaningOf(got[j].run.Text)
		x.got[j] = meant{"other " + got[j].run.Ref(), m.Letters}
		for _, by := range []string{"says " + m.Says, "linear " + m.Linear, "letters " + m.Letters} {
			if key := keys[by]; key != "" && by != "says " {
				x.got[j].key = key
				break
			}
		}
	}
	return x
}

func (x *meanings) Len() (int, int)     { return len(x.sent), len(x.got) }
func (x *meanings) Equal(i, j int) bool { return x.sent[i].key == x.got[j].key }
func (x *meanings) KeyA(i int) uint64   { return textKey(x.sent[i].key) }
func (x *meanings) KeyB(j int) uint64   { return textKey(x.got[j].key) }
func (x *meanings) Anchored(int) int    { return -1 }

// Score returns how alike two are: an equation that stands where another stood is taken for it.
func (x *meanings) Score(i, j int) int {
	switch {
	case x.Equal(i, j):
		return 100
	case x.sent[i].letters == x.got[j].letters:
		return 50
	}
	return 1
}

func textKey(s string) uint64 {
	return layout.Fingerprint([]wml.Run{{Text: s}}, wml.Original)
}

// otherEquation handles a paragraph that differs in its equations alone.
func (s *paragraphs) otherEquation(p *layout.Para, r *wml.Paragraph) {
	if r == nil || !s.returned.exactEquations() {
		return
	}
	var sent []string
	for i := range p.Segs {
		sent = appendFormulas(sent, p.Segs[i].Runs)
	}
	was, now := strings.Join(sent, "; "), formulas(r.Runs)
	switch {
	case was == now:
	case !s.base.moved:
		s.compare(p, r)
	case s.base.equations == nil:
		s.find(Conflict, sayEquationNoBase, p.Node, was, now).at(r)
	}
	// Else it was sent as it came back: the author has changed it since.
}

// formulas returns the equations of a paragraph, for people.
func formulas(runs []wml.Run) string { return strings.Join(appendFormulas(nil, runs), "; ") }

func appendFormulas(out []string, runs []wml.Run) []string {
	for i := range runs {
		if r := &runs[i]; r.Kind == wml.Math && wml.Original.Shows(r) {
			out = append(out, layout.Equation(r))
		}
	}
	return out
}

// sameBesideEquations reports whether two contents differ in their equations alone.
func sameBesideEquations(a, b []layout.Glyph) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] && !(layout.IsEquation(a[i]) && layout.IsEquation(b[i])) {
			return false
		}
	}
	return true
}

// withoutNumber returns the content of a line with a numbered equation, without the number at its end.
func withoutNumber(g []layout.Glyph) []layout.Glyph {
	n := len(g) - 3
	if n < 1 || g[n].Rune != '(' || g[n+1].Object != "SEQ Equation" || g[n+2].Rune != ')' {
		return g
	}
	for n > 0 && g[n-1].Object == "" && strings.ContainsRune(" \t", g[n-1].Rune) {
		n--
	}
	return g[:n]
}

// displays reports whether the equation of a paragraph is a line of its own to Word.
func displays(p *layout.Para) bool {
	return slices.ContainsFunc(p.Runs(), func(r wml.Run) bool { return r.Display })
}

// displayed brings an edited equation into the body of its block.
func (s *paragraphs) displayed(d *noma.Directive, p *layout.Para, r *wml.Paragraph, by ruling) {
	was, now := formulas(p.Runs()), formulas(r.Runs)
	gl := layout.Glyphs(r.Runs, wml.Original)
	if p.Middle > 0 && len(gl) == 1 && layout.IsEquation(gl[0]) && !s.base.foreign {
		s.refuse(sayEquationNumber, d, said(p.Runs()), said(r.Runs)).at(r)
	}
	if now == was && (len(gl) <= 1 || strings.TrimSpace(layout.PlainText(gl)) == strings.TrimSpace(shown(p))) {
		return
	}
	body := d.RawBody
	if p.Middle > 0 {
		gl = withoutNumber(gl)
	}
	if len(gl) != 1 || !layout.IsEquation(gl[0]) || now == "" || !body.Placed() {
		s.refuse(sayOneEquation, d, was, text(r.Runs)).at(r)
		return
	}
	// What is written has to show in Word as it came back, or the next exchange would change it again.
	if wml.EquationText(now, displays(p)) != now || strings.ContainsAny(now, "\r\n") || d.Unfenced() && strings.Contains(now, noma.Display) || strings.HasPrefix(now, "::") || strings.HasPrefix(now, "```") {
		s.refuse(sayEquationUnwritable, d, was, now).at(r)
		return
	}
	lead := len(body.S) - len(strings.TrimLeft(body.S, " \t\r\n"))
	end := len(strings.TrimRight(body.S, " \t\r\n"))
	f := s.apply(sayEquationEdited, d, was, now).by(by).at(r)
	s.edit(f, d, replaceText(s.doc.File, body, body.S[:lead]+now+body.S[end:])...)
}
