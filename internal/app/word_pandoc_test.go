package app

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// TestPandocReadsConstructs: pandoc reads the constructs of the language back from the Word file as what they are. Highlighting, code,
// quotes and rules it reads as text, and a further paragraph of an item as a quote: it tells them by the names of styles that the Word file
// does not have.
func TestPandocReadsConstructs(t *testing.T) {
	slow.Test(t, "other programs or processes")
	dir := t.TempDir()
	for _, c := range []struct{ name, source, shows string }{
		{"bold", "a **b**", `{"t":"Strong","c":[{"t":"Str","c":"b"}]}`},
		{"italic", "a *b*", `{"t":"Emph","c":[{"t":"Str","c":"b"}]}`},
		{"strikeout", "a ~~b~~", `{"t":"Strikeout","c":[{"t":"Str","c":"b"}]}`},
		{"subscript", "H~2~O", `{"t":"Subscript","c":[{"t":"Str","c":"2"}]}`},
		{"superscript", "x^2^", `{"t":"Superscript","c":[{"t":"Str","c":"2"}]}`},
		{"underline", "[b]{.underline}", `{"t":"Underline","c":[{"t":"Str","c":"b"}]}`},
		{"small capitals", "[b]{.smallcaps}", `{"t":"SmallCaps","c":[{"t":"Str","c":"b"}]}`},
		{"escapes", `3 \* 4 \_x\_`, `{"t":"Str","c":"*"},{"t":"Space"},{"t":"Str","c":"4"},{"t":"Space"},{"t":"Str","c":"_x_"}`},
		{"link", "[b](https://example.org)", `"https://example.org"`},
		{"formula", "a $x^2$", `{"t":"InlineMath"},"x^{2}"`},
		{"line break", "a  \nb", `{"t":"LineBreak"}`},
		{"footnote in a sentence", "a[^n] b\n\n[^n]: Note.", `{"t":"Note","c":[{"t":"Para","c":[{"t":"Str","c":"Note."}]}]}`},
		{"bullets", "- b\n- c", `{"t":"BulletList","c":[[{"t":"Para","c":[{"t":"Str","c":"b"}]}],[`},
		{"nested list", "- b\n  1. c", `{"t":"BulletList","c":[[{"t":"Para","c":[{"t":"Str","c":"b"}]},{"t":"OrderedList"`},
		{"first number", "3. b\n4. c", `{"t":"OrderedList","c":[[3,`},
		{"pipe table", "| a | b |\n| - | - |\n| 1 | 2 |", `{"t":"Table"`},
		{"caption", "| a | b |\n| - | - |\n| 1 | 2 |\nTable: Cash", `{"t":"Str","c":"Cash"}`},
		{"line in a cell", "| a | b |\n| - | - |\n| 1<br>3 | 2 |", `{"t":"Str","c":"1"},{"t":"LineBreak"},{"t":"Str","c":"3"}`},
		{"numbered heading", "## Costs", `{"t":"Header","c":[2,`},
		{"reference to a heading", "## Costs\n\nSee [[Costs]].", `{"t":"Str","c":"See"},{"t":"Space"},{"t":"Str","c":"Costs."}`},
		{"reference to a title", "See [[n]].\n\n::note{id=\"n\" title=\"Scope\"}\nx\n::", `{"t":"Str","c":"See"},{"t":"Space"},{"t":"Str","c":"Scope."}`},
		{"numbered equation", "::math{id=\"e\" numbered}\nx\n::", `"(1)"`},
		{"equation in a paragraph", "$$x$$ {id=\"e\"}\n\nSee [[e]].", `{"t":"Str","c":"equation"},{"t":"Space"},{"t":"Str","c":"(1)."}`},
		{"footnote in place", "a^[Note *b*.]", `{"t":"Note","c":[{"t":"Para","c":[{"t":"Str","c":"Note"},{"t":"Space"},{"t":"Emph"`},
		{"picture in a sentence", "a ![b](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==) c", `{"t":"Space"},{"t":"Image","c":[["",[],[["width",`},
		{"tasks", "- [x] b\n- [ ] c", `{"t":"Str","c":"☒"},{"t":"Space"},{"t":"Str","c":"b"}`},
		{"merged cells", "::table{header merge=\"A1:B1\"}\n| a | |\n| 1 | 2 |\n::", `{"t":"AlignDefault"},1,2,[{"t":"Plain","c":[{"t":"Str","c":"a"}]}]`},
		{"source", "a [@s].\n\n::citation{id=\"s\" author=\"Smith, A.\" title=\"Tides\" date=\"2020\" url=\"https://example.org\"}\n::", `{"t":"Str","c":"Smith,"}`},
	} {
		path := filepath.Join(dir, "doc.noma")
		if err := os.WriteFile(path, []byte("# Report\n\n"+c.source+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		file, _ := written(t, path, dir)
		out, err := exec.CommandContext(t.Context(), "pandoc", "-f", "docx", "-t", "json", file).Output()
		if err != nil {
			t.Fatalf("pandoc (installed by make setup): %v", err)
		}
		var compact strings.Builder
		if err := json.NewEncoder(&compact).Encode(json.RawMessage(out)); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(compact.String(), c.shows) {
			t.Errorf("%s: pandoc reads\n%s\nwithout\n%s", c.name, compact.String(), c.shows)
		}
	}
}
