package reviewsync

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Tracked changes of whole paragraphs: where they end (ECMA-376 §17.13.5.15, .20), and how they are formatted.

// unsplit returns a flow without the paragraph ends that are only proposed: what was split is one paragraph, with the
// properties of its last part, as it would be if the proposal were rejected. parts are what such a paragraph is
// made of.
func unsplit(blocks []wml.Block) (whole []wml.Block, parts map[*wml.Paragraph][]*wml.Paragraph) {
	proposed := func(b wml.Block) bool {
		p, ok := b.(*wml.Paragraph)
		return ok && p.MarkIns != nil
	}
	if !slices.ContainsFunc(blocks, proposed) {
		return blocks, nil
	}
	parts = map[*wml.Paragraph][]*wml.Paragraph{}
	for len(blocks) > 0 {
		run := splitRun(blocks)
		if run == nil {
			whole, blocks = append(whole, blocks[0]), blocks[1:]
			continue
		}
		one := *run[len(run)-1].Original() // a paragraph of its own
		one.Runs, one.Points = nil, nil
		one.Box, one.SentBox = run[0].Box, run[0].SentBox
		for _, p := range run {
			for _, x := range p.Points {
				x.At += len(one.Runs)
				one.Points = append(one.Points, x)
			}
			one.Runs = append(one.Runs, p.Runs...)
		}
		parts[&one] = run
		whole, blocks = append(whole, &one), blocks[len(run):]
	}
	return whole, parts
}

// splitRun returns the paragraphs that a flow begins with and that were one before a proposal; nil for none. A
// paragraph that is proposed as a whole is no half of another one: change requests say it.
func splitRun(blocks []wml.Block) []*wml.Paragraph {
	var run []*wml.Paragraph
	texts := 0
	for _, b := range blocks {
		p, ok := b.(*wml.Paragraph)
		if !ok {
			break
		}
		if len(layout.Glyphs(p.Runs, wml.Original)) > 0 || p.Box != wml.NoBox && !p.BoxIns {
			texts++
		} else if texts == 0 {
			break
		}
		if run = append(run, p); p.MarkIns == nil {
			break
		}
	}
	if texts < 2 {
		return nil
	}
	return run
}

// formattingTracked reports formatting that is only proposed, once for each block, where nothing was reported of the
// paragraph: words whose bold or italic is proposed, or whose paragraph is new, are reported as such.
func (s *formatting) formattingTracked() {
	said := map[*wml.Paragraph]bool{}
	for _, f := range s.findings {
		if f.Code == CodeRevisions {
			said[f.para.Original()] = true
			if f.inTable != nil {
				for p := range wml.Paragraphs(f.inTable) {
					said[p.Original()] = true
				}
			}
		}
	}
	reported := map[noma.Node]bool{}
	for _, p := range s.returned.marked {
		n := s.owner.Get(p)
		if !p.FormatChange || said[p.Original()] || reported[n] || s.copies[p] || text(p.Runs) == "" {
			continue
		}
		reported[n] = true
		s.refuse(sayFormattingTracked, n, text(p.Runs), text(p.Runs)).at(p)
	}
}
