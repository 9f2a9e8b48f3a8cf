package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/review/extract"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// dataOf returns the review data of a source's own rendering.
func dataOf(t *testing.T, text string) (*Source, *extract.Review) {
	t.Helper()
	s, err := FromText("report.noma", text)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := Render(context.Background(), &file, s, RenderOptions{Target: Word}); err != nil {
		t.Fatal(err)
	}
	p, err := opc.Read(bytes.NewReader(file.Bytes()), int64(file.Len()), opc.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := wml.Read(p, wml.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s, extract.Extract(d)
}

// syncData syncs review data as JSON in a file.
func syncData(t *testing.T, s *Source, data any) (string, reviewsync.Report) {
	t.Helper()
	text, err := json.Marshal(data)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "data.json")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	result, err := SyncReview(context.Background(), s, file, nil)
	if err != nil {
		t.Fatal(err)
	}
	var report reviewsync.Report
	if err := json.Unmarshal(result.Report, &report); err != nil {
		t.Fatal(err)
	}
	return result.Text, report
}

// TestOwnDataAreQuiet: data of the document as it was sent change nothing, whatever the document; nor
// do data that say nothing at all.
func TestOwnDataAreQuiet(t *testing.T) {
	slow.Test(t, "other programs or processes")
	for seed := range int64(60) {
		text := docgen.Document(rand.New(rand.NewSource(seed)), 12)
		s, data := dataOf(t, text)
		for name, d := range map[string]any{"own": data, "empty": struct{}{}} {
			got, report := syncData(t, s, d)
			if got != text || len(report.Findings) > 0 {
				t.Fatalf("seed %d: %s data change the source or are reported: %v\n%s", seed, name, report.Findings, text)
			}
		}
	}
}

const overlaid = `# Title {id="top"}

## Part one {id="part"}

::risk{id="r1"  owner="Ann"   severity=high}
It may rain.

It may snow.
::

::code{id="k" lang="go"}
a := 1
b := 2
::

::metric{id="m" label="Sales" value=5 unit="%" status="open"}
::

::table{id="t" header title="Numbers"}
| A | B |
| 1 | 2 |
| 3 | 4 |
::

::button{id="b" label="Read on" href="https://example.org"}
::

::comment{id="c1" for="r1" author="Ann"}
Really?
::

::footnote{id="f1" for="m"}
By hand.
::

### About [rain](#r1) {id="about"}

::todo{id="do" status="open"}
It is $x^2$ of [that](#t).
::
`

// TestDataAreApplied changes one thing in the data and searches for it in the source.
func TestDataAreApplied(t *testing.T) {
	for _, c := range []struct {
		name     string
		edit     func(r *extract.Review)
		old, new string
	}{
		{"heading", func(r *extract.Review) { r.Headings[1].Title = "Part *two*" }, "## Part one", "## Part *two*"},
		{"body", func(r *extract.Review) { r.BlockBodies[0].Body = "It may **pour**.\n\nIt may snow." }, "It may rain.", "It may **pour**."},
		{"body longer", func(r *extract.Review) { r.BlockBodies[0].Body += "\n\nOr not." }, "It may snow.\n", "It may snow.\n\nOr not.\n"},
		{"body shorter", func(r *extract.Review) { r.BlockBodies[0].Body = "It may snow." }, "It may rain.\n\n", ""},
		{"body without its end", func(r *extract.Review) { r.BlockBodies[0].Body = "It may rain." }, "\n\nIt may snow.", ""},
		{"code", func(r *extract.Review) { r.BlockBodies[1].Body = "a := 1\nb := 3" }, "b := 2", "b := 3"},
		{"code longer", func(r *extract.Review) { r.BlockBodies[1].Body = "a := 1\nb := 2\nc := 3" }, "b := 2\n", "b := 2\nc := 3\n"},
		{"field", func(r *extract.Review) { setField(r, "owner", "Bob") }, `owner="Ann"   `, `owner="Bob"   `},
		{"field gone", func(r *extract.Review) { setField(r, "owner", "") }, `  owner="Ann"   `, ` `},
		{"value", func(r *extract.Review) { r.MetricValues[0].Value = "6%" }, `value=5`, `value="6"`},
		{"label", func(r *extract.Review) { label(r, "metric").Title = "Turnover" }, `label="Sales"`, `label="Turnover"`},
		{"button", func(r *extract.Review) { label(r, "button").Title = "Go on" }, `label="Read on"`, `label="Go on"`},
		{"caption", func(r *extract.Review) { r.Captions[0].Title = "Figures" }, `title="Numbers"`, `title="Figures"`},
		{"cell", func(r *extract.Review) { r.Tables[0].Rows[2][1] = "5" }, "| 3 | 4 |", "| 3 | 5 |"},
		{"row", func(r *extract.Review) { r.Tables[0].Rows = append(r.Tables[0].Rows, []string{"5", "6"}) }, "| 3 | 4 |\n", "| 3 | 4 |\n| 5 | 6 |\n"},
		{"comment", func(r *extract.Review) { r.Comments[0].Body = "Really now?" }, "Really?", "Really now?"},
		{"resolved", func(r *extract.Review) { r.Comments[0].Status = "resolved" }, `author="Ann"}`, `author="Ann" status="resolved"}`},
		{"resolved by whom", func(r *extract.Review) { r.Comments[0].Status, r.Comments[0].ResolvedBy = "resolved", "Di" }, `author="Ann"}`, `author="Ann" status="resolved" resolved_by="Di"}`},
		{"heading that had a link", func(r *extract.Review) { r.Headings[2].Title = "Elsewhere" }, "About [rain](#r1)", "Elsewhere"},
		{"body with an equation and a link", func(r *extract.Review) { r.BlockBodies[2].Body = "It is $x^2$ of [that](#t), too." }, "[that](#t).", "[that](#t), too."},
		{"body that had an equation and a link", func(r *extract.Review) { r.BlockBodies[2].Body = "Nothing." }, "It is $x^2$ of [that](#t).", "Nothing."},
		{"field that was not there", func(r *extract.Review) {
			r.BlockMetadata[0].Fields = append(r.BlockMetadata[0].Fields, extract.Field{Label: "status", Text: "open"})
		}, `severity=high}`, `severity=high status="open"}`},
		{"note", func(r *extract.Review) { r.Footnotes[0].Body = "By machine." }, "By hand.", "By machine."},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, data := dataOf(t, overlaid)
			c.edit(data)
			got, report := syncData(t, s, data)
			if want := strings.Replace(overlaid, c.old, c.new, 1); got != want {
				t.Errorf("the source became\n%s\nwant\n%s\nfindings %v", got, want, report.Findings)
			}
			for _, f := range report.Findings {
				if !f.Done() {
					t.Errorf("not applied: %+v", f)
				}
			}
		})
	}
}

// TestDataSayWhy: what cannot be applied names its block, its line and the reason; the rest is applied.
func TestDataSayWhy(t *testing.T) {
	s, data := dataOf(t, overlaid)
	data.BlockMetadata[0].Fields = append(data.BlockMetadata[0].Fields, extract.Field{Label: "colour", Text: "red"})
	setField(data, "owner", "Bob")
	got, report := syncData(t, s, data)
	if !strings.Contains(got, `owner="Bob"`) || len(report.SkippedBlockMetadata) != 1 || len(report.Findings) != 2 {
		t.Fatalf("%v\n%s", report.Findings, got)
	}
	if f := report.Findings[1]; f.Code != reviewsync.CodeNoPlace || f.BlockID != "r1" || f.Line != 5 || !strings.Contains(f.Now, "colour: red") {
		t.Errorf("%+v", f)
	}
}

// TestWordsOfDataAreKept: every word that data say anew is in the source or in the report, whatever the document.
func TestWordsOfDataAreKept(t *testing.T) {
	for seed := range int64(60) {
		text := docgen.Document(rand.New(rand.NewSource(seed)), 12)
		s, data := dataOf(t, text)
		c := rand.New(rand.NewSource(seed + 500))
		var words []string
		say := func(field *string) {
			if c.Intn(3) == 0 {
				words = append(words, fmt.Sprintf("zebra%d", len(words)))
				*field = words[len(words)-1]
			}
		}
		each(data.Headings, func(x *extract.Heading) { say(&x.Title) })
		each(data.Captions, func(x *extract.Caption) { say(&x.Title) })
		each(data.Labels, func(x *extract.Label) { say(&x.Title) })
		each(data.BlockBodies, func(x *extract.BlockBody) { say(&x.Body) })
		each(data.MetricValues, func(x *extract.MetricValue) { say(&x.Value) })
		each(data.Comments, func(x *extract.Comment) { say(&x.Body) })
		each(data.Footnotes, func(x *extract.Note) { say(&x.Body) })
		each(data.Endnotes, func(x *extract.Note) { say(&x.Body) })
		each(data.Revisions, func(x *extract.Revision) { say(&x.NewText) })
		each(data.Tables, func(x *extract.Table) {
			each(x.Rows, func(row *[]string) { each(*row, say) })
		})
		each(slices.Concat(data.MetricMetadata, data.BlockMetadata), func(x *extract.BlockMetadata) {
			each(x.Fields, func(f *extract.Field) { say(&f.Text) })
		})
		got, report := syncData(t, s, data)
		said, err := json.Marshal(report.Findings)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range words {
			if !strings.Contains(got, w) && !strings.Contains(string(said), w) {
				t.Errorf("seed %d: %s is nowhere\n%s", seed, w, text)
			}
		}
	}
}

func each[T any](list []T, f func(*T)) {
	for i := range list {
		f(&list[i])
	}
}

// TestDataAddMarks: comments, notes and tracked changes the source does not have yet.
func TestDataAddMarks(t *testing.T) {
	s, data := dataOf(t, overlaid)
	on := data.Headings[1].Anchors
	data.Comments = append(data.Comments, extract.Comment{NativeID: "7", Anchors: on, Author: "Cy", Body: "Why?"},
		extract.Comment{NativeID: "8", ReplyTo: "7", Author: "Di", Body: "Because."})
	data.Footnotes = append(data.Footnotes, extract.Note{NativeID: "9", Anchors: on, Body: "See there."})
	data.Revisions = append(data.Revisions, extract.Revision{NativeID: "70/71", Action: "replace", Anchors: on, Author: "Cy", OldText: "one", NewText: "two"})
	got, report := syncData(t, s, data)
	for _, want := range []string{"Why?", "Because.", `reply_to=`, "See there.", `from="one" to="two"`} {
		if !strings.Contains(got, want) {
			t.Errorf("the source lacks %s\n%s", want, got)
		}
	}
	if len(report.Changes) < 4 {
		t.Errorf("%d changes: %v", len(report.Changes), report.Changes)
	}
}

// TestDataOfOtherDocuments: what has no place in the source is reported, in the list it came in.
func TestDataOfOtherDocuments(t *testing.T) {
	s, _ := dataOf(t, overlaid)
	lost := []string{"n_lost_00000000"}
	got, report := syncData(t, s, &extract.Review{
		Comments:    []extract.Comment{{NativeID: "1", Anchors: lost, Body: "Who?"}},
		Headings:    []extract.Heading{{NativeID: "50", Anchors: lost, Level: 2, Title: "Elsewhere"}},
		Tables:      []extract.Table{{NativeID: "50", Anchors: lost, Rows: [][]string{{"x"}}}},
		BlockBodies: []extract.BlockBody{{NativeID: "50", Anchors: lost, Mode: "prose", Body: "x"}},
		Revisions:   []extract.Revision{{NativeID: "3", Anchors: lost, Action: "insert", NewText: "x"}},
		Footnotes:   []extract.Note{{NativeID: "4", Anchors: lost, Body: "x"}},
	})
	if got != overlaid {
		t.Errorf("the source became\n%s", got)
	}
	if len(report.Skipped) != 1 || len(report.SkippedHeadings) != 1 || len(report.SkippedTables) != 1 ||
		len(report.SkippedBlockBodies) != 1 || len(report.SkippedRevisions) != 1 || len(report.SkippedFootnotes) != 1 {
		t.Errorf("not everything is reported: %+v", report)
	}
}

func setField(r *extract.Review, name, value string) {
	for i := range r.BlockMetadata {
		for k, f := range r.BlockMetadata[i].Fields {
			if f.Label != name {
				continue
			}
			if r.BlockMetadata[i].Fields[k].Text = value; value == "" {
				r.BlockMetadata[i].Fields = append(r.BlockMetadata[i].Fields[:k], r.BlockMetadata[i].Fields[k+1:]...)
			}
			return
		}
	}
}

func label(r *extract.Review, kind string) *extract.Label {
	for i := range r.Labels {
		if r.Labels[i].Kind == kind {
			return &r.Labels[i]
		}
	}
	return &extract.Label{}
}

// TestBookmarkLinks: an id that cannot be distinguished from its bookmark still comes back as the id.
func TestBookmarkLinks(t *testing.T) {
	text := "# Title\n\n::note{id=\"näme\"}\nText.\n::\n\n::tip{id=\"p\"}\nSee [[näme]] and [that one](#näme).\n::\n"
	s, data := dataOf(t, text)
	if !strings.Contains(data.BlockBodies[1].Body, "](#n_") {
		t.Fatalf("the data know the id: %q", data.BlockBodies[1].Body)
	}
	data.BlockBodies[1].Body = strings.Replace(data.BlockBodies[1].Body, "See", "Read", 1)
	got, _ := syncData(t, s, data)
	if want := strings.Replace(text, "See", "Read", 1); got != want {
		t.Errorf("the source became\n%s", got)
	}
}

// FuzzSyncData: no data, however wrong, may do more than be refused.
func FuzzSyncData(f *testing.F) {
	f.Add([]byte(`{}`))
	f.Add([]byte(`{"headings":[{"nativeId":"0","level":9,"title":"x"}],"tables":[{"nativeId":"0","rows":[[],["a","b"]]}]}`))
	f.Add([]byte(`{"comments":[{"nativeId":"1","replyTo":"1","body":"a"}],"revisions":[{"nativeId":"/","action":"replace","oldText":"rain","newText":"[x](#","anchorBookmarkNames":["n_r1_0f8a5c2e"]}]}`))
	f.Add([]byte(`{"blockBodies":[{"nativeId":"0","mode":"code","body":"a\nb"}],"blockMetadata":[{"nativeId":"0","fields":{"owner":"","":"x"}}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := FromText("report.noma", overlaid)
		if err != nil {
			t.Fatal(err)
		}
		result, err := SyncReview(context.Background(), s, "-", bytes.NewReader(data))
		if err == nil && result.Text == "" {
			t.Error("the source is gone")
		}
	})
}
