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
	for _, s := range q.tags {
		if q.x.Tag(s) {
			f.tag(q.x)
			if tag != nil {
				tag(q.x)
			}
		}
	}
	return b, f, true
}

// end returns where the element ends that begins at an offset, -1 when that cannot be said, and notes which of its tags say something.
func (q *quick) end(text string, at int, revised *bool) int {
	q.tags = q.tags[:0]
	for depth := 0; ; {
		n := strings.IndexByte(text[at:], '>')
		if n < 4 {
			return -1
		}
		tag := text[at : at+n+1]
		switch {
		case tag[1] == '/':
			depth--
		case tag[1] != 'w' || tag[2] != ':':
			return -1
		default:
			if tag[n-1] != '/' {
				depth++
			}
			end := 3
			for c := tag[end]; c != ' ' && c != '/' && c != '>'; c = tag[end] {
				end++
			}
			switch local := tag[3:end]; {
			case revise.IsRevision(local):
				*revised = true
				q.tags = append(q.tags, tag)
			case examined(local), local == "pStyle" && strings.Contains(tag, `"`+tocStyle+`"`):
				q.tags = append(q.tags, tag)
			}
		}
		if at += n + 1; depth == 0 {
			return at
		}
		if text[at] != '<' {
			n := strings.IndexByte(text[at:], '<')
			if n < 0 {
				return -1
			}
			at += n
		}
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
