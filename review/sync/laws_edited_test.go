package reviewsync_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// The laws of edits: what a random hand did to a file is shown by the new source, and nothing else is.

// citeMark is what a mark of sources shows, which is said in findings and is no content.
var citeMark = regexp.MustCompile(`(Smith and Jones )?(\[[0-9][^\]]*\]|\((Smith|World Bank|Waves)?[^()]*(2020|n\.d\.)[^()]*\))`)

// annotationWords stand for comments and notes without words of their own, in every language.
var annotationWords = func() map[string]bool {
	out := map[string]bool{}
	for _, w := range slices.Concat(layout.WordsFor("Comment"), layout.WordsFor("Footnote"), layout.WordsFor("Endnote")) {
		out[w] = true
	}
	return out
}()

// notePlace is a note as findings say it.
var notePlace = regexp.MustCompile(`\^\[([^\[\]]|\[[^\]]*\])*\]`)

// boxes takes the check boxes of tasks out of findings: here they are controls, and no characters.
var boxes = strings.NewReplacer("☐", "", "☒", "")

// Faithful, Accounted, Idempotent and Local, for random edits.
func TestEditedLaws(t *testing.T) {
	n := seeds(1500)
	for seed := *from; seed < *from+n; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			c := seeded{rand.New(rand.NewPCG(uint64(seed), 2))}
			edited(t, fmt.Sprintf("seed %d", seed), docgen.Document(c, 8), c)
		})
	}
}

func TestEditedLawsShrink(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { edited(t, "document", docgen.Document(chooser{t}, 3), chooser{t}) })
}

func edited(t fataler, name, src string, c docgen.Chooser) {
	t.Helper()
	file, edits := edit(t, render(t, src), c)
	editedFile(t, name, src, file, edits, c)
}

// editedFile holds the laws against one edited file.
func editedFile(t fataler, name, src string, file []byte, edits []string, c docgen.Chooser) {
	t.Helper()
	opts := reviewsync.Options{AllowDelete: c.Intn(2) == 0}
	fail := func(what, after string, res *reviewsync.Result) {
		t.Helper()
		t.Fatalf("%s: %s\nedits: %s\nsource:\n%s\nbecame:\n%s\nfindings: %s", name, what, strings.Join(edits, "; "), src, after, describe(res))
	}
	back := read(t, file)
	once, res := syncRead(t, src, back, opts)

	// Idempotent: a second sync applies nothing.
	twice, again := syncRead(t, once, back, opts)
	if twice != once {
		fail("not idempotent: "+describe(again), once, res)
	}
	for _, f := range again.Findings {
		if f.Done() {
			fail("the second sync applies "+string(f.Code), once, res)
		}
	}
	// Faithful and Accounted: every text of the returned file is shown by the new source, and every
	// text the new source shows is in the returned file, unless a finding says otherwise.
	plan := planOf(t, once)
	returned, shown := returnedTexts(back), shownTexts(plan)
	hideUnsent(t, src, plan, shown)
	// A reference that shows an id is a field, whose words do not count, once the block has a title.
	eachMain(back, func(p *wml.Paragraph) {
		now := strings.Split(layout.PlainText(withoutIDs(plan.Names, layout.Glyphs(unwrapped(p.Runs), wml.Original))), "\n")
		for i, was := range strings.Split(plain(p), "\n") {
			if was, now := strings.TrimRight(was, " "), strings.TrimRight(now[i], " "); returned[was] > 0 && shown[now] > 0 {
				returned[was]--
				returned[now]++
			}
		}
	})
	itemsOfCells(back, returned, shown)
	fieldsAsText(back, returned, shown)
	numbered := func(was, text string) { // references to a heading that has a number now, which is a field
		if returned[was] > shown[was] && returned[text] < shown[text] {
			returned[was]--
			returned[text]++
		}
	}
	word := strings.NewReplacer("section ", "", "Abschnitt ", "") // in the languages of docgen
	for text := range shown {
		numbered(strings.TrimRight(word.Replace(text+" "), " "), text) // at the end of a line, too
		numbered(strings.TrimRight(text, " \t"), text)                 // a tab before the mark of a note
	}
	for _, was := range slices.Collect(maps.Keys(returned)) {
		numbered(was, strings.ReplaceAll(was, layout.OnlyNumber, ""))
		numbered(was, strings.TrimRight(was, " \t")) // which show nothing there
	}
	eachMain(back, func(p *wml.Paragraph) { // a comment may part the field of a page number from what it shows
		text := plain(p)
		if bare := strings.TrimRight(text, "0123456789"); p.Style == layout.StyleToc && strings.HasSuffix(bare, "\t") && returned[text] > 0 {
			returned[text]--
			returned[bare]++
		}
	})
	for entry := range followingEntries(back) {
		delete(returned, entry)
	}
	beside, withoutAddress := notesInPlace(planOf(t, src), plan), addressesOfLost(t, src, plan)
	for text := range shown {
		if was := withoutAddress.Replace(text); was != text && returned[was] > shown[was] {
			returned[was]--
			returned[text]++
		}
	}
	// Counts of rows, badges and computed values follow the edits; they are not the reviewer's text.
	labels := map[string]bool{} // a badge in a label goes with the value it repeats
	unlisted := panelsOfUnlisted(planOf(t, src), plan)
	for _, b := range append(slices.Collect(planOf(t, src).Body()), slices.Collect(plan.Body())...) {
		layout.EachPara(b, func(p *layout.Para) {
			follows := p.Part == layout.PartGenerated || p.Part == layout.PartRevision || unlisted(p.Node) || ofOtherTarget(p.Node, planOf(t, src), plan)
			for _, seg := range p.Segs {
				follows = follows || seg.Slot != nil && seg.Slot.Access != layout.Editable
			}
			for text := range strings.SplitSeq(besideNotes(p.Runs()), "\n") {
				text = strings.TrimRight(text, " ") // as lines are counted
				if label := badge.ReplaceAllString(text, ""); label != text && p.Part == layout.PartLabel && returned[text] == 0 {
					delete(returned, label) // before it had a badge
					delete(shown, label)
				}
				if follows {
					delete(returned, text)
					delete(shown, text)
				} else if p.Part == layout.PartLabel {
					labels[text] = true
				}
			}
		})
	}
	for _, f := range res.Findings {
		if f.Code == reviewsync.CodeBlockGone && strings.Contains(f.Message, "still refer") {
			return // links to what was deleted show their address now
		}
	}
	var spoken []map[string]string
	for _, view := range []wml.View{wml.Original, wml.All} {
		spoken = append(spoken, withFields(back, view, false), withFields(back, view, true))
	}
	explained := func(text string) bool {
		for _, f := range res.Findings {
			if !f.Done() && (slices.ContainsFunc(spoken, func(m map[string]string) bool { return m[text] != "" && strings.Contains(f.Now, m[text]) }) ||
				strings.Contains(f.Now, text) || strings.Contains(f.Was, text) || strings.Contains(citeMark.ReplaceAllString(f.Now, ""), text) ||
				strings.Contains(notePlace.ReplaceAllString(beside.Replace(f.Now), ""), text) || strings.Contains(notePlace.ReplaceAllString(beside.Replace(f.Was), ""), text) ||
				strings.Contains(saidOfPicture.ReplaceAllString(f.Now, ""), text) ||
				strings.Contains(boxes.Replace(f.Now), text) || strings.Contains(boxes.Replace(citeMark.ReplaceAllString(f.Now, "")), text)) {
				return true
			}
		}
		return false
	}
	marks, goes := false, map[string]bool{} // what stood in the text for a comment or note that was deleted goes with it
	for _, f := range res.Findings {
		if f.Done() && (f.Code == reviewsync.CodeComment || f.Code == reviewsync.CodeNote) && f.Now == "" {
			marks = true
			for _, label := range res.Findings { // also when its label was edited
				if label.Done() && label.Code == reviewsync.CodeField && label.BlockID == f.BlockID {
					goes[label.Now] = true
				}
			}
		}
	}
	emptied := emptiedFields(res)
	brokenUp, rest := brokenLabels(back, plan), restOfLine(src, res)
	for text, n := range returned {
		if brokenUp[text] {
			continue
		}
		if marks && annotationWords[text] || goes[text] {
			continue
		}
		if showsForm(text) {
			continue // the value of a form field or task that lost its control
		}
		if slices.ContainsFunc(emptied, func(name string) bool { return strings.Contains(text, name+":") }) || rest(text) {
			continue // a value that was emptied goes with its name
		}
		if n > shown[text] && !explained(text) {
			fail(fmt.Sprintf("the reviewer wrote %q, the new source does not show it", text), once, res)
		}
	}
	for text, n := range shown {
		if len(emptied) > 0 && slices.ContainsFunc(slices.Collect(maps.Keys(returned)), func(r string) bool {
			return strings.Contains(r, text) || slices.Equal(wordsWithout(r, emptied), wordsWithout(text, nil))
		}) {
			continue // the line without the names of the emptied values
		}
		if n > returned[text] && !labels[text] && !showsForm(text) && !explained(text) && !anyRefused(res) {
			fail(fmt.Sprintf("the new source shows %q, the returned file does not", text), once, res)
		}
	}
	// Local: without a change that is applied, not a byte differs.
	applied := slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool { return f.Done() })
	if !applied && once != src {
		fail("nothing was applied, but bytes changed", once, res)
	}
	if _, _, err := noma.Parse(source.NewFile("", once), noma.Options{}); err != nil {
		fail("the new source does not parse: "+err.Error(), once, res)
	}
}

// followingEntries are the entries of the contents that show a heading of the file. The numbers of sections and pages in them are nobody's
// text.
func followingEntries(d *wml.Document) map[string]bool {
	headings, out := map[string]bool{}, map[string]bool{}
	eachMain(d, func(p *wml.Paragraph) {
		if strings.HasPrefix(p.Style, "Heading") {
			headings[plain(p)] = true
			all := ""
			for _, r := range p.Runs {
				all += r.Text
			}
			headings[all] = true // with what its references show
		}
	})
	eachMain(d, func(p *wml.Paragraph) {
		if title, page, _ := strings.Cut(plain(p), "\t"); p.Style == layout.StyleToc && page == "" && headings[title] {
			out[plain(p)] = true
		}
	})
	return out
}

// addressesOfLost returns what takes out of a text the addresses that links show when what they lead to is no block any more: in the
// lines of an example there may have been a table with an id, of which a line was deleted.
func addressesOfLost(t fataler, src string, now *layout.Plan) *strings.Replacer {
	var shown []string
	for n := range noma.Walk(planOf(t, src).Doc) {
		if id := n.At().ID; id != "" && now.Names.Node(id) == nil {
			shown = append(shown, " (#"+id+")", "")
		}
	}
	return strings.NewReplacer(shown...)
}

// ofOtherTarget reports whether a node is a change request about what is no block any more, or, as its words were moved, about another block:
// its label names the target in another way.
func ofOtherTarget(n noma.Node, was, now *layout.Plan) bool {
	d, ok := n.(*noma.Directive)
	if !ok || !d.Is(noma.Request) {
		return false
	}
	sent, _ := was.Doc.ByID(d.ID)
	before, _ := sent.(*noma.Directive)
	kept, _ := now.Doc.ByID(d.ID)
	after, _ := kept.(*noma.Directive)
	return before != nil && after != nil && before.AttrText("target") != after.AttrText("target") || was.Names.Target(d) != nil && now.Names.Target(d) == nil
}

// withFields returns what findings say in a view of the paragraphs whose fields, pictures or proposed words are words there, and the values
// of form fields where they are wanted, by what the laws count of them.
func withFields(d *wml.Document, view wml.View, values bool) map[string]string {
	out := map[string]string{}
	eachMain(d, func(p *wml.Paragraph) {
		runs := slices.Clone(p.Runs)
		for i := range runs {
			switch r := &runs[i]; {
			case r.Kind == wml.Field, values && r.Kind == wml.Input:
				r.Kind = wml.Text
			case r.Image() != nil && r.Image().Alt != "":
				r.Kind, r.Text = wml.Text, "["+r.Image().Alt+"]"
			}
		}
		was, now := strings.Split(plain(p), "\n"), strings.Split(layout.PlainText(layout.Glyphs(runs, view)), "\n")
		for i := range was {
			if len(was) == len(now) && was[i] != now[i] {
				out[strings.TrimRight(was[i], " ")] = now[i]
			}
		}
	})
	return out
}

// showsForm reports whether a text is the line of a form field or task.
func showsForm(text string) bool {
	return strings.HasPrefix(text, "Control: ") || strings.HasPrefix(text, "☐ ") || strings.HasPrefix(text, "☒ ")
}

// brokenLabels returns the lines of labels that are as they were but for a line break where a blank is: the
// white space of the words that the tool makes is nobody's text.
func brokenLabels(d *wml.Document, now *layout.Plan) map[string]bool {
	labels, out := map[string]bool{}, map[string]bool{}
	for b := range now.Body() {
		layout.EachPara(b, func(p *layout.Para) {
			if p.Part == layout.PartLabel {
				labels[strings.Join(strings.Fields(layout.PlainText(layout.Glyphs(p.Runs(), wml.Original))), " ")] = true
			}
		})
	}
	eachMain(d, func(p *wml.Paragraph) {
		text := plain(p)
		if strings.Contains(text, "\n") && labels[strings.Join(strings.Fields(text), " ")] {
			for line := range strings.SplitSeq(text, "\n") {
				out[strings.TrimRight(line, " ")] = true
			}
		}
	})
	return out
}

// restOfLine returns a function that reports whether a text is what is left of a line of values when one was emptied:
// nothing in it was written by the reviewer but other values of the line, which are applied. "From 1 to 2" without the 2
// is no line any more, and of "Risk: Rain (high)" the colon goes with the title.
func restOfLine(src string, res *reviewsync.Result) func(text string) bool {
	var gone, wrote, lines []string // lines of values of which one is gone
	for _, f := range res.Findings {
		if f.Done() && f.Code == reviewsync.CodeField {
			if f.Now == "" {
				gone = append(gone, f.Was)
			} else {
				wrote = append(wrote, f.Now)
			}
		}
	}
	if len(gone) == 0 {
		return func(string) bool { return false }
	}
	for b := range planOf(fatal{}, src).Body() {
		layout.EachPara(b, func(p *layout.Para) {
			line := layout.PlainText(layout.Glyphs(p.Runs(), wml.Original))
			if p.Line != nil && slices.ContainsFunc(gone, func(was string) bool { return strings.Contains(line, was) }) {
				lines = append(lines, line)
			}
		})
	}
	return func(text string) bool {
		for _, w := range wrote {
			text = strings.Replace(text, w, "", 1)
		}
		return slices.ContainsFunc(lines, func(line string) bool {
			for _, word := range strings.Fields(text) {
				if !strings.Contains(line, strings.Trim(word, ":·()")) {
					return false
				}
			}
			return true
		})
	}
}

// emptiedFields returns the names of the values that were emptied.
func emptiedFields(res *reviewsync.Result) (names []string) {
	for _, f := range res.Findings {
		if name, ok := strings.CutPrefix(f.Message, "The "); ok && f.Code == reviewsync.CodeField && f.Done() && f.Now == "" {
			names = append(names, strings.TrimSuffix(name, " was edited."))
		}
	}
	return names
}

// wordsWithout returns the words of a line of values, without the names of the values that were emptied.
func wordsWithout(line string, emptied []string) []string {
	for _, name := range emptied {
		line = strings.Replace(line, name+":", "", 1)
	}
	return slices.DeleteFunc(strings.Fields(line), func(w string) bool { return w == "·" })
}

func anyRefused(res *reviewsync.Result) bool {
	return slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool { return !f.Done() })
}

// withoutIDs leaves out the references that show, of a block with a title, its id or for clients what kind of block it is.
func withoutIDs(names *layout.Names, g []layout.Glyph) []layout.Glyph {
	stale := func(name, text string) bool {
		d, ok := names.Node(names.ID(name)).(*noma.Directive)
		return names.Shown(name) != "" && (text == names.ID(name) || ok && strings.EqualFold(text, layout.ReadableName(d.Name)))
	}
	var out []layout.Glyph
	for i := 0; i < len(g); {
		j := i + 1
		for j < len(g) && g[j].Link == g[i].Link {
			j++
		}
		if name, ok := strings.CutPrefix(g[i].Link, "#"); !ok || !stale(name, layout.PlainText(g[i:j])) {
			out = append(out, g[i:j]...)
		}
		i = j
	}
	return out
}

// besideNotes returns the words of runs without those of the notes ^[text], which a file has elsewhere.
func besideNotes(runs []wml.Run) string {
	text := layout.PlainText(slices.DeleteFunc(layout.Glyphs(runs, wml.Original), func(g layout.Glyph) bool { return layout.IsNoteMark(g) }))
	return behindBox(runs, text)
}

// behindBox returns a text without the blank behind the check box of a task, which may have come behind words that are only proposed.
func behindBox(runs []wml.Run, text string) string {
	if i := slices.IndexFunc(runs, func(r wml.Run) bool { return r.Kind != wml.CommentMark && wml.Original.Shows(&r) }); i >= 0 && runs[i].Kind == wml.Input {
		return strings.TrimPrefix(text, " ")
	}
	return text
}

// itemsOfCells counts the items of lists in cells as the source shows them: with their marks.
func itemsOfCells(d *wml.Document, returned, shown map[string]int) {
	mark := regexp.MustCompile(`^(- |\d+\. )`)
	marked := map[string][]string{} // one text may have several marks
	for text := range shown {
		if m := mark.FindString(text); m != "" {
			marked[text[len(m):]] = append(marked[text[len(m):]], text)
		}
	}
	eachMain(d, func(p *wml.Paragraph) {
		was, _, _ := strings.Cut(plain(p), "\n")
		was = strings.TrimRight(was, " ")
		for _, now := range marked[was] {
			if p.List != wml.NoList && returned[was] > 0 && returned[now] < shown[now] {
				returned[was]--
				returned[now]++
				break
			}
		}
	})
}

// badge is the value that a label repeats.
var badge = regexp.MustCompile(` \([^()]*\)`)

// captionNumber is the number of a caption, which is no content.
var captionNumber = regexp.MustCompile(`^(` + strings.Join(slices.Concat(layout.WordsFor("Figure"), layout.WordsFor("Plot"), layout.WordsFor("Table")), "|") + `) \d+:`)

// fieldsAsText counts the texts of a file in which fields became text as the source shows them: without the number of a caption and,
// where no mark of a source is a field any more, without such marks.
func fieldsAsText(d *wml.Document, returned, shown map[string]int) {
	fields := false
	eachMain(d, func(p *wml.Paragraph) {
		for i := range p.Runs {
			fields = fields || p.Runs[i].Field() != nil && strings.Contains(p.Runs[i].Field().Instr, "NOMA_CITE")
		}
	})
	for _, text := range slices.Sorted(maps.Keys(returned)) {
		now := captionNumber.ReplaceAllString(text, "$1 :")
		if !fields {
			now = strings.TrimRight(citeMark.ReplaceAllString(now, ""), " ")
		}
		if now != text && returned[now] < shown[now] {
			returned[text]--
			returned[now]++
		}
	}
}

// returnedTexts counts the lines of all paragraphs of the main story. What is split with tracking is one paragraph until that is accepted;
// the last paragraph of a cell is no part of the next one, whatever its mark.
func returnedTexts(d *wml.Document) map[string]int {
	out := map[string]int{}
	for _, st := range d.Stories {
		if st.Kind == wml.MainStory {
			countLines(out, st.Blocks)
		}
	}
	delete(out, "")
	return out
}

func countLines(out map[string]int, blocks []wml.Block) {
	begun := ""
	for i, b := range blocks {
		switch b := b.(type) {
		case *wml.Table:
			out[strings.TrimRight(begun, " ")]++ // no paragraph is joined to one behind a table
			begun = ""
			for _, row := range b.Rows {
				for _, cell := range row.Cells {
					countLines(out, cell.Blocks)
				}
			}
		case *wml.Paragraph:
			text := begun + plain(b)
			if begun = ""; b.MarkIns != nil && i+1 < len(blocks) {
				begun = text
				continue
			}
			for line := range strings.SplitSeq(text, "\n") {
				out[strings.TrimRight(line, " ")]++ // a line break in code comes back as a line of it
			}
		}
	}
	out[strings.TrimRight(begun, " ")]++
}

func shownTexts(p *layout.Plan) map[string]int {
	out := map[string]int{}
	for b := range p.Body() {
		layout.EachPara(b, func(x *layout.Para) {
			for line := range strings.SplitSeq(besideNotes(x.Runs()), "\n") {
				out[strings.TrimRight(line, " ")]++
			}
		})
	}
	delete(out, "")
	return out
}
