package extract

import (
	"strings"

	"github.com/nomadocx/nomadocx/wml"
)

// A metadata line reads "severity: high · owner: Ann". A value may hold the dot too, so a dot ends
// a field only where another label of the block follows, and one that is shown later than the
// label before: "source: CRM · status: stale" is one field of an evidence, which has no status.

const dot = "·"

// splitFields reads a metadata line. It has no fields when it does not begin with one of the labels.
func splitFields(p *wml.Paragraph, labels []string) Fields {
	var out Fields
	last := -1
	for _, piece := range fieldPieces(p) {
		n, text := fieldLabel(piece, labels)
		switch {
		case n > last:
			out = append(out, Field{labels[n], trim(text)})
			last = n
		case last < 0:
			return nil
		default:
			out[len(out)-1].Text += " " + dot + " " + trim(piece)
		}
	}
	return out
}

// fieldPieces cuts a line at its dots: at runs that are a dot and nothing else where there are any,
// for those were written as separators, else wherever a dot has spaces around it.
func fieldPieces(p *wml.Paragraph) []string {
	var pieces []string
	var b strings.Builder
	for i := range p.Runs {
		r := &p.Runs[i]
		if !wml.Current.Shows(r) {
			continue
		}
		switch r.Kind {
		case wml.Text, wml.Tab, wml.Break, wml.Field, wml.Input:
			if trim(r.Text) == dot {
				pieces = append(pieces, b.String())
				b.Reset()
				continue
			}
			b.WriteString(r.Text)
		}
	}
	if len(pieces) > 0 {
		return append(pieces, b.String())
	}
	return strings.Split(tidyBreaks(b.String()), " "+dot+" ")
}

// fieldLabel finds the label a piece begins with: its index and the text behind its colon, or -1.
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
