package reviewsync

import (
	"fmt"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Marks of sources. Their words are made from the sources, and their numbers from the order of these: what a reviewer
// changes in them is reported, and numbers that follow from other edits are no change.

// cited examines the words of the mark that a run is, or is a part of. It reports false for other runs.
func (s *core) cited(p *wml.Paragraph, i int) bool {
	r := &p.Runs[i]
	c, ok := s.names.Cite(r.Field())
	if !ok || r.Kind != wml.Field {
		return false
	}
	if r.Field().Part {
		return true // the run that is the field is examined
	}
	words, inserted := markWords(p, i)
	refs := s.names.References()
	if !refs.ShowsMark(c, words, s.base.moved) {
		s.refuse(sayTypedIntoMark.with(c.String()), s.ownerOf(p), refs.MarkText(c), words+inserted).at(p)
	} else if inserted != "" {
		s.refuse(sayTypedIntoMark.with(c.String()), s.ownerOf(p), refs.MarkText(c), inserted).at(p)
	}
	return true
}

// markWords returns what the field at a run shows without what was put into its result with tracking, and that.
func markWords(p *wml.Paragraph, i int) (words, inserted string) {
	code := p.Runs[i].Field().Instr
	part := func(k int) bool {
		f := p.Runs[k].Field()
		return p.Runs[k].Kind == wml.Field && f != nil && f.Part && f.Instr == code
	}
	from, to := i, i+1
	for from > 0 && part(from-1) {
		from--
	}
	for to < len(p.Runs) && part(to) {
		to++
	}
	var kept, put strings.Builder
	for k := from; k < to; k++ {
		if x := &p.Runs[k]; x.Ins != nil && p.Runs[i].Ins == nil {
			put.WriteString(x.Text)
		} else {
			kept.WriteString(x.Text)
		}
	}
	return kept.String(), strings.TrimSpace(put.String())
}

// generatedFrom returns the sentence for an edit of a generated line: where an entry of the list of references comes from, else what
// the function of this name says.
func (s *core) generatedFrom(p *layout.Para) sentence {
	d, block := p.Node.(*noma.Directive)
	if list := s.names.References().List; p.Part == layout.PartGenerated && p.Index < len(list) && (block && d.Name == "bibliography" || !block && p.Style == "") {
		switch x := list[p.Index]; {
		case x.File != nil:
			return sayFromSourceFile.with(fmt.Sprintf("%q in %s, line %d", x.Key, x.File.File, x.File.Line))
		case x.Block.ID != "":
			return sayFromSourceFile.with(fmt.Sprintf("::citation{id=%q}", x.Block.ID))
		default:
			return sayFromSourceFile.with(fmt.Sprintf("::citation in line %d", x.Block.Line))
		}
	}
	return madeFrom(p)
}
