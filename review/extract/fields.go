package extract

import (
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// A metadata line reads "severity: high · owner: Ann". A value may hold the dot too, so a dot ends
// a field only where another label of the block follows, and one that is shown later than the
// label before: "source: CRM · status: stale" is one field of an evidence, which has no status.

const separator = " · "

// splitFields reads a metadata line. It has no fields when it does not begin with one of the labels.
func splitFields(p *wml.Paragraph, labels []string) Fields {
	pieces := fieldPieces(p)
	// Runs that are a separator and nothing else were written as such, so the labels behind them are
	// certain. A dot inside other text may be a reviewer's, adding a field, or part of a value; it
	// is taken for a separator only before a label that is not certain already.
	certain := make([]bool, len(labels))
	for _, piece := range pieces[1:] {
		if n, _ := fieldLabel(piece, labels); n >= 0 {
			certain[n] = true
		}
	}
	var out Fields
	last := -1
	for i, piece := range pieces {
		for j, part := range strings.Split(wml.TidyBreaks(piece), separator) {
			n, text := fieldLabel(part, labels)
			switch {
			case n > last && !(j > 0 && certain[n]):
				out = append(out, Field{labels[n], trim(text)})
				last = n
			case i == 0 && j == 0:
				return nil
			default:
				out[len(out)-1].Text += separator + trim(part)
			}
		}
	}
	return out
}

// fieldPieces cuts the text of a line at runs that are a separator and nothing else. It has at least one part.
func fieldPieces(p *wml.Paragraph) []string {
	var pieces []string
	var b strings.Builder
	for i := range p.Runs {
		r := &p.Runs[i]
		if !wml.Current.Shows(r) {
			continue
		}
		switch r.Kind {
		case wml.Text, wml.Tab, wml.Break, wml.NoBreakHyphen, wml.Field, wml.Input:
			if r.Text == separator {
				pieces = append(pieces, b.String())
				b.Reset()
				continue
			}
			b.WriteString(r.Text)
		}
	}
	return append(pieces, b.String())
}

// fieldLabel finds the label a part begins with: its index and the text behind its colon, or -1.
func fieldLabel(piece string, labels []string) (int, string) {
	name, text, ok := strings.Cut(piece, ":")
	if !ok {
		return -1, ""
	}
	name = trim(name)
	for i, l := range labels {
		if strings.EqualFold(name, l) {
			return i, text
		}
	}
	return -1, ""
}
