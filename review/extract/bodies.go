package extract

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

const (
	modeProse = "prose"
	modeCode  = "code"
)

// bodies lists the texts under the bookmarked label lines of a flow.
func (p *part) bodies(flow []block) {
	for i := range flow {
		if l := flow[i].para; l != nil && l.Style == layout.StyleDirective && len(l.names) > 0 {
			if kind, _ := p.splitLabel(l.Paragraph); kind == kindBlockTitle {
				p.body(l, l.text(), flow[i+1:])
			}
		}
	}
}

// body collects the paragraphs of one block. They end at the next label line, at a table, and at a
// paragraph with text that is outside the block's panel.
func (p *part) body(label *para, text string, after []block) {
	code := showsCode(text)
	fence := false // code comes first, and nothing says that the body of the block is code
	var paras []*para
collect:
	for i := range after {
		q := after[i].para
		if q == nil {
			break
		}
		switch q.Style {
		case layout.StyleDirective:
			break collect
		case layout.StyleMeta:
			// The heading of a code fence has this style as well, and starts something new.
			if strings.HasPrefix(q.text(), "Code (") {
				break collect
			}
			code = code || len(paras) == 0 && strings.HasPrefix(q.text(), "language: ")
			continue
		case layout.StyleCaption, layout.StyleSource:
			continue
		}
		inside := q.framed() || q.Style == layout.StyleCode && !label.framed()
		if !inside && !q.blank {
			break
		}
		if !inside {
			continue
		}
		switch q.Style {
		case layout.StyleCode:
			if !code && len(paras) > 0 {
				break collect // a code fence in a block of prose
			}
			fence = fence || !code
			code = true
			paras = append(paras, q)
		case "", layout.StyleQuote:
			if fence && !q.blank {
				return // a code fence at the head of a block of prose
			}
			if code || !q.blank {
				paras = append(paras, q)
			}
		}
	}
	b := BlockBody{Anchors: label.names, Mode: modeProse, At: label.at}
	lines := make([]string, 0, len(paras))
	for _, q := range paras {
		b.HasRevisions = b.HasRevisions || revised(q.Paragraph)
		switch {
		case code && q.Style == layout.StyleCode:
			lines = append(lines, q.Text(wml.Current)) // indentation after a line break counts in code
		case code:
			lines = append(lines, plainText(q.Paragraph))
		default:
			runs := q.Runs
			if strings.HasPrefix(text, layout.StateChange) {
				runs = notStruck(runs)
			}
			if t := trim(p.markdown(runs, wml.Current)); t != "" {
				lines = append(lines, t)
			}
		}
	}
	between := "\n\n"
	if code {
		b.Mode, between = modeCode, "\n"
	}
	b.Body = strings.Join(lines, between)
	if blank(b.Body) {
		return
	}
	for _, q := range paras {
		p.review.note(q.Paragraph, BlockBodies, len(p.review.BlockBodies))
	}
	b.NativeID = p.number(BlockBodies)
	p.review.BlockBodies = append(p.review.BlockBodies, b)
}

// showsCode reports whether a label announces lines of code: "Code (py): Title", "Code cell (py)",
// "Output (text)". A query or example tells by its language and by the style of its lines.
func showsCode(label string) bool {
	for _, word := range [...]string{"Code cell", "Code", "Output"} {
		rest, ok := strings.CutPrefix(label, word)
		if !ok {
			continue
		}
		rest = trim(rest)
		if strings.HasPrefix(rest, "(") {
			if i := strings.IndexByte(rest, ')'); i >= 0 {
				rest = trim(rest[i+1:])
			}
		}
		if rest == "" || rest[0] == ':' {
			return true
		}
	}
	return false
}

// notStruck returns runs without what strikes them out: of a changed value that is how the old one appears.
func notStruck(runs []wml.Run) []wml.Run {
	runs = slices.Clone(runs)
	for i := range runs {
		runs[i].Style &^= wml.Strike
	}
	return runs
}
