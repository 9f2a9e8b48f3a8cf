package reviewsync

import (
	"fmt"
	"io"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// UnrelatedError says that a returned file was not made from the source it was given for.
type UnrelatedError struct{ Kinship Kinship }

func (e *UnrelatedError) Error() string {
	return fmt.Sprintf("the Word file was not made from this source: it shares %d of %d paragraphs with it", e.Kinship.Shared, e.Kinship.Paragraphs)
}

// SyncFile compares a source text with the Word file that came back, of size bytes, and returns the new text with a finding for
// each difference. The name is what errors call the text. It fails with an [*UnrelatedError] for a file of another source, with a
// [*LostError] when an edit would be neither in the text nor among the findings, and when the file is not a Word file or would
// take too much memory. Nothing outside the file is read, nothing is written. Calls may run at the same time.
func SyncFile(name, text string, returned io.ReaderAt, size int64, o Options) (*Result, error) {
	p, err := opc.Read(returned, size, opc.Limits{})
	if err != nil {
		return nil, err
	}
	word, err := wml.Read(p, wml.Options{})
	if err != nil {
		return nil, err
	}
	KeepPictures(word, p)
	lay := func(text string) (*layout.Plan, error) {
		d, err := noma.ParseText(name, text)
		if err != nil {
			return nil, err
		}
		layout.Present(d, layout.ComparedTo(word, d))
		return layout.Build(d, layout.Options{Control: controls.Of, Sketch: true, Drawn: layout.DiagramsOf(word)}), nil
	}
	plan, err := lay(text)
	if err != nil {
		return nil, err
	}
	if k := KinshipOf(plan.Doc.File, func() *layout.Plan { return plan }, word); !k.Related {
		return nil, &UnrelatedError{k}
	}
	o.Incomplete = o.Incomplete || namesFiles(plan.Doc)
	return Sync(plan, lay, word, o)
}

// namesFiles reports whether a document shows pictures or data of other files, which are not read here.
func namesFiles(d *noma.Document) bool {
	for n := range noma.Walk(d) {
		if b, ok := n.(*noma.Directive); ok && b.AttrText("src") != "" {
			return true
		}
	}
	return false
}
