package reviewsync_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"runtime"
	"slices"
	"strings"
	locks "sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/render/docx"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// The laws, over generated documents and edits that are made in the package's XML.

// planOf lays a source out to be compared with a file that was sent for the audience that its frontmatter names; nobody may change it.
func planOf(t fataler, src string) *layout.Plan {
	t.Helper()
	return plans.of(within(t, src), func() *layout.Plan { return planFor(t, src, true) })
}

func planFor(t fataler, src string, comments bool) *layout.Plan {
	t.Helper()
	d, _, err := noma.Parse(source.NewFile("gen.noma", src), noma.Options{})
	if err != nil {
		t.Fatalf("parse: %v", err)
	}
	a := layout.AudienceOf(d)
	a.Comments = comments
	layout.Present(d, a)
	return layout.Build(d, layout.Options{Control: controls.Of})
}

type fataler interface {
	Helper()
	Fatalf(string, ...any)
}

// render returns the file of a source, with parts that are not deflated; nobody may change its bytes.
func render(t fataler, src string) []byte {
	t.Helper()
	return rendered.of(src, func() []byte {
		var h opc.Held
		if err := docx.Render(&h, planFor(t, src, false), docx.Options{}); err != nil {
			t.Fatalf("render: %v", err)
		}
		p, err := h.Package(opc.Limits{})
		if err != nil {
			t.Fatalf("render: %v", err)
		}
		file, err := stored(p.Names(), p.Part)
		if err != nil {
			t.Fatalf("render: %v", err)
		}
		return file
	})
}

// read returns what a file says. Laws read the file of a seed several times; nobody may change what the fields of the document refer to.
func read(t fataler, file []byte) *wml.Document {
	t.Helper()
	d := readFiles.of(within(t, string(file)), func() wml.Document { return *readAnew(t, file) })
	return &d
}

// readAnew returns what a file says, for those that change it.
func readAnew(t fataler, file []byte) *wml.Document {
	t.Helper()
	p, err := opc.Read(bytes.NewReader(file), int64(len(file)), opc.Limits{})
	if err != nil {
		t.Fatalf("read package: %v", err)
	}
	d, err := wml.Read(p, wml.Options{})
	if err != nil {
		t.Fatalf("read document: %v", err)
	}
	reviewsync.KeepPictures(d, p)
	return d
}

// sync returns the whole way back: the new source and what was found.
func sync(t fataler, src string, file []byte) (string, *reviewsync.Result) {
	t.Helper()
	return syncWith(t, src, file, reviewsync.Options{})
}

func syncWith(t fataler, src string, file []byte, opts reviewsync.Options) (string, *reviewsync.Result) {
	t.Helper()
	return syncRead(t, src, read(t, file), opts)
}

// syncRead is syncWith of a file that was read.
func syncRead(t fataler, src string, d *wml.Document, opts reviewsync.Options) (string, *reviewsync.Result) {
	t.Helper()
	lay := func(text string) (*layout.Plan, error) { return planOf(t, text), nil }
	res, err := reviewsync.Sync(planOf(t, src), lay, d, opts)
	if lost := (*reviewsync.LostError)(nil); errors.As(err, &lost) {
		t.Fatalf("sync: %v%s\nsource:\n%s\nbecame:\n%s", err, describe(lost.Result), src, lost.Result.Text)
	}
	if err != nil {
		t.Fatalf("sync: %v\nsource:\n%s", err, src)
	}
	madeOfFindings(t, src, res)
	keepsLinks(t, src, res)
	return res.Text, res
}

// keepsLinks: what Word shows of a link that it cannot follow is written as that link, and not as the words.
func keepsLinks(t fataler, src string, res *reviewsync.Result) {
	t.Helper()
	if !slices.ContainsFunc(docgen.Unfollowed, func(to string) bool { return strings.Count(res.Text, to) > strings.Count(res.Text, "]("+to+")") }) {
		return // no address stands among words
	}
	was, now := linkWords(src), linkWords(res.Text)
	for _, m := range unfollowed.FindAllStringSubmatch(was, -1) {
		words := " " + m[1] + " (" + m[2] + ")"
		if strings.Count(now, words) > strings.Count(was, words) && strings.Count(linkWords(withoutRaw(t, res.Text)), words) > strings.Count(was, words) {
			t.Fatalf("a link has become the words %q\nsource:\n%s\nbecame:\n%s%s", words, src, res.Text, describe(res))
		}
	}
}

// linkWords returns a source without marks, what quotes words as they are shown, and the formatting that has brackets, in which no link can be.
func linkWords(text string) string { return inlineMarks.Replace(unmarked.ReplaceAllString(text, "")) }

// withoutRaw returns a source without the blocks whose lines are shown as they are.
func withoutRaw(t fataler, text string) string {
	var b strings.Builder
	at := 0
	for n := range noma.Walk(planOf(t, text).Doc) {
		_, code := n.(*noma.Code)
		if d, ok := n.(*noma.Directive); code || ok && (noma.Is(d, noma.Raw) || noma.Is(d, noma.Diagram)) {
			span := n.At().Span
			b.WriteString(text[at:max(at, span.Start)])
			at = max(at, span.End)
		}
	}
	return b.String() + text[at:]
}

var (
	unmarked    = regexp.MustCompile(` (prefix|suffix|exact|from)=("[^"\n]*"|'[^'\n]*')|\[(\\.|[^\[\]\\])*\]\{[^{}]*\}`)
	inlineMarks = strings.NewReplacer("*", "", "_", "", "`", "", "~", "", "=", "", "^", "")
	unfollowed  = regexp.MustCompile(`\[([^\]]+)\]\((` + regexp.QuoteMeta(docgen.Unfollowed[0]) + "|" + regexp.QuoteMeta(docgen.Unfollowed[1]) + `)\)`)
)

// madeOfFindings: the operations of a result make its text, one after the other, and each says which of its findings it brings in.
func madeOfFindings(t fataler, src string, res *reviewsync.Result) {
	t.Helper()
	for _, f := range res.Findings {
		if strings.Contains(f.Message, "does not match current") {
			t.Fatalf("an operation is made for what another one has changed: %s\nsource:\n%s%s", f.Message, src, describe(res))
		}
	}
	if made, err := patch.Apply(source.NewFile("", src), res.Ops, patch.Options{}); err != nil || made.Text != res.Text {
		got := ""
		if made != nil {
			got = made.Text
		}
		t.Fatalf("the operations do not make the text: %v\nsource:\n%s\ngot:\n%s\nwant:\n%s%s", err, src, got, res.Text, describe(res))
	}
	if len(res.Made) != len(res.Ops) {
		t.Fatalf("%d operations, and of %d it is known what they are for", len(res.Ops), len(res.Made))
	}
	for i, finds := range res.Made {
		for _, k := range finds {
			if k < 0 || k >= len(res.Findings) {
				t.Fatalf("operation %d is for finding %d of %d", i, k, len(res.Findings))
			}
		}
	}
}

// times multiplies the documents of the laws: -laws.times=14 is the full run. An ordinary one has three fifths.
var times = flag.Int("laws.times", 0, "how many times the usual number of documents the laws are tried on")

// from is the first seed of the laws of edits, for ranges nobody has tried.
var from = flag.Int("laws.from", 0, "the first seed the laws of edits are tried on")

// most edits of one file; with more, what the edits do to each other outweighs what each of them does.
var most = flag.Int("laws.edits", 3, "how many edits a file gets at most")

// eachSeed holds a law against n seeds, as many at once as there are processors, and adds up what each of them made.
func eachSeed(t *testing.T, first, n int, tally map[string]int, law func(t *testing.T, seed int, tally map[string]int)) {
	seeds, made := make(chan int), make(chan map[string]int)
	for range runtime.GOMAXPROCS(0) {
		go func() {
			all := map[string]int{}
			for seed := range seeds {
				t.Run(fmt.Sprint(seed), func(t *testing.T) { law(t, seed, all) })
			}
			made <- all
		}()
	}
	for seed := first; seed < first+n; seed++ {
		seeds <- seed
	}
	close(seeds)
	for range runtime.GOMAXPROCS(0) {
		for name, n := range <-made {
			tally[name] += n
		}
	}
}

// seeds returns how many documents a law is tried on: n times -laws.times, three fifths of n without that, and a tenth of those with -short.
func seeds(n int) int {
	if *times > 0 && !testing.Short() {
		return n * *times
	}
	return tenth(n * 3 / 5)
}

// tenth returns n, and with -short a tenth of it, but six at least.
func tenth(n int) int {
	if testing.Short() {
		return max(6, n/10)
	}
	return n
}

// recent keeps what was made last of texts or files: a law asks for that of a seed several times.
type recent[T any] struct {
	locks.Mutex
	made map[string]T
}

// recentAtMost is how many are kept.
const recentAtMost = 64

// within returns the key of a text in one test: what is made of it may note what it has computed, so that two tests that run at once do
// not share it.
func within(t fataler, text string) string { return fmt.Sprintf("%p %s", t, text) }

var (
	rendered  recent[[]byte]       // files, by their sources
	readFiles recent[wml.Document] // what files say, in one test
	plans     recent[*layout.Plan] // of sources, in one test
)

// of returns what is made of a key.
func (r *recent[T]) of(key string, build func() T) T {
	r.Lock()
	made, ok := r.made[key]
	r.Unlock()
	if ok {
		return made
	}
	made = build()
	r.Lock()
	defer r.Unlock()
	if len(r.made) >= recentAtMost || r.made == nil {
		r.made = map[string]T{}
	}
	r.made[key] = made
	return made
}

// chooser lets rapid make the choices, so that it can shrink them.
type chooser struct{ t *rapid.T }

func (c chooser) Intn(n int) int { return rapid.IntRange(0, n-1).Draw(c.t, "choice") }

type seeded struct{ r *rand.Rand }

func (c seeded) Intn(n int) int { return c.r.IntN(n) }

// Quiet: sent and returned untouched, nothing changes and nothing is reported.
func TestQuiet(t *testing.T) {
	t.Parallel()
	n := seeds(2000)
	for seed := range n {
		src := docgen.Document(seeded{rand.New(rand.NewPCG(uint64(seed), 1))}, 12)
		quiet(t, fmt.Sprintf("seed %d", seed), src)
	}
}

func quiet(t fataler, name, src string) {
	t.Helper()
	got, res := sync(t, src, render(t, src))
	if got != src || len(res.Findings) > 0 || len(res.Ops) > 0 {
		t.Fatalf("%s: not quiet\n%s\nfindings: %s", name, src, describe(res))
	}
}

// TestQuietShrinks is the same law with choices that shrink to a small document.
func TestQuietShrinks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { quiet(t, "document", docgen.Document(chooser{t}, 4)) })
}

func describe(res *reviewsync.Result) string {
	var b strings.Builder
	for _, f := range res.Findings {
		fmt.Fprintf(&b, "\n  %s %s %q: %q → %q", f.Outcome, f.Code, f.BlockID, f.Was, f.Now)
	}
	return b.String()
}

// Three-way, the quiet half: the author went on writing, the reviewer sent the file back untouched.
// Not a byte of the author's text is touched, whatever they changed.
func TestAuthorWentOn(t *testing.T) {
	t.Parallel()
	changed := 0
	for seed := range seeds(400) {
		c := seeded{rand.New(rand.NewPCG(uint64(seed), 3))}
		src := docgen.Document(c, 8)
		file := render(t, src)
		now := wentOn(src, c)
		if now == src {
			continue
		}
		changed++
		if got, res := sync(t, now, file); got != now || len(res.Findings) > 0 {
			t.Fatalf("seed %d: the author's text was touched, or something is reported\nsent:\n%s\nnow:\n%s\nbecame:\n%s\nfindings: %s", seed, src, now, got, describe(res))
		}
	}
	if changed < seeds(100) {
		t.Fatalf("only %d documents were changed", changed)
	}
}

// Three-way, the other half: both went on. The author's words stay, the reviewer's come in, and
// not a byte besides changes; or the report says what could not be done.
func TestThreeWay(t *testing.T) {
	t.Parallel()
	landed, told := threeWay(t, seeds(360), 31, func(c docgen.Chooser) string { return docgen.Document(c, 8) })
	if landed < seeds(100) || told > max(3, landed/10) {
		t.Errorf("%d edits landed, %d are conflicts", landed, told)
	}
}

// threeWay holds that law on generated documents in which the reviewer types once. It counts the edits that landed and those that the
// report has, with the words.
func threeWay(t *testing.T, documents int, salt uint64, generate func(docgen.Chooser) string) (landed, told int) {
	t.Helper()
	const typed, wrote = "typed by hand ", " as the author sees it."
	for seed := range documents {
		c := seeded{rand.New(rand.NewPCG(uint64(seed), salt))}
		src := generate(c)
		xml := replaceNth(part(t, render(t, src), "word/document.xml"), textElement, c, func(m string) string {
			return strings.Replace(m, ">", ">"+typed, 1)
		})
		file := replacePart(t, render(t, src), "word/document.xml", xml)
		if alone, _ := sync(t, src, file); alone == src || strings.Replace(alone, typed, "", 1) != src {
			continue // it is no edit of running text
		}
		lines := strings.Split(src, "\n")
		for i, l := range lines {
			if c.Intn(3) == 0 && strings.HasSuffix(l, ".") {
				lines[i] = strings.TrimSuffix(l, ".") + wrote
			}
		}
		now := strings.Join(lines, "\n")
		got, res := sync(t, now, file)
		switch {
		case strings.Contains(got, typed) && strings.Replace(got, typed, "", 1) == now:
			landed++
		case got == now && slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool {
			return (f.Outcome == reviewsync.Conflict || f.Outcome == reviewsync.Refused) && strings.Contains(f.Now, strings.TrimSpace(typed))
		}):
			told++
		default:
			t.Fatalf("seed %d%s\nsent:\n%s\nnow:\n%s\nbecame:\n%s", seed, describe(res), src, now, got)
		}
	}
	t.Logf("%d landed, %d are conflicts", landed, told)
	return landed, told
}

// constructLaws are the laws on documents of one construct with gestures at it: unedited files are quiet, edited ones show what the file
// shows, no word is lost, and kept holds what is special.
type constructLaws struct {
	salt     uint64
	generate func(docgen.Chooser) string
	made     func(t fataler, src string, c docgen.Chooser) []byte // nil for files that are rendered as usual
	own      []gesture
	kept     func(t fataler, src string, file []byte, edits []string)
}

// hold holds the laws on a number of documents. Every gesture has to be made.
func (x constructLaws) hold(t *testing.T, documents int) {
	t.Helper()
	tally := map[string]int{}
	eachSeed(t, *from, documents, tally, x.law)
	for _, g := range x.own {
		if t.Logf("%6d × %s", tally[g.name], g.name); tally[g.name] == 0 && !testing.Short() {
			t.Errorf("%q was never made in %d documents", g.name, documents)
		}
	}
}

// law holds the laws on the document of one seed.
func (x constructLaws) law(t *testing.T, seed int, tally map[string]int) {
	c := seeded{rand.New(rand.NewPCG(uint64(seed), x.salt))}
	src := x.generate(c)
	sent := []byte(nil)
	if x.made != nil {
		sent = x.made(t, src, c)
	} else {
		sent = render(t, src)
	}
	if same, res := syncWith(t, src, sent, reviewsync.Options{}); same != src || len(res.Findings) > 0 {
		t.Fatalf("an unedited file is not quiet: %s\n%s", describe(res), src)
	}
	makes := x.own
	if seed%2 == 0 {
		makes = slices.Concat(x.own, x.own, x.own, gestures)
	}
	file, edits := someOf(t, makes, sent, c, *most, tally)
	editedFile(t, "", src, file, edits, c)
	wordsKept(t, src, file, edits, c)
	if x.kept != nil {
		x.kept(t, src, file, edits)
	}
}

// fatal is for documents that have been parsed before.
type fatal struct{}

func (fatal) Helper()                      {}
func (fatal) Fatalf(f string, args ...any) { panic(fmt.Sprintf(f, args...)) }
