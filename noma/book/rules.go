package book

import (
	"errors"
	"fmt"
	"path"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/go-playground/validator/v10"
)

// rules checks the tags of [Manifest]. Making a validator takes a while, so it is made when the first
// manifest is read.
var rules = sync.OnceValue(func() *validator.Validate {
	v := validator.New(validator.WithRequiredStructEnabled())
	for tag, holds := range map[string]func(string) bool{
		"path":    func(s string) bool { return utf8.ValidString(s) && !strings.ContainsFunc(s, isControl) },
		"chapter": func(s string) bool { return !IsManifest(s) },
	} {
		rule := func(f validator.FieldLevel) bool { return holds(f.Field().String()) }
		if err := v.RegisterValidation(tag, rule); err != nil {
			panic("book: " + err.Error())
		}
	}
	return v
})

// IsManifest reports whether a path names a book manifest (contract cli.md §1).
func IsManifest(file string) bool {
	ext := strings.ToLower(path.Ext(file))
	return ext == ".yml" || ext == ".yaml"
}

func isControl(r rune) bool { return r < 0x20 || r == 0x7f }

// check applies the rules and turns the first violation into a sentence with its line.
func (m *Manifest) check() error {
	if err := rules().Struct(m); err != nil {
		return m.violation(err)
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

func (m *Manifest) violation(err error) error {
	var list validator.ValidationErrors
	if !errors.As(err, &list) || len(list) == 0 {
		panic("book: " + err.Error()) // the tags make no sense
	}
	v := list[0]
	var i int
	if n, _ := fmt.Sscanf(v.StructNamespace(), "Manifest.Chapters[%d]", &i); n == 1 {
		return m.badChapter(m.Chapters[i], v.Tag())
	}
	if v.Field() != "Chapters" {
		return m.wrong(0, "the %s is longer than %s characters; shorten it", strings.ToLower(v.Field()), v.Param())
	}
	if v.Tag() == "max" {
		return m.wrong(m.chaptersLine, "more than %s chapters; split the book", v.Param())
	}
	return m.wrong(m.chaptersLine, "the manifest lists no chapters; add \"chapters:\" with one line \"- path.noma\" for each")
}

func (m *Manifest) badChapter(c Chapter, rule string) error {
	switch {
	case rule == "required":
		return m.wrong(c.Line, "a chapter without a path; write the path of a .noma file or remove the line")
	case rule == "chapter" && path.Base(m.Name) == c.Path:
		return m.wrong(c.Line, "the manifest lists itself as a chapter; list .noma files only")
	case rule == "chapter":
		return m.wrong(c.Line, "chapter %s is a book manifest; list its .noma chapters here instead", short(c.Path))
	case rule == "max":
		return m.wrong(c.Line, "the path of the chapter is too long: %s", short(c.Path))
	}
	return m.wrong(c.Line, "%s cannot be the path of a file", short(c.Path))
}
