package book

import (
	"path"
	"strings"
	"unicode/utf8"
)

// The largest sizes of what a manifest says, in characters, and of its list.
const (
	maxName        = 10_000 // title, author
	maxDescription = 100_000
	maxPath        = 4096
	maxChapters    = 10_000
)

// IsManifest reports whether a path names a book manifest (contract cli.md §1).
func IsManifest(file string) bool {
	ext := strings.ToLower(path.Ext(file))
	return ext == ".yml" || ext == ".yaml"
}

func isControl(r rune) bool { return r < 0x20 || r == 0x7f }

// check applies the rules and turns the first violation into a sentence with its line.
func (m *Manifest) check() error {
	for _, f := range [...]struct {
		name, text string
		most       int
	}{{"title", m.Title, maxName}, {"author", m.Author, maxName}, {"description", m.Description, maxDescription}} {
		if utf8.RuneCountInString(f.text) > f.most {
			return m.wrong(0, "the %s is longer than %d characters; shorten it", f.name, f.most)
		}
	}
	switch {
	case len(m.Chapters) == 0:
		return m.wrong(m.chaptersLine, "the manifest lists no chapters; add \"chapters:\" with one line \"- path.noma\" for each")
	case len(m.Chapters) > maxChapters:
		return m.wrong(m.chaptersLine, "more than %d chapters; split the book", maxChapters)
	}
	for _, c := range m.Chapters {
		if err := m.checkChapter(c); err != nil {
			return err
		}
	}
	first := make(map[string]int, len(m.Chapters))
	for _, c := range m.Chapters {
		if line, again := first[c.Path]; again {
			return m.wrong(c.Line, "chapter %s is listed twice (first in line %d); remove one of the lines", short(c.Path), line)
		}
		first[c.Path] = c.Line
	}
	return nil
}

func (m *Manifest) checkChapter(c Chapter) error {
	switch {
	case c.Path == "":
		return m.wrong(c.Line, "a chapter without a path; write the path of a .noma file or remove the line")
	case utf8.RuneCountInString(c.Path) > maxPath:
		return m.wrong(c.Line, "the path of the chapter is too long: %s", short(c.Path))
	case !utf8.ValidString(c.Path) || strings.ContainsFunc(c.Path, isControl):
		return m.wrong(c.Line, "%s cannot be the path of a file", short(c.Path))
	case IsManifest(c.Path) && path.Base(m.Name) == c.Path:
		return m.wrong(c.Line, "the manifest lists itself as a chapter; list .noma files only")
	case IsManifest(c.Path):
		return m.wrong(c.Line, "chapter %s is a book manifest; list its .noma chapters here instead", short(c.Path))
	}
	return nil
}
