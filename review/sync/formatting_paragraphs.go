package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Formatting of paragraphs: alignment, style, and the kind of a list.

// paragraphFormatting reports them, one finding of a kind for each block.
func (s *formatting) paragraphFormatting() {
	if s.base.foreign {
		return
	}
	type place struct {
		n    noma.Node
		what string
	}
	reported := map[place]bool{}
	styled := s.styled() // editors may drop the styles of a whole file
	keepsIndents := styled || len(s.returned.Manifest) > 0 || s.some(func(p *wml.Paragraph) bool { return p.Indent > 0 })
	sides := s.habitualSides()
	check := func(p *wml.Paragraph) {
		now, sent := s.bothOf(p)
		if now == nil {
			return
		}
		s.lists.checkBox(now, p)
		if sent == nil {
			return
		}
		tell := func(what string, x sentence, was, back string) {
			n := now.Node
			if it, ok := n.(*noma.ListItem); ok {
				n = it.Parent
			}
			if key := (place{n, what}); !reported[key] {
				reported[key] = true
				s.refuse(x, n, was, back).at(p)
			}
		}
		if s.restyles(sent, p) {
			s.habit(once(sayEquationsRestyled, now.Node, formulas(sent.Runs()), "another style or alignment"), s.returned.program())
			return
		}
		moved := func(was, back string) bool { return was != back && back != sideOf(now.Align, p) }
		ofPicture := now.Part == layout.PartPicture || now.Part == layout.PartCaption && now.Align != ""
		if was, back := sideOf(sent.Align, p), sideOf(p.Align, p); moved(was, back) && sides[[2]string{was, back}] {
			s.habit(once(sayAlignments, now.Node, shown(now)+": "+was, back), s.returned.program())
		} else if moved(was, back) && !(now.Align == "center" && s.base.older) {
			said := sayAligned.with("paragraph")
			if ofPicture {
				said = sayPictureAligned
			}
			tell("side", said, was, back)
		}
		says := !isHeading(p.Style) || sent.Part == layout.PartCode || sent.Part == layout.PartLabel || sent.Part == layout.PartRevision || sent.Line != nil
		restyled := (styled || sent.Style == "" || isHeading(p.Style)) && p.Style != sent.Style && p.Style != now.Style && says &&
			!isHeading(sent.Style) && !editorStyles[p.Style]
		if restyled {
			back := p.Style
			if isHeading(back) {
				back = text(p.Runs) + " (" + back + ")"
			}
			tell("style", sayOtherStyle, sent.Style, back)
		}
		if !s.turnItem(now, sent, p) || !restyled && sent.List == wml.NoList && !isHeading(sent.Style) && !isHeading(p.Style) && !plainText(sent, p) {
			s.listKind(sent, p, tell)
		}
		if sent.Inner > 0 && now.Inner > 0 && p.List == wml.NoList && !indented(p) && keepsIndents {
			s.refuse(sayInnerToParagraph, now.Node, said(now.Runs()), said(p.Runs)).at(p)
		}
	}
	for p := range s.returned.texts() {
		check(p)
	}
	s.lists.turnItems()
}

// bothOf returns what a paragraph is now and what it was sent as, nil for one whose formatting says nothing, and for what is not known.
func (s *core) bothOf(p *wml.Paragraph) (now, sent *layout.Para) {
	now = s.planned.Get(p)
	if now == nil || s.copies[p] || p.FormatChange || now.Part == layout.PartAnchor || now.Part == layout.PartBreak || now.Part == layout.PartRevision && !isHeading(p.Style) && p.List == wml.NoList {
		return nil, nil
	}
	return now, s.base.formSent(now)
}

// habitualSides returns from which side to which other one the program that saved the file has brought nearly all paragraphs there.
func (s *formatting) habitualSides() map[[2]string]bool {
	if s.returned.keepsFormatting() {
		return nil
	}
	all, to := map[string]int{}, map[[2]string]int{}
	for p := range s.returned.texts() {
		if _, sent := s.bothOf(p); sent != nil {
			was := sideOf(sent.Align, p)
			all[was]++
			to[[2]string{was, sideOf(p.Align, p)}]++
		}
	}
	out := map[[2]string]bool{}
	for x, n := range to {
		out[x] = x[0] != x[1] && nearlyAllOf(n, all[x[0]])
	}
	return out
}

// turnItem notes what became of an item, or of a paragraph in one, that is another kind of these now. It reports false for a paragraph
// that became an item or none any more where the source cannot make it one.
func (s *formatting) turnItem(now, sent *layout.Para, p *wml.Paragraph) bool {
	ok := !plainText(sent, p) || p.List == now.List || s.lists.turnInner(now, sent, p)
	if sent.List != wml.NoList && p.List != wml.NoList {
		s.lists.turn(now, sent, p)
	}
	return ok
}

// plainText reports whether a paragraph is text without a style, and was sent as such.
func plainText(sent *layout.Para, p *wml.Paragraph) bool {
	return sent.Part == layout.PartText && sent.Style == "" && (p.Style == "" || editorStyles[p.Style])
}

// restyles reports whether a program that is not known to keep formatting has given a displayed equation another style or alignment, and
// left its text.
func (s *formatting) restyles(sent *layout.Para, p *wml.Paragraph) bool {
	alone := !slices.ContainsFunc(sent.Runs(), func(r wml.Run) bool { return r.Kind != wml.Math }) && sideOf(p.Align, p) != sideOf(sent.Align, p)
	return !s.returned.keepsFormatting() && hasEquation(p) && (sent.Style == layout.StyleMath && p.Style != sent.Style || alone) &&
		strings.TrimSpace(charactersOf(p.Runs...)) == strings.TrimSpace(charactersOf(sent.Runs()...))
}

// styled reports whether some paragraph came back with a style of this program.
func (s *formatting) styled() bool {
	return s.some(func(p *wml.Paragraph) bool { return strings.HasPrefix(p.Style, "Noma") })
}

// some reports whether something is so of a paragraph that came back.
func (s *formatting) some(is func(*wml.Paragraph) bool) bool {
	for p := range s.returned.texts() {
		if is(p) {
			return true
		}
	}
	return false
}

// editorStyles are styles that editors give paragraphs by themselves, in lists and tables.
var editorStyles = map[string]bool{"ListParagraph": true, "TableContents": true, "TableHeading": true, "ListContents": true}

// listKind reports what became of a list item, or of a paragraph that became one.
func (s *formatting) listKind(sent *layout.Para, p *wml.Paragraph, tell func(what string, x sentence, was, back string)) {
	switch {
	case sent.List == p.List:
	case sent.List == wml.NoList:
		tell("list", sayParagraphToItem, "a paragraph", kindOf[p.List])
	case p.List == wml.NoList:
		tell("list", sayItemToParagraph, kindOf[sent.List], "a paragraph")
	}
}

var kindOf = map[wml.ListKind]string{wml.Bullet: "bullets", wml.Number: "numbers"}

// sideOf returns where the text of a paragraph begins: where align says, or else the style. In text from right
// to left, editors do not agree on which side left is.
func sideOf(align string, p *wml.Paragraph) string {
	if align == "" {
		align = p.StyleAlign
	}
	switch align {
	case "justify", "distribute":
		return "both"
	case "center", "both":
		return align
	case "right":
		if !p.RightToLeft {
			return align
		}
	}
	return "left"
}

// formSent returns a paragraph with the style, the alignment and the kind of list with which a paragraph of the plan was sent; nil when
// nothing says which.
func (b *base) formSent(p *layout.Para) *layout.Para {
	if b.paras == nil && b.moved {
		if i, ok := b.placeOf(p); ok && b.forms[i] == p.Form() {
			return p
		}
	}
	return b.asSent(p)
}

// asSent returns a paragraph of the plan as it was sent; nil when nothing says how.
func (b *base) asSent(p *layout.Para) *layout.Para {
	if !b.moved {
		return p
	}
	if i, ok := b.placeOf(p); ok && i < len(b.paras) {
		return b.paras[i]
	}
	return nil
}
