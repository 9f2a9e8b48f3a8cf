package reviewsync

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// PlaceError says why words could not be put in the place of others.
type PlaceError struct{ Message string }

func (e *PlaceError) Error() string { return e.Message }

// ReplaceText makes the operations that put text, with its markup, where a quote stands in the text of a block: those of
// an accepted change request at that place. It fails with a [*PlaceError] when the place is not there, or is there several
// times, or when the source cannot hold the result.
func ReplaceText(plan *layout.Plan, target noma.Node, q layout.Quote, text string) (*Result, error) {
	if strings.ContainsAny(text, "\r\n") {
		return nil, &PlaceError{"text must be one line; use insert_child for a new paragraph"}
	}
	k := newDesk(plan)
	texts := layout.TextOf{Names: plan.Names, Wanted: map[noma.Node]bool{target: true}}
	paras := map[int]*layout.Para{}
	for _, b := range append(plan.HeaderFooter(), k.base.blocks...) {
		layout.EachPara(b, func(p *layout.Para) {
			if layout.Counted(p) {
				paras[texts.Add(p.Node, func() []layout.Glyph { return layout.Glyphs(p.Runs(), wml.Original) }, p.Part == layout.PartCell)] = p
			}
		})
	}
	start, end, ok := texts.Find(target, q, true)
	id := target.At().ID
	switch {
	case !ok:
		return nil, &PlaceError{missingWords(&texts, target, q, id)}
	case start.Para != end.Para:
		return nil, &PlaceError{fmt.Sprintf("%q goes over the end of a paragraph of %q; replace the words of one paragraph at a time", q.Exact, id)}
	}
	p := paras[start.Para]
	request := &noma.Directive{Name: "change_request"}
	f := k.session.apply(sayWordsReplaced, target, q.Exact, text)
	r := layout.Request{Action: "replace", From: q.Exact, To: text, Valid: true}
	sh := &sheet{p: p, text: layout.Glyphs(p.Runs(), wml.Original)}
	runs := k.shows(text)
	if text == "" {
		runs = nil
	} else if end.At > start.At {
		runs = k.formatted(r, sh.text[start.At:end.At])
	}
	if slices.ContainsFunc(sh.text[start.At:end.At], func(g layout.Glyph) bool { return g.Object != "" }) {
		return nil, &PlaceError{fmt.Sprintf("%q holds an equation, a picture or a reference; replace the whole block with replace_child", q.Exact)}
	}
	k.put(f, request, r, sh, start.At, end.At, runs)
	k.apply()
	result, err := k.result()
	if err == nil && !k.applied(f) {
		return nil, &PlaceError{k.concluded(f).Message}
	}
	return result, err
}

// missingWords says why a quote was not found and what to do.
func missingWords(texts *layout.TextOf, target noma.Node, q layout.Quote, id string) string {
	words := q.Exact
	if words == "" {
		words = q.Prefix + q.Suffix
	}
	_, _, once := texts.Find(target, layout.Quote{Exact: words}, true)
	switch {
	case words == "":
		return "exact is empty: give the words to replace, or prefix and suffix of the place between them"
	case once && q.Exact != "":
		return fmt.Sprintf("%q stands in %q, but prefix or suffix do not stand beside it; read the block again", words, id)
	case texts.Holds(target, words):
		return fmt.Sprintf("%q stands in the text of %q several times; give prefix or suffix, the words beside it", words, id)
	}
	return fmt.Sprintf("%q does not stand in the text of %q; give the words as Word shows them, without markup (read_doc has the text)", words, id)
}

// newDesk returns a document on which nothing is decided yet. What is decided is written by this program, not saved by another one.
func newDesk(plan *layout.Plan) *desk {
	sent := &base{blocks: slices.Collect(plan.Body())}
	nothing := &normalized{Document: &wml.Document{Producer: "nomadocx"}, plan: plan, base: sent, copied: &copier{}}
	s := newSession(plan, sent, nothing, reviewOf(nothing.Document, plan.Look), Options{})
	return &desk{session: s, decided: map[*noma.Directive]bool{}, accepted: map[*layout.Tracked]*finding{}, marks: map[*noma.Directive]*layout.Tracked{}}
}
