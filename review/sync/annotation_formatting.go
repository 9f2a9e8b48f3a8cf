package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Formatting of words in comments and notes.

// annotationPara is a returned paragraph of a comment or note.
type annotationPara struct {
	p       *wml.Paragraph
	comment *wml.Comment // or
	note    *wml.Note
	end     bool
}

// formatting compares how words appear.
type formatting struct {
	*core
	lists       *lists
	annotations []annotationPara // the paragraphs of comments and notes
	// sent reports whether a look is that of a colour that was sent.
	sent func(colour string, now *wml.Look) bool
}

// annotation notes the paragraphs of a comment or note of a node, with those that were sent (nil for a new one).
func (s *formatting) annotation(n noma.Node, sent []layout.Block, paras []*wml.Paragraph, of annotationPara) {
	var planned []*layout.Para
	for _, b := range sent {
		layout.EachPara(b, func(p *layout.Para) {
			if !layout.IsStatus(p) {
				planned = append(planned, p)
			}
		})
	}
	for i, p := range paras {
		of.p = p
		s.annotations = append(s.annotations, of)
		s.owner.Set(p, n)
		if len(planned) == len(paras) {
			s.planned.Set(p, planned[i])
		}
	}
}

// annotationFormatting adds the formatting of a comment's or note's words to a list. LibreOffice writes the font and the size
// that its comments have on every word of them, and keeps of a link the formatting alone.
func (s *formatting) annotationFormatting(r *annotationPara, list []formattedWords) []formattedWords {
	from := len(list)
	list = s.formattingOf(r.p, list)
	if r.comment != nil && s.returned.byLibreOffice() {
		linked := linked(s.planned.Get(r.p))
		list = append(list[:from], slices.DeleteFunc(list[from:], func(x formattedWords) bool {
			link := x.kind.name == "underlined" || strings.HasPrefix(x.kind.name, "coloured ")
			return x.kind.instead == fontsInstead || x.kind.instead == sizesInstead || linked && link
		})...)
	}
	for i := from; i < len(list); i++ {
		list[i].in = r
	}
	return list
}

// linked reports whether a paragraph was sent with a link.
func linked(p *layout.Para) bool {
	return p != nil && slices.ContainsFunc(p.Runs(), func(r wml.Run) bool { return r.Link != nil })
}
