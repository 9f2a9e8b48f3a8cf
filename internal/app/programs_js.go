package app

import (
	"context"
	"errors"
	"io"
)

// A page starts no program: what needs one fails as on a machine that has none.

// Printer prints PDFs where there is a browser to start.
type Printer struct{}

func (s *Source) printPDF(context.Context, io.Writer, []byte, RenderOptions) error {
	return errors.New("a page starts no browser to make a PDF; print the HTML")
}

func newMermaid(context.Context, []byte) (mermaid, error) {
	return nil, errors.New("a page starts no browser to draw it")
}

func graphviz(context.Context, string) ([]byte, error) { return nil, errNoDot }

// ErrNoOffice says that a layout pass needs an office.
var ErrNoOffice = errors.New("a layout pass needs LibreOffice")

func layoutPass(context.Context, []byte) (map[string]string, error) { return nil, ErrNoOffice }

func gitOutput(context.Context, string, ...string) ([]byte, error) {
	return nil, errors.New("a page starts no git")
}
