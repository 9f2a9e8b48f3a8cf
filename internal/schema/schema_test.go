package schema_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/tools/txtar"

	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/internal/schema"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/book"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/render/astjson"
)

// compile makes all schemas ready, under the names their references use. text is Named or Protocol10.
func compile(t testing.TB, text func(string) ([]byte, bool)) map[string]*jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	for _, name := range schema.Names() {
		data, ok := text(name)
		if !ok {
			t.Fatalf("there is no schema %s", name)
		}
		if err := c.AddResource(name+schema.Suffix, value(t, string(data))); err != nil {
			t.Fatal(err)
		}
	}
	out := map[string]*jsonschema.Schema{}
	for _, name := range schema.Names() {
		s, err := c.Compile(name + schema.Suffix)
		if err != nil {
			t.Fatalf("%s is not a JSON Schema: %v", name, err)
		}
		out[name] = s
	}
	return out
}

func value(t testing.TB, text string) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return v
}

// TestDraft: the schemas are of the draft they say, and teach: a title, a description, and a word on
// every field of an operation.
func TestDraft(t *testing.T) {
	compile(t, schema.Named)
	compile(t, schema.Protocol10)
	for _, name := range schema.Names() {
		data, _ := schema.Named(name)
		var s struct {
			Schema      string `json:"$schema"`
			ID          string `json:"$id"`
			Title       string
			Description string
		}
		if err := json.Unmarshal(data, &s); err != nil {
			t.Fatal(err)
		}
		if s.Schema != "https://json-schema.org/draft/2020-12/schema" || s.ID != name+schema.Suffix || s.Title == "" || s.Description == "" {
			t.Errorf("%s begins %+v", name, s)
		}
		if again, ok := schema.Named(name + schema.Suffix); !ok || !bytes.Equal(again, data) {
			t.Errorf("%s is not found by the name of its file", name)
		}
	}
	for _, name := range []string{"", "ops", ".schema.json", "../schema", "AST"} {
		if _, ok := schema.Named(name); ok {
			t.Errorf("there is a schema %q", name)
		}
	}
}

func TestEveryFieldIsExplained(t *testing.T) {
	data, _ := schema.Named("patch-op")
	var s struct {
		Defs map[string]struct {
			Title, Description string
			Properties         map[string]map[string]any
		} `json:"$defs"`
	}
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatal(err)
	}
	for _, op := range patch.Operations(false) {
		d := s.Defs[op]
		if d.Title == "" || d.Description == "" {
			t.Errorf("%s is not explained", op)
		}
		for field, p := range d.Properties {
			ref, _ := p["$ref"].(string)
			if field != "op" && p["description"] == nil && s.Defs[strings.TrimPrefix(ref, "#/$defs/")].Description == "" {
				t.Errorf("%s of %s is not explained", field, op)
			}
		}
	}
}

// TestCatalogue: the operations are those of package patch, in both versions of the protocol and in
// all schemas that list them.
func TestCatalogue(t *testing.T) {
	for _, protocol10 := range []bool{false, true} {
		text := schema.Named
		if protocol10 {
			text = schema.Protocol10
		}
		want := patch.Operations(protocol10)
		slices.Sort(want)
		compare := func(where string, got []string) {
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%s (1.0: %v) lists\n%v\nwant\n%v", where, protocol10, got, want)
			}
		}
		data, _ := text("patch-op")
		var ops struct {
			OneOf []map[string]string       `json:"oneOf"`
			Defs  map[string]map[string]any `json:"$defs"`
		}
		if err := json.Unmarshal(data, &ops); err != nil {
			t.Fatal(err)
		}
		var refs, defs []string
		for _, r := range ops.OneOf {
			refs = append(refs, strings.TrimPrefix(r["$ref"], "#/$defs/"))
		}
		for name, d := range ops.Defs {
			if d["properties"] != nil {
				defs = append(defs, name)
			}
		}
		compare("oneOf", refs)
		compare("$defs", defs)
		for name, path := range map[string][]string{
			"transcript": {"$defs", "known", "properties", "op", "enum"},
			"capability": {"$defs", "block", "properties", "ops", "items", "enum"},
		} {
			data, _ := text(name)
			var at any
			if err := json.Unmarshal(data, &at); err != nil {
				t.Fatal(err)
			}
			for _, key := range path {
				at = at.(map[string]any)[key]
			}
			var got []string
			for _, v := range at.([]any) {
				got = append(got, v.(string))
			}
			compare(name, got)
		}
	}
}

// TestTrees: what parse prints is valid, for all samples, generated documents, odd texts and a book.
func TestTrees(t *testing.T) {
	slow.Test(t, "time")
	ast := compile(t, schema.Named)["ast"]
	tree := func(name string, d *noma.Document) {
		t.Helper()
		var b bytes.Buffer
		if err := astjson.Render(&b, d, nil); err != nil {
			t.Fatal(err)
		}
		if err := ast.Validate(value(t, b.String())); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	parsed := func(name, text string) {
		t.Helper()
		d, _, err := noma.Parse(source.NewFile(name, text), noma.Options{Filename: name})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		tree(name, d)
	}
	for _, file := range golden.Documents(t, "../..") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		parsed(file, string(text))
	}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 300 {
		parsed(fmt.Sprintf("generated %d", i), docgen.Document(random{r}, 8))
	}
	for i, text := range []string{"", "\n", "::a", "::a::b{x=" + strings.Repeat("9", 400) + "}\n::\n", "# 日本\n", "---\n- x\n---\n",
		"::a{id=\"\" aliases=\"p q\"}\n# h\n> q\n::\n", "| a | b |\n| --- | :-: |\n| c |\n", "```\nx", "---\nbook: {chapters: no}\n---\n"} {
		parsed(fmt.Sprintf("odd text %d", i), text)
	}
	m, err := book.Decode("book.yml", []byte("title: x\nchapters: [a.noma, b.noma]\n"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := book.Assemble(m, fstest.MapFS{"a.noma": {Data: []byte("---\nx: y\n---\n# A\n")}, "b.noma": {Data: []byte("---\nx: y\n---\n# B\n\n## C\n")}}, book.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tree("a book", b.Document)
}

type random struct{ *rand.Rand }

func (r random) Intn(n int) int { return r.IntN(n) }

// TestOperations: an operation that the cases of package patch and the conformance fixtures apply is valid; so
// is what our engine takes and prints.
func TestOperations(t *testing.T) {
	schemas := compile(t, schema.Named)
	accepted := 0
	for _, c := range operations(t) {
		err := schemas["patch-op"].Validate(value(t, string(c.op)))
		var op patch.Op
		malformed := op.UnmarshalJSON(c.op)
		switch {
		case malformed != nil && err == nil:
			t.Errorf("%s: the schema takes what the engine does not: %s (%v)", c.name, c.op, malformed)
		case c.applied && err != nil && !patient[c.name]:
			t.Errorf("%s is applied and not valid: %s", c.name, c.op)
		}
		if malformed != nil || err != nil {
			continue
		}
		accepted++
		printed, err := json.Marshal(op)
		if err != nil {
			t.Fatal(err)
		}
		if err := schemas["patch-op"].Validate(value(t, string(printed))); err != nil {
			t.Errorf("%s, printed as %s: %v", c.name, printed, err)
		}
		for _, request := range []string{string(c.op), "[" + string(c.op) + "]", `{"ops":[` + string(c.op) + `],"prevalidate":true,"postvalidate":false}`} {
			if err := schemas["patch-transaction"].Validate(value(t, request)); err != nil {
				t.Errorf("%s: %v", request, err)
			}
		}
	}
	if accepted < 300 {
		t.Errorf("only %d operations are valid", accepted)
	}
}

// operation is one of a case, and whether the case applies it.
type operation struct {
	name    string
	op      json.RawMessage
	applied bool
}

// operations returns those of ../patch/testdata/*.txtar and of the conformance fixtures.
func operations(t *testing.T) []operation {
	t.Helper()
	var out []operation
	add := func(name string, text []byte, applied bool) {
		var list []json.RawMessage
		if json.Unmarshal(text, &list) != nil {
			list = []json.RawMessage{text}
			var tx struct{ Ops []json.RawMessage }
			if json.Unmarshal(text, &tx) == nil && len(tx.Ops) > 0 {
				list = tx.Ops
			}
		}
		for _, op := range list {
			out = append(out, operation{name, op, applied})
		}
	}
	archives, err := filepath.Glob("../../patch/testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range archives {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range a.Files {
			if name, ok := strings.CutSuffix(f.Name, "/ops"); ok {
				hashed := nowHash.ReplaceAll(f.Data, []byte(`"01234567"`)) // the test there fills it in
				add(name, hashed, i+1 < len(a.Files) && a.Files[i+1].Name == name+"/out")
			}
		}
	}
	fixtures, err := filepath.Glob("../../golden/conformance/patch*/*/patch.json")
	if err != nil || len(fixtures) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	for _, file := range fixtures {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, err = os.Stat(filepath.Join(filepath.Dir(file), "expected.post.noma"))
		add(filepath.Base(filepath.Dir(file)), text, err == nil)
	}
	return out
}

var nowHash = regexp.MustCompile(`"now( [0-9]+)?"`)
