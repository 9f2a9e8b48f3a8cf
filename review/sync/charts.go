package reviewsync

import (
	"slices"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/wml"
)

// charts reports charts whose numbers were edited in Word. The file says what they were when it was
// sent; where the numbers stand in the source (data=, a dataset, a formula) it is for a person to see.
func (s *session) charts() {
	sent := layout.PropertyWords(s.returned.Properties, layout.ChartsProperty)
	if len(sent) == 0 {
		return
	}
	for _, st := range s.returned.Stories {
		for _, b := range st.Blocks {
			eachParagraph(b, func(p *wml.Paragraph) {
				for i := range p.Runs {
					im := p.Runs[i].Image
					if im == nil || im.ChartKey == "" || slices.Contains(sent, im.ChartKey) {
						continue
					}
					var n noma.Node
					if planned := s.planned[p]; planned != nil {
						n = planned.Node
					}
					s.refuse(CodePicture, n, "The numbers of a chart were edited in Word; change its data in the source.", "", "").at(p)
				}
			})
		}
	}
}
