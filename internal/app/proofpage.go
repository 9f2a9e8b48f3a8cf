//go:build !js

package app

import (
	"bytes"
	"context"
	"io"

	"github.com/nomadocx/nomadocx/patch/proof"
	"github.com/nomadocx/nomadocx/render/html"
)

// WriteProofPage writes a proof as an HTML page with a preview of the result: strict, so that nothing
// in it is active or comes from outside the document's folder.
func WriteProofPage(ctx context.Context, w io.Writer, s *Source, p *proof.Proof) error {
	var preview bytes.Buffer
	if p.Refusal == nil {
		if err := ctx.Err(); err != nil {
			return err
		}
		after, err := s.with(p.After.Text)
		if err != nil {
			return err
		}
		o := after.htmlOptions(RenderOptions{Strict: true})
		if err := html.Render(&preview, p.After.Document, o); err != nil {
			return err
		}
	}
	return p.WriteHTML(w, preview.Bytes())
}
