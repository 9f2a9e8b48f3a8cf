package layout

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// remarks notes the comments and change requests that a paragraph shows, for behind its block.
func (r *readable) remarks(p *Para) {
	for _, c := range p.Comments {
		r.comment(c, "")
	}
	if p.Marks == nil {
		return
	}
	for _, m := range p.Marks.Points {
		if m.Kind != CommentStarts && m.Kind != CommentHere {
			continue
		}
		about := ""
		if m.Kind == CommentStarts {
			about = r.aboutWords(p, m)
		}
		for _, c := range m.Comment.thread {
			r.comment(c, about)
		}
	}
	for _, t := range p.Marks.Tracked {
		if !t.Apart {
			r.waiting = append(r.waiting, r.proposal(t.Node))
		}
	}
}

// aboutWords returns the words of a paragraph from where a comment begins.
func (r *readable) aboutWords(p *Para, from Mark) string {
	all := AllGlyphs(p.Runs(), wml.Original)
	end := len(all)
	if i := slices.IndexFunc(p.Marks.Points, func(m Mark) bool { return m.Kind == CommentEnds && m.Comment == from.Comment }); i >= 0 {
		end = min(max(0, p.Marks.Points[i].At+leadingBlanks(p.Segs)), end)
	}
	start := min(max(0, from.At+leadingBlanks(p.Segs)), end)
	return strings.TrimSpace(r.plan.Names.Markup(all[start:end], false))
}

// comment notes a comment about some words, "" for all of a paragraph. Those that only point to a change request say nothing of their own.
func (r *readable) comment(c *Comment, about string) {
	d, ok := c.Node.(*noma.Directive)
	if !ok || d.Name == "change_request" {
		return
	}
	what := "Comment"
	if c.Parent != nil {
		what = "Answer"
	}
	line := r.remark(what, c.Author, d)
	if about != "" && c.Parent == nil {
		line += ", on “" + about + "”"
	}
	for i, b := range c.Blocks {
		EachPara(b, func(p *Para) {
			text := r.markup(p, 0, false)
			switch {
			case text == "":
			case i == 0:
				line += ": " + text
			default:
				line += "\n\n" + text
			}
		})
	}
	r.waiting = append(r.waiting, &noma.Quote{Content: noma.Text{S: line}})
}

// proposal is a change request in words.
func (r *readable) proposal(d *noma.Directive) noma.Node {
	q := ReadRequest(d)
	line := r.remark("Change request", q.Author, d) + ": " + q.Action
	if u := UnitOf(d); u != UnitText {
		line += " " + string(u)
	}
	quoted := func(s string) string { return " “" + strings.Join(strings.Fields(s), " ") + "”" }
	if q.From != "" {
		line += quoted(q.From)
	}
	if q.From != "" && q.To != "" {
		line += " by"
	}
	if q.To != "" {
		line += quoted(q.To)
	}
	return &noma.Quote{Content: noma.Text{S: line}}
}

// remark returns the first words of a comment or change request: what it is, of whom and when.
func (r *readable) remark(what, author string, d *noma.Directive) string {
	date, _ := d.First("date", "at")
	day, _, _ := strings.Cut(date, "T")
	out := "**" + what + "**"
	for _, s := range []string{author, day} {
		if s = strings.TrimSpace(s); s != "" {
			out += ", " + r.plan.Names.Markup(AllGlyphs([]wml.Run{{Text: s}}, wml.Original), false)
		}
	}
	return out
}
