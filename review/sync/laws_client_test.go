package reviewsync_test

import (
	"bytes"
	"errors"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// clientGestures are without joins, which know nothing of audiences: a joined line of contents is reported with its page number, which
// these laws do not read.
var clientGestures = []gesture{
	{"words", (*hand).typeWords}, {"blocks deleted", (*hand).deleteBlocks}, {"blocks moved", (*hand).moveBlocks},
	{"paragraph", (*hand).typeParagraph}, {"cell", (*hand).typeInCell},
	{"comment", (*hand).commentSomewhere}, {"tracked words", (*hand).trackWords},
}

// The laws for files that were made for clients: what was not sent stays in the source as it is, and all else is as in other files.
func TestLawsOfClientFiles(t *testing.T) {
	withheld.Store(0)
	if clientLaws.hold(t, seeds(600)); withheld.Load() < 20 {
		t.Errorf("only %d blocks were not sent", withheld.Load())
	}
}

// withheld counts the blocks that were not sent.
var withheld atomic.Int64

var clientLaws = constructLaws{salt: 2401, generate: clientDocument, own: clientGestures, kept: func(t fataler, src string, file []byte, edits []string) {
	t.Helper()
	once, res := sync(t, src, file)
	for _, kept := range unsent(t, src) {
		if withheld.Add(1); !strings.Contains(once, kept) {
			t.Fatalf("what was not sent was edited\nedits: %v%s\nsource:\n%s\nbecame:\n%s\nthe block:\n%s", edits, describe(res), src, once, kept)
		}
	}
}}

func clientDocument(c docgen.Chooser) string { return docgen.Client(c, 8) }

var noteText = regexp.MustCompile(`(?m)^\[\^[^\]\n]*\]:.*\n*`)

// unsent returns the blocks of a source that clients do not get, as they are written.
func unsent(t fataler, src string) (out []string) {
	t.Helper()
	doc := planFor(t, src, false).Doc
	for n := range noma.Walk(doc) {
		if doc.LeftOut(n) && !doc.LeftOut(n.At().Parent) {
			out = append(out, noteText.Split(n.At().Span.Of(src), -1)...) // the text of a note goes with its marks
		}
	}
	return out
}

func TestAuthorWentOnForClients(t *testing.T) {
	landed, told := threeWay(t, seeds(200), 2402, clientDocument)
	if landed < seeds(200)*3/20 || told > max(3, landed/10) {
		t.Errorf("%d edits landed, %d are conflicts", landed, told)
	}
}

// panelsOfUnlisted reports whether a node is a source that a client sees as a block of its own: once nothing refers to sources, there is
// no list of them.
func panelsOfUnlisted(was, now *layout.Plan) func(noma.Node) bool {
	listed := func(p *layout.Plan) bool {
		refs := layout.ReferencesOf(p.Doc)
		return refs.Marks || refs.Listed
	}
	went := now.Doc.Audience.Client && listed(was) && !listed(now)
	return func(n noma.Node) bool {
		for ; went && n != nil; n = n.At().Parent {
			if d, ok := n.(*noma.Directive); ok && d.Name == "citation" {
				return true
			}
		}
		return false
	}
}

// hideUnsent takes the change requests that were not sent to a client out of the texts that a plan shows.
func hideUnsent(t fataler, src string, plan *layout.Plan, shown map[string]int) {
	t.Helper()
	if !plan.Doc.Audience.Client {
		return
	}
	was := planOf(t, src).Doc
	for b := range plan.Body() {
		layout.EachPara(b, func(p *layout.Para) {
			d := layout.RequestOf(p.Node)
			if d == nil || d.ID == "" {
				return
			}
			if _, ok := was.ByID(d.ID); ok {
				for text := range strings.SplitSeq(besideNotes(p.Runs()), "\n") {
					shown[strings.TrimRight(text, " ")]--
				}
			}
		})
	}
}

// TestClientsThroughPrograms: the same for files that a program saved, with or without what says what was sent; a second sync changes nothing.
func TestClientsThroughPrograms(t *testing.T) {
	t.Parallel()
	names := slices.Sorted(maps.Keys(simulations))
	eachSeed(t, *from, seeds(300), nil, func(t *testing.T, seed int, _ map[string]int) {
		c := seeded{rand.New(rand.NewPCG(uint64(seed), 2403))}
		src, through := docgen.Client(c, 8), names[seed%len(names):seed%len(names)+1]
		file, log := someOf(t, edits, render(t, src), c, 2, map[string]int{})
		file = savedBy(t, file, through)
		again := func(text string) *reviewsync.Result {
			res, err := reviewsync.SyncFile("", text, bytes.NewReader(file), int64(len(file)), reviewsync.Options{})
			if unrelated := (*reviewsync.UnrelatedError)(nil); errors.As(err, &unrelated) {
				return &reviewsync.Result{Text: text}
			}
			if err != nil {
				t.Fatalf("%s, %s: %v\n%s", through, log, err, text)
			}
			return res
		}
		once := again(src)
		for _, kept := range unsent(t, src) {
			if !strings.Contains(once.Text, kept) {
				t.Fatalf("%s, %s: what was not sent was edited%s\n%s\nbecame:\n%s\nthe block:\n%s", through, log, describe(once), src, once.Text, kept)
			}
		}
		if twice := again(once.Text); twice.Text != once.Text {
			t.Fatalf("%s, %s: a second sync edits%s\n%s\nbecame:\n%s\nof\n%s", through, log, describe(twice), once.Text, twice.Text, src)
		}
	})
}
