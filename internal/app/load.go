package app

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/book"
	"github.com/nomadocx/nomadocx/noma/diag"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/noma/sources"
)

// LoadOptions say how a source is read. The zero value reads the file and brings in its datasets.
type LoadOptions struct {
	Stdin    io.Reader // what the path "-" stands for
	External bool      // datasets and pictures may lie outside the document's folder
	Raw      bool      // datasets stay unread: the text is about to be changed, not shown

	// Filename is what the tree calls the source's file; "" is its absolute path.
	Filename string

	// Observe, when set, is called for every file that is read: the source, the chapters of a book, and
	// what they refer to, pictures included once the document is rendered. See [Resources].
	Observe func(path string, data []byte, err error)

	revision *revision // the files are read as they were in it; nil: as they are
}

// Source is a document with its text and the files it refers to.
type Source struct {
	Path      string // as the user gave it
	File      *source.File
	Doc       *noma.Document
	Resources Resources
	Book      *book.Book // what a manifest was assembled to, nil for a single source

	parse   noma.Options     // its Look is nil but within a verb, see [Source.under]
	parsing diag.List        // diagnostics of the parser
	library *sources.Library // what the files of sources say; nil: none is read
}

// under returns the source for the time of one verb: what works on it examines the context. The verb catches.
func (s *Source) under(ctx context.Context) *Source {
	c := *s
	c.parse.Look = halt.Of(ctx)
	return &c
}

// Load reads, parses and completes a document (cli.md §2).
func Load(ctx context.Context, file string, opts LoadOptions) (s *Source, err error) {
	defer halt.Catch(&err)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var data []byte
	if opts.revision != nil {
		data, err = opts.revision.read(absolute(file))
	} else {
		data, err = readFile(file, opts.Stdin, maxSource)
	}
	if opts.Observe != nil && file != "-" {
		opts.Observe(absolute(file), data, err)
	}
	if err != nil {
		return nil, err
	}
	if IsManifest(file) {
		if opts.Raw {
			return nil, refuseBook(file)
		}
		return loadBook(ctx, file, data, opts)
	}
	if err := plainText(file, data); err != nil {
		return nil, err
	}
	// Nobody writes to data any more: it is the text, without a copy of a hundred megabytes.
	s, err = fromText(file, unsafe.String(unsafe.SliceData(data), len(data)), noma.Options{Filename: opts.Filename, Look: halt.Of(ctx)})
	if err != nil {
		return nil, err
	}
	s.parse.Look = nil
	s.Resources.External, s.Resources.Observe, s.Resources.at = opts.External, opts.Observe, opts.revision.reader()
	if !opts.Raw {
		s.bringIn()
	}
	return s, nil
}

// FromText returns a document whose text is at hand; file names it and says where its resources lie.
// Datasets are not read.
func FromText(file, text string) (*Source, error) { return fromText(file, text, noma.Options{}) }

func fromText(file, text string, parse noma.Options) (*Source, error) {
	s := &Source{Path: file, Resources: Resources{Dir: "."}, parse: parse}
	if file != "-" && file != "" {
		whole := absolute(file)
		s.Resources.Dir = filepath.Dir(whole)
		if parse.Filename == "" {
			s.parse.Filename = whole
		}
	}
	s.File = source.NewFile(file, text)
	doc, diagnostics, err := noma.Parse(s.File, s.parse)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	s.Doc, s.parsing = doc, diagnostics
	return s, nil
}

// IsManifest reports whether a path names a book manifest (cli.md §1).
func IsManifest(file string) bool { return book.IsManifest(filepath.ToSlash(file)) }

// plainText refuses what cannot be a .noma file: the format is UTF-8, and a NUL byte or a ZIP or
// PDF signature means that the wrong file was given. One that would take too much memory is refused too.
func plainText(file string, data []byte) error {
	switch {
	case bytes.HasPrefix(data, []byte("PK\x03\x04")):
		return fmt.Errorf("%s is a ZIP or Word file, not .noma text", file)
	case bytes.HasPrefix(data, []byte("%PDF-")):
		return fmt.Errorf("%s is a PDF, not .noma text", file)
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}), bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		return fmt.Errorf("%s is UTF-16 text; save it as UTF-8", file)
	}
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return fmt.Errorf("%s is not text: byte %d is NUL", file, i+1)
	}
	if utf8.Valid(data) {
		return affordable(file, data)
	}
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			line := 1 + bytes.Count(data[:i], []byte("\n"))
			return fmt.Errorf("%s is not UTF-8 text: byte 0x%02x in line %d", file, data[i], line)
		}
		i += size
	}
	return nil
}

func oneLine(err error) string {
	return strings.Join(strings.Fields(err.Error()), " ")
}
