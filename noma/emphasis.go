package noma

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Emphasis follows the delimiter-run rules of CommonMark (§6.2), simplified where .noma is simpler:
// a run of asterisks opens before anything but white space and closes after anything but white
// space; one of underscores does so on a word boundary only. Runs of four or more are text. Nothing
// reaches across a blank line.

// delimiter is a run of * or _.
type delimiter struct {
	pos, n, whole     int // what is left of the run, and how long it was
	char              byte
	canOpen, canClose bool
	blanks            int // blank lines before it
}

func (p *inlineScanner) delimiterRun(i int) (next int) {
	s, c := p.s, p.s[i]
	next = i + 1
	for next < len(s) && s[next] == c {
		next++
	}
	n := next - i
	if n > 3 {
		return next
	}
	before, after := p.around(i, next)
	d := delimiter{pos: i, n: n, whole: n, char: c, blanks: p.blanks}
	d.canOpen, d.canClose = !IsSpace(after), !IsSpace(before)
	if c == '_' {
		d.canOpen = d.canOpen && !isWordRune(before)
		d.canClose = d.canClose && !isWordRune(after)
	}
	if d.canOpen || d.canClose {
		p.delims = append(p.delims, d)
	}
	return next
}

// around returns the characters beside a run; the ends of the text count as white space.
func (p *inlineScanner) around(i, next int) (before, after rune) {
	before, after = ' ', ' '
	if i > p.from {
		before, _ = utf8.DecodeLastRuneInString(p.s[p.from:i])
	}
	if next < len(p.s) {
		after, _ = utf8.DecodeRuneInString(p.s[next:])
	}
	return before, after
}

func isWordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// pair is a matched opener and closer of n characters each.
type pair struct {
	open, close, n int
	format         Format // 0 for emphasis
}

// pairDelimiters matches closers with openers, innermost first, and appends the pairs by rising
// start to an empty slice. floors remembers for each sort of closer below which height of the stack no opener of its
// sort is left; without it, text like `*a _b *a _b …` would take quadratic time.
func pairDelimiters(s string, pairs []pair, delims []delimiter) []pair {
	var buf [12]int
	stack := buf[:0] // indices of delims
	var floors [16]int
	for i := range delims {
		d := &delims[i]
		if len(stack) > 0 && delims[stack[0]].blanks != d.blanks {
			stack, floors = stack[:0], [16]int{}
		}
		for d.canClose && d.n > 0 {
			floor := &floors[d.sort()]
			at := len(stack) - 1
			for at >= *floor && !d.closes(s, &delims[stack[at]]) {
				at--
			}
			if at < *floor {
				*floor = len(stack)
				break
			}
			o := &delims[stack[at]]
			n := min(o.n, d.n)
			pairs = append(pairs, pair{o.pos + o.n - n, d.pos, n, d.format()})
			o.n -= n
			d.n -= n
			d.pos += n
			stack = stack[:at+1] // what stood between them can no longer match
			if o.n == 0 {
				stack = stack[:at]
			}
			for k := range floors {
				floors[k] = min(floors[k], len(stack))
			}
		}
		if d.canOpen && d.n > 0 {
			stack = append(stack, i)
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int { return a.open - b.open })
	return pairs
}

// sort numbers the sorts of closers that accept different openers.
func (d *delimiter) sort() int {
	k := d.whole % 3
	switch d.char {
	case '_':
		k = 3
	case '~':
		k = 3 + d.whole
	case '^':
		k = 6
	case '=':
		k = 7
	}
	if d.canOpen {
		k += 8
	}
	return k
}

// closes reports whether d can close o: the same character and, when one of them could play both
// parts, lengths that do not add up to a multiple of three unless both are one (CommonMark §6.2,
// rules 9 and 10); `**a*b***` needs it. What is raised or lowered holds no blank. One that does is the nearest to d of
// its sort, so that none further off needs to be examined.
func (d *delimiter) closes(s string, o *delimiter) bool {
	if o.char != d.char {
		return false
	}
	if f := d.format(); f != 0 {
		return o.whole == d.whole && (f&(Superscript|Subscript) == 0 || !strings.ContainsAny(s[o.pos:d.pos], " \t\n"))
	}
	if o.canClose || d.canOpen {
		return (o.whole+d.whole)%3 != 0 || o.whole%3 == 0 && d.whole%3 == 0
	}
	return true
}

// maxEmphasis is how deep emphasis nests; markers further in are text.
const maxEmphasis = 24

// treeBuilder is the second step: it merges text, indivisible nodes and pairs into a tree.
type treeBuilder struct {
	s     string
	at    int // everything before is done
	atoms []Inline
	pairs []pair
	room  *[]Inline // see parseInline
}

// until builds the nodes from b.at to end.
func (b *treeBuilder) until(end, depth int) []Inline {
	var buf [12]Inline
	out := buf[:0]
	if most := 2*(len(b.atoms)+len(b.pairs)) + 1; depth == 0 && most > 4096 {
		out = make([]Inline, 0, most) // a monster would be copied at every growth
	}
	text := b.at // where pending text starts
	flush := func(to int) {
		if text < to {
			out = append(out, textNode(b.s, text, to))
		}
	}
	for {
		atom, open := end, end
		if len(b.atoms) > 0 {
			atom = min(atom, b.atoms[0].Start)
		}
		if len(b.pairs) > 0 {
			open = min(open, b.pairs[0].open)
		}
		switch {
		case open < atom:
			e := b.pairs[0]
			b.pairs = b.pairs[1:]
			if depth == maxEmphasis {
				continue
			}
			flush(e.open)
			n := Inline{Kind: emphasisKind(e), Format: e.format, Start: e.open, End: e.close + e.n, Open: e.open + e.n, Close: e.close}
			b.at = n.Open
			n.Children = b.until(n.Close, depth+1)
			out = append(out, n)
			text = n.End
		case atom < end:
			flush(atom)
			out = append(out, b.atoms[0])
			text = b.atoms[0].End
			b.atoms = b.atoms[1:]
		default:
			flush(end)
			b.at = end
			return kept(out, b.room)
		}
	}
}

func emphasisKind(p pair) InlineKind {
	switch {
	case p.format != 0:
		return InlineSpan
	case p.n == 1:
		return InlineEmph
	case p.n == 2:
		return InlineStrong
	}
	return InlineStrongEmph
}
