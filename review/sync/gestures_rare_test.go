package reviewsync_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/chart"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// Gestures that are rare, or need a rare place: numbers of charts, symbols of a font, tabs and hard breaks,
// attributes typed into the label of a block the format does not know.

var rareGestures = []gesture{
	{"chart value", (*hand).changeChart},
	{"symbol", (*hand).typeSymbol},
	{"tab", (*hand).typeTab},
	{"hard break", (*hand).typeBreak},
	{"tracked character", (*hand).trackCharacter},
	{"attribute", (*hand).typeAttribute},
}

func rareLaws(t *testing.T, seed int, tally map[string]int) {
	c := seeded{rand.New(rand.NewPCG(uint64(seed), 61))}
	src := docgen.Document(c, 8)
	switch seed % 3 { // few generated documents have a chart, or a block that the format does not know
	case 0:
		src += "\n::plot{data=\"1,2,3\" title=\"Rain\"}\n::\n"
	case 1:
		src += "\n::finance::position{title=\"Rain\" region=\"EU\"}\n::\n"
	}
	all := slices.Concat(rareGestures, rareGestures, rareGestures, gestures)
	file, edits := someOf(t, all, render(t, src), c, *most, tally)
	editedFile(t, "", src, file, edits, c)
	accounted(t, src, file, edits)
	numbersAccounted(t, src, file, edits)
}

// TestRareLaws holds the laws against these among all others.
func TestRareLaws(t *testing.T) {
	n := seeds(300)
	tally := map[string]int{}
	for seed := *from; seed < *from+n; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { rareLaws(t, seed, tally) })
	}
	for _, g := range rareGestures {
		t.Logf("%6d × %s", tally[g.name], g.name)
		if tally[g.name] == 0 && !testing.Short() {
			t.Errorf("%q was never made in %d documents", g.name, n)
		}
	}
}

// numbersAccounted: the new source draws the numbers that a chart of the file shows, or the report says why not.
func numbersAccounted(t fataler, src string, file []byte, edits []string) {
	t.Helper()
	once, res := syncWith(t, src, file, reviewsync.Options{AllowDelete: true})
	if slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool {
		computed := f.Code == reviewsync.CodeField && strings.Contains(src, "::computed_plot{") // its formula or domain may be another
		return !f.Done() && (f.Code == reviewsync.CodeChart || f.Code == reviewsync.CodeGenerated) || f.Done() && computed
	}) {
		return
	}
	now := numbersOf(t, render(t, once))
	for _, n := range numbersOf(t, file) {
		same := func(m *chart.Numbers) bool { return fmt.Sprint(m.Series) == fmt.Sprint(n.Series) } // names follow the caption
		if !slices.ContainsFunc(now, same) {
			t.Fatalf("a chart shows %v, the source does not\nedits: %s\nsource:\n%s\nbecame:\n%s%s", n.Series, strings.Join(edits, "; "), src, once, describe(res))
		}
	}
}

// numbersOf returns the numbers of a file's charts, as they were edited last.
func numbersOf(t fataler, file []byte) (out []*chart.Numbers) {
	t.Helper()
	d := read(t, file)
	sent := layout.PropertyWords(d.Properties, layout.ChartsProperty)
	eachMain(d, func(p *wml.Paragraph) {
		for i := range p.Runs {
			if im := p.Runs[i].Image(); im != nil && im.ChartKey != "" {
				shown, edited, err := chart.Read(im.Chart, im.Workbook)
				if err != nil {
					t.Fatalf("%v", err)
				}
				if edited != nil && slices.Contains(sent, im.ChartKey) { // the chart is as it was, its workbook is not
					shown = edited
				}
				out = append(out, shown)
			}
		}
	})
	return out
}

// chartPart is the number in the name of a chart's part.
var chartPart = regexp.MustCompile(`^word/charts/chart(\d+)\.xml$`)

// changeChart edits a number of a chart: in its cache, in the workbook behind it, or as Word does in both.
func (h *hand) changeChart() string {
	var all []int
	for _, name := range h.names {
		if m := chartPart.FindStringSubmatch(name); m != nil {
			if n, err := strconv.Atoi(m[1]); err == nil {
				all = append(all, n)
			}
		}
	}
	if len(all) == 0 {
		return ""
	}
	n := all[h.c.Intn(len(all))]
	where := []chartPlace{inChart, inWorkbook, inChart | inWorkbook}[h.c.Intn(3)]
	point, now := 1+h.c.Intn(3), fmt.Sprint(100+h.c.Intn(900))
	if err := h.chartValue(where, n, 1, point, now); err != nil {
		return ""
	}
	return fmt.Sprintf("chart %d, point %d: %s in %d", n, point, now, where)
}

// into puts an element into a run of a paragraph, before, behind or within its words, with a new word.
func (h *hand) into(e *etree.Element) string {
	p := h.writing()
	if p == nil {
		return ""
	}
	r, t := h.run(p)
	if r == nil || r.Parent().Tag != "p" {
		return ""
	}
	was := textOf(p)
	at := t
	if words := strings.SplitAfter(t.Text(), " "); len(words) > 1 && h.one(2) { // within
		k := 1 + h.c.Intn(len(words)-1)
		rest := t.Copy()
		t.SetText(strings.Join(words[:k], ""))
		rest.SetText(strings.Join(words[k:], ""))
		insertAfter(t, rest)
	} else if h.one(3) {
		rest := etree.NewElement("w:t")
		insertBefore(t, rest)
		at = rest
	}
	insertAfter(at, e)
	if h.one(2) {
		insertAfter(e, newRun(h.token(), nil).SelectElement("w:t"))
	}
	return fmt.Sprintf("%q → %q", was, textOf(p))
}

// typeSymbol inserts a symbol of a font, as Word's dialog does: many lie where no character has a name.
func (h *hand) typeSymbol() string {
	e := etree.NewElement("w:sym")
	e.CreateAttr("w:font", "Wingdings")
	e.CreateAttr("w:char", []string{"F0E0", "F04A", "2192", "00B0"}[h.c.Intn(4)])
	what := h.into(e)
	if what != "" {
		what += " with " + e.SelectAttrValue("w:char", "")
	}
	return what
}

func (h *hand) typeTab() string {
	return h.into(etree.NewElement([]string{"w:tab", "w:tab", "w:ptab"}[h.c.Intn(3)]))
}

func (h *hand) typeBreak() string {
	e := etree.NewElement([]string{"w:br", "w:br", "w:cr", "w:br"}[h.c.Intn(4)])
	if h.one(8) {
		e.CreateAttr("w:type", "page")
	}
	return h.into(e)
}

// trackCharacter proposes a tab, a break or a hyphen that is seen only where a line ends.
func (h *hand) trackCharacter() string {
	_, r, t := h.ownRun()
	if r == nil {
		return ""
	}
	what := []string{"w:tab", "w:br", "w:softHyphen", "w:noBreakHyphen", "page"}[h.c.Intn(5)]
	made := newRun("", r)
	made.RemoveChild(made.SelectElement("w:t"))
	if what == "page" {
		made.CreateElement("w:br").CreateAttr("w:type", what)
	} else {
		made.CreateElement(what)
	}
	ins := h.signed("w:ins", "Ann")
	ins.AddChild(made)
	insertAfter(r, ins)
	return fmt.Sprintf("%s after %q", what, t.Text())
}

// typeAttribute adds an attribute to the label of a block the format does not know.
func (h *hand) typeAttribute() string {
	var all []*etree.Element
	for _, p := range below(h.body(), "p") {
		if text := textOf(p); strings.HasPrefix(text, "Finance position") || strings.HasPrefix(text, "Custom block") {
			all = append(all, p)
		}
	}
	p := h.pick(all)
	if p == nil {
		return ""
	}
	ls := leaves(p)
	last := ls[len(ls)-1].e
	was, now := last.Text(), "colour="+h.phrase()
	if before, ok := strings.CutSuffix(was, ")"); ok {
		last.SetText(before + ", " + now + ")")
	} else {
		last.SetText(was + " (" + now + ")")
	}
	return fmt.Sprintf("%q → %q", was, last.Text())
}
