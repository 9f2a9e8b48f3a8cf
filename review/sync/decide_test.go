package reviewsync_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// decide accepts or rejects the requests of a source: those with the ids, or all.
func decide(t fataler, src string, accept bool, ids ...string) *reviewsync.Result {
	t.Helper()
	plan := planOf(t, src)
	var all []reviewsync.Decision
	for n := range noma.Walk(plan.Doc) {
		if d, ok := n.(*noma.Directive); ok && d.Name == "change_request" && !reviewsync.Closed(d) && (len(ids) == 0 || slices.Contains(ids, d.ID)) {
			all = append(all, reviewsync.Decision{Request: d, Accept: accept})
		}
	}
	res, err := reviewsync.Decide(plan, all)
	if err != nil {
		t.Fatalf("decide: %v\n%s", err, src)
	}
	madeOfFindings(t, src, res)
	return res
}

func TestDecide(t *testing.T) {
	request := func(attrs string) string {
		return "\n::change_request{id=\"q\" " + attrs + "}\n::\n"
	}
	tests := []struct {
		name, src, attrs string
		want             string // the text in front of the request; "" when it stays
		code             reviewsync.Code
	}{
		{"a word of a claim", "::claim{id=\"c\"}\nApples sell\nvery well.\n::\n", `target="c" action="replace" from="well" to="badly"`,
			"::claim{id=\"c\"}\nApples sell\nvery badly.\n::\n", ""},
		{"a deletion keeps the spaces right", "::claim{id=\"c\"}\nApples sell very well.\n::\n", `target="c" action="delete" from=" very"`,
			"::claim{id=\"c\"}\nApples sell well.\n::\n", ""},
		{"an insertion comes at the end", "::claim{id=\"c\"}\nApples sell.\n::\n", `target="c" action="insert" to="Pears too."`,
			"::claim{id=\"c\"}\nApples sell. Pears too.\n::\n", ""},
		{"the look stays", "::claim{id=\"c\"}\nApples sell **very well**.\n::\n", `target="c" action="replace" from="well" to="badly"`,
			"::claim{id=\"c\"}\nApples sell **very badly**.\n::\n", ""},
		{"a look of its own", "::claim{id=\"c\"}\nApples sell well.\n::\n", `target="c" action="replace" from="well" to="*badly*"`,
			"::claim{id=\"c\"}\nApples sell *badly*.\n::\n", ""},
		{"a heading", "# On apples {id=\"a\"}\n\nText.\n", `target="a" action="replace" from="apples" to="pears"`,
			"# On pears {id=\"a\"}\n\nText.\n", ""},
		{"a paragraph of a section", "# On apples {id=\"a\"}\n\nThey sell well.\n", `target="a" action="replace" from="well" to="badly"`,
			"# On apples {id=\"a\"}\n\nThey sell badly.\n", ""},
		{"a row with a line break", "# On apples {id=\"a\"}\n\n| x | y |\n| - | - |\n| red | one<br>two |\n| green | three |\n",
			`target="a" action="delete" from="| red | one<br>two |" unit="row"`, "# On apples {id=\"a\"}\n\n| x | y |\n| - | - |\n| green | three |\n", ""},
		{"a list item", "# On apples {id=\"a\"}\n\n- red\n- green\n", `target="a" action="replace" from="green" to="yellow"`,
			"# On apples {id=\"a\"}\n\n- red\n- yellow\n", ""},
		{"a cell", "::table{id=\"t\"}\n| a | b |\n| --- | --- |\n| one | two |\n::\n", `target="t" action="replace" from="two" to="three"`,
			"::table{id=\"t\"}\n| a | b |\n| --- | --- |\n| one | three |\n::\n", ""},
		{"a value of a metadata line", "::risk{id=\"r\" owner=\"Ann\"}\nIt may rain.\n::\n", `target="r" action="replace" from="Ann" to="Ben"`,
			"::risk{id=\"r\" owner=\"Ben\"}\nIt may rain.\n::\n", ""},
		{"two places", "::claim{id=\"c\"}\nwell and well\n::\n", `target="c" action="replace" from="well" to="badly"`, "", reviewsync.CodeUnmatched},
		{"no place", "::claim{id=\"c\"}\nApples.\n::\n", `target="c" action="replace" from="pears" to="plums"`, "", reviewsync.CodeUnmatched},
		{"no target", "Text.\n", `target="x" action="replace" from="Text" to="Words"`, "", reviewsync.CodeNoPlace},
		{"braces at the end of a heading", "# On apples {id=\"a\"}\n", `target="a" action="replace" from="apples" to="pears {id=b}"`,
			"# On pears \\{id=b} {id=\"a\"}\n", ""},
		{"made by the tool", "::claim{id=\"c\"}\nApples.\n::\n", `target="c" action="replace" from="Claim" to="Words"`, "", reviewsync.CodeForeign},
		{"not a request", "::claim{id=\"c\"}\nApples.\n::\n", `target="c" action="replace" from="Apples"`, "", reviewsync.CodeNoPlace},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			src := x.src + request(x.attrs)
			res := decide(t, src, true)
			if len(res.Findings) != 1 {
				t.Fatalf("findings: %s", describe(res))
			}
			f := res.Findings[0]
			if x.want == "" {
				if res.Text != src || f.Outcome != reviewsync.Refused || f.Code != x.code {
					t.Errorf("%s %s %q\n%s", f.Outcome, f.Code, f.Message, res.Text)
				}
				return
			}
			want := x.want + request(x.attrs+` status="deleted" decision="accepted"`)
			if res.Text != want || !f.Done() {
				t.Errorf("%s %s %q\n%s\nwant\n%s", f.Outcome, f.Code, f.Message, res.Text, want)
			}
			want = x.src + request(x.attrs+` status="deleted" decision="rejected"`)
			if res = decide(t, src, false); res.Text != want {
				t.Errorf("rejected:\n%s", res.Text)
			}
		})
	}
}

// TestDecideRowBesideWords accepts the deletion of a row and words in another row of the table, which are one edit of it.
func TestDecideRowBesideWords(t *testing.T) {
	src := "# On apples {id=\"a\"}\n\n| x | y |\n| - | - |\n| red | one |\n| green | two |\n" +
		"\n::change_request{id=\"q\" target=\"a\" action=\"delete\" from=\"| red | one |\" unit=\"row\"}\n::\n" +
		"\n::change_request{id=\"r\" target=\"a\" action=\"insert\" to=\"light \" suffix=\"green\"}\n::\n"
	res := decide(t, src, true, "q", "r")
	want := strings.Replace(strings.Replace(src, "| red | one |\n", "", 1), "| green", "| light green", 1)
	want = strings.ReplaceAll(want, "}\n::", ` status="deleted" decision="accepted"}`+"\n::")
	if res.Text != want || !res.Findings[0].Done() || !res.Findings[1].Done() {
		t.Errorf("%s%s\nwant\n%s", res.Text, describe(res), want)
	}
}

// Several requests of one paragraph are one edit of it; what one of them brought in is not searched by
// the next.
func TestDecideTogether(t *testing.T) {
	src := "::claim{id=\"c\"}\nred, green, blue\n::\n"
	for i, pair := range [][2]string{{"red", "green"}, {"green", "blue"}, {"blue", "red"}} {
		src += fmt.Sprintf("\n::change_request{id=\"q%d\" target=\"c\" action=\"replace\" from=%q to=%q}\n::\n", i, pair[0], pair[1])
	}
	res := decide(t, src, true)
	if !strings.HasPrefix(res.Text, "::claim{id=\"c\"}\ngreen, blue, red\n::\n") || strings.Count(res.Text, `decision="accepted"`) != 3 {
		t.Errorf("got\n%s%s", res.Text, describe(res))
	}
}

// Paragraphs that, put together, have the short hash of another one by chance were not that one: in the long run of a
// document with thousands of requests there are always some.
func TestDecideShortHashes(t *testing.T) {
	src := "# Report\n"
	for _, i := range []int{465, 466, 467, 468, 781} {
		src += fmt.Sprintf("\n::note{id=\"n%d\"}\nThe word number %[1]d is old here, and some more text to be the body of it.\n::\n"+
			"\n::change_request{id=\"c%[1]d\" target=\"n%[1]d\" action=\"replace\" from=\"old\" to=\"new\" author=\"Ann\"}\n::\n", i)
	}
	res := decide(t, src, true, "c465", "c781")
	if strings.Count(res.Text, `decision="accepted"`) != 2 || strings.Count(res.Text, "is new here") != 2 {
		t.Errorf("got\n%s%s", res.Text, describe(res))
	}
}

// A request whose text no source can spell stays open, and the others of the paragraph with it: they
// are one edit. Requests of other blocks go through.
func TestDecideOneRefused(t *testing.T) {
	src := "::claim{id=\"a\"}\none\n::\n\n::claim{id=\"b\"}\ntwo\n::\n" +
		"\n::change_request{id=\"q1\" target=\"a\" action=\"replace\" from=\"one\" to=\"two\"}\n::\n" +
		"\n::change_request{id=\"q2\" target=\"b\" action=\"replace\" from=\"three\" to=\"four\"}\n::\n"
	res := decide(t, src, true)
	if !strings.Contains(res.Text, "::claim{id=\"a\"}\ntwo\n::") || strings.Count(res.Text, "decision=") != 1 {
		t.Errorf("got\n%s%s", res.Text, describe(res))
	}
}

// The law of deciding: an accepted request shows the proposed words where the old ones stood and
// changes nothing else a reader sees; a rejected one changes nothing but itself.
func TestDecideLaw(t *testing.T) {
	t.Parallel()
	tried := 0
	for seed := range tenth(400) {
		c := seeded{rand.New(rand.NewPCG(uint64(seed), 11))}
		src := docgen.Document(c, 6)
		plan := planOf(t, src)
		var from, target string
		whole := strings.Join(slices.Collect(maps.Keys(shownTexts(plan))), "\n")
		for b := range plan.Body() {
			p, ok := b.(*layout.Para)
			if !ok || p.Part != layout.PartText {
				continue
			}
			n := p.Node
			for n != nil && n.At().ID == "" {
				n = n.At().Parent
			}
			if d, ok := n.(*noma.Directive); n == nil || plan.Names.Node(n.At().ID) != n || ok && (d.Name == "change_request" || plan.Names.Target(d) != nil) {
				continue
			}
			text := layout.Glyphs(p.Runs(), wml.Original)
			runes := make([]rune, len(text)) // with a character for each object
			for i, g := range text {
				runes[i] = g.Rune
			}
			for _, w := range strings.Fields(layout.PlainText(text)) {
				if strings.Contains(string(runes), w) && strings.Count(src, w) == 1 && strings.Count(whole, w) == 1 && len(w) > 3 && !strings.ContainsAny(w, `"'*_[]$\|`+"`") && (from == "" || c.Intn(3) == 0) {
					from, target = w, n.At().ID
				}
			}
		}
		if from == "" {
			continue
		}
		tried++
		src = strings.TrimRight(src, "\n") + fmt.Sprintf("\n\n::change_request{id=\"the-request\" target=%q action=\"replace\" from=%q to=\"words of a reviewer\"}\n::\n", target, from)
		res := decide(t, src, true, "the-request")
		before, after := shownTexts(planOf(t, strings.ReplaceAll(src, "{id=\"the-request\"", "{id=\"the-request\" status=\"deleted\""))), shownTexts(planOf(t, res.Text))
		gone, come := 0, 0
		for s, n := range before {
			if d := n - after[s]; d > 0 {
				gone += d
				if after[strings.Replace(s, from, "words of a reviewer", 1)] == 0 {
					t.Fatalf("seed %d: %q is gone\n%s\n→\n%s", seed, s, src, res.Text)
				}
			}
		}
		for s, n := range after {
			come += max(0, n-before[s])
		}
		if gone != 1 || come != 1 {
			t.Fatalf("seed %d: %d paragraphs are gone, %d came%s\n%s\n→\n%s", seed, gone, come, describe(res), src, res.Text)
		}
		res = decide(t, src, false, "the-request")
		if want := strings.Replace(src, "to=\"words of a reviewer\"", "to=\"words of a reviewer\" status=\"deleted\" decision=\"rejected\"", 1); res.Text != want {
			t.Fatalf("seed %d: rejected\n%s", seed, res.Text)
		}
	}
	if tried < tenth(400)/8 {
		t.Fatalf("only %d documents had a request", tried)
	}
}
