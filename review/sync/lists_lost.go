package reviewsync

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Lists whose marks a program leaves out, types before the words, or makes others of. What has happened to nearly all items with a kind
// of mark is no edit: they get it again.

// itemMarkTyped is the mark of an item as text.
var itemMarkTyped = regexp.MustCompile(`^(?:[•◦▪·∙‣o?\x{f000}-\x{f0ff}*–-]|\(?(?:[0-9]+|[A-Za-z]|[ivxlcdmIVXLCDM]+)[.)])[\t \x{a0}]+`)

// lostLists is what a program has left out of lists; the zero value says nothing.
type lostLists struct {
	marks  [wml.Number + 1]bool // by the kind of items
	levels bool
	last   bool // see [normalized.restoreLastLevel]
}

// cameAs is what came of the mark of an item.
type cameAs struct {
	list  wml.ListKind
	typed bool
}

// lostLists returns the kinds of items of which nearly none came back, and whether nearly no item inside another one did.
func (in *normalized) lostLists() (lost lostLists) {
	if in.keepsFormatting() {
		return lost
	}
	var sent, came [wml.Number + 1]int
	inside, cameInside := 0, 0
	in.eachAsSent(func(p *layout.Para) {
		if sent[p.List]++; p.List != wml.NoList && p.Level > 0 {
			inside++
		}
	})
	if sent[wml.Bullet]+sent[wml.Number] == 0 {
		return lost
	}
	for p := range in.paragraphs() {
		if !isHeading(p.Style) { // which may have numbers
			came[p.List]++
		}
		if p.List != wml.NoList && p.Level > 0 {
			cameInside++
		}
	}
	lost.last, lost.levels = in.mayLoseLast(), inside > fewFields && nearlyAllOf(inside-cameInside, inside)
	for _, kind := range [...]wml.ListKind{wml.Bullet, wml.Number} {
		lost.marks[kind] = nearlyAllOf(sent[kind]-came[kind], sent[kind])
	}
	return lost
}

// restoreLists gives items the marks and levels again that were lost; others says that the program has changed other things, too.
func (in *normalized) restoreLists(lost lostLists, others bool) {
	if lost.last {
		in.restoreLastLevel()
	}
	if lost = (lostLists{marks: lost.marks, levels: lost.levels}); lost == (lostLists{}) {
		return
	}
	sent := in.sentTexts(func(p *layout.Para, _ bool) flatText {
		t := flatText{wording: wording{text: charactersOf(p.Runs()...)}, para: p}
		if lost.marks[p.List] || lost.levels && p.List != wml.NoList {
			t.fields = []flatField{{}}
		}
		return t
	})
	got := in.withRuns()
	pairs := pairTexts(sent, got, withoutMark)
	in.restoreMarks(lost, others, got, pairs)
	if lost.levels {
		in.restoreLevels(pairs)
	}
}

// restoreMarks gives items their marks again. got are the paragraphs that came back, pairs those of items.
func (in *normalized) restoreMarks(lost lostLists, others bool, got []*wml.Paragraph, pairs []flatPair) {
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
	back, done, typed := habit{say: sayListMarks}, map[*wml.Paragraph]string{}, false
	for _, x := range pairs {
		kind, as := x.para.List, x.cameAs()
		switch {
		case as.list == kind, !lost.marks[kind], !nearlyAllOf(came[kind][as], items[kind]):
			continue
		case as.list != wml.NoList && len(lists[kind]) <= fewFields && !others:
			continue // a person may have done it
		}
		back.add(x.para.Node, x.text+": "+markName(kind, true), markName(as.list, as.typed))
		done[x.came] = x.asItem(as.typed)
		typed = typed || as.typed
	}
	if typed {
		in.typedItems(got, pairs, done)
	}
	in.tell(back)
}

// markName names a mark of an item for people.
func markName(list wml.ListKind, marked bool) string {
	switch {
	case list != wml.NoList:
		return markerOf(list == wml.Number)
	case marked:
		return "a mark that was typed"
	}
	return "no item"
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

// asItem makes the paragraph that came of an item one like it, without a mark that was typed, which it returns. An item with another mark
// keeps its level and its box.
func (x *flatPair) asItem(typed bool) (mark string) {
	p, was := x.came, x.came.List
	p.List, p.NumID = x.para.List, x.para.ListNo
	if typed {
		mark = cutMark(p)
	}
	if was != wml.NoList {
		return mark
	}
	p.Level = x.para.Level
	if b, _ := typedBox(p); b == wml.NoBox {
		p.Box = x.para.Box // of what is no item the control of the box was left out
	}
	return mark
}

// cutMark takes the mark that was typed before the text of a paragraph out, and returns it.
func cutMark(p *wml.Paragraph) (mark string) {
	mark = itemMarkTyped.FindString(charactersOf(p.Runs...))
	n := len(mark)
	for i := range p.Runs {
		r := &p.Runs[i]
		size := len(charactersOf(*r))
		if n == 0 || size > 0 && !r.Kind.IsText() {
			break
		}
		if cut := min(n, size); cut > 0 {
			r.Kind, r.Text = wml.Text, layout.Characters(r)[cut:]
			n -= cut
		}
	}
	return mark
}

// typedItems makes items of the paragraphs behind those that were made such, which begin with a mark that goes on from theirs and are none
// that was sent: a reviewer added them. done are those that were made items, with the marks that they had.
func (in *normalized) typedItems(got []*wml.Paragraph, pairs []flatPair, done map[*wml.Paragraph]string) {
	sent := map[*wml.Paragraph]bool{}
	for _, x := range pairs {
		sent[x.came] = true
	}
	var above *wml.Paragraph
	mark := "" // of above
	for _, p := range got {
		now, made := done[p]
		switch {
		case made:
			above, mark = p, now
		case above == nil, sent[p], p.List != wml.NoList, !goesOn(mark, itemMarkTyped.FindString(charactersOf(p.Runs...))):
			above = nil
		default:
			p.List, p.Level, p.NumID = above.List, above.Level, above.NumID
			above, mark = p, cutMark(p)
		}
	}
}

// goesOn reports whether the mark of an item that was typed goes on from another one: a sign as that is, or the next number.
func goesOn(mark, now string) bool {
	mark, now = strings.TrimSpace(mark), strings.TrimSpace(now)
	was, is := strings.Trim(mark, "()."), strings.Trim(now, "().")
	if was == mark || is == now {
		return was == mark && is == now && mark != "" && now != ""
	}
	n, err := strconv.Atoi(was)
	letter := len(was) == 1 && len(is) == 1 && is[0] == was[0]+1
	return strings.Replace(mark, was, is, 1) == now && (letter || err == nil && is == strconv.Itoa(n+1) || nextRoman(was, is))
}

// mostRoman is how far numbers in Roman letters are looked for.
const mostRoman = 200

// nextRoman reports whether two texts are numbers in Roman letters, one behind the other.
func nextRoman(was, is string) bool {
	for n := 1; n < mostRoman; n++ {
		if one, next := layout.Roman(n), layout.Roman(n+1); was == one && is == next || was == strings.ToUpper(one) && is == strings.ToUpper(next) {
			return true
		}
	}
	return false
}
