//go:build !js

package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/pdf"
)

// ErrConformance says that a PDF would not be what PageOptions.Profiles asks for.
var ErrConformance = pdf.ErrConformance

// Printer is a browser that prints PDFs, one after the other.
type Printer = pdf.Printer

// NewPrinter starts a browser that lives until the context ends or it is closed. maxMemory is what it may hold after a
// document, in bytes, and half of what it may need for one.
func NewPrinter(ctx context.Context, maxMemory int64) (*Printer, error) {
	return pdf.New(ctx, pdf.BrowserOptions{MaxMemory: maxMemory})
}

// PrintPage prints a page of our own as a PDF, with a browser for it alone.
func PrintPage(ctx context.Context, page []byte, w io.Writer) error {
	return pdf.Print(ctx, page, w, pdf.Options{})
}

// newMermaid starts a browser that draws diagrams with mermaid.min.js.
func newMermaid(ctx context.Context, script []byte) (mermaid, error) {
	m, err := pdf.NewMermaid(ctx, script, pdf.BrowserOptions{})
	if err != nil {
		return nil, err
	}
	return m, nil
}

// printPDF prints a page with what the options ask for.
func (s *Source) printPDF(ctx context.Context, w io.Writer, page []byte, o RenderOptions) error {
	files, err := s.attachments(o.Page.Attach)
	if err != nil {
		return err
	}
	print := pdf.Print
	if o.Printer != nil {
		print = o.Printer.Print
	}
	return print(ctx, page, w, pdf.Options{
		PageSize: o.Page.Size, Margin: o.Page.Margin, NoBackground: o.Page.NoBackground,
		MarginTop: o.Page.Top, MarginRight: o.Page.Right, MarginBottom: o.Page.Bottom, MarginLeft: o.Page.Left,
		Archive: slices.Contains(o.Page.Profiles, "a"), Accessible: slices.Contains(o.Page.Profiles, "ua"), Attachments: files, Warn: o.Warn,
	})
}

// attachments returns the files that go along in a PDF: the source, the files and rows of the datasets that are shown. A client gets no
// source, which has what is left out.
func (s *Source) attachments(which []string) ([]pdf.Attachment, error) {
	var out attached
	if slices.Contains(which, "source") {
		if s.Doc.Audience.Client {
			return nil, &OptionError{"attach", "source: the source has what a client is not to see"}
		}
		if s.Book == nil {
			out.add(filepath.Base(s.Path), "Source of this document", "Source", []byte(s.File.Text))
		} else {
			for _, c := range s.Book.Chapters {
				out.add(path.Base(filepath.ToSlash(c.Name)), "Source of a chapter", "Source", []byte(c.File.Text))
			}
		}
	}
	if slices.Contains(which, "data") {
		if err := s.attachData(&out); err != nil {
			return nil, err
		}
	}
	return out.files, nil
}

func (s *Source) attachData(out *attached) error {
	seen := map[string]bool{}
	for n := range noma.Walk(s.Doc) {
		d, ok := n.(*noma.Directive)
		if !ok || !d.Is(noma.Data) || s.Doc.LeftOut(n) || d.AttrText("format") == "error" {
			continue
		}
		about := "Data of " + d.ID
		if strings.TrimSpace(d.RawBody.S) != "" {
			name := strings.TrimSuffix(d.ID, ".") + "." + datasetFormat(d.AttrText("src"), d.Body)
			out.add(name, about, "Data", []byte(d.Body))
			continue
		}
		src := d.AttrText("src")
		if src == "" || seen[src] {
			continue
		}
		seen[src] = true
		data, err := s.resourcesOf(d).Read(src)
		if err != nil {
			return fmt.Errorf("attach %s: %w", src, err)
		}
		out.add(path.Base(filepath.ToSlash(src)), about, "Data", data)
		if out.size += len(data); out.size > maxInlined {
			return errors.New("attach: the data are larger than " + strconv.Itoa(maxInlined>>20) + " MB together")
		}
	}
	return nil
}

// attached are files with names that differ.
type attached struct {
	files []pdf.Attachment
	names map[string]bool
	size  int // of what was read from files
}

// attachmentTypes are the media types of what is attached, by extension.
var attachmentTypes = map[string]string{".csv": "text/csv", ".tsv": "text/tab-separated-values", ".json": "application/json", ".yaml": "application/yaml",
	".yml": "application/yaml", ".noma": "text/plain", ".md": "text/markdown", ".txt": "text/plain"}

func (a *attached) add(name, about, relationship string, data []byte) {
	if a.names == nil {
		a.names = map[string]bool{}
	}
	if name == "-" || name == "." || name == "" {
		name = "document.noma"
	}
	ext := path.Ext(name)
	free := name
	for i := 2; a.names[free]; i++ {
		free = strings.TrimSuffix(name, ext) + "-" + strconv.Itoa(i) + ext
	}
	a.names[free] = true
	kind := attachmentTypes[strings.ToLower(ext)]
	if kind == "" {
		kind = "application/octet-stream"
	}
	a.files = append(a.files, pdf.Attachment{Name: free, MediaType: kind, Description: about, Relationship: relationship, Content: data})
}
