package reviewsync_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// Gestures at comments and notes that are alike in author, date and place, at what is proposed in them, and at
// headers; and what programs do to all of them when they save a file.

var annotationGestures = []gesture{
	{"one of two alike", (*hand).oneOfAlike}, {"one of two alike", (*hand).oneOfAlike},
	{"tracked words in a annotation", (*hand).trackInAnnotation}, {"tracked words in a annotation", (*hand).trackInAnnotation},
	{"tracked note", (*hand).trackNoteSomewhere},
	{"annotation in a header", (*hand).annotationInHeader},
}

// withAnnotations returns a generated document with comments and notes that are alike in all but their words.
func withAnnotations(c docgen.Chooser) string {
	src := docgen.Document(c, 6)
	words := []string{"Which", "region", "is", "meant", "by", "this", "number", "of", "the", "second", "year"}
	text := func() string {
		var out []string
		for range 3 + c.Intn(6) {
			out = append(out, words[c.Intn(len(words))])
		}
		return strings.Join(out, " ") + "."
	}
	var b strings.Builder
	b.WriteString(src)
	if !strings.Contains(src, "::header") {
		b.WriteString("\n\n::header\n:::claim{id=\"banner\"}\nFor the board.\n:::\n::\n")
		if c.Intn(2) == 0 {
			b.WriteString("\n::comment{id=\"aloft\" parent=\"banner\" author=\"Olga\"}\n" + text() + "\n::\n")
		}
	}
	b.WriteString("\n\n::claim{id=\"alike\"}\nSales grew in spring.\n::\n")
	for i := range 2 + c.Intn(3) {
		fmt.Fprintf(&b, "\n::comment{id=\"ask%d\" parent=\"alike\" author=\"Olga\"}\n%s\n::\n", i, text())
		if c.Intn(3) == 0 {
			fmt.Fprintf(&b, "\n::comment{id=\"ans%d\" reply_to=\"ask%d\" author=\"Olga\"}\n%s\n::\n", i, i, text())
		}
	}
	for i := range 2 + c.Intn(3) {
		fmt.Fprintf(&b, "\n::footnote{id=\"note%d\" for=\"alike\"}\n%s\n::\n", i, text())
	}
	return b.String()
}

// annotations returns the comments, footnotes and endnotes of the file that a person can see.
func (h *hand) annotations(kinds ...string) []*etree.Element {
	var out []*etree.Element
	for _, kind := range kinds {
		if t := h.tree("word/" + kind + "s.xml"); t != nil {
			for _, e := range t.SelectElements("w:" + kind) {
				if e.SelectAttr("w:type") == nil && textOf(e) != "" && !strings.Contains(textOf(e), "Change request:") {
					out = append(out, e)
				}
			}
		}
	}
	return out
}

// oneOfAlike deletes one of several comments or notes and edits a word of another one.
func (h *hand) oneOfAlike() string {
	kind := []string{"comment", "footnote"}[h.c.Intn(2)]
	all := h.annotations(kind)
	gone, kept := h.pick(all), h.pick(all)
	if gone == nil || gone == kept || len(below(kept, "p")) == 0 {
		return ""
	}
	was := textOf(gone)
	if kind == "comment" {
		if lastParagraph(gone) == "" {
			return ""
		}
		h.forgetState(gone)
	}
	gone.Parent().RemoveChild(gone)
	h.unmark(kind, gone.SelectAttrValue("w:id", ""))
	return fmt.Sprintf("%s without %q, %s", kind, was, h.typeIn(h.pick(below(kept, "p"))))
}

// forgetState takes a comment out of its thread; answers to it stand alone then.
func (h *hand) forgetState(c *etree.Element) {
	state := h.state(lastParagraph(c))
	for _, e := range state.Parent().ChildElements() {
		if e.SelectAttrValue("w15:paraIdParent", "") == state.SelectAttrValue("w15:paraId", "") {
			e.RemoveAttr("w15:paraIdParent")
		}
	}
	state.Parent().RemoveChild(state)
}

// trackInAnnotation proposes words in a comment or note, that some go, or both.
func (h *hand) trackInAnnotation() string {
	e := h.pick(h.annotations("comment", "footnote", "endnote"))
	if e == nil {
		return ""
	}
	p := h.pick(below(e, "p"))
	r, t := h.run(p)
	if r == nil || r.Parent() != p || len(r.SelectElements("w:t")) != 1 {
		return ""
	}
	was, now, kind := t.Text(), "", h.c.Intn(3)
	if kind != 0 {
		now = h.phrase()
		ins := h.signed("w:ins", "Ann")
		ins.AddChild(newRun(now, nil))
		insertAfter(r, ins)
	}
	if kind != 1 {
		t.Tag = "delText"
		del := h.signed("w:del", "Ann")
		insertBefore(r, del)
		del.AddChild(r)
	}
	return fmt.Sprintf("in %s: %q, insert %q", e.Tag, was, now)
}

// trackNoteSomewhere writes a footnote with Track Changes on, in its mark, its text, or both.
func (h *hand) trackNoteSomewhere() string {
	_, r, t := h.ownRun()
	if r == nil {
		return ""
	}
	text, id, kind := h.phrase(), h.nextID(), h.c.Intn(3)
	n := h.need("footnotes", "w:footnotes").CreateElement("w:footnote")
	n.CreateAttr("w:id", id)
	n.AddChild(newParagraph(text, nil))
	ref := etree.NewElement("w:r")
	ref.CreateElement("w:footnoteReference").CreateAttr("w:id", id)
	insertAfter(r, ref)
	if kind != 0 {
		h.propose(ref, "Ann")
	}
	if kind != 1 {
		h.propose(n.SelectElement("w:p").SelectElement("w:r"), "Ann")
	}
	return fmt.Sprintf("%q at %q", text, t.Text())
}

// annotationInHeader puts a comment or a note in a header or footer, as only other programs do.
func (h *hand) annotationInHeader() string {
	var all []*etree.Element
	for _, name := range h.names {
		if strings.HasPrefix(name, "word/header") || strings.HasPrefix(name, "word/footer") {
			all = append(all, below(h.tree(name), "p")...)
		}
	}
	p := h.pick(all)
	if p == nil {
		return ""
	}
	r, t := h.run(p)
	if r == nil || r.Parent() != p {
		return ""
	}
	text := h.phrase()
	ref := etree.NewElement("w:r")
	if h.one(3) {
		id := h.nextID()
		n := h.need("footnotes", "w:footnotes").CreateElement("w:footnote")
		n.CreateAttr("w:id", id)
		n.AddChild(newParagraph(text, nil))
		ref.CreateElement("w:footnoteReference").CreateAttr("w:id", id)
	} else {
		ref.CreateElement("w:commentReference").CreateAttr("w:id", h.newComment(text, "Ann"))
	}
	insertAfter(r, ref)
	return fmt.Sprintf("%q at %q", text, t.Text())
}

// saved returns a file as a program writes it that reorders and renumbers comments and notes.
func saved(t fataler, file []byte, how ...func(*desk) error) []byte {
	t.Helper()
	d, err := openDesk(file)
	for _, f := range how {
		if err == nil {
			err = f(d)
		}
	}
	if err != nil {
		t.Fatalf("%v", err)
	}
	out, err := d.save()
	if err != nil {
		t.Fatalf("%v", err)
	}
	return out
}

func reordered(d *desk) error {
	for _, kind := range []string{"comment", "footnote", "endnote"} {
		if d.tree("word/"+kind+"s.xml") != nil {
			if err := d.reorder(kind); err != nil {
				return err
			}
		}
	}
	return nil
}

// signatures say who wrote a comment, and when; requests are what somebody proposed.
var (
	signatures = regexp.MustCompile(` (author|initials|date)="[^"]*"`)
	requests   = regexp.MustCompile(`(?s)\n*::+change_request\{.*?\n::+\n`)
)

func unsigned(source string) string {
	return signatures.ReplaceAllString(requests.ReplaceAllString(source, "\n"), "")
}

func annotationLaws(t *testing.T, seed int, tally map[string]int) {
	c := seeded{rand.New(rand.NewPCG(uint64(seed), 71))}
	src := withAnnotations(c)
	all := slices.Concat(annotationGestures, annotationGestures, annotationGestures, gestures)
	file, edits := someOf(t, all, render(t, src), c, *most, tally)
	if c.Intn(3) == 0 {
		file = saved(t, file, reordered)
		edits = append(edits, "saved in another order")
	}
	editedFile(t, "", src, file, edits, c)
	accounted(t, src, file, edits)
	fail := func(what, once string, res *reviewsync.Result) {
		t.Helper()
		t.Fatalf("%s\nedits: %s\nsource:\n%s\nbecame:\n%s\nfindings: %s", what, strings.Join(edits, "; "), src, once, describe(res))
	}
	switch seed % 3 {
	case 0:
		// Without names, the same comments are known, and no other.
		once, named := sync(t, src, file)
		if typedOver(named) {
			return // without a name nothing says that it is the same comment
		}
		nameless, res := sync(t, src, saved(t, file, (*desk).forgetNames))
		if unsigned(once) != unsigned(nameless) {
			fail("saved without names it becomes another source than:\n"+once, nameless, res)
		}
	case 1:
		// A part that is gone takes no note out of the source, nor do marks that are gone a note that the part holds.
		part, marks := c.Intn(2) == 0, c.Intn(2) == 0
		part = part || !marks
		var gone []string
		if !part {
			_, named := sync(t, src, file)
			gone = notesTaken(named)
		}
		once, res := sync(t, src, saved(t, file, func(d *desk) error { return d.forgetNotes("footnote", part, marks) }))
		for _, id := range notesTaken(res) {
			if !slices.Contains(gone, id) {
				fail("a footnote is deleted, and all are gone", once, res)
			}
		}
	}
}

// notesTaken returns the notes that a result takes out of the source.
func notesTaken(res *reviewsync.Result) []string {
	var out []string
	for _, op := range res.Ops {
		if op.Op == "update_attribute" && op.Value == "deleted" && strings.HasPrefix(op.ID, "note") {
			out = append(out, op.ID)
		}
	}
	return out
}

// typedOver reports whether somebody else's comment got other words altogether.
func typedOver(res *reviewsync.Result) bool {
	return slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool {
		if f.Was == "" || f.Now == "" {
			return false
		}
		now, kept := strings.Fields(f.Now), 0
		for _, w := range strings.Fields(f.Was) {
			if slices.Contains(now, w) {
				kept++
			}
		}
		return 2*kept < len(now)
	})
}

// TestAnnotationLaws holds the laws against these among all others.
func TestAnnotationLaws(t *testing.T) {
	n := seeds(300)
	tally := map[string]int{}
	eachSeed(t, *from, n, tally, annotationLaws)
	for _, g := range annotationGestures {
		t.Logf("%6d × %s", tally[g.name], g.name)
		if tally[g.name] == 0 && !testing.Short() {
			t.Errorf("%q was never made in %d documents", g.name, n)
		}
	}
}
