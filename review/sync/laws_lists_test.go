package reviewsync_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// TestListLaws: what was done to the items of lists in Word (another level, another marker, new, deleted, edited) is what the new
// source shows there, with the numbers that the lists began with.
func TestListLaws(t *testing.T) {
	n, compared := seeds(1500), 0
	for seed := *from; seed < *from+n; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			generate, gestures := docgen.Lists, listGestures
			if seed >= *from+n-n/3 {
				generate, gestures = docgen.Tasks, boxGestures
			}
			if listLaws(t, seed, generate, gestures) {
				compared++
			}
		})
	}
	if compared < n/2 {
		t.Errorf("%d of %d were compared", compared, n)
	}
}

// listLaws makes one file of TestListLaws, and reports whether nothing in it was refused.
func listLaws(t *testing.T, seed int, generate func(docgen.Chooser) string, gestures []gesture) bool {
	c := seeded{rand.New(rand.NewPCG(uint64(seed), 31))}
	src := generate(c)
	file, edits := someOf(t, gestures, render(t, src), c, 3, map[string]int{})
	after, res := syncWith(t, src, file, reviewsync.Options{})
	fail := func(what string) {
		t.Helper()
		t.Fatalf("%s\nedits: %s\nsource:\n%s\nbecame:\n%s\nfindings: %s", what, strings.Join(edits, "; "), src, after, describe(res))
	}
	if again, _ := syncWith(t, after, file, reviewsync.Options{}); again != after {
		fail("not idempotent:\n" + again)
	}
	if slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool { return f.Outcome == reviewsync.Refused }) {
		return false
	}
	if want, got := items(read(t, file)), items(read(t, render(t, after))); want != got && !movedUp(want, got, res) {
		fail("in Word:\n" + want + "now:\n" + got)
	}
	if was, is := numberedLists(t, src), numberedLists(t, after); len(was) == len(is) && !strings.Contains(strings.Join(edits, ""), "marker") &&
		!strings.Contains(strings.Join(edits, ""), "paragraph") {
		for i := range was {
			kept := slices.ContainsFunc(was[i].Items, func(x *noma.ListItem) bool {
				return slices.ContainsFunc(is[i].Items, func(y *noma.ListItem) bool { return x.Content.S == y.Content.S })
			})
			if first := was[i].Items[0].Number; kept && is[i].Items[0].Number != first {
				fail(fmt.Sprintf("a list begins with %d, not with %d", is[i].Items[0].Number, first))
			}
		}
	}
	return true
}

// movedUp reports whether all that differs is the level of items that a finding says have moved up. Where the paragraph between two lists
// became an item and the first items of the lower one were deleted, what was in those is in that item in Word; the source still has two lists.
func movedUp(want, got string, res *reviewsync.Result) bool {
	told := 0
	for _, f := range res.Findings {
		if f.Done() && strings.HasSuffix(f.Message, "it moved up to the next item above.") {
			told++
		}
	}
	was, is := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range was {
		if len(was) != len(is) || was[i] == is[i] {
			continue
		}
		level, rest, _ := strings.Cut(was[i], " ")
		now, other, _ := strings.Cut(is[i], " ")
		if told--; rest != other || now >= level || told < 0 {
			return false
		}
	}
	return len(was) == len(is)
}

var listGestures = []gesture{
	{"level", (*hand).nest},
	{"marker", (*hand).mark},
	{"item", (*hand).typeItem},
	{"deleted", (*hand).deleteItem},
	{"words", (*hand).typeWords},
	{"item made a paragraph", (*hand).unlist},
	{"paragraph made an item", (*hand).list},
	{"paragraph between items", (*hand).typeBetween},
	{"paragraph moved between items", (*hand).moveBetween},
}

// item returns a list item of the text, nil for none.
func (h *hand) item() *etree.Element {
	if e := h.pick(below(h.body(), "numPr")); e != nil {
		return e.Parent().Parent()
	}
	return nil
}

// mark gives an item the markers of another one.
func (h *hand) mark() string {
	e, like := h.pick(below(h.body(), "numId")), h.pick(below(h.body(), "numId"))
	if e == nil {
		return ""
	}
	e.CreateAttr("w:val", like.SelectAttrValue("w:val", ""))
	return textOf(e.Parent().Parent().Parent()) + " as " + textOf(like.Parent().Parent().Parent())
}

// typeItem adds an item behind another one, at its level or one below.
func (h *hand) typeItem() string {
	p := h.item()
	if p == nil {
		return ""
	}
	x := p.Copy()
	for _, r := range append(x.SelectElements("w:r"), append(x.SelectElements("w:hyperlink"), x.SelectElements("m:oMath")...)...) {
		x.RemoveChild(r)
	}
	for _, tag := range []string{"w:bookmarkStart", "w:bookmarkEnd"} {
		for _, b := range x.SelectElements(tag) {
			x.RemoveChild(b)
		}
	}
	word := h.token()
	x.CreateElement("w:r").CreateElement("w:t").SetText(word)
	if h.one(3) {
		level := below(x, "ilvl")[0]
		if v := level.SelectAttrValue("w:val", ""); v < "8" {
			level.CreateAttr("w:val", string(v[0]+1))
		}
	}
	p.Parent().InsertChildAt(p.Index()+1, x)
	return word + " behind " + textOf(p)
}

func (h *hand) deleteItem() string {
	p := h.item()
	if p == nil {
		return ""
	}
	p.Parent().RemoveChild(p)
	return textOf(p)
}

// unlist makes an item a paragraph in no item.
func (h *hand) unlist() string {
	p := h.item()
	if p == nil {
		return ""
	}
	for _, name := range []string{"w:numPr", "w:ind"} {
		if e := properties(p).SelectElement(name); e != nil {
			properties(p).RemoveChild(e)
		}
	}
	return textOf(p)
}

// list makes a paragraph an item like another one.
func (h *hand) list() string {
	p, like := h.plain(), h.item()
	if p == nil || like == nil {
		return ""
	}
	p.InsertChildAt(0, properties(like).Copy())
	return textOf(p) + " as " + textOf(like)
}

// plain returns a paragraph without properties, nil for none.
func (h *hand) plain() *etree.Element {
	var all []*etree.Element
	for _, p := range h.body().SelectElements("w:p") {
		if p.SelectElement("w:pPr") == nil {
			all = append(all, p)
		}
	}
	return h.pick(all)
}

func (h *hand) typeBetween() string {
	p := h.item()
	if p == nil {
		return ""
	}
	x := newParagraph(h.phrase(), nil)
	insertAfter(p, x)
	return textOf(x) + " behind " + textOf(p)
}

func (h *hand) moveBetween() string {
	x, p := h.plain(), h.item()
	if x == nil || p == nil {
		return ""
	}
	if next := x.NextSibling(); next != nil && next.FindElement("w:pPr/w:numPr") != nil {
		return "" // lists that touch are one to Word, and may be two in the source
	}
	x.Parent().RemoveChild(x)
	insertAfter(p, x)
	return textOf(x) + " behind " + textOf(p)
}

// items returns the paragraphs of a file: what one says, and of an item its level as the tree of items has it, and its kind of marker.
func items(d *wml.Document) string {
	var b strings.Builder
	for _, st := range d.Stories {
		var open []int
		for p := range wml.Paragraphs(st.Blocks...) {
			text := layout.PlainText(layout.Glyphs(p.Runs, wml.Current))
			if text == "" {
				continue // the source has no empty items, nor some that are a check box alone
			}
			if p.List == wml.NoList {
				open = open[:0]
				fmt.Fprintln(&b, strings.Join(strings.Fields(text), " "))
				continue
			}
			for len(open) > 0 && open[len(open)-1] >= p.Level {
				open = open[:len(open)-1]
			}
			fmt.Fprintf(&b, "%d %v %d %s\n", len(open), p.List == wml.Number, p.Box, text)
			open = append(open, p.Level)
		}
	}
	return b.String()
}

// numberedLists returns the numbered lists of a source.
func numberedLists(t *testing.T, src string) (out []*noma.List) {
	t.Helper()
	for n := range noma.Walk(planOf(t, src).Doc) {
		if l, ok := n.(*noma.List); ok && l.Ordered {
			out = append(out, l)
		}
	}
	return out
}
