package app

import (
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// anchorInText makes the addresses of the pictures in a book's sentences count from the folder of the manifest, as anchorPictures does
// for those of blocks.
func (s *Source) anchorInText() (undo func()) {
	var undone []func()
	for n := range noma.Walk(s.Doc) {
		part := s.Book.PartOf(n)
		if part == nil || path.Dir(part.Path) == "." || filepath.IsAbs(part.Path) {
			continue
		}
		folder := strings.NewReplacer("(", "%28", ")", "%29").Replace((&url.URL{Path: path.Dir(part.Path)}).EscapedPath())
		eachText(n, func(text *string) {
			if was := *text; anchored(text, folder) {
				undone = append(undone, func() { *text = was })
			}
		})
	}
	return func() {
		for _, f := range undone {
			f()
		}
	}
}

// anchored puts a folder before the addresses of the pictures in a text, and reports whether there are any.
func anchored(text *string, folder string) (some bool) {
	var b strings.Builder
	at := 0
	for _, x := range noma.Pictures(*text) {
		if relativePath(x.Target) {
			b.WriteString((*text)[at:x.TargetSpan().Start] + path.Join(folder, x.Target))
			at, some = x.TargetSpan().End, true
		}
	}
	if some {
		*text = b.String() + (*text)[at:]
	}
	return some
}

// eachText calls f for the texts with inline markup that a node holds itself.
func eachText(n noma.Node, f func(*string)) {
	switch n := n.(type) {
	case *noma.Section:
		f(&n.Title.S)
	case *noma.Paragraph:
		f(&n.Content.S)
	case *noma.ListItem:
		f(&n.Content.S)
	case *noma.Quote:
		f(&n.Content.S)
	case *noma.Table:
		for _, row := range slices.Concat([][]noma.Cell{n.Header}, n.Rows) {
			for i := range row {
				f(&row[i].Text)
			}
		}
	case *noma.Directive:
		if n.Name == "table" {
			f(&n.RawBody.S)
		}
	}
}
