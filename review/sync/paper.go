package reviewsync

import (
	"fmt"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// The paper: size and margins of the pages. A template may have set them, so only the manifest says what
// was sent.

// sameLength is how far two lengths may differ and be the same one, in twips: editors round.
const sameLength = 20

// paper reports pages that are none of those that were sent, the first of them.
func (s *session) paper() {
	sent := s.base.drawn.Pages
	if sent == nil || s.base.foreign {
		return
	}
	g := &s.plan.Page
	now := wml.Page{Width: g.Width, Height: g.Height, Top: g.Top, Right: g.Right, Bottom: g.Bottom, Left: g.Left}
	// LibreOffice counts the room of header and footer otherwise.
	whole := !strings.HasPrefix(s.returned.Producer, "LibreOffice")
	for _, p := range s.returned.Pages {
		same := p.Width == 0 || samePage(p, now, whole)
		for _, o := range sent {
			same = same || samePage(p, o, whole)
		}
		if !same {
			s.refuse(sayPaperChanged, nil, paperSize(sent[len(sent)-1]), paperSize(p))
			return
		}
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
