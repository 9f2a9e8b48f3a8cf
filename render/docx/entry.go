package docx

import (
	"io"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/layout"
)

// TextOptions say how a Word file is made of a source text. The zero value uses our own styles and reads no files.
type TextOptions struct {
	// Title is the title among the file's properties; "" is the document's own.
	Title string
	// Template gives styles, page, headers and footers; see [ReadTemplate].
	Template *Template
	// Image returns the bytes of a picture that the text names (PNG, JPEG, GIF or SVG). Nil, or an error: the name is shown instead.
	// It decides what may be read: src is what the author wrote.
	Image func(src string) ([]byte, error)
}

// RenderText writes a source text as a Word file. The name is what errors call the text. It fails with a
// [*noma.FrontmatterError], or with the error of w; what was written then is no Word file. Datasets in other files are not read.
// Calls may run at the same time.
func RenderText(w io.Writer, name, text string, o TextOptions) error {
	opts := layout.Options{Title: o.Title, Image: o.Image, Control: controls.Of}
	if o.Template != nil {
		opts.Page = o.Template.Page()
	}
	plan, err := layout.BuildText(name, text, opts)
	if err != nil {
		return err
	}
	return Render(w, plan, Options{Template: o.Template})
}
