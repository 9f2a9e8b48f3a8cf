package extract

import (
	"fmt"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// emphasis are the styles the source's markup can say; code goes before the others.
const emphasis = wml.Content

// markdown writes runs in the light markup of the source (contract review-data.md §2). Neighbours of
// one style become one span, however the editor split them. Text is not escaped: the contract's
// readers compare it with source text that is not escaped either.
func (x *extractor) markdown(runs []wml.Run, v wml.View) string {
	// Most paragraphs are a single plain run.
	if len(runs) == 1 && runs[0].Kind == wml.Text && runs[0].Link == nil && runs[0].Style&emphasis == 0 && v.Shows(&runs[0]) {
		return wml.TidyBreaks(runs[0].Text)
	}
	var w spanWriter
	for i := 0; i < len(runs); {
		r := &runs[i]
		if r.Link == nil {
			if v.Shows(r) {
				w.add(r.Style, x.runText(r))
			}
			i++
			continue
		}
		from := i
		for i < len(runs) && runs[i].Link == r.Link {
			i++
		}
		w.flush()
		w.out.WriteString(x.link(r.Link, runs[from:i], v))
	}
	w.flush()
	return wml.TidyBreaks(w.out.String())
}

// runText returns what a run contributes: characters, the results of fields, the text of form fields. A
// cross-reference to a bookmark of this program is a wikilink. Equations come back between dollar signs:
// without them a body that has one would lose it (contract differences.md B20).
func (x *extractor) runText(r *wml.Run) string {
	switch r.Kind {
	case wml.Text, wml.Tab, wml.Break, wml.NoBreakHyphen, wml.Input:
		return r.Text
	case wml.Field:
		if markup := layout.CiteMarkup(r.Field()); markup != "" {
			return markup
		}
		if id := x.reference(r.Field()); id != "" {
			return "[[" + id + "]]"
		}
		return r.Text
	case wml.Math:
		if !blank(r.Text) {
			return "$" + trim(r.Text) + "$"
		}
	}
	return ""
}

// reference returns the id a REF field points at, "" when it is another field or not ours.
func (x *extractor) reference(f *wml.FieldCode) string {
	if f == nil {
		return ""
	}
	words := strings.Fields(f.Instr)
	if len(words) < 2 || !strings.EqualFold(words[0], "REF") {
		return ""
	}
	return x.bookmarks.id(words[1])
}

// link writes a hyperlink around its runs.
func (x *extractor) link(l *wml.Link, runs []wml.Run, v wml.View) string {
	var label spanWriter
	var plain strings.Builder
	for i := range runs {
		if v.Shows(&runs[i]) {
			label.add(runs[i].Style&^(wml.Underline|wml.SmallCaps), x.runText(&runs[i]))
			plain.WriteString(x.runText(&runs[i]))
		}
	}
	label.flush()
	text := label.out.String()
	if blank(text) {
		return text // nothing to click on
	}
	anchor := l.Anchor
	if l.URL != "" {
		fragment, internal := strings.CutPrefix(l.URL, "#")
		if !internal {
			return "[" + escapeLabel(text) + "](" + escapeTarget(l.URL) + ")"
		}
		anchor = fragment
	}
	switch id := x.bookmarks.id(anchor); {
	case id != "" && text == id:
		return "[[" + id + "]]"
	case id != "":
		return "[" + escapeLabel(text) + "](#" + id + ")"
	case idShaped(plain.String()) && text == plain.String():
		return "[[" + text + "]]"
	case idShaped(plain.String()):
		return "[" + escapeLabel(text) + "](#" + plain.String() + ")"
	case anchor != "":
		return "[" + escapeLabel(text) + "](#" + escapeTarget(anchor) + ")"
	}
	return text
}

var labelEscaper = strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`)

func escapeLabel(s string) string { return labelEscaper.Replace(s) }

// escapeTarget percent-encodes what would end a link target: white space and parentheses.
func escapeTarget(s string) string {
	if strings.IndexFunc(s, endsTarget) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if !endsTarget(r) {
			b.WriteRune(r)
			continue
		}
		for _, c := range []byte(string(r)) {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

func endsTarget(r rune) bool { return r == '(' || r == ')' || isSpace(r) }

// spanWriter joins stretches of one style and writes each with its markers.
type spanWriter struct {
	out   strings.Builder
	style wml.Style
	open  strings.Builder // the stretch under construction
}

func (w *spanWriter) add(style wml.Style, text string) {
	if text == "" {
		return
	}
	style &= emphasis
	if style&wml.Code != 0 {
		style = wml.Code
	}
	if style != w.style {
		w.flush()
		w.style = style
	}
	w.open.WriteString(text)
}

func (w *spanWriter) flush() {
	s := w.open.String()
	w.open.Reset()
	if s == "" {
		return
	}
	core := trim(s)
	m := marker(w.style)
	open, shut := layout.SpanMarks(w.style)
	if w.style == 0 || core == "" {
		w.out.WriteString(s)
	} else {
		// Markers go inside the outer spaces, or they would not be read as markers.
		i, marked := strings.Index(s, core), m+open+core+shut+m
		if w.style == wml.Code {
			marked = codeSpans(core)
		}
		w.out.WriteString(s[:i] + marked + s[i+len(core):])
	}
	w.style = 0
}

// codeSpans returns code as one span for each line, as a span is a line.
func codeSpans(code string) string {
	lines := strings.Split(code, "\n")
	for i, line := range lines {
		if core := trim(line); core != "" {
			lines[i] = strings.Replace(line, core, layout.CodeSpan(core), 1)
		}
	}
	return strings.Join(lines, "\n")
}

func marker(s wml.Style) string {
	switch s &^ wml.Beyond {
	case wml.Code:
		return "`"
	case wml.Bold | wml.Italic:
		return "***"
	case wml.Bold:
		return "**"
	case wml.Italic:
		return "*"
	}
	return ""
}
