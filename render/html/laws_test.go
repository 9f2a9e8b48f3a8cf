package html

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"pgregory.net/rapid"
)

func parse(tb testing.TB, text string) *noma.Document {
	tb.Helper()
	d, _, err := noma.Parse(source.NewFile("x.noma", text), noma.Options{})
	if err != nil {
		tb.Fatalf("parse: %v", err)
	}
	return d
}

func render(tb testing.TB, text string, opts Options) string {
	tb.Helper()
	var out bytes.Buffer
	if err := Render(&out, parse(tb, text), opts); err != nil {
		tb.Fatal(err)
	}
	return out.String()
}

// directiveNames returns all directives of the format and some that nobody knows.
func directiveNames() []string {
	names := []string{"custom_block", "finance::position", "section", "mystery"}
	for n := range special {
		names = append(names, n)
	}
	for _, s := range layout.Table() {
		if special[s.Name] == nil {
			names = append(names, s.Name)
		}
	}
	// The table's order and the map's do not matter to rapid, but a stable list makes failures
	// repeatable.
	return sorted(names)
}

func sorted(s []string) []string {
	out := append([]string(nil), s...)
	for i := range out {
		for j := i; j > 0 && out[j] < out[j-1]; j-- {
			out[j], out[j-1] = out[j-1], out[j]
		}
	}
	return out
}

// nasty are texts that break renderers.
var nasty = []string{
	"plain words", "", " ", `<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onload='x`, "a & b < c > d &amp; &lt;",
	"**bold *both* `co<de`**", "[label](javascript:alert(1))", "[a](https://example.com/?a=1&b=\"2\")", "[[a1]]", "[[a2|see <b>]]", "[[nowhere]]",
	"[x](#a3)", "[in [[a1]] link](https://x.example)", "$x < y & z$", `\[ \frac{a}{b} \]`, "line\\\nbreak  \nsoft", "Grüße 日本 👍", "\x00\x01\x1f\x7f\u00a0\ufeff",
	"--></style></title></main>", "]]>", "{{x}}", "| a | b |", "https://example.com", "data:text/html,<b>", "mailto:a@b.example", "10.5555/x", "true", "12.5", "./rel/path?q=1#f",
	"a b", "%41", "x\ty",
}

// genDocument writes documents that hold every construct, in disorder.
func genDocument() *rapid.Generator[string] {
	names := directiveNames()
	keys := []string{"title", "id", "for", "target", "parent", "source", "url", "href", "doi", "src", "status", "severity", "tone", "variant", "type",
		"label", "name", "value", "unit", "default", "options", "min", "columns", "gap", "align", "header", "caption", "alt", "width", "from", "to", "text",
		"action", "block", "attribute", "author", "date", "format", "kind", "lang", "data", "exact", "prefix", "suffix", "unit", "xlabels", "dataset", "formula", "domain", "of", "depth",
		"size", "orientation", "margin", "page_numbers", "total_pages", "reply_to", "done", "aliases", "wide", "trend", "confidence", "method", "path"}
	word := rapid.SampledFrom(nasty)
	attr := rapid.Custom(func(t *rapid.T) string {
		k := rapid.SampledFrom(keys).Draw(t, "key")
		switch rapid.IntRange(0, 6).Draw(t, "form") {
		case 2:
			return fmt.Sprintf(`id="a%d"`, rapid.IntRange(1, 9).Draw(t, "id"))
		case 0:
			return k
		case 1:
			return fmt.Sprintf(`%s="a%d"`, k, rapid.IntRange(1, 9).Draw(t, "id"))
		}
		return fmt.Sprintf(`%s="%s"`, k, strings.NewReplacer(`"`, "'", "\n", " ").Replace(word.Draw(t, "value")))
	})
	var block func(t *rapid.T, depth int) string
	block = func(t *rapid.T, depth int) string {
		switch rapid.IntRange(0, 9).Draw(t, "block") {
		case 0:
			return strings.Repeat("#", rapid.IntRange(1, 6).Draw(t, "level")) + " " + strings.ReplaceAll(word.Draw(t, "title"), "\n", " ") + "\n"
		case 1:
			return "- " + word.Draw(t, "item") + "\n- two\n"
		case 2:
			return "> " + word.Draw(t, "quote") + "\n"
		case 3:
			return "```go\n" + word.Draw(t, "code") + "\n```\n"
		case 4:
			return "| a | " + strings.ReplaceAll(word.Draw(t, "cell"), "\n", " ") + " |\n| --- | :-: |\n| x | y |\n"
		case 5, 6, 7:
			if depth > 4 {
				break
			}
			fence := strings.Repeat(":", 2+depth)
			s := fence + rapid.SampledFrom(names).Draw(t, "name") + "{" + strings.Join(rapid.SliceOfN(attr, 0, 4).Draw(t, "attrs"), " ") + "}\n"
			for range rapid.IntRange(0, 3).Draw(t, "children") {
				s += block(t, depth+1) + "\n"
			}
			return s + fence + "\n"
		}
		return word.Draw(t, "text") + "\n"
	}
	return rapid.Custom(func(t *rapid.T) string {
		s := ""
		if rapid.Bool().Draw(t, "frontmatter") {
			s = "---\ntitle: \"Title <b>\"\nauthor: A & B\nlang: de\n---\n"
		}
		for range rapid.IntRange(1, 6).Draw(t, "blocks") {
			s += block(t, 0) + "\n"
		}
		return s
	})
}

// TestEveryPageIsSound: whatever the document, the page is well-formed, its ids are unique, its
// links lead somewhere, nothing in it runs, and it is the same every time.
func TestEveryPageIsSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := genDocument().Draw(t, "document")
		d, _, err := noma.Parse(source.NewFile("x.noma", text), noma.Options{})
		if err != nil {
			return // frontmatter that is no YAML
		}
		opts := Options{NoUnsafe: true, Fragment: rapid.Bool().Draw(t, "fragment"), Strict: rapid.Bool().Draw(t, "strict")}
		var a, b bytes.Buffer
		if err := Render(&a, d, opts); err != nil {
			t.Fatal(err)
		}
		if err := Render(&b, d, opts); err != nil || a.String() != b.String() {
			t.Fatalf("rendering again gives something else (%v)", err)
		}
		p, err := inspect(a.String())
		if err != nil {
			t.Fatalf("%v\n%s", err, content(a.String()))
		}
		if err := p.links(); err != nil {
			t.Fatalf("%v\n%s", err, content(a.String()))
		}
		// inspect has refused scripts that are not ours.
		if p.tags["iframe"]+p.tags["object"] > 0 || p.tags["script"] > 2 {
			t.Fatalf("active elements: %v", p.tags)
		}
		if opts.Strict {
			if p.tags["script"] > 0 {
				t.Fatal("a strict page has a script")
			}
			for _, s := range p.srcs {
				if !strings.HasPrefix(s, "data:") {
					t.Fatalf("a strict page has a picture from %q", s)
				}
			}
		}
	})
}

// TestNothingIsLost: the text between the fences of any directive is in the page, whatever the
// directive, but for those that show nothing by design.
func TestNothingIsLost(t *testing.T) {
	silent := map[string]bool{"doc_protection": true, "html": true, "svg": true, "script": true}
	for _, name := range directiveNames() {
		if silent[name] {
			continue
		}
		for _, body := range []string{"kilimanjaro", "first\n\nkilimanjaro", "- kilimanjaro", "> kilimanjaro", ":::note\nkilimanjaro\n:::"} {
			out := render(t, "::"+name+"{id=x title=\"Some title\"}\n"+body+"\n::\n", Options{Fragment: true, NoUnsafe: true})
			if !strings.Contains(out, "kilimanjaro") {
				t.Errorf("::%s loses its body %q:\n%s", name, body, out)
			}
		}
	}
}

// TestEveryFieldIsShown: each field of the table, set alone, is in the page with its label.
func TestEveryFieldIsShown(t *testing.T) {
	for _, s := range layout.Table() {
		for _, part := range s.Parts {
			meta, ok := part.(layout.Meta)
			if !ok {
				continue
			}
			for _, f := range meta {
				if f.Label == "variant" {
					continue // shows in how the block looks
				}
				for _, k := range f.Keys {
					out := render(t, "::"+s.Name+"{"+k+"=\"kibo9\"}\nbody\n::\n", Options{Fragment: true})
					want, value := `<dt class="noma-meta-key">`+f.Label+"</dt>", "kibo9"
					if f.Kind == layout.Flag {
						value = "yes"
					}
					if !strings.Contains(out, want) || !strings.Contains(out, value) {
						t.Errorf("::%s{%s=} does not show %q:\n%s", s.Name, k, f.Label, out)
					}
				}
			}
		}
	}
}

func FuzzRender(f *testing.F) {
	f.Add("# A {id=\"a\"}\n\n::risk{severity=high owner=\"B\"}\n[[a]] **x**\n::\n")
	f.Add("::grid{columns=2}\n:::card{title=\"<b>\"}\nx\n:::\n::\n")
	f.Add("::toc{of=tables}\n::\n::table{header title=T}\n| a | b |\n| 1 | 2 |\n::\n")
	for _, s := range nasty {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, _, err := noma.Parse(source.NewFile("x.noma", text), noma.Options{})
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := Render(&out, d, Options{NoUnsafe: true}); err != nil {
			t.Fatal(err)
		}
		p, err := inspect(out.String())
		if err == nil {
			err = p.links()
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, content(out.String()))
		}
	})
}
