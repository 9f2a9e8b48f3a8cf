package html

import (
	"io"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// RenderText writes a source text as a page, as [Render] does. The name is what errors call the text. It fails with a
// [*noma.FrontmatterError], or with the error of w. Calls may run at the same time.
func RenderText(w io.Writer, name, text string, o Options) error {
	d, err := noma.ParseText(name, text)
	if err != nil {
		return err
	}
	a, err := layout.ReadAudience(d.Meta.String(layout.AudienceKey))
	if err != nil {
		return err
	}
	layout.Present(d, a)
	return Render(w, d, o)
}
