package extract

import (
	"io"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// ReadFile reads the review data of a Word file of size bytes. It fails when the file is not a Word file, is damaged, or would
// take too much memory. Nothing outside the file is read. Calls may run at the same time.
func ReadFile(r io.ReaderAt, size int64) (*Review, error) {
	p, err := opc.Read(r, size, opc.Limits{})
	if err != nil {
		return nil, err
	}
	d, err := wml.Read(p, wml.Options{})
	if err != nil {
		return nil, err
	}
	return Extract(d), nil
}
