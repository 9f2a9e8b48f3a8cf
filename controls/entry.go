package controls

import (
	"io"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
)

// SyncFile brings the form fields and task check boxes of a returned Word file, of size bytes, into a source text. It returns the
// new text and what was changed. The name is what errors call the text. It fails when the file is not a Word file or would take
// too much memory. Nothing outside the file is read, nothing is written. Calls may run at the same time.
func SyncFile(name, text string, returned io.ReaderAt, size int64, o Options) (string, *Result, error) {
	p, err := opc.Read(returned, size, opc.Limits{})
	if err != nil {
		return "", nil, err
	}
	word, err := wml.Read(p, wml.Options{})
	if err != nil {
		return "", nil, err
	}
	d, err := noma.ParseText(name, text)
	if err != nil {
		return "", nil, err
	}
	found := Ops(d, DecodeFor(word, d), o)
	now, err := patch.ApplyTo(d, found.Ops, patch.Options{})
	if err != nil {
		return "", nil, err
	}
	return now.Text, found, nil
}
