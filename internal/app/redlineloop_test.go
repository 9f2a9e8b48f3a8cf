package app

import (
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/review/extract"
	"github.com/nomadocx/nomadocx/review/redline"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// loopGenerators make the versions that TestRedlineLoop redlines.
var loopGenerators = []func(docgen.Chooser) string{
	func(c docgen.Chooser) string { return docgen.Document(c, 8) },
	func(c docgen.Chooser) string { return docgen.Hostile(c, 8, true) },
	docgen.Lists, docgen.ListBlocks, docgen.Merged, docgen.Notes, docgen.Tasks,
	func(c docgen.Chooser) string { return docgen.Placed(c, 6) },
}

// TestRedlineLoop: of the redline of two texts some changes are accepted and the others rejected. Synced into either source, the new source shows
// what was decided, or something is reported. REDLINE_LOOP in the environment says other pairs, such as 5000-6000.
func TestRedlineLoop(t *testing.T) {
	from, to, tried := 0, 96, []int{1040, 500309, 500423, 500439, 500471, 500671, 501077, 600352, 600400, 620040, 501096, 501152, 501519, 501727, 610005, 610141, 610031, 600015, 600599, 610247, 640343, 610255, 600383, 600143, 640032, 710096, 710015,
		700119, 700175, 720064, 720183,
		740281, 740397, 740663, 740855, 741114, 741895, 742299, 742760, 744255, 744544, 749643, 749016, 749527, 749703, 749768, 750189, 750301, 750472, 740152, 748903, 744984, 741369, 747120, 748213, 748855, 746527, 760041, 760055, 760575, 760599, 760726, 746791, 747200, 744055, 747303, 748360, 761303, 761658, 761984, 762007, 762106, 762415, 762517, 763782, 760681, 764787, 764871, 764935, 773709, 773204, 771271, 775799, 770976, 770092, 771011, 763267, 772890, 777127, 772519, 770847, 771743, 777535, 784695, 782063, 781695, 776884, 776348, 784327, 774815, 773991, 783751, 772112, 786023, 786139, 786255, 780639, 780985, 781361, 781711, 775303, 777551, 764339, 764391, 790287, 792592, 773332, 774548, 791135, 770927, 778994, 761055, 793851, 794339, 797097, 784127, 786111, 786088, 792960, 796164, 796908, 797260, 796500, 800871, 776087, 791239, 800832, 770119, 801220, 783383, 795487,
		778391, 801325, 800167, 763376, 798897, 801183, 793399, 791431, 806200, 796791, 804735, 806375, 806895, 763817, 765065, 799831, 806367, 808775, 809841, 810831, 811519, 798047, 802671, 812951, 813767, 786744, 761681, 800576, 800192, 794224, 798928, 802472, 785791, 815679, 774328, 816501} // found: places of comments, notes and requests, sources with mistakes
	if a, b, ok := strings.Cut(os.Getenv("REDLINE_LOOP"), "-"); ok {
		from, _ = strconv.Atoi(a)
		to, _ = strconv.Atoi(b)
		tried = nil
	} else if testing.Short() {
		to = 24
	}
	dir := t.TempDir()
	exact, told, written := 0, 0, 0
	for n := from; n < to; n++ {
		tried = append(tried, n)
	}
	for _, n := range tried {
		c := rand.New(rand.NewPCG(uint64(n), 12))
		generate := loopGenerators[n%len(loopGenerators)]
		was := generate(chooser{c})
		now := docgen.Edited(chooser{c}, was, generate(chooser{c}))
		before, after := placed(t, dir, "before.noma", was), placed(t, dir, "after.noma", now)
		r, err := Redline(t.Context(), before, after, RedlineOptions{Author: "Ann"})
		if err != nil {
			_, of := Load(t.Context(), before, LoadOptions{})
			if _, to := Load(t.Context(), after, LoadOptions{}); of == nil && to == nil {
				t.Errorf("pair %d: %v", n, err)
			}
			continue // no text, or no frontmatter
		}
		var accepted, rejected []string
		for _, change := range r.Report.Changes {
			to := &rejected
			if c.IntN(2) == 0 {
				to = &accepted
			}
			*to = append(*to, revisionIDs(change)...)
		}
		if text := writtenOn(was, now); text != "" {
			written++
			stays(t, dir, n, r, text)
		}
		decided := placed(t, dir, "decided.docx", string(decide(t, decide(t, r.Data, revise.Accept, accepted), revise.Reject, rejected)))
		sources := []string{before, after}
		if len(r.Report.Changes) == 0 {
			sources = sources[:1] // it is BEFORE
		}
		for _, source := range sources {
			problem, reported := comesBack(t, dir, decided, source, before, slices.ContainsFunc(r.Report.Untracked, func(u redline.Untracked) bool { return u.Code == "header" }))
			switch {
			case problem != "":
				t.Errorf("pair %d into %s: %s", n, filepath.Base(source), problem)
			case reported:
				told++
			default:
				exact++
			}
		}
	}
	t.Logf("%d came back, of %d something was reported; %d AFTERs went on", exact, told, written)
	if exact+told > 20 && exact*5 < (exact+told)*3 {
		t.Errorf("of %d pairs %d came back", exact+told, exact)
	}
}

// writtenOn returns AFTER whose author has added words to what BEFORE does not have, "" when there is no such line of text.
func writtenOn(was, now string) string {
	lines, changed := strings.Split(now, "\n"), false
	for i, line := range lines {
		if len(strings.Fields(line)) > 3 && plainLine.MatchString(line) && !slices.Contains(strings.Split(was, "\n"), line) {
			lines[i], changed = strings.TrimRight(line, ".")+" at last.", true
		}
	}
	if !changed {
		return ""
	}
	return strings.Join(lines, "\n")
}

// loopTold is how a message of an edit that was made says what is otherwise than in the file.
var loopTold = regexp.MustCompile(`about the whole block\.$|in the order of the source\.$|other blocks still refer to|loses it, too\.$`)

var quoteAttribute = regexp.MustCompile(` (exact|prefix|suffix)="([^"]*)"`)

// sameButPlace reports whether two lines are the same, but that the second is a change request whose place the author has added words to: the
// first names it with these.
func sameButPlace(now, was string) bool {
	if now == was || !strings.HasPrefix(was, "::change_request{") || quoteAttribute.ReplaceAllString(now, "") != quoteAttribute.ReplaceAllString(was, "") {
		return now == was
	}
	place := map[string]string{}
	for _, m := range quoteAttribute.FindAllStringSubmatch(was, -1) {
		place[m[1]] = m[2]
	}
	for _, m := range quoteAttribute.FindAllStringSubmatch(now, -1) {
		if words := strings.ReplaceAll(m[2], " at last.", ""); m[1] == "suffix" && !strings.HasPrefix(place[m[1]], words) || m[1] != "suffix" && !strings.HasSuffix(place[m[1]], words) {
			return false
		}
	}
	return true
}

var plainLine = regexp.MustCompile(`^(- |\d+\. )?\pL[^:|{}]*$`)

// stays checks that nothing comes of a redline into AFTER as its author has gone on writing it.
func stays(t *testing.T, dir string, n int, r *Redlined, written string) {
	t.Helper()
	source := placed(t, dir, "written.noma", written)
	s, err := Load(t.Context(), source, LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for what, data := range map[string][]byte{"nobody decided": r.Data, "accepted": decide(t, r.Data, revise.Accept, revisionIDs(r.Report.Changes...))} {
		got, err := Review{AllowDelete: true}.Sync(t.Context(), s, placed(t, dir, "stays.docx", string(data)), nil)
		if err == nil && !slices.EqualFunc(strings.Split(got.Text, "\n"), strings.Split(written, "\n"), sameButPlace) {
			t.Errorf("pair %d, %s: %s", n, what, differenceAt(strings.Split(got.Text, "\n"), strings.Split(written, "\n")))
		}
	}
}

// comesBack syncs a decided redline into a source, and says where the new source reads otherwise than the file though nothing was reported. With header,
// the redline has told that headers and footers of AFTER are not in it.
func comesBack(t *testing.T, dir, decided, source, before string, header bool) (problem string, reported bool) {
	t.Helper()
	s, err := Load(t.Context(), source, LoadOptions{})
	if err != nil {
		return err.Error(), false
	}
	result, err := Review{AllowDelete: true}.Sync(t.Context(), s, decided, nil)
	if lost := (*LostEditError)(nil); errors.As(err, &lost) && len(lost.Mistakes) > 0 {
		return "", true
	}
	if err != nil {
		return err.Error(), false
	}
	back := placed(t, dir, "back.noma", result.Text)
	for _, f := range result.Findings {
		if f.Outcome != "applied" || loopTold.MatchString(f.Message) {
			return "", true
		}
	}
	file := packageOf(t, decided)
	p := rendered(t, back, decided)
	anew := headerRows(t, file) != headerRows(t, p) // a table that was inserted has a header row
	got, text := readAs(t, p, anew), readAs(t, file, anew)
	if header {
		got, text = headerLines.ReplaceAllString(got, ""), headerLines.ReplaceAllString(text, "")
	}
	words := "$1"
	if slices.ContainsFunc(result.Findings, func(f reviewsync.Finding) bool { return f.Code == reviewsync.CodeHeading }) {
		words = ""                                                            // of references to it
		for _, m := range titleLinks.FindAllStringSubmatch(result.Text, -1) { // which may lead somewhere since then
			title := regexp.MustCompile(`‹[^›]*›|` + regexp.QuoteMeta(m[1]))
			got, text = title.ReplaceAllString(got, "‹›"), title.ReplaceAllString(text, "‹›")
		}
	}
	if referenceKinds(t, p) != referenceKinds(t, file) { // one of the versions numbers its headings: references are as the source has it
		words = ""
		got, text = sectionWord.ReplaceAllString(got, "‹"), sectionWord.ReplaceAllString(text, "‹")
	}
	got, text = linkToBlock.ReplaceAllString(got, words), linkToBlock.ReplaceAllString(text, words)
	if got != text {
		return differenceAt(strings.Split(got, "\n"), strings.Split(text, "\n")), false
	}
	old, kept := remarksIn(t, rendered(t, before, decided)), remarksIn(t, rendered(t, source, decided))
	if problem = otherRemarks(remarksIn(t, p), remarksIn(t, file), kept, func(words string) bool {
		return strings.HasPrefix(words, "nomadocx: ") || source != before && old[words] != nil && kept[words] == nil
	}); problem != "" {
		return problem, false
	}
	return changedAgain(t, back, result.Text, decided), false
}

// changedAgain says what changes when a decided redline is synced a second time, into the source that it became: nothing may.
func changedAgain(t *testing.T, source, text, decided string) string {
	t.Helper()
	s, err := Load(t.Context(), source, LoadOptions{})
	if err != nil {
		return err.Error()
	}
	again, err := Review{AllowDelete: true}.Sync(t.Context(), s, decided, nil)
	switch {
	case err != nil:
		return "the second time: " + err.Error()
	case again.Text != text:
		return fmt.Sprintf("the second time:\n%s\n%v", differenceAt(strings.Split(again.Text, "\n"), strings.Split(text, "\n")), again.Findings)
	}
	return ""
}

// answered is the place of answers.
const answered = "what is answered"

// otherRemarks says which of the comments that are wanted are not among those that came, and which stand elsewhere. A redline has comments that
// moved twice; ours, and those that the author has deleted, do not come back. One on a whole block stays on it when something was typed at its end.
func otherRemarks(got, want, was map[string][]string, stays func(words string) bool) string {
	for words, places := range want {
		if got[words] == nil && !stays(words) {
			return words + " is missing, at " + strings.Join(places, " and at ")
		}
	}
	for words, places := range got {
		for _, place := range places {
			block, whole := strings.CutPrefix(place, "all of ")
			typed := whole && slices.ContainsFunc(was[words], func(place string) bool { return strings.HasPrefix(place, "all ") })
			answer := place == answered && slices.Contains(was[words], answered) // what it answers went with its text, and a copy of that stayed
			if !answer && !slices.ContainsFunc(want[words], func(x string) bool {
				return x == place || typed && (strings.HasSuffix(x, " of "+block) || x == "all from "+block+" on")
			}) {
				return words + " at " + place + ", not at " + strings.Join(want[words], " and at ")
			}
		}
	}
	return ""
}

// rendered returns a source as a Word file, in the frame of another.
func rendered(t *testing.T, source, file string) *opc.Package {
	t.Helper()
	v, err := (&RedlineOptions{}).version(t.Context(), source, file)
	if err != nil {
		t.Fatal(err)
	}
	return v.pkg
}

func packageOf(t *testing.T, file string) *opc.Package {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := opc.ReadBytes(data, opc.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var (
	blanksOrWords = regexp.MustCompile(`[\s\x{a0}]+|[^\s\x{a0}]+`)
	linkToBlock   = regexp.MustCompile(`‹([^›]*)›`) // what [readAs] makes of references to blocks
	sectionWord   = regexp.MustCompile(`(?:` + strings.Join(layout.WordsFor("section"), "|") + `) ‹`)
	chartTitle    = regexp.MustCompile(`\[chart [0-9a-f]+: [^:\]]*: `) // it is the caption, too
	headerLines   = regexp.MustCompile(`(?m)\n*^\[(header|footer)\] .*$`)
	manyLines     = regexp.MustCompile(`\n{3,}`)
	manyBlanks    = regexp.MustCompile(` {2,}`)
	blanksAhead   = regexp.MustCompile(`(?m)^[ \t]+`)                                     // levels: the first item of a list has none
	emptyCells    = regexp.MustCompile(`(?m)( +\|){2,}$`)                                 // a row with cells deleted is filled up
	breaksAhead   = regexp.MustCompile(`(?m)(^| )\| (/ )+`)                               // outer white space is no content
	noteNumber    = regexp.MustCompile(`\^([0-9]+|[ivxlc]+)\^`)                           // in a further mark of a note
	computed      = regexp.MustCompile(`(?m)^(?:[^\n]+(\n\nformula: )|[0-9]+( rows · ))`) // from what was decided beside it
	captionCount  = regexp.MustCompile(`(?m)^(\pL+ )[0-9]*(: .*)$`)
	captionPlace  = regexp.MustCompile(`(\pL+(?: |" "))[0-9]+:`)
	contentsLine  = regexp.MustCompile(`(?m)^(\[.*\]\(#.*\)\t[0-9]+|\[\[.*\]\]\t[0-9]+|No \w+ found\.)\n+`)
	sameLink      = regexp.MustCompile(`\[([^\[\]]*)\]\(([^()]*)\)( ?)\[([^\[\]]*)\]\(([^()]*)\)`)                                  // of two changes, or of one
	linkOfBlock   = regexp.MustCompile(`\[([^\[\]]*)\]\(#[^()]*\)|\[\[([^\[\]]*)\]\]`)                                              // one that was deleted leaves the text, and a finding
	linkToGone    = regexp.MustCompile(` \(#[^()]*\)`)                                                                              // likewise in a comment
	references    = regexp.MustCompile(`(?m)^#+ ` + marked("References", "Références", "Quellen", "Literatur") + `\n\n(1\. .*\n)*`) // generated
	titleLinks    = regexp.MustCompile(`\[\[#([^\[\]|]+)\]\]`)                                                                      // of sections that are referred to by them
	itemBreak     = regexp.MustCompile(`(?m)^(- |\d+\. )(\[page break\])$`)                                                         // of the contents
	hostOfLink    = regexp.MustCompile(`(?i)\]\(https?://[^/()]*/?`)                                                                // in another spelling than that of the source
)

// marked returns an expression for words that may have notes and proposals in them.
func marked(words ...string) string {
	for i, word := range words {
		words[i] = strings.Join(strings.Split(word, ""), `(?:\[\^\w+\]|\^\w+\^|\{\+[^{}]*\+\})*`)
	}
	return `(?:` + strings.Join(words, "|") + `)`
}

// readAs returns the text of a Word file without comments, but for the contents, numbers of captions, the level of items
// and how many blanks there are. With anew, first rows of tables are read as headers.
func readAs(t *testing.T, p *opc.Package, anew bool) string {
	t.Helper()
	d, err := wml.Read(p, wml.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for table := range wml.Tables(d.Stories[0].Blocks...) {
		if table.Style == layout.TableLayout { // in the source its cells are in order, and none is empty
			row := wml.Row{}
			for _, r := range table.Rows {
				row.Cells = append(row.Cells, slices.DeleteFunc(r.Cells, func(c wml.TableCell) bool { return !shows(c.Blocks...) })...)
			}
			table.Rows = []wml.Row{row}
		}
	}
	d.Stories[0].Blocks = slices.DeleteFunc(d.Stories[0].Blocks, func(b wml.Block) bool { // nobody sees a layout of nothing
		table, ok := b.(*wml.Table)
		return ok && table.Style == layout.TableLayout && !shows(table)
	})
	for table := range wml.Tables(d.Stories[0].Blocks...) {
		if !anew && !table.Rows[0].Header && !boldRow(&table.Rows[0]) {
			continue
		}
		for _, cell := range table.Rows[0].Cells {
			for x := range wml.Paragraphs(cell.Blocks...) {
				for i := range x.Runs { // a header row is seen in bold, and one that is bold is taken for a header
					x.Runs[i].Style &^= wml.Bold
				}
			}
		}
	}
	for x := range allParagraphs(d) {
		commented := slices.ContainsFunc(x.Runs, func(r wml.Run) bool { return r.Kind == wml.CommentMark })
		if commented && slices.Contains(layout.WordsFor("Comment"), x.Text(wml.Current)) {
			x.Runs = nil // the label of a comment whose block is not there; it may be again, and [otherRemarks] looks for the comment
		}
		x.Runs = slices.DeleteFunc(x.Runs, func(r wml.Run) bool { return r.Kind == wml.CommentMark })
		for i := range x.Runs {
			if x.Style == layout.StyleCode { // nobody sees it there
				x.Runs[i].Style &^= wml.Code
				x.Runs[i].Text = strings.ReplaceAll(x.Runs[i].Text, "\n", "\n\n") // lines of code are paragraphs
			}
			if refers(&x.Runs[i]) {
				x.Runs[i].Text = "‹" + x.Runs[i].Text + "›"
			}
		}
		x.Runs, x.Points = plainBlanks(x.Runs), nil
		for from := 0; from < len(x.Runs); from++ { // what several people propose at one place is in the order of the source
			to := from
			for to < len(x.Runs) && x.Runs[to].Ins != nil {
				to++
			}
			slices.SortStableFunc(x.Runs[from:to], func(a, b wml.Run) int { return strings.Compare(a.Ins.Author, b.Ins.Author) })
			from = to
		}
		for i := 1; i < len(x.Runs); i++ { // what is proposed where a note stands is before or behind it
			for k := i; k > 0 && x.Runs[k].Kind == wml.NoteMark && x.Runs[k].Ins == nil && x.Runs[k-1].Ins != nil; k-- {
				x.Runs[k-1], x.Runs[k] = x.Runs[k], x.Runs[k-1]
			}
		}
	}
	d.Comments = nil
	text := linkOfBlock.ReplaceAllString(contentsLine.ReplaceAllString(manyBlanks.ReplaceAllString(extract.Text(d, nil), " "), ""), "‹$1$2›")
	for merged := ""; merged != text; {
		merged, text = text, sameLink.ReplaceAllStringFunc(text, func(s string) string {
			if m := sameLink.FindStringSubmatch(s); m[2] == m[5] {
				return "[" + m[1] + m[3] + m[4] + "](" + m[2] + ")"
			}
			return s
		})
	}
	text = hostOfLink.ReplaceAllStringFunc(text, func(s string) string { return strings.ToLower(strings.TrimSuffix(s, "/")) })
	text = itemBreak.ReplaceAllString(references.ReplaceAllString(emptyCells.ReplaceAllString(text, " |"), ""), "$2")
	text = chartTitle.ReplaceAllString(manyLines.ReplaceAllString(text, "\n\n"), "[chart: ")
	text = computed.ReplaceAllString(text, "N$1$2")
	text = noteNumber.ReplaceAllString(breaksAhead.ReplaceAllString(text, "$1| "), "^n^")
	return strings.TrimRight(captionCount.ReplaceAllString(manyBlanks.ReplaceAllString(blanksAhead.ReplaceAllString(text, ""), " "), "${1}N$2"), "\n") // what is generated at the end leaves empty lines
}

// shows reports whether blocks have anything in them.
func shows(blocks ...wml.Block) bool {
	return slices.ContainsFunc(slices.Collect(wml.Paragraphs(blocks...)), func(x *wml.Paragraph) bool { return len(x.Runs) > 0 })
}

// headerRows returns how many tables of a Word file have a header row.
func headerRows(t *testing.T, p *opc.Package) (n int) {
	t.Helper()
	d, err := wml.Read(p, wml.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for table := range wml.Tables(d.Stories[0].Blocks...) {
		if table.Rows[0].Header {
			n++
		}
	}
	return n
}

// boldRow reports whether all words of a row are bold.
func boldRow(row *wml.Row) bool {
	for _, cell := range row.Cells {
		for x := range wml.Paragraphs(cell.Blocks...) {
			if slices.ContainsFunc(x.Runs, func(r wml.Run) bool {
				return r.Kind.IsText() && strings.TrimSpace(r.Text) != "" && r.Style&wml.Bold == 0
			}) {
				return false
			}
		}
	}
	return true
}

// refers reports whether a run is a reference to a block, which shows what that says.
func refers(r *wml.Run) bool { return r.Field() != nil && strings.HasPrefix(r.Field().Instr, "REF ") }

// referenceKinds says whether a file has references that show numbers of sections, and whether it has others.
func referenceKinds(t *testing.T, p *opc.Package) (kinds [2]bool) {
	t.Helper()
	d, err := wml.Read(p, wml.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for x := range allParagraphs(d) {
		for i := range x.Runs {
			if r := &x.Runs[i]; refers(r) && strings.Contains(r.Field().Instr, ` \r `) {
				kinds[0] = true
			} else if refers(r) {
				kinds[1] = true
			}
		}
	}
	return kinds
}

// plainBlanks returns runs in which blanks have the formatting that the words before and behind them have in common, as nobody sees which it is.
func plainBlanks(runs []wml.Run) (out []wml.Run) {
	for _, r := range runs {
		if r.Kind != wml.Text {
			out = append(out, r)
			continue
		}
		for _, part := range blanksOrWords.FindAllString(r.Text, -1) {
			r.Text = part
			out = append(out, r)
		}
	}
	isBlank := func(r wml.Run) bool { return r.Kind.IsText() && strings.TrimSpace(r.Text) == "" }
	for i := range out {
		if !isBlank(out[i]) {
			continue
		}
		both := wml.Content
		for _, step := range []int{-1, 1} {
			k := i + step
			for k >= 0 && k < len(out) && isBlank(out[k]) {
				k += step
			}
			if k < 0 || k == len(out) {
				both = 0
				break
			}
			both &= out[k].Style
		}
		out[i].Style = both
	}
	return out
}

// remarksIn returns the comments of a Word file: behind which words of which paragraph somebody says something, of several from the beginning of one, as
// a block may get more of them, from which one on; answers are where that is what they answer. Those that say what a change request says are not among them.
func remarksIn(t *testing.T, p *opc.Package) map[string][]string {
	t.Helper()
	d, err := wml.Read(p, wml.Options{})
	if err != nil {
		t.Fatal(err)
	}
	said, answers, out := map[string]string{}, map[string]bool{}, map[string][]string{}
	for _, c := range d.Comments {
		words := c.Author + ":"
		for x := range wml.Paragraphs(c.Blocks...) {
			words += " " + x.Text(wml.Current)
		}
		// A link shows the title of what it leads to, which may have been rejected, and cells are paragraphs.
		said[c.ID] = strings.Join(strings.Fields(strings.ToLower(linkToGone.ReplaceAllString(words, ""))), " ")
		answers[c.ID] = c.Parent != ""
	}
	begins := map[string]*wml.Paragraph{} // comments → the paragraph at whose beginning they begin
	within := map[string]*wml.Paragraph{} // and those in which they begin
	var last *wml.Paragraph
	var above []string // comments that begin in empty lines above
	for x := range allParagraphs(d) {
		if x.Text(wml.Current) != "" {
			for _, id := range above {
				begins[id], within[id] = x, x
			}
			above = nil
		}
		for _, at := range x.Points {
			if at.Kind == wml.CommentStart {
				within[at.ID] = x
				if x.Text(wml.Current) == "" {
					above = append(above, at.ID)
				}
			}
			if at.Kind == wml.CommentStart && (&wml.Paragraph{Runs: x.Runs[:at.At]}).Text(wml.Original) == "" {
				begins[at.ID] = x
			}
		}
		for i := range x.Runs {
			if r := &x.Runs[i]; r.Kind == wml.CommentMark && !strings.Contains(said[r.Ref()], strings.ToLower(layout.MarkerPrefix)) {
				ahead, rest := (&wml.Paragraph{Runs: x.Runs[:i]}).Text(wml.Original), (&wml.Paragraph{Runs: x.Runs[i:]}).Text(wml.Original)
				if ahead != "" && !strings.ContainsAny(ahead[len(ahead)-1:], " \n\t") { // words that are only like those which a source names may end within one
					ahead += rest[:wordLength(rest)]
				}
				place := fmt.Sprintf("%q of %q", strings.Join(strings.Fields(ahead), " "), strings.Fields(x.Text(wml.Current)))
				if from := within[r.Ref()]; from != nil && from != x && begins[r.Ref()] == nil && strings.HasPrefix(place, `""`) { // it ends before x
					place = fmt.Sprintf("%q of %q", strings.Join(strings.Fields(last.Text(wml.Original)), " "), strings.Fields(last.Text(wml.Current)))
				}
				switch from := begins[r.Ref()]; {
				case from == x && (strings.HasPrefix(place, `""`) || (&wml.Paragraph{Runs: x.Runs[i:]}).Text(wml.Original) == ""):
					place = fmt.Sprintf("all of %q", strings.Fields(x.Text(wml.Current)))
				case from != nil && from != x:
					place = fmt.Sprintf("all from %q on", strings.Fields(from.Text(wml.Current)))
				}
				place = captionPlace.ReplaceAllString(place, "${1}N:")
				if answers[r.Ref()] {
					place = answered
				}
				out[said[r.Ref()]] = append(out[said[r.Ref()]], place)
			}
		}
		last = x
	}
	return out
}

// wordLength returns how long the word is that a text begins with, 0 when it begins with a blank.
func wordLength(s string) int {
	if i := strings.IndexAny(s, " \n\t"); i >= 0 {
		return i
	}
	return len(s)
}

func allParagraphs(d *wml.Document) iter.Seq[*wml.Paragraph] {
	return func(yield func(*wml.Paragraph) bool) {
		var all []wml.Block
		for _, s := range d.Stories {
			all = append(all, s.Blocks...)
		}
		for _, n := range slices.Concat(d.Footnotes, d.Endnotes) {
			all = append(all, n.Blocks...)
		}
		for p := range wml.Paragraphs(all...) {
			if !yield(p) {
				return
			}
		}
	}
}

// TestRedlineAgain: a redline that nobody decided is BEFORE with requests also for the source that has these already, in which it changes nothing,
// and for one in which the author has gone on writing.
func TestRedlineAgain(t *testing.T) {
	dir := t.TempDir()
	was := "# Top\n\nFirst words of the text.\n\n- one\n- two\n\nSecond paragraph here.\n\nThe last one.\n"
	now := "# Top\n\nFirst new words of the text.\n\n- one\n  - inner\n    - deep\n- two\n\nSecond paragraph there.\n\nThe last one.\n"
	before, after := placed(t, dir, "before.noma", was), placed(t, dir, "after.noma", now)
	file := placed(t, dir, "redline.docx", string(annsRedline(t, before, after).Data))
	waiting := cameBack(t, before, file)
	if n := strings.Count(waiting, "::change_request"); n != 4 {
		t.Errorf("%d requests:\n%s", n, waiting)
	}
	if again := cameBack(t, placed(t, dir, "waiting.noma", waiting), file); again != waiting {
		t.Errorf("the second time:\n%s", again)
	}
	written := cameBack(t, placed(t, dir, "written.noma", strings.Replace(was, "The last", "The very last", 1)), file)
	if want := strings.Replace(waiting, "The last", "The very last", 1); written != want {
		t.Errorf("the author's:\n%s\nwant\n%s", written, want)
	}
	s, err := Load(t.Context(), placed(t, dir, "waiting.noma", waiting), LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var verdicts []Verdict
	for id := range strings.SplitSeq(waiting, `::change_request{id="`) {
		if id, _, ok := strings.Cut(id, `" target`); ok {
			verdicts = append(verdicts, Verdict{id, true})
		}
	}
	decided, err := Decide(t.Context(), s, verdicts)
	if err != nil {
		t.Fatal(err)
	}
	accepted := decided.Text
	if _, text, _ := strings.Cut(accepted, "\nFirst"); "\nFirst"+text != now[strings.Index(now, "\nFirst"):] {
		t.Errorf("accepted:\n%s", accepted)
	}
}

// TestRedlineKinds: what came of a paragraph that was split, of lists beside what is new, and of cells of a header row comes into the source of BEFORE
// as it is.
func TestRedlineKinds(t *testing.T) {
	dir := t.TempDir()
	for name, texts := range map[string][2]string{
		"a quote and a heading": {"# Top\n\n> Words of a quote. The owner\n\nThe end.\n", "# Top\n\n> Words of a quote.\n\n## The owner\n\nThe end.\n"},
		"an item and text":      {"# Top\n\n- First words.\n- Second words. The owner\n\n# End\n", "# Top\n\n- First words.\n- Second words.\n\nThe owner\n\n# End\n"},
		"a list and a heading":  {"# Top\n\nText.\n\n1. One item\n2. Two items\n", "# Top\n\nText.\n\n1. A new one\n2. Another new one\n\n# Middle\n\n1. One item\n2. Two items\n"},
		"beside breaks":         {"# Top\n\nFirst.\n\n::pagebreak\n::\n\n---\n\nSecond.\n", "# Top\n\nFirst.\n\nA new one.\n\n::pagebreak\n::\n\n| a | b |\n| --- | --- |\n| c | d |\n\n---\n\nAnother.\n\nSecond.\n"},
		"an item less":          {"# Top\n\n- one\n - two\n- three\n", "# Top\n\n- two\n- three\n"},
		"a table in a quote":    {"# Top\n\n> Second words.\n", "# Top\n\n> New words.\n\n| a | b |\n| --- | --- |\n| c | d |\n\n> Second words.\n"},
		"a bold cell":           {"# Top\n\n::table{id=\"t\" header}\n| a | b |\n| c | d |\n::\n", "# Top\n\n::table{id=\"t\" header}\n| a | **bold** | b |\n| c | new | d |\n::\n"},
		"a bold cell moves":     {"# Top\n\n::table{id=\"t\" header}\n| a | x | **b** |\n| c | x | d |\n::\n", "# Top\n\n::table{id=\"t\" header}\n| a | **b** |\n| c | d |\n::\n"},
	} {
		before, after := placed(t, dir, "before.noma", texts[0]), placed(t, dir, "after.noma", texts[1])
		r := annsRedline(t, before, after)
		decided := placed(t, dir, "accepted.docx", string(decide(t, r.Data, revise.Accept, revisionIDs(r.Report.Changes...))))
		s, err := Load(t.Context(), before, LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := Review{AllowDelete: true}.Sync(t.Context(), s, decided, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got.Text != texts[1] {
			t.Errorf("%s: %s", name, got.Text)
		}
	}
}

// TestRedlineWritten: for a source that is AFTER with edits of its author, which are beside the redline's changes or in these, the redline is AFTER,
// and for one that is BEFORE with such edits it is BEFORE, whatever was decided.
func TestRedlineWritten(t *testing.T) {
	dir := t.TempDir()
	const head = "# T\n\nAlpha stays here.\n\nBeta stays here.\n\nIt rained all day.\n\nNobody came to see it.\n"
	versions := map[string][2]string{
		"new paragraphs":     {head, head + "\nThe harbour was dredged in spring.\n\nCosts rose by a tenth.\n"},
		"deleted paragraphs": {head + "\nThe harbour was dredged in spring.\n\nCosts rose by a tenth.\n", head},
		"other words":        {head + "\nGamma remains.\n\nDelta remains.\n", head + "\nGamma stays here now.\n\nDelta stays here too.\n"},
	}
	edits := map[string][2][]string{ // what the author makes of BEFORE and of AFTER
		"new paragraphs":     {{"Alpha stays", "Alpha still stays"}, {"in spring", "in early spring", "a tenth", "a tenth, at most"}},
		"deleted paragraphs": {{"in spring", "in early spring", "a tenth", "a tenth, at most"}, {"Alpha stays", "Alpha still stays"}},
		"other words":        {{"Gamma remains", "Gamma still remains", "Delta remains", "Delta still remains"}, {"now", "now, mostly", "too", "too, really"}},
	}
	for name, texts := range versions {
		before, after := placed(t, dir, "before.noma", texts[0]), placed(t, dir, "after.noma", texts[1])
		r := annsRedline(t, before, after)
		for fate, data := range fatesOf(t, r.Data, revisionIDs(r.Report.Changes...)) {
			file := placed(t, dir, "back.docx", string(data))
			for side, text := range texts {
				now := strings.NewReplacer(edits[name][side]...).Replace(text)
				got := synced(t, placed(t, dir, "now.noma", now), file)
				what := fmt.Sprintf("%s, %s, side %d", name, fate, side)
				proposed := strings.Count(got.Text, "::change_request")
				switch {
				case fate == "left" && side == 0 && proposed == 0, fate == "left" && side == 1 && got.Text != now:
					t.Errorf("%s:\n%s", what, got.Text)
				case fate == "accepted" && side == 1 && got.Text != now, fate == "rejected" && side == 0 && got.Text != now:
					t.Errorf("%s: not as it was:\n%s", what, got.Text)
				case (fate == "rejected" && side == 1 || fate == "accepted" && side == 0) && len(got.Findings) == 0:
					t.Errorf("%s: nothing was said", what)
				}
			}
		}
	}
}
