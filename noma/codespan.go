package noma

import (
	"iter"
	"strings"

	"github.com/nomadocx/nomadocx/noma/source"
)

// Code spans follow CommonMark §6.1: a run of back-ticks opens one, and the next run that is exactly as long
// closes it. Content that holds back-ticks stands between longer runs, and a space beside each of them
// lets it begin or end with one; a single pair keeps its spaces, as it always did.

// maxTicks is how long a run may be that delimits code. Only the last run of each length is searched for a closing
// one in vain, so that all searches in a text together are linear.
const maxTicks = 63

// CodeSpan reads the code span that begins with the back-tick at i, the first of its run, and returns where its
// content stands and where it ends. Without a closing run ok is false and end is the end of the run.
func CodeSpan(s string, i int) (content source.Span, end int, ok bool) {
	open := tickRun(s, i)
	n := open - i
	for at := open; n <= maxTicks; {
		next := strings.IndexByte(s[at:], '`')
		if next < 0 {
			break
		}
		from := at + next
		at = tickRun(s, from)
		if at-from == n {
			return trimTicked(s, source.Span{Start: open, End: from}, n), at, true
		}
	}
	return source.Span{}, open, false
}

// tickRun returns the end of the run of back-ticks at i.
func tickRun(s string, i int) int {
	for i < len(s) && s[i] == '`' {
		i++
	}
	return i
}

// trimTicked takes the space off both ends of content between longer runs, unless it is all blank.
func trimTicked(s string, at source.Span, n int) source.Span {
	blank := func(c byte) bool { return c == ' ' || c == '\n' }
	if n == 1 || !blank(s[at.Start]) || !blank(s[at.End-1]) || strings.Trim(at.Of(s), " \n") == "" {
		return at
	}
	return source.Span{Start: at.Start + 1, End: at.End - 1}
}

// Ticked writes content as a code span: between the shortest runs of back-ticks that it does not hold itself.
func Ticked(code string) string {
	if !strings.Contains(code, "`") {
		return "`" + code + "`"
	}
	var held [maxTicks + 1]bool
	for i := 0; i < len(code); i++ {
		if end := tickRun(code, i); end > i {
			held[min(end-i, maxTicks)] = true
			i = end
		}
	}
	n := 1
	// A single pair would keep the spaces.
	space, edge := "", func(c byte) bool { return c == '`' || c == ' ' }
	if edge(code[0]) && edge(code[len(code)-1]) || code[0] == '`' || code[len(code)-1] == '`' {
		n, space = 2, " "
	}
	for held[n] && n < maxTicks {
		n++
	}
	ticks := strings.Repeat("`", n)
	return ticks + space + code + space + ticks
}

// Pipes yields the offsets of the pipes that divide a row. Pipes in code spans do not, nor does `\|`; a
// back-tick without a partner makes all of the row behind it code (contract ast.md §5.6), unless it is escaped.
func Pipes(s string) iter.Seq[int] {
	return func(yield func(int) bool) {
		code := false
		for i := 0; i < len(s); i++ {
			switch s[i] {
			case '\\':
				from := i
				for i+1 < len(s) && s[i+1] == '\\' {
					i++
				}
				if i+1 < len(s) && (s[i+1] == '|' || s[i+1] == '`' && !code && (i-from)%2 == 0) {
					i++
				}
			case '`':
				_, end, ok := CodeSpan(s, i)
				if code || !ok {
					end = tickRun(s, i)
					code = code != ((end-i)%2 == 1)
				}
				i = end - 1
			case '|':
				if !code && !yield(i) {
					return
				}
			}
		}
	}
}

// IsCell reports whether a text between two pipes is one cell: no pipe in it divides, and the one behind it does.
func IsCell(s string) bool {
	n, last := 0, -1
	for i := range Pipes(s + "|") {
		n, last = n+1, i
	}
	return n == 1 && last == len(s)
}
