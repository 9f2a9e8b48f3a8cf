package layout

import (
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/compute"
)

// SentTo returns whom a returned file was made for; one that says nothing, nil for data, was made for whom the frontmatter names.
func SentTo(file *wml.Document, d *noma.Document) noma.Audience {
	if file == nil {
		return AudienceOf(d)
	}
	m, ok := ReadManifest(file.Manifest, file.Properties[ManifestProperty])
	a := m.Audience
	if !ok {
		a = AudienceOf(d)
	}
	if a.Older = m.edition > 0 && m.edition < editionOfLanguages; m.edition == 0 {
		a.Older = inEnglish(file, d)
	}
	if a.QuoteLines = m.edition > 0 && m.edition < editionOfQuotes; m.edition == 0 {
		a.QuoteLines = quotesByLine(file, d)
	}
	if a.PlainDiagrams = m.edition > 0 && m.edition < editionOfDiagrams; m.edition == 0 {
		a.PlainDiagrams = diagramsPlain(file, d)
	}
	if a.SpansAside = m.edition > 0 && m.edition < editionOfSpans; m.edition == 0 {
		a.SpansAside = spansAside(file)
	}
	if a.Before21 = m.edition > 0 && m.edition < editionOfGroups; m.edition == 0 {
		a.Before21 = a.Older || a.SpansAside || groupsAside(file) || kindsShown(file, d)
	}
	if a.CodeLines = m.edition > 0 && m.edition < editionOfCode; m.edition == 0 {
		a.CodeLines = codeByLine(file)
	}
	if DecimalComma(d) {
		if a.Points = m.edition > 0 && m.edition < editionOfCommas; m.edition == 0 {
			a.Points = withPoints(file, d)
		}
	}
	return a
}

// withPoints reports whether a file shows a computed number with a decimal point where the language of the document has a comma.
func withPoints(file *wml.Document, d *noma.Document) bool {
	shown, env := map[string]bool{}, compute.Eval(d)
	note := func(v float64) { shown[compute.Format(v)] = true }
	for n := range noma.Walk(d) {
		if b, ok := n.(*noma.Directive); ok && b.Is(noma.Computed) {
			if v, ok := env.Metric(b); ok {
				note(v)
			}
			series, _ := env.Series(b)
			for _, p := range series.Points {
				note(p.X)
				note(p.Y)
			}
		}
	}
	for _, st := range file.Stories {
		if len(shown) == 0 {
			break
		}
		for p := range wml.Paragraphs(st.Blocks...) {
			if number, _, _ := strings.Cut(squeezed(p.Text(wml.Original)), " "); shown[number] && strings.Contains(number, ".") {
				return true
			}
		}
	}
	return false
}

// codeByLine reports whether a line of code spans ends in a file.
func codeByLine(file *wml.Document) bool {
	for _, st := range file.Stories {
		for p := range wml.Paragraphs(st.Blocks...) {
			for i := range p.Runs {
				if p.Style != StyleCode && p.Runs[i].Kind == wml.Break && p.Runs[i].Style&wml.Code != 0 {
					return true
				}
			}
		}
	}
	return false
}

// spansAside reports whether the first rows of the tables of a file have cells over several columns that are aligned as the cell below
// them is, and none that are centred.
func spansAside(file *wml.Document) (found bool) {
	for _, st := range file.Stories {
		for t := range wml.Tables(st.Blocks...) {
			if len(t.Rows) < 2 {
				continue
			}
			for i := range t.Rows[0].Cells {
				if t.Rows[0].Cells[i].Span < 2 || i >= len(t.Rows[1].Cells) {
					continue
				}
				switch side := alignOf(&t.Rows[0].Cells[i]); side {
				case "center":
					return false
				case alignOf(&t.Rows[1].Cells[i]):
					found = true
				}
			}
		}
	}
	return found
}

// groupsAside reports whether a row of a table of a file is one cell that is aligned as the first cell of the row below or above it is.
func groupsAside(file *wml.Document) bool {
	for _, st := range file.Stories {
		for t := range wml.Tables(st.Blocks...) {
			for i := 1; i < len(t.Rows); i++ {
				for _, j := range []int{i - 1, i + 1} {
					if cells := t.Rows[i].Cells; len(cells) != 1 || cells[0].Span < 2 || j == len(t.Rows) || len(t.Rows[j].Cells) < 2 {
						continue
					} else if side := alignOf(&cells[0]); side != "" && side == alignOf(&t.Rows[j].Cells[0]) {
						return true
					}
				}
			}
		}
	}
	return false
}

// kindsShown reports whether a file has a reference to data or to a form field that shows what it is.
func kindsShown(file *wml.Document, d *noma.Document) bool {
	kinds := map[string]string{}
	for n := range noma.Walk(d) {
		if b, ok := n.(*noma.Directive); ok && b.ID != "" && (b.Name == "dataset" || b.Name == "control") {
			kinds[AnchorName(b.ID)] = kindOf(d, b)
		}
	}
	if len(kinds) == 0 {
		return false
	}
	for _, st := range file.Stories {
		for p := range wml.Paragraphs(st.Blocks...) {
			for i := range p.Runs {
				if r := &p.Runs[i]; r.Link != nil && r.Text != "" && kinds[r.Link.Anchor] == r.Text {
					return true
				}
			}
		}
	}
	return false
}

// alignOf returns how the first paragraph of a cell is aligned.
func alignOf(c *wml.TableCell) string {
	for p := range wml.Paragraphs(c.Blocks...) {
		return p.Align
	}
	return ""
}

// diagramsPlain reports whether a file has the caption of a diagram of a document without a number.
func diagramsPlain(file *wml.Document, d *noma.Document) bool {
	captions := map[string]bool{}
	for n := range noma.Walk(d) {
		if isDiagram(n) {
			if text := PlainLine(d, captionSlot(n).Value); text != "" {
				captions[text], captions["Diagram: "+text], captions["Chart: "+text] = true, true, true
			}
		}
	}
	for _, st := range file.Stories {
		if len(captions) == 0 {
			break
		}
		for p := range wml.Paragraphs(st.Blocks...) {
			if p.Style == StyleCaption && captions[squeezed(p.Text(wml.Original))] {
				return true
			}
		}
	}
	return false
}

// ComparedTo returns the audience for which a source is laid out to be compared with a returned file: whom the file was made for, with all
// comments and change requests, since those that were not sent are among what the author wrote since.
func ComparedTo(file *wml.Document, d *noma.Document) noma.Audience {
	a := SentTo(file, d)
	a.Comments = true
	return a
}

// quotesByLine reports whether a file has lines of the quotes of a document as paragraphs, and none of the paragraphs that they are.
func quotesByLine(file *wml.Document, d *noma.Document) bool {
	texts := map[string]bool{} // of paragraphs with several lines, and of their lines; true for these
	shown := func(s string) string { return squeezed(noma.PlainText(noma.ParseInline(s))) }
	for n := range noma.Walk(d) {
		if q, ok := n.(*noma.Quote); ok {
			for _, text := range q.Paragraphs() {
				if lines := strings.Split(text.S, "\n"); len(lines) > 1 {
					for _, line := range lines {
						texts[shown(line)] = true
					}
					texts[shown(text.S)] = false
				}
			}
		}
	}
	lines := false
	for _, st := range file.Stories {
		if len(texts) == 0 {
			break
		}
		for p := range wml.Paragraphs(st.Blocks...) {
			line, known := texts[squeezed(p.Text(wml.Original))]
			if known && !line {
				return false
			}
			lines = lines || line
		}
	}
	return lines
}

func squeezed(text string) string { return strings.Join(strings.Fields(text), " ") }
