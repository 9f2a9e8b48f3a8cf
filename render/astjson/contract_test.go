package astjson_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/render/astjson"
	"github.com/nomadocx/nomadocx/source"
)

const contract = "../../golden/contract/"

// leaked is a field that slipped into the other implementation's output for headings in directives;
// we leave it out on purpose.
var leaked = regexp.MustCompile(`\n *"_idIsExplicit": (true|false),`)

// TestSampleDocuments: for whole documents both outputs are the same byte for byte.
func TestSampleDocuments(t *testing.T) {
	outputs, err := filepath.Glob(contract + "*/render.json")
	if err != nil || len(outputs) < 8 {
		t.Fatalf("found %d sample documents: %v", len(outputs), err)
	}
	for _, output := range outputs {
		dir := filepath.Dir(output)
		name := filepath.Base(dir)
		t.Run(name, func(t *testing.T) {
			d := parse(t, read(t, filepath.Join(dir, "input.noma")), "/docs/"+name+".noma")
			var tree, ids bytes.Buffer
			if err := astjson.Render(&tree, d); err != nil {
				t.Fatal(err)
			}
			if err := astjson.WriteIDs(&ids, d); err != nil {
				t.Fatal(err)
			}
			want := leaked.ReplaceAll([]byte(read(t, filepath.Join(dir, "render.json"))), nil)
			if diff := golden.Difference(want, tree.Bytes()); diff != "" {
				t.Errorf("render.json: %s", diff)
			}
			if diff := golden.Difference([]byte(read(t, filepath.Join(dir, "ids.json"))), ids.Bytes()); diff != "" {
				t.Errorf("ids.json: %s", diff)
			}
		})
	}
}

// TestParseCases: the corner cases of the grammar.
func TestParseCases(t *testing.T) {
	var file struct {
		Cases []struct {
			Name, Input string
			AST         map[string]any `json:"ast"`
			IDs         map[string]any `json:"ids"`
		}
	}
	if err := json.Unmarshal([]byte(read(t, contract+"parse-cases.json")), &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) < 15 {
		t.Fatalf("only %d cases", len(file.Cases))
	}
	for _, c := range file.Cases {
		t.Run(c.Name, func(t *testing.T) {
			if c.Name == "links" {
				aliasesOfDirectives(c.AST, c.IDs)
			}
			// The cases were stored as input.noma, and meta.filename was taken out.
			d := parse(t, c.Input, "input.noma")
			d.Meta = d.Meta[1:]
			var tree, ids bytes.Buffer
			if err := astjson.Render(&tree, d); err != nil {
				t.Fatal(err)
			}
			if err := astjson.WriteIDs(&ids, d); err != nil {
				t.Fatal(err)
			}
			drop(c.AST, "_idIsExplicit")
			same(t, "ast", tree.Bytes(), c.AST)
			same(t, "ids", ids.Bytes(), c.IDs)
		})
	}
}

// aliasesOfDirectives changes the expectation of the one case in which a directive has aliases: the
// other implementation ignores them, the Protocol (§2.2) makes them names of the block.
func aliasesOfDirectives(ast, ids map[string]any) {
	intro := []any{"intro"}
	section := ast["children"].([]any)[0].(map[string]any)
	section["children"].([]any)[2].(map[string]any)["aliases"] = intro
	ids["aliases"].(map[string]any)["intro"] = "ov"
	ids["records"].([]any)[2].(map[string]any)["aliases"] = intro
}

func same(t *testing.T, what string, got []byte, want any) {
	t.Helper()
	var v any
	if err := json.Unmarshal(got, &v); err != nil {
		t.Fatalf("%s is not JSON: %v", what, err)
	}
	if reflect.DeepEqual(v, want) {
		return
	}
	g, _ := json.MarshalIndent(v, "", " ")
	w, _ := json.MarshalIndent(want, "", " ")
	t.Errorf("%s: %s", what, golden.Difference(w, g))
}

// drop removes a field everywhere.
func drop(v any, key string) {
	switch v := v.(type) {
	case map[string]any:
		delete(v, key)
		for _, e := range v {
			drop(e, key)
		}
	case []any:
		for _, e := range v {
			drop(e, key)
		}
	}
}

func read(t testing.TB, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// parse parses a text that has no errors; t may be nil, in an example.
func parse(t testing.TB, text, name string) *noma.Document {
	d, _, err := noma.Parse(source.NewFile(name, text), noma.Options{Filename: name})
	if err != nil && t != nil {
		t.Fatal(err)
	}
	return d
}

// parseRapid is parse for a generated text without frontmatter.
func parseRapid(t *rapid.T, text string) *noma.Document {
	d, _, err := noma.Parse(source.NewFile("", "\n"+text), noma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}
