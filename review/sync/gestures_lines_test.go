package reviewsync_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// Gestures in generated lines: attributes of labels, first metadata lines, formatting of values.
var lineGestures = []gesture{
	{"attribute", (*hand).typeAttribute},
	{"attribute removed", (*hand).removeAttribute},
	{"first fields", (*hand).typeFields},
	{"words", (*hand).typeWords},
	{"look", (*hand).changeFormatting},
	{"items in a cell", (*hand).itemsInCell},
}

// TestLineLaws holds the laws against them, in documents with a block that the format does not know.
func TestLineLaws(t *testing.T) {
	n := seeds(300)
	tally := map[string]int{}
	for seed := *from; seed < *from+n; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { lineLaws(t, seed, tally) })
	}
	for _, g := range lineGestures {
		t.Logf("%6d × %s", tally[g.name], g.name)
	}
}

// lineLaws makes one file of TestLineLaws.
func lineLaws(t *testing.T, seed int, tally map[string]int) {
	c := seeded{rand.New(rand.NewPCG(uint64(seed), 71))}
	src := docgen.Document(c, 5) + "\n\n::finance::position{id=\"pos\" size=12 asset_class=\"bonds, long\" held}\nText.\n::\n"
	file, edits := someOf(t, lineGestures, render(t, src), c, *most, tally)
	editedFile(t, "", src, file, edits, c)
	accounted(t, src, file, edits)
}

// itemsInCell makes the paragraphs of a cell items of a list, with a new one behind them.
func (h *hand) itemsInCell() string {
	row, num := h.pick(h.rowsOf()), h.pick(below(h.body(), "numPr"))
	if row == nil || num == nil {
		return ""
	}
	c := h.pick(row.SelectElements("w:tc"))
	if c == nil {
		return ""
	}
	was, now := textOf(c), h.phrase()
	if showsForm(was) {
		return "" // the label of a task, whose check box is then read as that of the item
	}
	fill(c, was+"\n"+now)
	for _, p := range c.SelectElements("w:p") {
		if props := properties(p); props.SelectElement("w:numPr") == nil {
			at := 0
			if style := props.SelectElement("w:pStyle"); style != nil {
				at = style.Index() + 1
			}
			props.InsertChildAt(at, num.Copy())
		}
	}
	return fmt.Sprintf("%q → %q", was, now)
}

// removeAttribute takes an attribute, or all of them, out of the label of a block the format does not know.
func (h *hand) removeAttribute() string {
	var all []*etree.Element
	for _, t := range below(h.body(), "t") {
		if text := t.Text(); strings.Contains(text, " (") && (strings.HasPrefix(text, "Finance position") || strings.HasPrefix(text, "Custom block")) {
			all = append(all, t)
		}
	}
	t := h.pick(all)
	if t == nil {
		return ""
	}
	p := t.Parent().Parent()
	was := textOf(p)
	head, list, _ := strings.Cut(was, " (")
	items := strings.Split(strings.TrimSuffix(list, ")"), ", ")
	k := h.c.Intn(len(items) + 1)
	now := head
	if k < len(items) && len(items) > 1 {
		now += " (" + strings.Join(slices.Delete(items, k, k+1), ", ") + ")"
	}
	t.SetText(now)
	for _, l := range leaves(p) {
		if l.e != t {
			l.e.Parent().RemoveChild(l.e)
		}
	}
	return fmt.Sprintf("%q → %q", was, textOf(p))
}

// typeFields types a metadata line below the label of a block, as its first or beside the one it has.
func (h *hand) typeFields() string {
	var all []*etree.Element
	for _, p := range below(h.body(), "p") {
		if pr := p.SelectElement("w:pPr"); pr != nil && pr.FindElement("w:pStyle[@w:val='NomaDirective']") != nil {
			all = append(all, p)
		}
	}
	p := h.pick(all)
	if p == nil {
		return ""
	}
	style := etree.NewElement("w:pPr")
	mark(style, "w:pStyle", "NomaMeta")
	line := []string{"owner: ", "status: ", "severity: ", "for: "}[h.c.Intn(4)] + h.token()
	insertAfter(p, newParagraph(line, style))
	return fmt.Sprintf("%q behind %q", line, textOf(p))
}

// TestLinkedLines: an address that leads from words of a generated line is in the source, or the report says so.
func TestLinkedLines(t *testing.T) {
	n := seeds(150)
	for seed := *from; seed < *from+n; seed++ {
		c := seeded{rand.New(rand.NewPCG(uint64(seed), 313))}
		src := docgen.Document(c, 4) + "\n\n::plot{id=\"p\" data=\"1,2,3\" title=\"Sales\" source=\"Survey\"}\n::\n\n| a |\n| - |\n| b |\nTable: Letters {id=\"letters\"}\n"
		file, edits := someOf(t, []gesture{{"link on a line", (*hand).linkLine}}, render(t, src), c, 1, map[string]int{})
		once, res := syncWith(t, src, file, reviewsync.Options{})
		for _, edit := range edits {
			_, address, _ := strings.Cut(edit, " to https://")
			told := slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool { return !f.Done() })
			if !told && !strings.Contains(once, address) {
				t.Errorf("%d: %s\n%s\nfindings: %s", seed, edit, src, describe(res))
			}
		}
		editedFile(t, fmt.Sprint(seed), src, file, edits, c)
	}
}

// linkLine puts a link on words of a generated line.
func (h *hand) linkLine() string {
	var all []*etree.Element
	for _, p := range below(h.body(), "p") {
		style := below(p, "pStyle")
		generated := len(style) > 0 && strings.HasPrefix(style[0].SelectAttrValue("w:val", ""), "Noma") || strings.HasPrefix(textOf(p), "Table ")
		if generated && len(below(p, "hyperlink")) == 0 {
			all = append(all, p)
		}
	}
	p := h.pick(all)
	if p == nil {
		return ""
	}
	r, text := h.run(p)
	if r == nil || r.Parent() != p || inField(r) || strings.IndexFunc(text.Text(), unicode.IsLetter) < 0 {
		return ""
	}
	target := "https://example.net/" + h.token()
	link := etree.NewElement("w:hyperlink")
	insertBefore(r, link)
	p.RemoveChild(r)
	link.AddChild(r)
	h.leadTo(link, target)
	return textOf(r) + " to " + target
}
