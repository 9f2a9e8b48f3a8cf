package reviewsync_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	gosync "sync"
	"testing"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// AcceptAnywhere: accepting (or rejecting) tracked changes in Word and syncing gives the same bytes as syncing and
// accepting (or rejecting) the change requests, wherever the changes stand.

// tracking are the gestures of the law.
var tracking = []gesture{
	{"words", (*hand).trackPhrase}, {"words", (*hand).trackPhrase}, {"words", (*hand).trackPhrase}, {"words", (*hand).trackPhrase},
	{"paragraph", (*hand).trackWhole}, {"row", (*hand).trackOneRow}, {"split", (*hand).trackEnter}, {"join", (*hand).trackJoin},
	{"move", (*hand).trackMoveSomewhere}, {"formatting", (*hand).trackBoldWords},
}

// trackBoldWords makes a run bold.
func (h *hand) trackBoldWords() string {
	p := h.writing()
	if p == nil || !untracked(p) {
		return ""
	}
	r, t := h.run(p)
	if r == nil || r.Parent() != p || strings.TrimSpace(t.Text()) == "" {
		return ""
	}
	pr := r.SelectElement("w:rPr")
	if pr == nil {
		pr = etree.NewElement("w:rPr")
		r.InsertChildAt(0, pr)
	}
	look := etree.NewElement([]string{"w:b", "w:b", "w:strike", "w:smallCaps"}[len(t.Text())%4])
	if pr.SelectElement(look.FullTag()) != nil || pr.SelectElement("w:rPrChange") != nil {
		return ""
	}
	was := pr.Copy()
	at := 0
	if len(pr.ChildElements()) > 0 && pr.ChildElements()[0].Tag == "rStyle" {
		at = 1
	}
	pr.InsertChildAt(at, look)
	change := h.signed("w:rPrChange", "Ann")
	change.AddChild(was)
	pr.AddChild(change)
	return t.Text()
}

// trackPhrase inserts, deletes or replaces words anywhere in a paragraph, in parts of runs.
func (h *hand) trackPhrase() string { return h.trackPhraseIn(h.writing()) }

func (h *hand) trackPhraseIn(p *etree.Element) string {
	if p == nil || len(below(p, "ins"))+len(below(p, "del"))+len(below(p, "moveFrom"))+len(below(p, "moveTo")) > 0 && h.one(2) {
		return ""
	}
	text := textOf(p)
	starts := []int{0}
	for i := range text {
		if text[i] == ' ' {
			starts = append(starts, i, i+1)
		}
	}
	from := starts[h.c.Intn(len(starts))]
	rest := text[from:]
	to := from
	for n := 1 + h.c.Intn(2); n > 0 && to < len(text); n-- {
		if k := strings.IndexByte(text[to:], ' '); k > 0 {
			to += k
		} else if k == 0 {
			to++
		} else {
			to = len(text)
		}
	}
	who, kind := []string{"Ann", "Ben"}[h.c.Intn(2)], h.c.Intn(3)
	var last *etree.Element
	all := runs(p, from, to)
	if kind != 0 {
		for _, r := range all {
			if r.Parent() != p || len(r.SelectElements("w:t")) != 1 {
				return ""
			}
		}
	}
	if len(all) == 0 || all[0].Parent() != p {
		return ""
	}
	if kind == 0 {
		last = all[0]
	} else {
		for _, r := range all {
			del := h.signed("w:del", who)
			insertBefore(r, del)
			r.SelectElement("w:t").Tag = "delText"
			del.AddChild(r)
			last = del
		}
	}
	now := ""
	if kind != 1 {
		now = []string{"price", "it's", `"so" and it's`, h.token(), h.token() + " " + h.token(), "of the", "*" + h.token() + "*"}[h.c.Intn(7)]
		if kind == 0 {
			now += " "
		}
		ins := h.signed("w:ins", who)
		ins.AddChild(newRun(now, nil))
		if kind == 0 {
			insertBefore(last, ins)
		} else {
			insertAfter(last, ins)
		}
	}
	return fmt.Sprintf("%d: %q → %q in %q", kind, rest[:to-from], now, text)
}

func signedMark(h *hand, p *etree.Element, tag string) {
	pr := properties(p)
	m := pr.SelectElement("w:rPr")
	if m == nil {
		m = pr.CreateElement("w:rPr")
	}
	m.InsertChildAt(0, h.signed(tag, "Ann"))
}

func untracked(p *etree.Element) bool {
	for _, tag := range []string{"ins", "del", "moveFrom", "moveTo"} {
		if len(below(p, tag)) > 0 {
			return false
		}
	}
	return true
}

// trackWhole inserts a paragraph like another one behind it, or deletes one.
func (h *hand) trackWhole() string {
	p := h.writing()
	if p == nil || p.Parent().Tag == "tc" {
		return ""
	}
	if h.one(2) {
		now := etree.NewElement("w:p")
		if pr := p.SelectElement("w:pPr"); pr != nil {
			c := pr.Copy()
			if m := c.SelectElement("w:rPr"); m != nil {
				c.RemoveChild(m)
			}
			if m := c.SelectElement("w:sectPr"); m != nil {
				c.RemoveChild(m)
			}
			now.AddChild(c)
		}
		signedMark(h, now, "w:ins")
		ins := h.signed("w:ins", "Ann")
		text := []string{h.token() + " here.", "It's " + h.token(), `"` + h.token() + `" it's`}[h.c.Intn(3)]
		ins.AddChild(newRun(text, nil))
		now.AddChild(ins)
		insertAfter(p, now)
		return fmt.Sprintf("insert %q behind %q", text, textOf(p))
	}
	if !h.strike(p) {
		return ""
	}
	return "delete " + textOf(p)
}

// strike deletes a paragraph and its end with tracking, and reports whether it could.
func (h *hand) strike(p *etree.Element) bool {
	if !untracked(p) {
		return false
	}
	for _, c := range p.ChildElements() {
		if c.Tag == "r" && len(c.SelectElements("w:t")) != 1 || c.Tag == "hyperlink" || c.Tag == "sdt" || c.Tag == "oMath" || c.Tag == "oMathPara" || c.Tag == "fldSimple" {
			return false
		}
	}
	for _, r := range p.SelectElements("w:r") {
		del := h.signed("w:del", "Ann")
		insertBefore(r, del)
		r.SelectElement("w:t").Tag = "delText"
		del.AddChild(r)
	}
	signedMark(h, p, "w:del")
	return true
}

// trackOneRow inserts a row like another one behind it, or deletes one that is not the only one.
func (h *hand) trackOneRow() string {
	rows := h.rowsOf()
	row := h.pick(rows)
	if row == nil || len(rows) < 3 || !untracked(row) {
		return ""
	}
	sign := func(row *etree.Element, tag string) {
		pr := row.SelectElement("w:trPr")
		if pr == nil {
			pr = etree.NewElement("w:trPr")
			row.InsertChildAt(0, pr)
		}
		pr.AddChild(h.signed(tag, "Ann"))
	}
	if h.one(2) && row != rows[0] {
		for _, r := range below(row, "r") {
			if len(r.SelectElements("w:t")) != 1 || r.Parent().Tag != "p" {
				return ""
			}
		}
		sign(row, "w:del")
		return "delete " + textOf(row)
	}
	now := row.Copy()
	for _, c := range now.SelectElements("w:tc") {
		fill(c, h.token())
	}
	for _, pr := range now.SelectElements("w:trPr") {
		now.RemoveChild(pr)
	}
	insertAfter(row, now)
	sign(now, "w:ins")
	return "insert " + textOf(now)
}

// trackEnter splits a paragraph.
func (h *hand) trackEnter() string {
	p := h.writing()
	if p == nil || p.Parent().Tag == "tc" || !untracked(p) {
		return ""
	}
	text := textOf(p)
	at := strings.IndexByte(text, ' ')
	if at < 1 || at+1 >= len(text) {
		return ""
	}
	rs := runs(p, at+1, len(text))
	if len(rs) == 0 || rs[0].Parent() != p || p.SelectElement("w:bookmarkStart") != nil || inField(rs[0]) {
		return ""
	}
	now := etree.NewElement("w:p")
	if pr := p.SelectElement("w:pPr"); pr != nil {
		now.AddChild(pr.Copy())
	}
	for _, c := range p.ChildElements()[slices.Index(p.ChildElements(), rs[0]):] {
		now.AddChild(c)
	}
	insertAfter(p, now)
	signedMark(h, p, "w:ins")
	return fmt.Sprintf("%q | %q", textOf(p), textOf(now))
}

// trackJoin joins two paragraphs of running text.
func (h *hand) trackJoin() string {
	p := h.writing()
	if p == nil || p.Parent().Tag == "tc" || !untracked(p) {
		return ""
	}
	kids := p.Parent().ChildElements()
	i := slices.Index(kids, p)
	if i+1 >= len(kids) || kids[i+1].Tag != "p" || textOf(kids[i+1]) == "" || !untracked(kids[i+1]) {
		return ""
	}
	for _, x := range kids[i : i+2] {
		if x.SelectElement("w:pPr") != nil && len(x.SelectElement("w:pPr").ChildElements()) > 0 || x.SelectElement("w:bookmarkStart") != nil {
			return ""
		}
	}
	signedMark(h, p, "w:del")
	return fmt.Sprintf("%q + %q", textOf(p), textOf(kids[i+1]))
}

// onDesk reports whether a tracked change was made on a desk, and not by the source's own requests.
func onDesk(e *etree.Element) bool {
	return e.SelectAttrValue("w:id", "") > "9000" && len(e.SelectAttrValue("w:id", "")) == 4
}

// settleAll accepts or rejects every tracked change that was made on a desk, as Word does.
func (d *desk) settleAll(accept bool) { d.settle(accept, onDesk) }

// settle does so with those tracked changes for which mine holds.
func (d *desk) settle(accept bool, mine func(*etree.Element) bool) {
	stays, goes := []string{"ins", "moveTo"}, []string{"del", "moveFrom"}
	if !accept {
		stays, goes = goes, stays
	}
	for _, name := range d.names {
		if !strings.HasPrefix(name, "word/") || !strings.HasSuffix(name, ".xml") || strings.Contains(name, "_rels") || d.trees[name] == nil && !bytes.Contains(d.data[name], []byte("w:author=")) {
			continue
		}
		root := d.tree(name)
		marked := func(p *etree.Element, tags []string) bool {
			if pr := p.FindElement("w:pPr/w:rPr"); pr != nil {
				return slices.ContainsFunc(pr.ChildElements(), func(e *etree.Element) bool { return slices.Contains(tags, e.Tag) && mine(e) })
			}
			return false
		}
		for _, r := range below(root, "tr") {
			if pr := r.SelectElement("w:trPr"); pr != nil {
				for _, tag := range goes {
					if e := pr.SelectElement("w:" + tag); e != nil && mine(e) && r.Parent() != nil {
						r.Parent().RemoveChild(r)
					}
				}
			}
		}
		for _, e := range below(root, "rPrChange") {
			pr := e.Parent()
			if !mine(e) {
				continue
			}
			if was := e.SelectElement("w:rPr"); !accept && was != nil {
				insertAfter(pr, was.Copy())
				pr.Parent().RemoveChild(pr)
			} else {
				pr.RemoveChild(e)
			}
		}
		joined := map[*etree.Element]bool{}
		for _, p := range below(root, "p") {
			if marked(p, goes) {
				joined[p] = true
			}
		}
		for _, tag := range goes {
			for _, e := range below(root, tag) {
				if e.Parent().Tag != "rPr" && e.Parent().Tag != "trPr" && mine(e) {
					e.Parent().RemoveChild(e)
				}
			}
		}
		for _, tag := range stays {
			for _, e := range below(root, tag) {
				if !mine(e) {
					continue
				}
				if e.Parent().Tag == "rPr" || e.Parent().Tag == "trPr" {
					e.Parent().RemoveChild(e)
					continue
				}
				for _, r := range e.ChildElements() {
					for _, x := range r.SelectElements("w:delText") {
						x.Tag = "t"
					}
					insertBefore(e, r)
				}
				e.Parent().RemoveChild(e)
			}
		}
		for _, tag := range goes {
			for _, e := range below(root, tag) {
				if mine(e) {
					e.Parent().RemoveChild(e)
				}
			}
		}
		all := below(root, "p")
		for i := len(all) - 1; i >= 0; i-- {
			p := all[i]
			if !joined[p] {
				continue
			}
			kids := p.Parent().ChildElements()
			k := slices.Index(kids, p)
			if textOf(p) == "" && len(below(p, "drawing")) == 0 { // a picture stays, and what follows is joined to it
				p.Parent().RemoveChild(p)
				continue
			}
			if k+1 < len(kids) && kids[k+1].Tag == "p" {
				for _, c := range kids[k+1].ChildElements() {
					switch pr := p.SelectElement("w:pPr"); {
					case c.Tag != "pPr":
						p.AddChild(c)
					case pr != nil && pr.SelectElement("w:numPr") != nil && c.SelectElement("w:numPr") != nil: // its end stays
						insertBefore(pr, c)
						p.RemoveChild(pr)
					}
				}
				p.Parent().RemoveChild(kids[k+1])
			}
		}
	}
}

// alikeInWord reports whether two sources differ in nothing that readers see: in how the places of comments and notes are named, which are the
// same in Word, and in the order of what Word does not show where it stands, such as comments of the source.
func alikeInWord(t fataler, a, b string) bool {
	t.Helper()
	lines := func(s string) []string {
		s = annotationOpener.ReplaceAllStringFunc(s, func(line string) string { return selectorOf.ReplaceAllString(line, "") })
		return slices.DeleteFunc(slices.Sorted(strings.SplitSeq(s, "\n")), func(line string) bool { return strings.TrimSpace(line) == "" })
	}
	if !slices.Equal(lines(a), lines(b)) {
		return false
	}
	x, y := read(t, render(t, a)), read(t, render(t, b))
	return slices.Equal(paragraphsOf(x), paragraphsOf(y)) && maps.Equal(placesOf(x), placesOf(y))
}

// paragraphsOf returns what the paragraphs of a file are and say.
func paragraphsOf(d *wml.Document) (out []string) {
	eachMain(d, func(p *wml.Paragraph) {
		out = append(out, fmt.Sprint(p.Style, p.List, p.Level, p.Box, p.Framed, p.Indent, " ", layout.Fingerprint(p.Runs, wml.Original), plain(p)))
	})
	return out
}

var (
	annotationOpener = regexp.MustCompile(`(?m)^:+(comment|footnote|endnote)\{.*\}$`)
	selectorOf       = regexp.MustCompile(` (exact|prefix|suffix)="[^"]*"`)
)

var blankLines = regexp.MustCompile(`\n\n\n+`)

// withoutRequests returns a source without the change requests that another one does not have.
func withoutRequests(t fataler, text, src string) string {
	t.Helper()
	had := map[string]bool{}
	for n := range noma.Walk(planOf(t, src).Doc) {
		had[n.At().ID] = true
	}
	lines := strings.Split(text, "\n")
	blank := func(i int) bool { return i >= 0 && i < len(lines) && strings.TrimSpace(lines[i]) == "" }
	doc := slices.Collect(noma.Walk(planOf(t, text).Doc))
	for _, n := range slices.Backward(doc) {
		d, ok := n.(*noma.Directive)
		if !ok || d.Name != "change_request" || had[d.ID] {
			continue
		}
		from, to := d.Line-1, d.EndLine
		together := to+1 < len(lines) && from > 0 && strings.Contains(src, lines[from-1]+"\n"+lines[to+1])
		if from == 0 && blank(to) || blank(to) && to < len(lines)-1 && blank(from-1) || blank(to) && !blank(from-1) && (together || to+1 >= len(lines)) {
			to++
		} else if blank(from - 1) {
			from--
			if to == len(lines)-1 && lines[to] == "" && !strings.HasSuffix(src, "\n") {
				to++ // an annotation at the end gives the last line one
			}
		}
		lines = slices.Delete(lines, from, to)
	}
	return strings.TrimSuffix(strings.Join(lines, "\n"), "\r") // the last line may have no end
}

// TestAcceptAnywhere tries a tenth of the law's 20,000 files in every run.
func TestAcceptAnywhere(t *testing.T) {
	n := seeds(2000)
	all := &acceptTally{made: map[string]int{}, why: map[string]int{}}
	t.Cleanup(func() {
		all.log(t)
		if !testing.Short() && all.reported > all.proposed/5 {
			t.Errorf("%d of %d tracked changes could only be reported", all.reported, all.proposed+all.reported)
		}
		if !testing.Short() && all.avoidable > all.proposed/10 {
			t.Errorf("%d of %d tracked changes could only be reported, and Word's own acceptance of them comes back", all.avoidable, all.proposed+all.reported)
		}
	})
	for seed := *from; seed < *from+n; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			all.add(acceptedFile(t, seed))
		})
	}
}

// acceptedFile makes one file of TestAcceptAnywhere.
func acceptedFile(t fataler, seed int) *acceptTally {
	c := seeded{rand.New(rand.NewPCG(uint64(seed), 81))}
	src := docgen.Document(c, 8)
	made := map[string]int{}
	file, edits := someOf(t, tracking, render(t, src), c, []int{1, 3, 20}[c.Intn(3)], made)
	return acceptAnywhere(t, src, src, file, edits).with(made)
}

// acceptTally counts what the tracked changes of files became.
type acceptTally struct {
	gosync.Mutex
	proposed, reported, compared int
	avoidable                    int // reported, although the file with all of them accepted is applied
	made, why                    map[string]int
}

func (a *acceptTally) with(made map[string]int) *acceptTally {
	a.made = made
	return a
}

func (a *acceptTally) add(b *acceptTally) {
	a.Lock()
	defer a.Unlock()
	a.proposed, a.reported, a.compared, a.avoidable = a.proposed+b.proposed, a.reported+b.reported, a.compared+b.compared, a.avoidable+b.avoidable
	for k, n := range b.made {
		a.made[k] += n
	}
	for k, n := range b.why {
		a.why[k] += n
	}
}

func (a *acceptTally) log(t *testing.T) {
	t.Logf("%d tracked changes proposed, %d reported (%d of them Word's own acceptance brings in), %d files compared; %v", a.proposed, a.reported, a.avoidable, a.compared, a.made)
	for _, why := range slices.Sorted(maps.Keys(a.why)) {
		t.Logf("%4d %s", a.why[why], why)
	}
}

// acceptAnywhere holds the law against a file that was made from the source sent and is synced with another one.
func acceptAnywhere(t fataler, sent, src string, file []byte, edits []string) *acceptTally {
	t.Helper()
	tally := &acceptTally{why: map[string]int{}}
	back := read(t, file)
	once, res := syncRead(t, src, back, reviewsync.Options{})
	fail := func(what, got, want string) {
		t.Helper()
		t.Fatalf("%s\nedits: %s\nsource:\n%s\nsynced:\n%s\ngot:\n%s\nwant:\n%s\nfindings: %s", what, strings.Join(edits, "\n  "), src, once, got, want, describe(res))
	}
	for _, f := range res.Findings {
		if f.Code == reviewsync.CodeTracked {
			tally.proposed++
		} else if f.Outcome == reviewsync.Refused {
			tally.reported++
			tally.why[string(f.Code)+": "+f.Message]++
		}
	}
	twice, again := syncRead(t, once, back, reviewsync.Options{})
	if twice != once {
		fail("a second sync changes the source"+describe(again), twice, once)
	}
	if quietly, again := sync(t, once, render(t, once)); quietly != once || len(again.Findings) > 0 {
		fail("sent again it is not quiet"+describe(again), quietly, once)
	}
	var ids []string
	had := map[string]bool{}
	for n := range noma.Walk(planOf(t, src).Doc) {
		had[n.At().ID] = true
	}
	for n := range noma.Walk(planOf(t, once).Doc) {
		if d, ok := n.(*noma.Directive); ok && d.Name == "change_request" && !had[d.ID] {
			ids = append(ids, d.ID)
		}
	}
	settled := func(accept bool) []byte {
		d, err := openDesk(file)
		if err != nil {
			t.Fatalf("%v", err)
		}
		d.settleAll(accept)
		out, err := d.save()
		if err != nil {
			t.Fatalf("%v", err)
		}
		return out
	}
	alike := func(got, want string) bool {
		// Of several blank lines, [withoutRequests] does not know how many stood before a request.
		several := strings.Contains(src, "\n\n\n")
		got, want = withoutEmptyCode(got), withoutEmptyCode(want)
		if src != sent { // of a paragraph of the author's and one of the reviewer's, put in at one place, either may come first
			got, want = strings.ReplaceAll(got, authorBegins+"\n\n", ""), strings.ReplaceAll(want, authorBegins+"\n\n", "")
		}
		return got == want || several && blankLines.ReplaceAllString(got, "\n\n") == blankLines.ReplaceAllString(want, "\n\n") || alikeInWord(t, got, want)
	}
	if len(ids) == 0 {
		if want, _ := sync(t, src, settled(true)); len(res.Findings) == 0 && !alike(src, want) {
			fail("nothing is said of what is accepted", src, want)
		}
		return tally
	}
	// What became of the kinds and levels of items is only known when the source that was sent is given, once the author has gone on.
	given := func(accept bool) string {
		text, _ := syncWith(t, src, settled(accept), reviewsync.Options{Sent: planFor(t, sent, false)})
		return text
	}
	rejected := decide(t, once, false, ids...)
	want, _ := sync(t, src, settled(false))
	if got := withoutRequests(t, rejected.Text, src); !alike(got, want) && (src == sent || !alike(got, given(false))) {
		fail("rejected"+describe(rejected), got, want)
	}
	want, direct := sync(t, src, settled(true))
	refused := 0
	for _, f := range direct.Findings {
		if f.Outcome != reviewsync.Applied {
			refused++
		}
	}
	tally.avoidable = max(0, tally.reported-refused)
	if tally.reported > 0 || refused > 0 {
		return tally // what cannot be applied from Word either
	}
	accepted := decide(t, once, true, ids...)
	if got := withoutRequests(t, accepted.Text, src); !alike(got, want) && (src == sent || !alike(got, given(true))) {
		fail("accepted"+describe(accepted)+"\nsynced from Word:"+describe(direct), got, want)
	}
	tally.compared = 1
	return tally
}

// withoutEmptyCode returns a source without the empty lines in code. What is left in Word of a line of code whose words were deleted is an
// empty line; an accepted request takes the line out.
func withoutEmptyCode(src string) string {
	code, out := false, ""
	for line := range strings.Lines(src) {
		bare := strings.TrimSpace(line)
		if strings.HasPrefix(bare, "```") {
			code = !code
		}
		if !code || bare != "" {
			out += line
		}
	}
	return out
}

// TestAcceptAfterAuthor is the law when the author has gone on writing meanwhile: the places are those of the words.
func TestAcceptAfterAuthor(t *testing.T) {
	n := seeds(400)
	all := &acceptTally{made: map[string]int{}, why: map[string]int{}}
	t.Cleanup(func() { all.log(t) })
	for seed := *from; seed < *from+n; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			all.add(acceptedLater(t, seed))
		})
	}
}

// acceptedLater makes one file of TestAcceptAfterAuthor.
func acceptedLater(t fataler, seed int) *acceptTally {
	c := seeded{rand.New(rand.NewPCG(uint64(seed), 83))}
	src := docgen.Document(c, 8)
	made := map[string]int{}
	file, edits := someOf(t, tracking, render(t, src), c, []int{1, 4, 12}[c.Intn(3)], made)
	now := wentOn(src, c)
	if now == src {
		return &acceptTally{}
	}
	return acceptAnywhere(t, src, now, file, edits).with(made)
}

// authorBegins is a paragraph that authors put in.
const authorBegins = "The author begins with a price."

// wentOn returns a source whose author has gone on: sentences are longer, and there are new paragraphs.
func wentOn(src string, c docgen.Chooser) string {
	lines := strings.Split(src, "\n")
	var out []string
	for i, l := range lines {
		if c.Intn(4) == 0 && strings.HasSuffix(l, ".") {
			l = strings.TrimSuffix(l, ".") + " as the author sees it."
		}
		out = append(out, l)
		if strings.HasPrefix(l, "# ") && c.Intn(2) == 0 && i+1 < len(lines) && lines[i+1] == "" {
			out = append(out, "", authorBegins)
		}
	}
	return strings.Join(out, "\n")
}
