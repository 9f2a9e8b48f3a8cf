package astjson_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/render/astjson"
)

// TestStringsReadBack: every string is JSON and reads back; bytes that are not UTF-8 do not.
func TestStringsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.RuneFrom([]rune("\"\\/<>&\b\f\n\r\t\x00\x1f\x7f\u2028\u2029é🎉")))).Draw(t, "s")
		var got string
		if err := json.Unmarshal(astjson.AppendString(nil, s), &got); err != nil || got != strings.ToValidUTF8(s, "\ufffd") {
			t.Fatalf("%q is printed as %s (%v)", s, astjson.AppendString(nil, s), err)
		}
	})
}

func TestStringsAsJSONStringify(t *testing.T) {
	for s, want := range map[string]string{
		"":                       `""`,
		"a\"b\\c/":               `"a\"b\\c/"`,
		"\b\t\n\f\r\x00\x1f\x7f": `"\b\t\n\f\r\u0000\u001f` + "\x7f\"",
		"<a href='x'>&":          `"<a href='x'>&"`,
		"\u2028\u2029":           "\"\u2028\u2029\"",
		"a\xffb\xc3":             "\"a\ufffdb\ufffd\"",
	} {
		if got := string(astjson.AppendString(nil, s)); got != want {
			t.Errorf("%q is printed as %s, want %s", s, got, want)
		}
	}
}

func TestAppendValue(t *testing.T) {
	v := noma.Map{
		{Key: "a", Value: nil},
		{Key: "b", Value: []any{}},
		{Key: "c", Value: noma.Map{}},
		{Key: "d", Value: []any{true, 1.5, "x", noma.Map{{Key: "e", Value: math.Inf(1)}}}},
		{Key: "f", Value: []string{"y"}},
		{Key: "g", Value: 7},
	}
	want := `{
  "a": null,
  "b": [],
  "c": {},
  "d": [
    true,
    1.5,
    "x",
    {
      "e": null
    }
  ],
  "f": [
    "y"
  ],
  "g": 7
}`
	if got := string(astjson.AppendValue(nil, v)); got != want {
		t.Errorf("value is printed as\n%s", got)
	}
}

// TestTreeIsJSON: whatever the source, the output is JSON and has one object per node.
func TestTreeIsJSON(t *testing.T) {
	lines := rapid.SampledFrom([]string{"", "text \"q\" \\", "# A {id=\"x\" aliases=\"a, b\"}", "## B", "::a{id=y k='\"' n=1e400 m=" + strings.Repeat("9", 400) + " k=2}", "::", ":::b", "- i",
		"1. j", "> q\t", "```js", "```", "| a | b |", "| --- | :-: |", "---", "\x01\xff"})
	rapid.Check(t, func(t *rapid.T) {
		d := parseRapid(t, strings.Join(rapid.SliceOfN(lines, 0, 20).Draw(t, "lines"), "\n"))
		var b bytes.Buffer
		if err := astjson.Render(&b, d, nil); err != nil {
			t.Fatal(err)
		}
		var v any
		if err := json.Unmarshal(b.Bytes(), &v); err != nil {
			t.Fatalf("%v\n%s", err, b.Bytes())
		}
		nodes := 0
		for range noma.Walk(d) {
			nodes++
		}
		if n := count(v); n != nodes {
			t.Fatalf("%d objects for %d nodes", n, nodes)
		}
	})
}

// count counts the objects with a position.
func count(v any) int {
	n := 0
	switch v := v.(type) {
	case map[string]any:
		if _, ok := v["pos"].(map[string]any); ok {
			n++
		}
		for k, e := range v {
			if k != "meta" && k != "attrs" {
				n += count(e)
			}
		}
	case []any:
		for _, e := range v {
			n += count(e)
		}
	}
	return n
}

// TestLargeTree: output that is written in chunks is the output of one chunk.
func TestLargeTree(t *testing.T) {
	d := parse(t, strings.Repeat("# A\n\n::claim{id=\"x\" n=1}\ntext\n::\n\n- b\n- c\n\n", 3000), "big.noma")
	var whole bytes.Buffer
	pieces := &countingWriter{w: &whole}
	if err := astjson.Render(pieces, d, nil); err != nil {
		t.Fatal(err)
	}
	if pieces.n < 3 {
		t.Errorf("the output came in %d pieces", pieces.n)
	}
	if want := append(astjson.Append(nil, d), '\n'); !bytes.Equal(whole.Bytes(), want) {
		t.Error("pieces and whole differ")
	}
}

type countingWriter struct {
	w *bytes.Buffer
	n int
}

func (c *countingWriter) Write(p []byte) (int, error) {
	c.n++
	return c.w.Write(p)
}

var errFull = errors.New("full")

type fullWriter struct{}

func (fullWriter) Write([]byte) (int, error) { return 0, errFull }

func TestWriteErrors(t *testing.T) {
	small := parse(t, "# A\n", "a.noma")
	big := parse(t, strings.Repeat("# A\n", 3000), "a.noma")
	for _, d := range []*noma.Document{small, big} {
		if err := astjson.Render(fullWriter{}, d, nil); !errors.Is(err, errFull) {
			t.Errorf("Render returns %v", err)
		}
		if err := astjson.WriteIDs(fullWriter{}, d); !errors.Is(err, errFull) {
			t.Errorf("WriteIDs returns %v", err)
		}
	}
}

// TestBook: a document put together from chapters has no lines of its own.
func TestBook(t *testing.T) {
	d := &noma.Document{Meta: noma.Map{{Key: "title", Value: "B"}}}
	var b bytes.Buffer
	if err := astjson.Render(&b, d, nil); err != nil {
		t.Fatal(err)
	}
	if want := "{\n  \"type\": \"document\",\n  \"meta\": {\n    \"title\": \"B\"\n  },\n  \"children\": []\n}\n"; b.String() != want {
		t.Errorf("a book is printed as %s", b.String())
	}
}

func TestRegistryOfClaimedAliases(t *testing.T) {
	d := parse(t, "::a{id=one aliases=\"x y\"}\n::\n::b{id=two aliases=x}\n::\n::c{aliases=z}\n::\n", "n")
	got := fmt.Sprint(astjson.Registry(d))
	want := "[{ids [one two]} {aliases [{x two} {y one}]} {records [" +
		"[{id one} {type directive} {aliases [x y]} {line 1} {name a}] [{id two} {type directive} {aliases [x]} {line 3} {name b}]]}]"
	if got != want {
		t.Errorf("registry is %s\nwant %s", got, want)
	}
	if !reflect.DeepEqual(astjson.Registry(d), astjson.Registry(d)) {
		t.Error("registry is not the same twice")
	}
}

func ExampleRender() {
	d := parse(nil, "# T\n\n- a\n", "t.noma")
	d.Meta = nil
	d.Children[0].At().Aliases = nil
	if err := astjson.Render(os.Stdout, d, nil); err != nil {
		panic(err)
	}
	// Output:
	// {
	//   "type": "document",
	//   "pos": {
	//     "line": 1,
	//     "column": 1
	//   },
	//   "endLine": 3,
	//   "meta": {},
	//   "children": [
	//     {
	//       "type": "section",
	//       "id": "t",
	//       "level": 1,
	//       "title": "T",
	//       "children": [
	//         {
	//           "type": "list",
	//           "ordered": false,
	//           "items": [
	//             {
	//               "type": "list_item",
	//               "content": "a",
	//               "pos": {
	//                 "line": 3,
	//                 "column": 1
	//               },
	//               "endLine": 3
	//             }
	//           ],
	//           "pos": {
	//             "line": 3,
	//             "column": 1
	//           },
	//           "endLine": 3
	//         }
	//       ],
	//       "pos": {
	//         "line": 1,
	//         "column": 1
	//       },
	//       "endLine": 3
	//     }
	//   ]
	// }
}

func ExampleWriteIDs() {
	d := parse(nil, "::risk{id=\"late\" aliases=\"delay\"}\n::\n", "plan.noma")
	if err := astjson.WriteIDs(os.Stdout, d); err != nil {
		panic(err)
	}
	// Output:
	// {
	//   "ids": [
	//     "late"
	//   ],
	//   "aliases": {
	//     "delay": "late"
	//   },
	//   "records": [
	//     {
	//       "id": "late",
	//       "type": "directive",
	//       "aliases": [
	//         "delay"
	//       ],
	//       "line": 1,
	//       "name": "risk"
	//     }
	//   ]
	// }
}

func BenchmarkRender(b *testing.B) {
	d := parse(b, strings.Repeat("## Section\n\nSome **text** in a paragraph that is not short.\n\n::claim{id=\"x\" n=0.5 flag}\nA claim.\n::\n\n- b\n- c\n\n", 5000), "big.noma")
	b.SetBytes(int64(len(d.File.Text)))
	b.ReportAllocs()
	for b.Loop() {
		if err := astjson.Render(discard{}, d, nil); err != nil {
			b.Fatal(err)
		}
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
