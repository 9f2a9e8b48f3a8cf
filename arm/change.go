package arm

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// change is one act of one person in a paragraph: an insertion, a deletion, or both side by side.
type change struct {
	author, date string
	ins, del     string
	ids          []string
	first, last  int // runs
	inserts      bool
}

// changesOf puts the tracked runs of a paragraph together to the acts they come from. Editors cut a
// change wherever the formatting changes, and where somebody else changed what was inserted; who and
// when is what ties the parts together, since not all editors keep the ids.
func changesOf(p *wml.Paragraph) []change {
	var spans []change
	grow := func(rev *wml.Revision, inserts bool, i int) {
		if rev == nil {
			return
		}
		text := ""
		if p.Runs[i].HasText() {
			text = p.Runs[i].Text
		}
		for k := len(spans) - 1; k >= 0; k-- {
			s := &spans[k]
			if s.inserts == inserts && s.author == rev.Author && s.date == rev.Date {
				if !interrupted(p, s, i) {
					s.last = i
					s.add(text, rev.ID)
					return
				}
				break
			}
		}
		s := change{author: rev.Author, date: rev.Date, first: i, last: i, inserts: inserts}
		s.add(text, rev.ID)
		spans = append(spans, s)
	}
	for i := range p.Runs {
		grow(p.Runs[i].Del, false, i)
		grow(p.Runs[i].Ins, true, i)
	}
	return pair(p, spans)
}

func (s *change) add(text, id string) {
	if s.inserts {
		s.ins += text
	} else {
		s.del += text
	}
	if !slices.Contains(s.ids, id) {
		s.ids = append(s.ids, id)
	}
}

// interrupted reports whether text that is not part of the change stands between it and run i. What
// others inserted does not count for an insertion: they did it later, inside it. What the same person
// inserted does not count for a deletion.
func interrupted(p *wml.Paragraph, s *change, i int) bool {
	for k := s.last + 1; k < i; k++ {
		r := &p.Runs[k]
		if !r.HasText() || r.Text == "" {
			continue
		}
		switch {
		case s.inserts && r.Ins == nil:
			return true
		case !s.inserts && (r.Ins == nil || r.Ins.Author != s.author || r.Ins.Date != s.date):
			return true
		}
	}
	return false
}

// pair joins a deletion with the insertion right behind it by the same hand. Our own writer sets a
// blank between the two.
func pair(p *wml.Paragraph, spans []change) []change {
	slices.SortStableFunc(spans, func(a, b change) int { return a.first - b.first })
	used := make([]bool, len(spans))
	var out []change
	for i := range spans {
		s := spans[i]
		if used[i] || s.ins+s.del == "" {
			continue
		}
		if !s.inserts {
			for k := i + 1; k < len(spans); k++ {
				n := &spans[k]
				if n.inserts && !used[k] && n.author == s.author && n.date == s.date && n.first > s.last && adjacent(p, s.last, n.first) {
					s.ins, s.ids, used[k] = n.ins, append(s.ids, n.ids...), true
					break
				}
			}
		}
		out = append(out, s)
	}
	return out
}

func adjacent(p *wml.Paragraph, last, first int) bool {
	for k := last + 1; k < first; k++ {
		if r := &p.Runs[k]; r.HasText() && strings.TrimSpace(r.Text) != "" {
			return false
		}
	}
	return true
}
