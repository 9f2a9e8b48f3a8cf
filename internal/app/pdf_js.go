package app

import (
	"context"
	"errors"
	"io"
)

// Printer prints PDFs where there is a browser to start.
type Printer struct{}

func (s *Source) printPDF(context.Context, io.Writer, []byte, RenderOptions) error {
	return errors.New("a page starts no browser to make a PDF; print the HTML")
}

func newMermaid(context.Context, []byte) (mermaid, error) {
	return nil, errors.New("a page starts no browser to draw it")
}
