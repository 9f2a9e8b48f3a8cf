package app

import (
	"context"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"path/filepath"
	"slices"

	"github.com/nomadocx/nomadocx/internal/files"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/book"
	"github.com/nomadocx/nomadocx/noma/diag"
	"github.com/nomadocx/nomadocx/noma/validate"
)

// loadBook reads a manifest and its chapters (Format spec, "Book manifests").
func loadBook(ctx context.Context, file string, data []byte, opts LoadOptions) (*Source, error) {
	if opts.revision == nil {
		if err := finishBookPatch(ctx, file, data, opts.External); err != nil {
			return nil, err
		}
	}
	b, err := assembleBook(ctx, file, data, opts)
	if err != nil {
		return nil, err
	}
	s := &Source{Path: file, File: b.Document.File, Doc: b.Document, Book: b}
	s.Resources = Resources{Dir: filepath.Dir(absolute(file)), External: opts.External, Observe: opts.Observe, at: opts.revision.reader()}
	s.bringIn()
	return s, nil
}

func assembleBook(ctx context.Context, file string, data []byte, opts LoadOptions) (*book.Book, error) {
	m, err := book.Decode(file, data)
	if err != nil {
		return nil, err
	}
	dir := filepath.Dir(file)
	var folder fs.FS = anywhere{dir}
	switch {
	case opts.revision != nil:
		folder = opts.revision
	case !opts.External:
		root, err := files.OpenRoot(dir)
		if err != nil {
			return nil, cannotRead(dir, err)
		}
		defer root.Close()
		folder = root.FS()
	}
	if opts.Observe != nil {
		folder = watched{folder, func(name string, err error) {
			opts.Observe(absolute(filepath.Join(dir, filepath.FromSlash(name))), nil, err)
		}}
	}
	o := bookOptions(file, opts.External)
	cost := int64(0) // of the chapters together
	o.Accept = func(name string, data []byte) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if opts.Observe != nil {
			opts.Observe(absolute(name), data, nil)
		}
		if err := plainText(name, data); err != nil {
			return err
		}
		cost += costOf(data)
		return within(file+", with its chapters up to "+name, cost)
	}
	return book.Assemble(m, folder, o)
}

// bookOptions say how the chapters of a manifest are named.
func bookOptions(file string, external bool) book.Options {
	dir := filepath.Dir(file)
	return book.Options{Dir: dir, AbsDir: absolute(dir), External: external}
}

// watched tells of chapters that are not there; those that are, Accept hears of.
type watched struct {
	fs.FS
	missing func(name string, err error)
}

func (w watched) Stat(name string) (fs.FileInfo, error) {
	info, err := fs.Stat(w.FS, name)
	if err != nil {
		w.missing(name, err)
	}
	return info, err
}

// anywhere opens files of a folder and, by absolute paths or "..", of all others.
type anywhere struct{ dir string }

func (a anywhere) path(name string) string {
	if name = filepath.FromSlash(name); filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(a.dir, name)
}

func (a anywhere) Open(name string) (fs.File, error)     { return files.Open(a.path(name)) }
func (a anywhere) Stat(name string) (fs.FileInfo, error) { return files.Stat(a.path(name)) }

// resourcesOf returns the files a block may refer to: those of its own file's folder.
func (s *Source) resourcesOf(n noma.Node) Resources {
	if s.Book != nil {
		if p := s.Book.PartOf(n); p != nil {
			return Resources{Dir: filepath.Dir(p.Abs), External: s.Resources.External, Observe: s.Resources.Observe, at: s.Resources.at}
		}
	}
	return s.Resources
}

// forRendering prepares a book for a target in which pictures are shown or frontmatter would be text.
// It returns the document to render and undoes, when called, what it did to the tree.
func (s *Source) forRendering(t Target) (doc *noma.Document, undo func()) {
	if s.Book == nil {
		return s.Doc, func() {}
	}
	switch t {
	case HTML, PDF, Word:
		return s.Doc, s.anchorPictures()
	case Noma, Markdown:
		return s.withoutFrontmatter()
	}
	return s.Doc, func() {}
}

// anchorPictures makes the paths of pictures count from the folder of the manifest, as a page or a
// Word file of the whole book needs them: a chapter names its pictures from its own folder.
func (s *Source) anchorPictures() (undo func()) {
	type change struct {
		d     *noma.Directive
		attrs []noma.Attr
	}
	var changed []change
	text := s.anchorInText()
	for n := range noma.Walk(s.Doc) {
		d, ok := n.(*noma.Directive)
		if !ok || !d.Is(noma.Picture) {
			continue
		}
		src, ok := d.Attr("src")
		if !ok || src.Value.Kind != noma.String || !relativePath(src.Value.Raw) {
			continue
		}
		part := s.Book.PartOf(d)
		if part == nil || path.Dir(part.Path) == "." || filepath.IsAbs(part.Path) {
			continue
		}
		changed = append(changed, change{d, d.Attrs})
		d.Attrs = append([]noma.Attr(nil), d.Attrs...)
		setAttr(d, "src", path.Join(path.Dir(part.Path), src.Value.Raw))
	}
	return func() {
		text()
		for _, c := range changed {
			c.d.Attrs = c.attrs
		}
	}
}

// relativePath reports whether an address is a path that stays in its folder.
func relativePath(src string) bool {
	u, err := url.Parse(src)
	return err == nil && u.Scheme == "" && u.Host == "" && u.Path != "" && filepath.IsLocal(filepath.FromSlash(src))
}

// withoutFrontmatter returns the book as one source: a chapter's frontmatter in the middle of a file would
// read as a rule and a paragraph. The manifest's title and author become the frontmatter; where the
// manifest lies does not belong into a source.
func (s *Source) withoutFrontmatter() (*noma.Document, func()) {
	d := &noma.Document{File: s.Doc.File}
	for _, e := range s.Doc.Meta {
		if e.Key != "book" {
			d.Meta = append(d.Meta, e)
		}
	}
	for _, n := range s.Doc.Children {
		if _, head := n.(*noma.Frontmatter); !head {
			d.Children = append(d.Children, n)
		}
	}
	d.Reindex()
	return d, s.Doc.Reindex
}

// refuseBook returns the error of verbs that work on one source text.
func refuseBook(file string) error {
	return fmt.Errorf("%s is a book manifest; give one of its .noma chapters", file)
}

// checked returns what is wrong with a source; in a book, diagnostics on the manifest come first and every
// diagnostic names its file.
func (s *Source) checked(opts validate.Options) diag.List {
	if s.Book == nil {
		return validate.Document(s.Doc, opts)
	}
	opts.FileOf = s.Book.FileOf
	diagnostics := slices.Clip(s.Book.Manifest.Diagnostics)
	if slices.Contains(opts.IgnoreRules, book.UnknownKey) {
		// The validator does not know this code and would say so.
		opts.IgnoreRules = slices.DeleteFunc(slices.Clone(opts.IgnoreRules), func(code string) bool { return code == book.UnknownKey })
		diagnostics = nil
	}
	return append(diagnostics, validate.Document(s.Doc, opts)...)
}
