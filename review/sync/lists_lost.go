package reviewsync

import (
	"regexp"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Lists whose marks a program leaves out, types before the words, or makes others of. What has happened to nearly all items with a kind
// of mark is no edit: they get it again.

// itemMarkTyped is the mark of an item as text.
var itemMarkTyped = regexp.MustCompile(`^(?:[•◦▪·∙‣o?\x{f000}-\x{f0ff}*–-]|\(?(?:[0-9]+|[A-Za-z]|[ivxlcdmIVXLCDM]+)[.)])[\t \x{a0}]+`)

// listKinds is what is known of each kind of items; keptMarks says that none was lost.
type listKinds [wml.Number + 1]bool

var keptMarks listKinds

// cameAs is what came of the mark of an item.
type cameAs struct {
	list  wml.ListKind
	typed bool
}

// lostMarks returns the kinds of items of which nearly none came back.
func (in *normalized) lostMarks() (lost listKinds) {
	if in.keepsFormatting() {
		return lost
	}
	var sent, came [wml.Number + 1]int
	for b := range in.flows() {
		layout.EachPara(b, func(p *layout.Para) { sent[p.List]++ })
	}
	if sent[wml.Bullet]+sent[wml.Number] == 0 {
		return lost
	}
	for p := range in.paragraphs() {
		if !isHeading(p.Style) { // which may have numbers
			came[p.List]++
		}
	}
	for _, kind := range [...]wml.ListKind{wml.Bullet, wml.Number} {
		lost[kind] = nearlyAllOf(sent[kind]-came[kind], sent[kind])
	}
	return lost
}

// restoreMarks gives items the marks again that were lost; others says that the program has changed other things, too.
func (in *normalized) restoreMarks(lost listKinds, others bool) {
	sent := in.sentTexts(func(p *layout.Para, _ bool) flatText {
		t := flatText{wording: wording{text: charactersOf(p.Runs()...)}, para: p}
		if lost[p.List] {
			t.fields = []flatField{{}}
		}
		return t
	})
	got := in.withRuns()
	pairs := pairTexts(sent, got, withoutMark)
	var items [wml.Number + 1]int
	var came [wml.Number + 1]map[cameAs]int
	var lists [wml.Number + 1]map[noma.Node]bool
	for kind := range came {
		came[kind], lists[kind] = map[cameAs]int{}, map[noma.Node]bool{}
	}
	for _, x := range pairs {
		kind := x.para.List
		items[kind]++
		came[kind][x.cameAs()]++
		if it := itemOf(x.para.Node); it != nil {
			lists[kind][it.Parent] = true
		}
	}
	back, done, typed := 0, map[*wml.Paragraph]bool{}, false
	for _, x := range pairs {
		kind, as := x.para.List, x.cameAs()
		switch {
		case as.list == kind, !nearlyAllOf(came[kind][as], items[kind]):
			continue
		case as.list != wml.NoList && len(lists[kind]) <= fewFields && !others:
			continue // a person may have done it
		}
		x.asItem(as.typed)
		typed = typed || as.typed
		done[x.came] = true
		back++
	}
	if typed {
		in.typedItems(got, pairs, done)
	}
	if back > 0 {
		in.habits = append(in.habits, habit{sayListMarks, back})
	}
}

// withoutMark returns the text of a paragraph without the mark that was typed before it.
func withoutMark(p *wml.Paragraph) string {
	text := charactersOf(p.Runs...)
	if p.List != wml.NoList {
		return text
	}
	return text[len(itemMarkTyped.FindString(text)):]
}

// cameAs returns what came of the mark of an item.
func (x *flatPair) cameAs() cameAs {
	text := charactersOf(x.came.Runs...)
	return cameAs{x.came.List, withoutMark(x.came) != text && text != x.text}
}

// asItem makes the paragraph that came of an item one like it, without a mark that was typed.
func (x *flatPair) asItem(typed bool) {
	p := x.came
	p.List, p.Level, p.NumID = x.para.List, x.para.Level, x.para.ListNo
	if typed {
		cutMark(p)
	}
	if b, _ := typedBox(p); b == wml.NoBox {
		p.Box = x.para.Box // of what is no item the control of the box was left out
	}
}

// cutMark takes the mark that was typed before the text of a paragraph out.
func cutMark(p *wml.Paragraph) {
	n := len(itemMarkTyped.FindString(charactersOf(p.Runs...)))
	for i := range p.Runs {
		r := &p.Runs[i]
		size := len(charactersOf(*r))
		if n == 0 || size > 0 && !r.Kind.IsText() {
			return
		}
		if cut := min(n, size); cut > 0 {
			r.Kind, r.Text = wml.Text, layout.Characters(r)[cut:]
			n -= cut
		}
	}
}

// typedItems makes items of the paragraphs behind those that were made such, which begin with a mark as well and are none that was sent:
// a reviewer added them.
func (in *normalized) typedItems(got []*wml.Paragraph, pairs []flatPair, done map[*wml.Paragraph]bool) {
	sent := map[*wml.Paragraph]bool{}
	for _, x := range pairs {
		sent[x.came] = true
	}
	var above *wml.Paragraph
	for _, p := range got {
		switch text := charactersOf(p.Runs...); {
		case done[p]:
			above = p
		case above == nil, sent[p], p.List != wml.NoList, withoutMark(p) == text:
			above = nil
		default:
			p.List, p.Level, p.NumID = above.List, above.Level, above.NumID
			cutMark(p)
		}
	}
}
