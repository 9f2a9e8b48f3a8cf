package extract_test

import (
	"bytes"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/review/extract"
	"pgregory.net/rapid"
)

func TestEmptyReview(t *testing.T) {
	want := `{
  "comments": [],
  "revisions": [],
  "footnotes": [],
  "endnotes": [],
  "tables": [],
  "headings": [],
  "captions": [],
  "labels": [],
  "blockBodies": [],
  "metricValues": [],
  "metricMetadata": [],
  "blockMetadata": []
}
`
	if got := asJSON(t, extract.Extract(&wml.Document{})); got != want {
		t.Errorf("got %s", got)
	}
	r, err := extract.DecodeReview([]byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	if got := asJSON(t, r); got != want {
		t.Errorf("decoded: got %s", got)
	}
}

// What is written reads back as the same data, and the reader of JSON misses nothing but places.
func TestJSONRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := asJSON(t, extract.Extract(randomDocument(t)))
		r, err := extract.DecodeReview([]byte(first))
		if err != nil {
			t.Fatal(err)
		}
		if again := asJSON(t, r); again != first {
			t.Fatalf("before:\n%s\nafter:\n%s", first, again)
		}
	})
}

func TestJSONKeepsCharacters(t *testing.T) {
	r := extract.Extract(doc(heading(1, "a", "<A & B>\u2028 \\u2028 ü 🚀 \"q\"")))
	got := asJSON(t, r)
	if want := `"title": "<A & B>` + "\u2028" + ` \\u2028 ü 🚀 \"q\""`; !strings.Contains(got, want) {
		t.Errorf("no %s in %s", want, got)
	}
}

func TestDecodeRefusesWhatIsNoReview(t *testing.T) {
	for _, in := range []string{"", "[]", `{"comments": {}}`, `{"blockMetadata": [{"fields": [1]}]}`, `{"blockMetadata": [{"fields": {"a": 1}}]}`} {
		if _, err := extract.DecodeReview([]byte(in)); err == nil {
			t.Errorf("%q was accepted", in)
		} else if strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: the message has several lines: %v", in, err)
		}
	}
}

func TestEntriesByParagraph(t *testing.T) {
	l, body, fields := label("a", "Risk (high)"), framed("Text ", inserted("4", "Ann", "new")), meta("owner: Ann")
	cell := text("x")
	grid := table("", row(cell))
	r := extract.Extract(doc(l, body, fields, para("", bookmark("t")), grid))
	for _, c := range []struct {
		p    *wml.Paragraph
		want []extract.Ref
	}{
		{l, []extract.Ref{{List: extract.Labels}}},
		{body, []extract.Ref{{List: extract.Revisions}, {List: extract.BlockBodies}}},
		{fields, []extract.Ref{{List: extract.BlockMetadataList}}},
		{cell, []extract.Ref{{List: extract.Tables}}},
		{text("stranger"), nil},
	} {
		if got := r.ByParagraph(c.p); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", c.p.Text(wml.Current), got, c.want)
		}
	}
	if ref, ok := r.ByTable(grid); !ok || ref.List != extract.Tables || r.Tables[ref.Index].At != (extract.Loc{Block: 4}) {
		t.Errorf("table: %v %v", ref, ok)
	}
	if extract.BlockMetadataList.String() != "blockMetadata" || extract.Comments.String() != "comments" {
		t.Error("lists are called by their JSON keys")
	}
}

func ExampleExtract() {
	d := doc(
		label("r1", "Risk (high)"),
		framed("Suppliers may ", deleted("7", "Ann", "fail"), inserted("8", "Ann", "be late"), "."),
		meta("severity: high · owner: Bo"),
	)
	r := extract.Extract(d)
	fmt.Println(r.Labels[0].Title)
	fmt.Println(r.BlockBodies[0].Body)
	fmt.Println(r.Revisions[0].NativeID, r.Revisions[0].OldText, "→", r.Revisions[0].NewText)
	fmt.Println(r.BlockMetadata[0].Fields)
	// Output:
	// Risk (high)
	// Suppliers may be late.
	// 7/8 fail → be late
	// [{severity high} {owner Bo}]
}

func ExampleReview_WriteJSON() {
	r := extract.Extract(doc(heading(1, "s", "Scope")))
	r.Headings = r.Headings[:1]
	var b bytes.Buffer
	_ = r.WriteJSON(&b)
	_, _ = os.Stdout.WriteString(strings.Split(b.String(), "\n")[6] + "\n")
	// Output:
	//   "headings": [
}

func FuzzDecodeReview(f *testing.F) {
	f.Add([]byte(`{"comments":[{"nativeId":"0","body":"x"}],"blockMetadata":[{"nativeId":"0","fields":{"a":"b","a":"c"}}]}`))
	f.Add([]byte(`{"tables":[{"rows":[null,["a"]]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := extract.DecodeReview(data)
		if err != nil {
			return
		}
		first := asJSON(t, r)
		again, err := extract.DecodeReview([]byte(first))
		if err != nil {
			t.Fatalf("%v\n%s", err, first)
		}
		if second := asJSON(t, again); second != first {
			t.Fatalf("first %s\nsecond %s", first, second)
		}
	})
}
