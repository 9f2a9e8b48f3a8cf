package patch

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// TestNotes: what an operation means for the ids and aliases of other blocks is said.
func TestNotes(t *testing.T) {
	for _, c := range []struct{ name, text, ops, want string }{
		{"nothing to say", "## Day\n\n## Night\n", `{"op":"update_heading","id":"day","title":"Noon"}`, ``},
		{"headings that would move", "## Day\n\n## Day\n\n## Day\n", `[{"op":"update_heading","id":"day","title":"Noon"}]`,
			`0 id_frozen day-2; 0 id_frozen day-3`},
		{"by the second operation", "::note{id=\"n\"}\n::\n\n## Day\n\n## Day\n", `[{"op":"delete_block","id":"n"},{"op":"delete_block","id":"day"}]`,
			`1 id_frozen day-2`},
		{"a number, which no attribute can say", "## 2024\n\n## Night\n", `{"op":"update_heading","id":"2024","title":"Noon"}`, ``},
		{"a title that links", "::note{id=\"n\"}\n::\n\n# On [[n]]\n", `{"op":"rename_id","from":"n","to":"m"}`, `0 id_frozen on-n`},
		{"a new id that is an alias", "::note{id=\"n\" aliases=\"a\"}\n::\n", `{"op":"add_comment","id":"a","target":"n","content":"x"}`,
			`0 alias_shadowed n`},
		{"a renamed block takes its own alias", "::note{id=\"n\" aliases=\"a\"}\n::\n", `{"op":"rename_id","from":"n","to":"a"}`, ``},
		{"an id that goes and is an alias", "::note{id=\"n\" aliases=\"m\"}\n::\n\n::note{id=\"m\"}\n::\n", `{"op":"delete_block","id":"m"}`,
			`0 alias_exposed n`},
		{"both go", "# A\n\n::note{id=\"n\" aliases=\"m\"}\n::\n\n::note{id=\"m\"}\n::\n", `{"op":"delete_block","id":"a"}`, ``},
		{"a move takes all along", "::note{id=\"n\" aliases=\"m\"}\n::\n\n::note{id=\"m\"}\n::\n\n# A\n", `{"op":"move_block","id":"m","parent":"a"}`, ``},
		{"the root goes", "---\naliases: [r]\n---\n# A\n\n# B\n", `{"op":"delete_block","id":"a"}`, `0 aliases_moved b`},
		{"another section goes", "---\naliases: [r]\n---\n# A\n\n# B\n", `{"op":"delete_block","id":"b"}`, ``},
	} {
		tx, err := DecodeOps([]byte(c.ops))
		if err != nil {
			t.Fatal(err)
		}
		res, err := Apply(source.NewFile("", c.text), tx.Ops, Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var got []string
		for _, n := range res.Notes {
			got = append(got, string(rune('0'+n.OpIndex))+" "+string(n.Code)+" "+n.ID)
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%s: notes %q, want %q", c.name, s, c.want)
		}
	}
}

func TestNoteJSON(t *testing.T) {
	res, err := Apply(source.NewFile("", "## Day\n\n## Day\n"), []Op{{Op: "delete_block", ID: "day"}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(res.Notes)
	want := `[{"opIndex":0,"code":"id_frozen","id":"day-2","message":"heading in line 3: id \"day-2\" is written out, it would have changed"}]`
	if err != nil || string(got) != want {
		t.Errorf("%s, %v\nwant %s", got, err, want)
	}
}

// TestFrozenNowhere: a heading that has no place for an id keeps the operation from being done.
func TestFrozenNowhere(t *testing.T) {
	text := "## A b\n\n## A { b\n"
	doc := parse(text)
	if _, ok := doc.ByID("a-b-2"); !ok {
		t.Fatal("the headings have other ids than this test is about")
	}
	_, err := ApplyTo(doc, []Op{{Op: "delete_block", ID: "a-b"}}, Options{})
	if err == nil || !strings.Contains(err.Error(), "line 3") || err.(*Error).Code != InvalidContent {
		t.Errorf("got %v", err)
	}
}

// TestFilenameAlias: the name of the file is an alias of the first top section, and moves like those
// of the frontmatter.
func TestFilenameAlias(t *testing.T) {
	opts := Options{Parse: noma.Options{Filename: "log.noma"}}
	res, err := Apply(source.NewFile("log.noma", "# A\n\n# B\n"), []Op{{Op: "delete_block", ID: "a"}}, opts)
	if err != nil || len(res.Notes) != 1 || res.Notes[0].Code != AliasesMoved {
		t.Errorf("%+v, %v", res, err)
	}
	doc, err := res.Document()
	if err != nil {
		t.Fatal(err)
	}
	if n, ok := doc.Block("log"); !ok || n.At().ID != "b" {
		t.Error("the document of the result was parsed without the name of the file")
	}
}
