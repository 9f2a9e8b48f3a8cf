package reviewsync_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// The law Words: every word a reviewer can type anywhere in a file is in the new source or in what a finding says
// was not applied.

// apartGestures put objects among words and between paragraphs.
var apartGestures = []gesture{
	{"object in the text", (*hand).putSomewhere}, {"object in the text", (*hand).putSomewhere}, {"object in the text", (*hand).putSomewhere},
	{"object in a part", (*hand).putInPart},
	{"object between paragraphs", (*hand).putBetween}, {"object between paragraphs", (*hand).putBetween},
	{"table described", (*hand).describeSomeTable},
	{"picture titled", (*hand).titlePicture},
	{"line above notes", (*hand).typeInSeparator},
	{"object in a new header", (*hand).putInHeader},
}

func (h *hand) putSomewhere() string { return h.putIn(h.writing(), true) }

// putInPart puts an object into a header, footer, note or comment.
func (h *hand) putInPart() string {
	return h.putIn(h.pick(h.paragraphs()[len(below(h.body(), "p")):]), false)
}

func (h *hand) putIn(p *etree.Element, main bool) string {
	if p == nil {
		return ""
	}
	r, _ := h.run(p)
	if r == nil || r.Parent() != p || inField(r) {
		return ""
	}
	names := slices.Sorted(maps.Keys(objects))
	name := names[h.c.Intn(len(names))]
	if !main && slices.Contains(needsPart, name) {
		return ""
	}
	w := h.token()
	insertXML(r, objects[name](h.desk, w))
	return fmt.Sprintf("%s %q in %q", name, w, textOf(p))
}

// inField reports whether a run is part of a field.
func inField(r *etree.Element) bool {
	open := 0
	for _, e := range r.Parent().ChildElements() {
		if e == r {
			break
		}
		for _, c := range below(e, "fldChar") {
			open += map[string]int{"begin": 1, "end": -1}[c.SelectAttrValue("w:fldCharType", "")]
		}
	}
	return open > 0
}

func (h *hand) putBetween() string {
	p := h.writing()
	if p == nil || !h.inMain(p) {
		return ""
	}
	names := slices.Sorted(maps.Keys(blocksBetween))
	name, w := names[h.c.Intn(len(names))], h.token()
	what := fmt.Sprintf("%s %q below %q", name, w, textOf(p))
	insertXML(p, blocksBetween[name](h.desk, w))
	return what
}

func (h *hand) describeSomeTable() string {
	t := h.pick(below(h.body(), "tbl"))
	if t == nil {
		return ""
	}
	w := h.token()
	describeTableElement(t, "About "+w)
	return w
}

func (h *hand) titlePicture() string {
	e := h.pick(h.body().FindElements("//wp:docPr"))
	if e == nil {
		return ""
	}
	w := h.token()
	e.CreateAttr("title", w)
	return w
}

func (h *hand) typeInSeparator() string {
	w := h.token()
	if h.tree("word/footnotes.xml") == nil || h.separator(w) != nil {
		return ""
	}
	return w
}

// putInHeader gives the document a header or footer for its first page, with an object in it.
func (h *hand) putInHeader() string {
	kind := []string{"header", "footer"}[h.c.Intn(2)]
	if h.data["word/"+kind+"1.xml"] == nil || h.trees["word/"+kind+"2.xml"] != nil || h.data["word/"+kind+"2.xml"] != nil || len(below(h.body(), "sectPr")) == 0 {
		return ""
	}
	if h.copyHeaderFooter(kind) != nil {
		return ""
	}
	return h.putIn(h.pick(below(h.tree("word/"+kind+"2.xml"), "p")), false)
}

// TestWords holds the law Words against these gestures among all others, and every fourth time the other laws.
// -laws.times=10 is the full run.
func TestWords(t *testing.T) {
	n := seeds(2000)
	tally := map[string]int{}
	eachSeed(t, *from, n, tally, wordsLaws)
	for _, g := range apartGestures {
		t.Logf("%6d × %s", tally[g.name], g.name)
		if tally[g.name] == 0 && !testing.Short() {
			t.Errorf("%q was never made in %d documents", g.name, n)
		}
	}
}

func wordsLaws(t *testing.T, seed int, tally map[string]int) {
	c := seeded{rand.New(rand.NewPCG(uint64(seed), 71))}
	src := docgen.Document(c, 8)
	all := slices.Concat(apartGestures, apartGestures, apartGestures, rareGestures, gestures)
	file, edits := someOf(t, all, render(t, src), c, *most, tally)
	wordsKept(t, src, file, edits, c)
	if seed%4 == 0 {
		editedFile(t, "", src, file, edits, c)
		accounted(t, src, file, edits)
	}
}

// wordsKept: every word that a gesture typed, and that is in the file still, is in the new source, or in a finding
// that was not applied.
func wordsKept(t fataler, src string, file []byte, edits []string, c docgen.Chooser) {
	t.Helper()
	once, res := syncWith(t, src, file, reviewsync.Options{AllowDelete: c.Intn(2) == 0})
	unseen := unseenNotes(read(t, file))
	for _, w := range wordsOf(t, file) {
		if strings.Contains(once, w) || unseen[w] || slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool {
			return f.Outcome != reviewsync.Applied && (strings.Contains(f.Now, w) || strings.Contains(f.Was, w))
		}) {
			continue
		}
		t.Fatalf("%q is in the file, and neither in the source nor in what a finding says\nedits: %s\nsource:\n%s\nbecame:\n%s\nfindings: %s", w, strings.Join(edits, "; "), src, once, describe(res))
	}
}

// unshown is what an editor shows that knows no drawings, and what reference managers keep in their fields.
var unshown = regexp.MustCompile(`(?s)<mc:Fallback>.*?</mc:Fallback>|<w:instrText[^>]*> ADDIN .*?</w:instrText>`)

// addedParts finds the parts that [desk.addPart] made, with the ids that they are referred to by.
var addedParts = regexp.MustCompile(`Id=("rIdPart\d+")[^>]* Target="([^"]+)"`)

// linkTargets are the addresses of links, with the ids that they are referred to by.
var (
	linkTargets = regexp.MustCompile(`<Relationship [^>]*/hyperlink"[^>]*>`)
	relID       = regexp.MustCompile(`Id="([^"]*)"`)
)

// wordsOf returns the words that gestures typed, in the bytes of all parts: no reader stands between.
func wordsOf(t fataler, file []byte) []string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatalf("%v", err)
	}
	parts, rels := map[string][]byte{}, "word/_rels/document.xml.rels"
	for _, f := range z.File {
		if strings.HasPrefix(f.Name, "customXml/") {
			continue // what was sent, coded
		}
		r, err := f.Open()
		if err != nil {
			t.Fatalf("%v", err)
		}
		if parts[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatalf("%v", err)
		}
	}
	for _, rel := range addedParts.FindAllSubmatch(parts[rels], -1) {
		if !bytes.Contains(parts["word/document.xml"], rel[1]) {
			delete(parts, "word/"+string(rel[2])) // what showed it is gone
		}
	}
	parts[rels] = linkTargets.ReplaceAllFunc(parts[rels], func(rel []byte) []byte {
		if id := relID.FindSubmatch(rel); id == nil || bytes.Contains(parts["word/document.xml"], []byte(`"`+string(id[1])+`"`)) {
			return rel
		}
		return nil // the text of the link was typed over, and an editor may leave its address
	})
	var out []string
	for name, data := range parts {
		if bytes.HasPrefix(data, []byte("PK")) && strings.HasSuffix(name, ".docx") {
			out = append(out, wordsOf(t, data)...)
			continue
		}
		data = unshown.ReplaceAll(data, nil)
		out = append(out, tokens.FindAllString(string(data), -1)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// unseenNotes returns the words of notes whose mark went with the text around it: they are in the file, and nobody sees them.
func unseenNotes(d *wml.Document) map[string]bool {
	out := map[string]bool{}
	for kind, notes := range map[string][]*wml.Note{"footnote": d.Footnotes, "endnote": d.Endnotes} {
		seen := referencesTo(d, kind)
		for _, n := range notes {
			for p := range wml.Paragraphs(n.Blocks...) {
				for i := range p.Runs {
					for _, w := range tokens.FindAllString(p.Runs[i].Text+p.Runs[i].Ref(), -1) {
						out[w] = !seen[n.ID]
					}
				}
			}
		}
	}
	return out
}
