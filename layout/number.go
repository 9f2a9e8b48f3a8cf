package layout

import (
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// Captions and notes are numbered in the order in which a reader meets them, because that is how an
// editor counts when it updates fields: a number that is right as written stays right.

// inOrder visits the blocks of a document in the order in which Word shows them. It differs from
// that of the source in one thing: a change request stands behind the block it is about.
func (b *builder) inOrder(n noma.Node, visit func(noma.Node)) {
	visit(n)
	requests := func() {
		if !b.requested || b.attachments[n] == nil {
			return
		}
		for _, d := range b.attachments[n].requests {
			b.inOrder(d, visit)
		}
	}
	_, section := n.(*noma.Section)
	if section {
		requests()
	}
	if _, leaf := n.(*noma.List); !leaf {
		for _, k := range b.doc.Shown(n.Kids()) {
			if d, ok := k.(*noma.Directive); ok && d.Name == "change_request" && b.names.Target(d) != nil {
				continue // shown at its target
			}
			b.inOrder(k, visit)
		}
	}
	if !section {
		requests()
	}
}

// captionKinds gives the words before the number and the sequence they count in (contract §5.2).
var captionKinds = map[string][2]string{
	"figure": {"Figure", "Figure"}, "plot": {"Plot", "Plot"}, "table": {"Table", "Table"},
	"diagram": {"Figure", "Figure"}, "plotly": {"Plot", "Plot"}, "math": {"Equation", "Equation"}, "computed_plot": {"Computed plot", "Plot"}, "computed_table": {"Computed table", "Table"},
}

// captionWord returns the word before the number of a caption: clients need not know what is computed.
func captionWord(d *noma.Document, kind [2]string) string {
	if word := WordOf(d, kind[1]); d.Audience.Client || word != kind[1] {
		return word
	}
	return kind[0]
}

// captionKind returns the words before the number of a block's caption and the sequence it counts in, empty when it has no
// caption.
func captionKind(n noma.Node) [2]string {
	switch n := n.(type) {
	case *noma.Table:
		if n.CaptionText() != "" {
			return captionKinds["table"]
		}
	case *noma.Directive:
		switch n.Name {
		case "math":
			if !NumberedEquation(n) {
				return [2]string{}
			}
		case "table", "diagram", "plotly":
			if captionSlot(n).Value == "" {
				return [2]string{}
			}
		}
		return captionKinds[n.Name]
	}
	return [2]string{}
}

// sequence is what captions are counted by: their kind, and the story they stand in, nil for the
// body. Captions in headers, comments and notes do not count among those of the body (§17.16.5.56).
type sequence struct {
	kind  string
	story noma.Node
}

// numberCaption gives a block its number, if it has a caption and shows.
func (b *builder) numberCaption(n noma.Node) {
	kind := captionKind(n)
	if kind[1] == "" || b.doc.Audience.PlainDiagrams && isDiagram(n) {
		return
	}
	in := sequence{kind: kind[1]}
	switch seen(n) {
	case n:
		b.captioned = append(b.captioned, n)
	case nil:
		in.story = storyOf(n)
	default:
		return // a block around it hides it
	}
	if b.counted[in]++; kind[1] == "Equation" {
		b.plan.Equations++
	}
	b.captionNo[n] = b.counted[in]
	if name := b.names.ofBlock(n); name != "" {
		b.names.captions[name] = captionLabel(b.doc, kind, b.captionNo[n])
		if kind[1] == "Equation" {
			b.names.equations[name] = EquationNumber(b.captionNo[n])
		}
	}
}

// captionLabel returns what a reference to a caption shows: "Table 2", or "equation (1)".
func captionLabel(d *noma.Document, kind [2]string, no int) string {
	if kind[1] == "Equation" { // a reference puts the word before the number
		return WordOf(d, equationWord) + " " + EquationNumber(no)
	}
	return captionWord(d, kind) + " " + strconv.Itoa(no)
}

// ReferenceWord returns the word before the number that a reference to a block shows, "" when it shows none.
func ReferenceWord(d *noma.Document, sections SectionNumbers, n noma.Node) string {
	if s, ok := n.(*noma.Section); ok {
		if sections.Of(s) == "" {
			return ""
		}
		return strings.TrimSpace(sections.word)
	}
	switch kind := captionKind(n); {
	case kind[1] == "", d.Audience.PlainDiagrams && isDiagram(n):
		return ""
	case kind[1] == "Equation":
		return WordOf(d, equationWord)
	default:
		return captionWord(d, kind)
	}
}

// EquationNumber returns the number of an equation as it stands beside it and in references.
func EquationNumber(no int) string { return "(" + strconv.Itoa(no) + ")" }

// NumberOfEquation returns the number in what references to a block show, "" when that is no equation.
func NumberOfEquation(n noma.Node, label string) string {
	if d, ok := n.(*noma.Directive); !ok || d.Name != "math" {
		return ""
	}
	return label[strings.LastIndexByte(label, ' ')+1:]
}

// CaptionLabels returns what references to the blocks with numbered captions show.
func CaptionLabels(d *noma.Document) map[noma.Node]string {
	labels := map[noma.Node]string{}
	for n, no := range Build(d, Options{Sketch: true}).captionNo {
		labels[n] = captionLabel(d, captionKind(n), no)
	}
	return labels
}

// AsksForNumbers reports whether a document has what only numbers are asked for with: numbered sections or equations, or a pipe table
// with a caption.
func AsksForNumbers(d *noma.Document) bool {
	if NumberSections(d).of != nil {
		return true
	}
	for n := range noma.Walk(d) {
		switch n := n.(type) {
		case *noma.Table:
			if n.CaptionText() != "" {
				return true
			}
		case *noma.Directive:
			if n.Name == "math" && NumberedEquation(n) {
				return true
			}
		}
	}
	return false
}
