package noma

import "strings"

// Format is formatting beyond emphasis, of the words of a span.
type Format uint8

const (
	Strikeout Format = 1 << iota
	Underline
	Superscript
	Subscript
	Highlight
	SmallCaps
)

// classes are the formats by the names they have in `[words]{.name}`.
var classes = map[string]Format{
	"strike": Strikeout, "underline": Underline, "sup": Superscript, "sub": Subscript, "mark": Highlight, "smallcaps": SmallCaps,
}

// spanOrder is the order in which classes are written.
var spanOrder = [...]string{"underline", "smallcaps", "mark", "strike", "sup", "sub"}

// Classes writes a format as what stands behind the words of a span: "{.underline .mark}".
func (f Format) Classes() string {
	var b strings.Builder
	b.WriteByte('{')
	for _, name := range spanOrder {
		if f&classes[name] != 0 {
			if b.Len() > 1 {
				b.WriteByte(' ')
			}
			b.WriteString("." + name)
		}
	}
	b.WriteByte('}')
	return b.String()
}

// maxClasses is how long the braces behind a span may be.
const maxClasses = 80

// span reads [words]{.class …}. The words are those of a link's label. A class that is none makes all of it text.
func (p *inlineScanner) span(i int) (Inline, bool) {
	s := p.s
	j := p.labelEnd(i)
	if j == i+1 || !strings.HasPrefix(s[j:], "]{.") {
		return Inline{}, false
	}
	inside := s[j+2 : min(len(s), j+2+maxClasses)]
	n := strings.IndexByte(inside, '}')
	if n < 0 {
		return Inline{}, false
	}
	format := Format(0)
	for name := range strings.FieldsSeq(inside[:n]) {
		class := classes[strings.TrimPrefix(name, ".")]
		if name[0] != '.' || class == 0 {
			return Inline{}, false
		}
		format |= class
	}
	node := Inline{Kind: InlineSpan, Start: i, End: j + 2 + n + 1, Open: i + 1, Close: j, Format: format}
	node.Children = parseInline(s[:j], i+1, context{label: true, cell: p.cell}, p.room)
	return node, true
}

// isSpanClasses reports whether the text in braces behind a `]` is that of a span and no attributes.
func isSpanClasses(braces string) bool {
	n, ok := (&inlineScanner{s: "[x]" + braces}).span(0)
	return ok && n.End == len(braces)+3
}

// trailingBackslashes returns the number of backslashes that s ends with; an odd one makes a character of what follows.
func trailingBackslashes(s string) int { return len(s) - len(strings.TrimRight(s, `\`)) }

// isPunct reports whether a backslash before c makes it a character (CommonMark §2.4).
func isPunct(c byte) bool {
	return c > ' ' && c < 0x7f && !(c >= '0' && c <= '9') && !(c|0x20 >= 'a' && c|0x20 <= 'z')
}

// spanRun takes up a run of ~, ^ or =. Strikeout and subscript open and close like emphasis; of ~ and ^ see closes.
// Highlighting does so on word boundaries only, as == is found in formulas, and ~x~ needs a character before it that it
// is lower than, as ~ stands for "about" otherwise. `[^` begins the mark of a note, and `^[` a note: of `^^[` the first caret counts here.
func (p *inlineScanner) spanRun(i int) (next int) {
	s, c := p.s, p.s[i]
	next = i + 1
	for next < len(s) && s[next] == c {
		next++
	}
	if c == '^' && next == i+2 && p.startsNote(i+1) {
		next--
	}
	n := next - i
	if n > 2 || c == '=' && n != 2 || c == '^' && n != 1 {
		return next
	}
	before, after := p.around(i, next)
	d := delimiter{pos: i, n: n, whole: n, char: c, blanks: p.blanks, canOpen: !IsSpace(after), canClose: !IsSpace(before)}
	switch {
	case c == '=':
		d.canOpen = d.canOpen && !isWordRune(before)
		d.canClose = d.canClose && !isWordRune(after)
	case c == '^':
		d.canOpen = d.canOpen && before != '[' && after != '[' && after != '^'
		d.canClose = d.canClose && before != '['
		p.raise(d)
	case n == 1:
		d.canOpen = d.canOpen && !IsSpace(before)
	}
	if d.canOpen || d.canClose {
		p.delims = append(p.delims, d)
	}
	return next
}

// format returns what a pair of these delimiters makes of the words between, 0 for emphasis.
func (d *delimiter) format() Format {
	switch {
	case d.char == '=':
		return Highlight
	case d.char == '^':
		return Superscript
	case d.char == '~' && d.whole == 2:
		return Strikeout
	case d.char == '~':
		return Subscript
	}
	return 0
}

// tags are the elements of HTML for formats.
var tags = [...]struct {
	format     Format
	open, shut string
}{
	{Underline, "<u>", "</u>"}, {SmallCaps, `<span style="font-variant: small-caps">`, "</span>"}, {Highlight, "<mark>", "</mark>"},
	{Strikeout, "<s>", "</s>"}, {Superscript, "<sup>", "</sup>"}, {Subscript, "<sub>", "</sub>"},
}

// Tags returns what stands around words of a format in HTML.
func (f Format) Tags() (open, shut string) {
	for _, t := range tags {
		if f&t.format != 0 {
			open, shut = open+t.open, t.shut+shut
		}
	}
	return open, shut
}
