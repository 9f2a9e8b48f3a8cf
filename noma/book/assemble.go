package book

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"sort"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/diag"
	"github.com/nomadocx/nomadocx/noma/source"
)

// maxChapter and maxBook bound what is read, in bytes: of one chapter, and of all of them together.
const (
	maxChapter = 256 << 20
	maxBook    = 1 << 30
)

// Options of [Assemble]. The zero value takes chapters below the manifest's folder only.
type Options struct {
	// Dir is the folder of the manifest as the user names it. Messages and diagnostics put it before
	// the path of a chapter.
	Dir string
	// AbsDir is its absolute path, where there is one: it makes the file name each chapter is parsed
	// with, and the manifest's name in the document's meta.
	AbsDir string
	// External allows chapters outside the folder; the file system must then take any path.
	External bool
	// Accept refuses what is no source text. Nil accepts every file.
	Accept func(file string, data []byte) error
}

// Book is an assembled book.
type Book struct {
	Manifest *Manifest
	// Document holds the blocks of all chapters. It has no lines of its own (Line is 0); its File is
	// the text of the chapters one after the other, for hashing: spans of nodes count in the chapter.
	Document *noma.Document
	Chapters []*Part
}

// Part is a chapter of a book.
type Part struct {
	Chapter
	Name string // the file, as messages call it
	Abs  string // its absolute path, "" when not known
	File *source.File
	Slug string // what stands before the ids of its headings
	// First is the place of its first block among the children of the book, End that after the last.
	First, End  int
	Diagnostics diag.List // what its parser says about the text
}

// Assemble reads the chapters of a manifest from its folder and makes one document of them. Blocks
// keep their order. The first chapter that cannot be read or parsed fails the book.
func Assemble(m *Manifest, folder fs.FS, opts Options) (*Book, error) {
	b := &Book{Manifest: m, Document: &noma.Document{}}
	total := 0
	for _, c := range m.Chapters {
		if err := m.confined(c, opts.External); err != nil {
			return nil, err
		}
		data, err := read(folder, c.Path)
		if err != nil {
			return nil, m.unreadable(c, err)
		}
		if total += len(data); total > maxBook {
			return nil, m.wrong(c.Line, "the chapters up to here have more than %d MB together", maxBook>>20)
		}
		if err := b.add(c, data, opts); err != nil {
			return nil, err
		}
	}
	b.finish(opts, total)
	return b, nil
}

// With returns the book as it is when some of its chapters, named by their path in the manifest, have other
// texts. Nothing is read.
func (b *Book) With(texts map[string]string, opts Options) (*Book, error) {
	now := &Book{Manifest: b.Manifest, Document: &noma.Document{}}
	total := 0
	for _, p := range b.Chapters {
		text, changed := texts[p.Path]
		if !changed {
			text = p.File.Text
		}
		total += len(text)
		if err := now.add(p.Chapter, []byte(text), opts); err != nil {
			return nil, err
		}
	}
	now.finish(opts, total)
	return now, nil
}

// confined refuses paths that leave the folder by what they say. Where links lead is seen by the file
// system.
func (m *Manifest) confined(c Chapter, external bool) error {
	if external || fs.ValidPath(c.Path) && filepath.IsLocal(filepath.FromSlash(c.Path)) {
		return nil
	}
	return m.leaves(c)
}

func (m *Manifest) leaves(c Chapter) error {
	return m.wrong(c.Line, "chapter %s leaves the folder of the manifest; move the file below it, or allow external paths", short(c.Path))
}

var (
	errNotRegular = errors.New("not a file")
	errTooLarge   = fmt.Errorf("larger than %d MB", maxChapter>>20)
)

// read returns the content of a regular file: opening a pipe could wait for ever.
func read(folder fs.FS, name string) ([]byte, error) {
	info, err := fs.Stat(folder, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errNotRegular
	}
	f, err := folder.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // only read
	var b bytes.Buffer
	b.Grow(int(min(max(info.Size(), 0), maxChapter)) + bytes.MinRead) // one byte short of it, the buffer would double
	if _, err = b.ReadFrom(io.LimitReader(f, maxChapter+1)); err == nil && b.Len() > maxChapter {
		err = errTooLarge
	}
	return b.Bytes(), err
}

func (m *Manifest) unreadable(c Chapter, err error) error {
	var inner *fs.PathError
	if errors.As(err, &inner) {
		err = inner.Err
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return m.wrong(c.Line, "chapter %s does not exist; mend the path or remove the line", short(c.Path))
	case errors.Is(err, errNotRegular):
		return m.wrong(c.Line, "chapter %s is not a file; list the .noma files themselves", short(c.Path))
	case strings.Contains(err.Error(), "escapes"): // os.Root, of links that lead outside
		return m.leaves(c)
	}
	return m.wrong(c.Line, "cannot read chapter %s: %s", short(c.Path), noma.OneLine(err.Error()))
}

// add parses one chapter and takes its blocks over.
func (b *Book) add(c Chapter, data []byte, opts Options) error {
	p := &Part{Chapter: c, Name: joined(opts.Dir, c.Path)}
	if opts.Accept != nil {
		if err := opts.Accept(p.Name, data); err != nil {
			return &Error{File: b.Manifest.Name, Line: c.Line, Message: noma.OneLine(err.Error()), cause: err}
		}
	}
	parsedAs := p.Name
	if opts.AbsDir != "" {
		p.Abs = joined(opts.AbsDir, c.Path)
		parsedAs = p.Abs
	}
	p.File = source.NewFile(p.Name, string(data))
	doc, diagnostics, err := noma.Parse(p.File, noma.Options{Filename: parsedAs})
	if err != nil {
		var bad *noma.FrontmatterError
		if errors.As(err, &bad) {
			return &Error{File: p.Name, Line: bad.Line, Message: "invalid frontmatter: " + noma.OneLine(bad.Message)}
		}
		return &Error{File: p.Name, Line: 0, Message: noma.OneLine(err.Error())}
	}
	p.Diagnostics = diagnostics
	p.Slug = Slug(doc, c.Path, len(b.Chapters)+1)
	scope(doc, p.Slug)
	p.First = len(b.Document.Children)
	b.Document.Children = append(b.Document.Children, doc.Children...)
	p.End = len(b.Document.Children)
	b.Chapters = append(b.Chapters, p)
	return nil
}

// finish gives the document what belongs to the book as a whole (contract ast.md §8).
func (b *Book) finish(opts Options, size int) {
	m, d := b.Manifest, b.Document
	if m.Title != "" {
		d.Meta = append(d.Meta, noma.Entry{Key: "title", Value: m.Title})
	}
	if m.Author != "" {
		d.Meta = append(d.Meta, noma.Entry{Key: "author", Value: m.Author})
	}
	manifest := m.Name
	if opts.AbsDir != "" {
		manifest = joined(opts.AbsDir, path.Base(m.Name))
	}
	d.Meta = append(d.Meta, noma.Entry{Key: "book", Value: noma.Map{
		{Key: "chapters", Value: float64(len(b.Chapters))}, {Key: "manifest", Value: manifest},
	}})
	var all strings.Builder
	all.Grow(size)
	for _, p := range b.Chapters {
		all.WriteString(p.File.Text)
	}
	d.File = source.NewFile(m.Name, all.String())
	d.Reindex()
}

// PartOf returns the chapter a node stands in, nil for the document itself.
func (b *Book) PartOf(n noma.Node) *Part {
	for n != nil && n.At().Parent != nil && n.At().Parent != noma.Node(b.Document) {
		n = n.At().Parent
	}
	if n == nil || n.At().Parent == nil {
		return nil
	}
	i := sort.Search(len(b.Chapters), func(i int) bool { return b.Chapters[i].End > n.At().Index })
	if i == len(b.Chapters) {
		return nil
	}
	return b.Chapters[i]
}

// FileOf returns the name of the file a node stands in: its chapter, or the manifest for the document.
func (b *Book) FileOf(n noma.Node) string {
	if p := b.PartOf(n); p != nil {
		return p.Name
	}
	return b.Manifest.Name
}

func joined(dir, name string) string {
	if dir == "" || filepath.IsAbs(filepath.FromSlash(name)) {
		return name
	}
	return filepath.ToSlash(filepath.Join(dir, name))
}
