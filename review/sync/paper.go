package reviewsync

import (
	"fmt"
	"slices"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// The paper: size and margins of the pages. A template may have set them, so only the manifest says what
// was sent.

// sameLength is how far two lengths may differ and be the same one, in twips: editors round.
const sameLength = 20

// paper reports pages that are none of those that were sent, the first of them, or else pages that were sent and are nowhere any more. What
// has happened to nearly all pages was done by the program.
func (s *session) paper() {
	sent, came := s.base.drawn.Pages, s.returned.Pages
	if sent == nil || s.base.foreign {
		return
	}
	g := &s.plan.Page
	now := wml.Page{Width: g.Width, Height: g.Height, Top: g.Top, Right: g.Right, Bottom: g.Bottom, Left: g.Left}
	// LibreOffice counts the room of header and footer otherwise.
	whole := !s.returned.byLibreOffice()
	among := func(p wml.Page, pages []wml.Page) bool {
		return slices.ContainsFunc(pages, func(o wml.Page) bool { return samePage(p, o, whole) })
	}
	var changed, gone []wml.Page
	for _, p := range came {
		if p.Width != 0 && !samePage(p, now, whole) && !among(p, sent) {
			changed = append(changed, p)
		}
	}
	for _, p := range sent {
		if len(changed) == 0 && len(came) >= len(sent) && !among(p, came) {
			gone = append(gone, p)
		}
	}
	switch {
	case len(changed)+len(gone) == 0:
	case !s.returned.keepsFormatting() && (len(gone) > 0 || nearlyAllOf(len(changed), len(came))):
		other := habit{say: saySections}
		for _, p := range changed {
			other.add(nil, paperSize(sent[len(sent)-1]), paperSize(p))
		}
		for _, p := range gone {
			other.add(nil, paperSize(p), paperSize(came[0]))
		}
		s.habit(other, s.returned.program())
	case len(changed) > 0:
		s.refuse(sayPaperChanged, nil, paperSize(sent[len(sent)-1]), paperSize(changed[0]))
	default:
		s.refuse(sayPaperChanged, nil, paperSize(gone[0]), paperSize(came[0]))
	}
}

func samePage(a, b wml.Page, whole bool) bool {
	near := func(a, b int) bool { return a-b <= sameLength && b-a <= sameLength }
	return near(a.Width, b.Width) && near(a.Height, b.Height) && near(a.Left, b.Left) && near(a.Right, b.Right) &&
		(!whole || near(a.Top, b.Top) && near(a.Bottom, b.Bottom))
}

// paperSize says a page in millimetres.
func paperSize(p wml.Page) string {
	mm := func(twips int) int { return (twips*254 + 7200) / 14400 }
	return fmt.Sprintf("%d × %d mm, margins %d, %d, %d, %d mm", mm(p.Width), mm(p.Height), mm(p.Top), mm(p.Right), mm(p.Bottom), mm(p.Left))
}
