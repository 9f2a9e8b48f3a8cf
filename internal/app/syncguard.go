package app

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/nomadocx/nomadocx/internal/files"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma/source"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// A wrong file hurts nothing: what was not made from a source is not brought into it, and a file that takes out
// much of a source is not believed at once. Both refusals come before anything is written, and both can be
// overridden by who knows better.

// WrongFileError says that a returned file was not made from the source it was given for.
type WrongFileError struct {
	File, Source string // their names
	Producer     string // the program that wrote the file, "" when the file does not say
	Title        string // of the file, likewise
	Sent         string // the hash of the source the file names, "" when it has no manifest
	Belongs      string // the source beside this one that has that hash, "" when none does
	Shared       int    // paragraphs of the source that the file shows …
	Paragraphs   int    // … of so many
}

func (e *WrongFileError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s was not made from %s: ", e.File, e.Source)
	switch {
	case e.Belongs != "":
		fmt.Fprintf(&b, "it was made from %s", e.Belongs)
	case e.Sent != "":
		fmt.Fprintf(&b, "its nomadocx manifest names another source (SHA-256 %.12s…)", e.Sent)
	default:
		b.WriteString("it has no nomadocx manifest")
	}
	fmt.Fprintf(&b, " and shares %d of %d paragraphs", e.Shared, e.Paragraphs)
	if e.Title != "" {
		fmt.Fprintf(&b, "; its title is %q", e.Title)
	}
	if e.Producer != "" {
		fmt.Fprintf(&b, "; it was written by %s", e.Producer)
	}
	b.WriteString(". Nothing was written.")
	return b.String()
}

// ManyDeletedError says that a returned file takes out more of a source than is believed without being asked.
type ManyDeletedError struct {
	File, Source        string // their names
	Deleted, Paragraphs int
}

func (e *ManyDeletedError) Error() string {
	return fmt.Sprintf("%s takes %d of the %d paragraphs out of %s. Nothing was written.", e.File, e.Deleted, e.Paragraphs, e.Source)
}

// belongs fails with a [WrongFileError] when a returned file was made neither from the source nor from the base,
// when that is given. Data instead of a Word file are not examined.
func (r *returned) belongs(file string, s, base *Source) error {
	if r.word == nil {
		return nil
	}
	kin := func(s *Source) reviewsync.Kinship {
		return reviewsync.KinshipOf(s.File, func() *layout.Plan { return s.planFor("", true, r.diagrams(), r.shown(s)) }, r.word)
	}
	if base != nil && kin(base).Related {
		return nil
	}
	k := kin(s)
	if k.Related {
		return nil
	}
	return &WrongFileError{File: nameOf(file), Source: nameOf(s.Path), Producer: shorten(r.word.Producer), Title: shorten(r.title),
		Sent: k.Sent, Belongs: sourceBeside(s.Path, k.Sent), Shared: k.Shared, Paragraphs: k.Paragraphs}
}

// nameOf returns what a message calls a file.
func nameOf(path string) string {
	if path == "-" {
		return "standard input"
	}
	return filepath.Base(path)
}

// maxBeside bounds how many sources are examined to say where a file belongs.
const maxBeside = 200

// sourceBeside names the source with a hash in the folder of another one, "" when there is none.
func sourceBeside(path, hash string) string {
	if path == "-" || hash == "" {
		return ""
	}
	entries, err := files.ReadDir(filepath.Dir(path))
	if err != nil {
		return "" // it only helps to find the right file
	}
	for i, e := range entries {
		if i == maxBeside {
			break
		}
		if !e.Type().IsRegular() || filepath.Ext(e.Name()) != ".noma" {
			continue
		}
		text, err := readFile(filepath.Join(filepath.Dir(path), e.Name()), nil, maxSource)
		if err == nil && source.Hash(string(text)) == hash {
			return e.Name()
		}
	}
	return ""
}

// handful is how many paragraphs a source may have to lose any number of them.
const handful = 5

// manyDeleted fails with a [ManyDeletedError] when a sync takes more than a third of the paragraphs out of a
// source. What was put in for it counts against it: a text that was rewritten is not deleted.
func manyDeleted(file string, s *Source, was *layout.Plan, found *reviewsync.Result, lay func(text string) (*layout.Plan, error), back *wml.Document) error {
	gone := 0 // at most so many
	for i := range found.Findings {
		if f := &found.Findings[i]; f.Outcome == reviewsync.Applied && (f.Now == "" || f.Code == reviewsync.CodeDeleted || f.Code == reviewsync.CodeSplit) {
			gone += 1 + strings.Count(f.Was, "\n")
		}
	}
	if gone < 2 || 2*gone <= paragraphsOfFile(back) { // what is left of a source that lost a third is at most twice that
		return nil
	}
	now, err := lay(found.Text)
	if err != nil {
		return err
	}
	before, after := bodyParagraphs(was), bodyParagraphs(now)
	if before <= handful || 3*(before-after) <= before {
		return nil
	}
	return &ManyDeletedError{File: nameOf(file), Source: nameOf(s.Path), Deleted: before - after, Paragraphs: before}
}

func paragraphsOfFile(d *wml.Document) int {
	n := 0
	for _, st := range d.Stories {
		if st.Kind != wml.MainStory {
			continue
		}
		for _, b := range st.Blocks {
			if p, ok := b.(*wml.Paragraph); ok && layout.Fingerprint(p.Runs, wml.Original) != 0 {
				n++
			}
		}
	}
	return n
}

// bodyParagraphs counts the paragraphs of a plan's body that show something, without the cells of tables of data.
func bodyParagraphs(p *layout.Plan) int {
	n := 0
	count := func(b layout.Block) {
		if _, grid := b.(*layout.Grid); grid {
			return
		}
		layout.EachPara(b, func(p *layout.Para) {
			if p.Part != layout.PartGenerated && p.Fingerprint() != 0 {
				n++
			}
		})
	}
	for b := range p.Stream() {
		count(b)
	}
	return n
}
