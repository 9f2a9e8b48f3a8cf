package layout

import (
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// Marks of sources in the text. In Word a mark is a field of a kind that programs leave alone (ADDIN); its instruction is the
// reference as the source has it, its result what a reader sees, with links to the entries of the list. What it shows is no
// content: numbers follow from the order of the sources.

// citeField begins the instruction of the field of a mark.
const citeField = "ADDIN NOMA_CITE "

// citeObject begins the name of a mark among glyphs.
const citeObject = "cite "

// MarkPart is a part of what a mark shows.
type MarkPart struct {
	Text   string
	To     *Reference // the entry it leads to; nil for words
	number bool       // it follows from the order of the sources
}

// Mark returns what a reference to sources shows.
func (r *References) Mark(c noma.Cite) (out []MarkPart) {
	add := func(s string) {
		if s != "" {
			out = append(out, MarkPart{Text: s})
		}
	}
	open, shut := "[", "]"
	if r.AuthorDate {
		open, shut = "(", ")"
	}
	for i, it := range c.Items {
		x := r.byKey[it.Key]
		if x == nil || x.Number == 0 {
			add(open + it.Key)
			open = "; "
			continue
		}
		if c.InText {
			add(clean(x.short) + " ")
		}
		if add(open); i == 0 {
			open = "; "
		}
		if it.Prefix != "" {
			add(clean(it.Prefix) + " ")
		}
		switch {
		case !r.AuthorDate:
			out = append(out, MarkPart{Text: strconv.Itoa(x.Number), To: x, number: true})
		case c.InText || it.OnlyYear:
			out = append(out, MarkPart{Text: x.year + x.letter, To: x})
		default:
			out = append(out, MarkPart{Text: clean(x.short) + " " + x.year + x.letter, To: x})
		}
		if it.Suffix != "" {
			add(", " + clean(it.Suffix))
		}
	}
	add(shut)
	return out
}

// MarkText returns what a reference to sources shows, as text.
func (r *References) MarkText(c noma.Cite) string {
	var b strings.Builder
	for _, p := range r.Mark(c) {
		b.WriteString(p.Text)
	}
	return b.String()
}

// citeKnown reads the reference that an instruction or the name of an object holds. ok is false for one to other sources.
func (n *Names) citeKnown(s string) (c noma.Cite, ok bool) {
	if n == nil || n.refs.Reader() == nil {
		return c, false
	}
	if c, ok = noma.ReadCite(strings.TrimSpace(s)); !ok {
		return c, false
	}
	for _, it := range c.Items {
		if !n.refs.Known(it.Key) {
			return c, false
		}
	}
	return c, true
}

// References returns the sources of the document.
func (n *Names) References() *References { return n.refs }

// Cite reads a field that is the mark of sources of the document, as we write it.
func (n *Names) Cite(f *wml.FieldCode) (c noma.Cite, ok bool) {
	if f == nil {
		return c, false
	}
	s, ok := citeInstruction(f.Instr)
	if !ok {
		return c, false
	}
	return n.citeKnown(s)
}

// CiteMarkup returns the reference to sources that a field stands for, as a source spells it; "" for other fields.
func CiteMarkup(f *wml.FieldCode) string {
	if f == nil {
		return ""
	}
	s, _ := citeInstruction(f.Instr)
	if c, ok := noma.ReadCite(s); ok {
		return c.String()
	}
	return ""
}

func citeInstruction(instr string) (string, bool) {
	words := strings.Fields(instr)
	if len(words) < 3 || !strings.EqualFold(words[0], "ADDIN") || words[1] != "NOMA_CITE" {
		return "", false
	}
	return strings.Join(words[2:], " "), true
}

// ShowsMark reports whether words are what a mark shows, or, where its numbers may be others, could be that.
func (r *References) ShowsMark(c noma.Cite, words string, renumbered bool) bool {
	rest := strings.Join(strings.Fields(words), "")
	for _, p := range r.Mark(c) {
		text := strings.Join(strings.Fields(p.Text), "")
		if p.number && renumbered {
			n := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
			if n == 0 {
				return false
			}
			rest = rest[n:]
			continue
		}
		var ok bool
		if rest, ok = strings.CutPrefix(rest, text); !ok {
			return false
		}
	}
	return rest == ""
}

// cite writes a mark.
func (w *runWriter) cite(names *Names, n *noma.Inline, style wml.Style) {
	c, ok := noma.ReadCite(n.Text)
	if !ok {
		w.text(n.Text, style, nil)
		return
	}
	f := &wml.FieldCode{Instr: citeField + clean(c.String())}
	var text strings.Builder
	for _, p := range names.refs.Mark(c) {
		run := wml.Run{Text: p.Text, Style: style}
		if p.To != nil && p.To.Cited {
			run.Link = &wml.Link{Anchor: p.To.Bookmark()}
		}
		f.Result = append(f.Result, run)
		text.WriteString(p.Text)
	}
	w.add(wml.Run{Kind: wml.Field, Text: text.String(), Style: style, Object: f})
}

// citeSpelled returns a mark between two characters: where the key would not end, or not begin, it stands in braces.
func citeSpelled(c noma.Cite, before, after rune) string {
	if s := c.String(); !c.InText || !noma.CiteRune(before) && !noma.CiteRune(after) {
		return s
	}
	return "@{" + c.Items[0].Key + "}"
}
