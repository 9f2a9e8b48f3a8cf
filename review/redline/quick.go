package redline

import (
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
)

// quick cuts texts that this process wrote, in which every ">" ends a tag, many times faster than they are read. Blocks with anything
// but WordprocessingML are left to those who read them.
type quick struct {
	tags []string // those that say something of the current block
	x    *opc.Scanner
}

// block returns the paragraph or table that begins at an offset with what is known of it, and calls a function for those of its start
// tags that facts and surveys examine. It reports whether it has read it.
func (q *quick) block(text string, at int, tag func(*opc.Scanner)) (b revise.Block, f *facts, ok bool) {
	switch rest := text[at:]; {
	case strings.HasPrefix(rest, "<w:p>"), strings.HasPrefix(rest, "<w:p "):
		b.Kind = revise.Paragraph
	case strings.HasPrefix(rest, "<w:tbl>"):
		b.Kind = revise.Table
	default:
		return b, nil, false
	}
	b.From, b.To = at, q.end(text, at, &b.Revised)
	if b.To < 0 {
		return b, nil, false
	}
	if f = noFacts; len(q.tags) > 0 {
		f = &facts{}
	}
	q.told(func(x *opc.Scanner) {
		f.tag(x)
		if tag != nil {
			tag(x)
		}
	})
	return b, f, true
}

// known returns what adds the next block of a story for a [revise.Reader]; nil for texts that have to be read.
func (q *quick) known() func(s *revise.Story, text string, at int) {
	if q == nil {
		return nil
	}
	return func(s *revise.Story, text string, at int) {
		if b, _, ok := q.block(text, at, nil); ok {
			s.Blocks = append(s.Blocks, b)
		}
	}
}

// told calls a function for the tags that say something of the current block.
func (q *quick) told(tag func(*opc.Scanner)) {
	for _, s := range q.tags {
		if q.x.Tag(s) {
			tag(q.x)
		}
	}
}

// scan calls a function for the start tags of a text that facts and surveys examine, and maybe for others.
func (q *quick) scan(text string, tag func(*opc.Scanner)) error {
	x := opc.NewScanner(text, names)
	for x.Next() {
		if !x.Opened() {
			continue
		}
		if x.Depth() == 2 {
			from, _ := x.Span()
			if end := q.end(text, from, new(bool)); end >= 0 {
				q.told(tag)
				x.Leave(end)
				continue
			}
		}
		tag(x)
	}
	return x.Err()
}

// end returns where the element ends that begins at an offset, -1 when that cannot be said, and notes which of its tags say something.
func (q *quick) end(text string, at int, revised *bool) int {
	if q == nil {
		return -1
	}
	q.tags = q.tags[:0]
	for depth := 0; ; {
		rest := text[at:] // begins with "<"
		if len(rest) < 5 {
			return -1
		}
		n := 4
		if rest[1] == '/' {
			depth--
			for n < len(rest) && rest[n] != '>' {
				n++
			}
		} else {
			if rest[1] != 'w' || rest[2] != ':' {
				return -1
			}
			for n < len(rest) && !nameEnds[rest[n]] {
				n++
			}
			name := n
			if n < len(rest) && rest[n] != '>' {
				i := strings.IndexByte(rest[n:], '>')
				if i < 0 {
					return -1
				}
				n += i
			}
			if n < len(rest) && rest[n-1] != '/' {
				depth++
			}
			if n < len(rest) && name > 4 { // not r, t or p, which most of them are
				q.note(rest[3:name], rest[:n+1], revised)
			}
		}
		n++
		if n > len(rest) {
			return -1
		}
		if at += n; depth == 0 {
			return at
		}
		if n < len(rest) && rest[n] != '<' {
			i := strings.IndexByte(rest[n:], '<')
			if i < 0 {
				return -1
			}
			at += i
		}
	}
}

// nameEnds are the bytes at which a name in a start tag ends.
var nameEnds = [256]bool{'>': true, ' ': true, '/': true}

// note notes a start tag with a local name when it says something of the current block.
func (q *quick) note(local, tag string, revised *bool) {
	switch {
	case revise.IsRevision(local):
		*revised = true
		q.tags = append(q.tags, tag)
	case examined(local), local == "pStyle" && strings.Contains(tag, `"`+tocStyle+`"`):
		q.tags = append(q.tags, tag)
	}
}

// examined reports whether [facts.tag] or [frame.survey] look at elements with a local name that are no tracked changes; of styles
// only at one.
func examined(local string) bool {
	switch local {
	case "bookmarkStart", "bookmarkEnd", "commentRangeStart", "commentRangeEnd", "commentReference", "footnoteReference", "endnoteReference",
		"numId", "fldChar", "sectPr", "headerReference", "footerReference", "id":
		return true
	}
	return false
}
