package reviewsync_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// Places: what a reviewer's comment is about, and where the mark of a note stands, is the same in the file that came
// back and in the one that is rendered from the new source.

// TestPlacedQuiet: placed comments, notes and requests come back untouched.
func TestPlacedQuiet(t *testing.T) {
	n := seeds(1500)
	for seed := *from; seed < *from+n; seed++ {
		quiet(t, fmt.Sprintf("seed %d", seed), docgen.Placed(seeded{rand.New(rand.NewPCG(uint64(seed), 61))}, 8))
	}
}

// TestPlacedLaws: new comments and notes keep their words, and those of the source do under edits.
func TestPlacedLaws(t *testing.T) {
	n := seeds(800)
	tally := map[string]int{}
	eachSeed(t, *from, n, tally, placedLaws)
	for _, g := range placing {
		t.Logf("%6d × %s", tally[g.name], g.name)
	}
}

// TestPlacedReasons: the same, and that they come back untouched, where requests have reasons, so that they are shown in blocks of their own.
func TestPlacedReasons(t *testing.T) {
	eachSeed(t, *from, seeds(400), map[string]int{}, placedReasons)
}

var requestWithPlace = regexp.MustCompile(`(?m)^(::change_request\{.*\}\n)(::)$`)

func placedReasons(t *testing.T, seed int, tally map[string]int) {
	c := seeded{rand.New(rand.NewPCG(uint64(seed), 64))}
	src := requestWithPlace.ReplaceAllStringFunc(docgen.Placed(c, 8), func(s string) string {
		return requestWithPlace.ReplaceAllString(s, []string{"$0", "${1}Because it rained.\n$2"}[c.Intn(2)])
	})
	quiet(t, "", src)
	file, edits := someOf(t, placing, render(t, src), c, *most+2, tally)
	editedFile(t, "", src, file, edits, c)
	placesKept(t, src, file, edits)
}

var placing = []gesture{{"comment", (*hand).commentSomewhere}, {"comment", (*hand).commentSomewhere}, {"note", (*hand).noteSomewhere},
	{"words", (*hand).typeWords}, {"words deleted", (*hand).deleteWords}, {"comment on a stretch", (*hand).commentStretch},
	{"note in a sentence", (*hand).noteWithin}, {"comment on a stretch", (*hand).commentStretch}}

func placedLaws(t *testing.T, seed int, tally map[string]int) {
	c := seeded{rand.New(rand.NewPCG(uint64(seed), 62))}
	src := docgen.Placed(c, 8)
	file, edits := someOf(t, placing, render(t, src), c, *most+2, tally)
	editedFile(t, "", src, file, edits, c)
	placesKept(t, src, file, edits)
}

// TestPlacedWentOn: the same, when the author has written elsewhere meanwhile.
func TestPlacedWentOn(t *testing.T) {
	n := seeds(400)
	placing := []gesture{{"comment", (*hand).commentSomewhere}, {"note in a sentence", (*hand).noteWithin}, {"comment on a stretch", (*hand).commentStretch}}
	for seed := *from; seed < *from+n; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			c := seeded{rand.New(rand.NewPCG(uint64(seed), 63))}
			src := docgen.Placed(c, 8)
			file, edits := someOf(t, placing, render(t, src), c, *most, map[string]int{})
			lines := strings.Split(src, "\n")
			for i, l := range lines {
				if c.Intn(4) == 0 && strings.HasSuffix(l, ".") && !strings.HasPrefix(l, "Remark") && !strings.HasPrefix(l, "Answer") {
					lines[i] = strings.TrimSuffix(l, ".") + " as the author sees it."
				}
			}
			placesKept(t, strings.Join(lines, "\n"), file, edits, "Remark") // the author has written in the words of these
		})
	}
}

// reference is a reference that may show an id.
var reference = regexp.MustCompile(`\[\[([^\]|]+)\]\]`)

// placesKept compares the places in a file with those in the file that the new source makes, but for what says one of
// some words.
func placesKept(t fataler, src string, file []byte, edits []string, but ...string) {
	t.Helper()
	once, res := syncWith(t, src, file, reviewsync.Options{AllowDelete: true})
	back, now := placesOf(read(t, file)), placesOf(read(t, render(t, once)))
	emptied := emptiedFields(res)
	sent, near := placesOf(read(t, render(t, src))), nearIn(planOf(t, src))
	madeAnew := map[string]bool{} // generated lines of one of the two sources that the other has otherwise
	for _, x := range [][2]string{{src, once}, {once, src}} {
		shows := shownTexts(planOf(t, x[1]))
		maps.Copy(madeAnew, linesOf(planOf(t, x[0]), func(p *layout.Para, text string) bool {
			return shows[text] == 0 && (p.Part == layout.PartLabel || p.Part == layout.PartGenerated || p.Part == layout.PartValue)
		}))
	}
	for what, was := range back {
		is, there := now[what]
		if !there || slices.ContainsFunc(but, func(w string) bool { return strings.Contains(what, w) }) || slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool {
			return f.Outcome != reviewsync.Applied && f.Outcome != reviewsync.Unchanged || strings.Contains(f.Message, "whole block")
		}) {
			continue // other laws say what has to be there
		}
		if near[what] && sent[what] != was {
			continue // the words were only like those that the source names, and now they are less so
		}
		if strings.Contains(was, "Change request:") && is != "" && strings.HasPrefix(was, is) {
			continue // as far as it is text
		}
		if len(emptied) > 0 && slices.Equal(wordsWithout(was, emptied), wordsWithout(is, nil)) {
			continue // the name of a value goes with it
		}
		if slices.ContainsFunc(reference.FindAllStringSubmatch(src, -1), func(m []string) bool {
			return slices.Equal(strings.Fields(strings.ReplaceAll(was, m[1], "")), strings.Fields(is))
		}) {
			continue // what showed an id is a field, as the block has a title now
		}
		if strings.Contains(was, "computed plot, ") || slices.ContainsFunc(strings.Split(was+"\n"+is, "\n"), func(line string) bool { return madeAnew[line] }) {
			continue // generated words, which another edit may change
		}
		if tidy := strings.NewReplacer("\n", " "); tidy.Replace(was) == tidy.Replace(is) || edges(was) == edges(is) {
			continue
		}
		if followsEdit(res, was, is) {
			continue
		}
		if !strings.Contains(is, "as the author sees it") {
			t.Fatalf("%s is on %q in the file and on %q after the sync\nedits: %s\nsource:\n%s\nbecame:\n%s\nfindings: %s", what, was, is, strings.Join(edits, "; "), src, once, describe(res))
		}
	}
}

// followsEdit reports whether the words of a place differ by words in their middle that were typed or deleted elsewhere: in a label, an entry of the
// contents or a second line a value is shown again, and the file has the former one there.
func followsEdit(res *reviewsync.Result, was, is string) bool {
	return slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool {
		before := 0
		for before < min(len(f.Was), len(f.Now)) && f.Was[before] == f.Now[before] {
			before++
		}
		behind := 0
		for behind < min(len(f.Was), len(f.Now))-before && f.Was[len(f.Was)-1-behind] == f.Now[len(f.Now)-1-behind] {
			behind++
		}
		without := func(s, words string) (string, bool) {
			at := strings.Index(s, words)
			return strings.Join(strings.Fields(strings.Replace(s, words, "", 1)), ""), words == "" || at > 0 && at+len(words) < len(s)
		}
		typed, deleted := strings.TrimSpace(f.Now[before:len(f.Now)-behind]), strings.TrimSpace(f.Was[before:len(f.Was)-behind])
		rest, inIs := without(is, typed)
		former, inWas := without(was, deleted)
		return f.Done() && typed+deleted != "" && inIs && inWas && rest == former
	})
}

// linesOf returns the lines of a plan's paragraphs that a condition holds for.
func linesOf(p *layout.Plan, holds func(p *layout.Para, text string) bool) map[string]bool {
	out := map[string]bool{}
	for b := range p.Body() {
		layout.EachPara(b, func(x *layout.Para) {
			if text := layout.PlainText(layout.Glyphs(x.Runs(), wml.Original)); text != "" && holds(x, text) {
				out[text] = true
			}
		})
	}
	return out
}

// nearIn returns the comments of a plan that stand on words which are only like those that the source names, as placesOf names them.
func nearIn(p *layout.Plan) map[string]bool {
	out := map[string]bool{}
	for _, c := range p.Comments {
		var lines []string
		for _, b := range c.Blocks {
			layout.EachPara(b, func(p *layout.Para) { lines = append(lines, layout.PlainText(layout.Glyphs(p.Runs(), wml.Original))) })
		}
		out["comment "+strings.Join(lines, "\n")] = c.Near
	}
	return out
}

// edges returns the words of a place in its first and its last paragraph: lines between them may be generated anew.
func edges(place string) string {
	lines := strings.Split(place, "\n")
	return lines[0] + "\n" + lines[len(lines)-1]
}

// placesOf says of each comment of a thread's beginning, by its first words, which words it is about, a paragraph a
// line, and of each note which words stand before its mark.
func placesOf(d *wml.Document) map[string]string {
	out, open, seen := map[string]string{}, map[string][]string{}, map[string]bool{}
	name := map[string]string{}
	for _, c := range d.Comments {
		if text := proseOf(c.Blocks); c.Parent == "" && !strings.HasPrefix(text, layout.MarkerPrefix) {
			name[c.ID] = "comment " + text
		}
	}
	notes := map[bool]map[string]string{false: {}, true: {}}
	for _, n := range d.Footnotes {
		notes[false][n.ID] = "footnote " + proseOf(n.Blocks)
	}
	for _, n := range d.Endnotes {
		notes[true][n.ID] = "endnote " + proseOf(n.Blocks)
	}
	tidy := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	put := func(id string, lines []string) {
		if what := name[id]; what != "" && !seen[what] {
			for i := range lines {
				lines[i] = tidy(lines[i])
			}
			out[what], seen[what] = strings.TrimSpace(strings.Join(slices.DeleteFunc(lines, func(l string) bool { return l == "" }), "\n")), true
		}
	}
	eachMain(d, func(p *wml.Paragraph) {
		for i := range p.Points { // an entry of the contents follows its heading
			if p.Style == layout.StyleToc && p.Points[i].Kind == wml.CommentStart {
				seen[name[p.Points[i].ID]] = true
			}
		}
		before := ""
		at := func(k int) {
			for i := range p.Points {
				switch pt := &p.Points[i]; {
				case pt.At != k:
				case pt.Kind == wml.CommentStart:
					open[pt.ID] = []string{""}
				case pt.Kind == wml.CommentEnd && open[pt.ID] != nil:
					put(pt.ID, open[pt.ID])
					delete(open, pt.ID)
				}
			}
		}
		for i := range p.Runs {
			at(i)
			r := &p.Runs[i]
			if r.Kind == wml.CommentMark {
				put(string(r.Ref()), nil)
			}
			if n := r.Note(); n != nil && p.Style != layout.StyleToc {
				out[notes[n.Endnote][n.ID]] = tidy(before)
			}
			text := layout.PlainText(layout.AllGlyphs(p.Runs[i:i+1], wml.Original))
			before += text
			if i := strings.LastIndexByte(before, '\n'); i >= 0 && p.Style == layout.StyleCode {
				before = before[i+1:] // a line break in code becomes a line of it
			}
			for id, words := range open {
				words[len(words)-1] += strings.ReplaceAll(text, "\n", " ")
				open[id] = words
			}
		}
		at(len(p.Runs))
		for id, words := range open {
			open[id] = append(words, "")
		}
	})
	return out
}

// commentStretch puts a comment on any stretch of a paragraph, also from one to the next, or on a place.
func (h *hand) commentStretch() string {
	p := h.writing()
	if p == nil {
		return ""
	}
	text := textOf(p)
	from, to := h.cut(text), h.cut(text)
	if from > to {
		from, to = to, from
	}
	all := runs(p, from, to)
	if from == to || len(all) == 0 {
		return ""
	}
	for _, r := range all {
		if r.Parent() == nil || r.Parent().Tag == "sdtContent" {
			return ""
		}
	}
	id := h.newComment(h.phrase(), "Ann")
	start, end, ref := withID("w:commentRangeStart", id), withID("w:commentRangeEnd", id), newRun("", nil)
	ref.AddChild(withID("w:commentReference", id))
	insertBefore(all[0], start)
	insertAfter(all[len(all)-1], end)
	insertAfter(end, ref)
	return fmt.Sprintf("on %q of %q", text[from:to], text)
}

// noteWithin sets a note into a sentence.
func (h *hand) noteWithin() string {
	p := h.writing()
	if p == nil {
		return ""
	}
	text := textOf(p)
	at := h.cut(text)
	all := runs(p, 0, at)
	if at == 0 || len(all) == 0 || all[len(all)-1].Parent().Tag == "sdtContent" {
		return ""
	}
	kind, said, id := []string{"footnote", "endnote"}[h.c.Intn(2)], h.phrase(), h.nextID()
	n := h.need(kind+"s", "w:"+kind+"s").CreateElement("w:" + kind)
	n.CreateAttr("w:id", id)
	n.AddChild(newParagraph(said, nil))
	ref := newRun("", nil)
	ref.AddChild(withID("w:"+kind+"Reference", id))
	insertAfter(all[len(all)-1], ref)
	return fmt.Sprintf("%s %q behind %q", kind, said, text[:at])
}

// cut returns a place in a text where a word begins or ends, mostly, as an offset.
func (h *hand) cut(text string) int {
	var at []int
	for i, r := range text {
		if r == ' ' || i == 0 || h.one(9) {
			at = append(at, i)
		}
	}
	at = append(at, len(text))
	return at[h.c.Intn(len(at))]
}

// withID returns a mark of the thing with the id.
func withID(tag, id string) *etree.Element {
	e := etree.NewElement(tag)
	e.CreateAttr("w:id", id)
	return e
}
