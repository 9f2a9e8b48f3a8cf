package astjson_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/render/astjson"
)

// TestDocuments: the trees and ids of whole documents.
func TestDocuments(t *testing.T) {
	for _, file := range golden.Own(t, "../..") {
		dir := filepath.Dir(file)
		d := parse(t, read(t, file), "/docs/"+filepath.Base(dir)+".noma")
		var tree, ids bytes.Buffer
		if err := astjson.Render(&tree, d, nil); err != nil {
			t.Fatal(err)
		}
		if err := astjson.WriteIDs(&ids, d); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, filepath.Join(dir, "render.json"), tree.Bytes())
		golden.Check(t, filepath.Join(dir, "ids.json"), ids.Bytes())
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
