package reviewsync_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/noma"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// TestNoteLaws: the marks of notes in sentences are part of the text. They are moved, deleted and edited with it, and every mark of the
// new source has its note.
func TestNoteLaws(t *testing.T) {
	n := seeds(1500)
	tally := map[string]int{}
	var compared atomic.Int64
	eachSeed(t, *from, n, tally, func(t *testing.T, seed int, tally map[string]int) {
		if noteLaws(t, seed, tally) {
			compared.Add(1)
		}
	})
	if compared := compared.Load(); compared < int64(n/2) {
		t.Errorf("%d of %d were compared", compared, n)
	}
	for _, g := range noteGestures {
		t.Logf("%6d × %s", tally[g.name], g.name)
	}
}

// noteLaws holds the laws on one document; compared is false when an edit was refused.
func noteLaws(t *testing.T, seed int, tally map[string]int) (compared bool) {
	c := seeded{rand.New(rand.NewPCG(uint64(seed), 64))}
	src := docgen.Notes(c)
	quiet(t, fmt.Sprintf("seed %d", seed), src)
	file, edits := someOf(t, noteGestures, render(t, src), c, *most, tally)
	t.Log("edits: ", strings.Join(edits, "; "))
	editedFile(t, "", src, file, edits, c)
	after, res := syncWith(t, src, file, reviewsync.Options{AllowDelete: true})
	if slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool { return f.Outcome == reviewsync.Refused }) {
		return false
	}
	doc := planOf(t, after).Doc
	marked := noma.MarkedNotes(doc)
	for id := range marked {
		if b, ok := doc.Block(id); !ok || b.(*noma.Directive).AttrText("status") == "deleted" {
			t.Fatalf("[^%s] has no note\nedits: %s\nsource:\n%s\nbecame:\n%s\n%s", id, strings.Join(edits, "; "), src, after, describe(res))
		}
	}
	if was, now := notesOf(read(t, file)), notesOf(read(t, render(t, after))); !maps.Equal(was, now) {
		t.Fatalf("the notes are %v, those of the file %v\nedits: %s\nsource:\n%s\nbecame:\n%s\n%s", now, was, strings.Join(edits, "; "), src, after, describe(res))
	}
	for n := range noma.Walk(doc) {
		if d, ok := n.(*noma.Directive); ok && d.Marked() && !marked[d.ID] {
			t.Fatalf("[^%s]: has no mark\nedits: %s\nsource:\n%s\nbecame:\n%s\n%s", d.ID, strings.Join(edits, "; "), src, after, describe(res))
		}
	}
	return true
}

// notesOf returns the texts of the notes whose marks a file has, and how often it has each.
func notesOf(d *wml.Document) map[string]int {
	texts, out := map[string]string{}, map[string]int{}
	for end, notes := range map[bool][]*wml.Note{false: d.Footnotes, true: d.Endnotes} {
		for _, n := range notes {
			for p := range wml.Paragraphs(n.Blocks...) {
				texts[fmt.Sprint(end, n.ID)] += plain(p) + " "
			}
		}
	}
	eachMain(d, func(p *wml.Paragraph) {
		for i := range p.Runs {
			if n := p.Runs[i].Note(); n != nil {
				out[texts[fmt.Sprint(n.Endnote, n.ID)]]++
			}
		}
	})
	return out
}

var noteGestures = []gesture{
	{"mark moved", (*hand).moveReference}, {"mark moved", (*hand).moveReference},
	{"mark deleted", (*hand).deleteReference},
	{"note deleted", (*hand).deleteSomeNote},
	{"note edited", (*hand).editNote},
	{"note in a sentence", (*hand).noteWithin},
	{"words", (*hand).typeWords}, {"words deleted", (*hand).deleteWords},
	{"look", (*hand).changeFormatting},
	{"paragraph", (*hand).typeParagraph}, {"blocks deleted", (*hand).deleteBlocks}, {"blocks moved", (*hand).moveBlocks},
	{"split", (*hand).splitSomewhere}, {"joined", (*hand).joinSomewhere}, {"cell", (*hand).typeInCell},
}

// noteRef returns the run of a note's mark, nil for none.
func (h *hand) noteRef() *etree.Element {
	if e := h.pick(append(below(h.body(), "footnoteReference"), below(h.body(), "endnoteReference")...)); e != nil {
		return e.Parent()
	}
	return nil
}

// moveReference puts the mark of a note elsewhere.
func (h *hand) moveReference() string {
	ref := h.noteRef()
	p := h.writing()
	if ref == nil || p == nil {
		return ""
	}
	r, t := h.run(p)
	if r == nil || r.Parent() != p {
		return ""
	}
	ref.Parent().RemoveChild(ref)
	insertAfter(r, ref)
	return fmt.Sprintf("behind %q", t.Text())
}

// deleteReference deletes the mark of a note; the part keeps its text, as some programs do.
func (h *hand) deleteReference() string {
	ref := h.noteRef()
	if ref == nil {
		return ""
	}
	ref.Parent().RemoveChild(ref)
	return "one"
}

// editNote writes in a note, its beginning or all of it anew.
func (h *hand) editNote() string {
	e := h.pick(h.annotations("footnote", "endnote"))
	if e == nil {
		return ""
	}
	_, t := h.run(h.pick(below(e, "p")))
	if t == nil {
		return ""
	}
	was := t.Text()
	now := h.phrase() + " " + was
	if h.one(4) {
		now = h.phrase()
	}
	t.SetText(now)
	return fmt.Sprintf("%q → %q", was, now)
}
