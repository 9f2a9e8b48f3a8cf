package layout

import (
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// spans says which run property a format of a span is.
var spans = [...]struct {
	format noma.Format
	style  wml.Style
}{
	{noma.Strikeout, wml.Strike}, {noma.Underline, wml.Underline}, {noma.Highlight, wml.Highlight}, {noma.SmallCaps, wml.SmallCaps},
	{noma.Subscript, wml.Subscript}, {noma.Superscript, wml.Superscript},
}

// spanStyle adds a format to the style of the text around. What is raised is not lowered.
func spanStyle(s wml.Style, f noma.Format) wml.Style {
	if f&(noma.Superscript|noma.Subscript) != 0 {
		s &^= wml.Superscript | wml.Subscript
	}
	for _, x := range spans {
		if f&x.format != 0 {
			s |= x.style
		}
	}
	if s&wml.Superscript != 0 {
		s &^= wml.Subscript
	}
	return s
}

// formatOf returns the format of a style.
func formatOf(s wml.Style) (f noma.Format) {
	for _, x := range spans {
		if s&x.style != 0 {
			f |= x.format
		}
	}
	return f
}

// SpanMarks returns the marks around words of a style, without those of emphasis and code.
func SpanMarks(s wml.Style) (open, shut string) { return spanMarks(formatOf(s), false) }

// spanMarks returns the marks around words of a format: the short ones, as far as there are, or with classes those of a span.
func spanMarks(f noma.Format, inClasses bool) (open, shut string) {
	if f == 0 {
		return "", ""
	}
	if inClasses {
		return "[", "]" + f.Classes()
	}
	for _, m := range [...]struct {
		format noma.Format
		mark   string
	}{{noma.Strikeout, "~~"}, {noma.Highlight, "=="}} {
		if f&m.format != 0 {
			open, shut = open+m.mark, m.mark+shut
		}
	}
	if rest := f & (noma.Underline | noma.SmallCaps); rest != 0 {
		open, shut = open+"[", "]"+rest.Classes()+shut
	}
	switch {
	case f&noma.Superscript != 0:
		return open + "^", "^" + shut
	case f&noma.Subscript != 0:
		return open + "~", "~" + shut
	}
	return open, shut
}
