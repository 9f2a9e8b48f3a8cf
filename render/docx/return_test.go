package docx

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// read reads a package we wrote with the reader of returned documents.
func read(t testing.TB, docx []byte) *wml.Document {
	t.Helper()
	p, err := opc.Read(bytes.NewReader(docx), int64(len(docx)), opc.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := wml.Read(p, wml.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// line is what has to come back of a paragraph.
type line struct {
	text    string
	style   string
	content uint64
	anchor  string
}

func (l line) String() string { return fmt.Sprintf("%q (%s, %s)", l.text, l.style, l.anchor) }

// unquiet tells how a document differs when it is read back unedited, "" when it does not.
func unquiet(t testing.TB, text string) string {
	var want, got []line
	for b := range planOf(t, text).Body() {
		layout.EachPara(b, func(p *layout.Para) {
			l := line{text: layout.PlainText(layout.Glyphs(p.Runs(), wml.Original)), style: p.Style, content: p.Fingerprint()}
			if p.Part == layout.PartCell {
				l.style = "" // header cells have a style that only this package knows
			}
			if len(p.Anchors) > 0 {
				l.anchor = p.Anchors[0]
			}
			want = append(want, l)
		})
	}
	d := read(t, rendered(t, text))
	for p := range wml.Paragraphs(d.Stories[0].Blocks...) {
		l := line{text: layout.PlainText(layout.Glyphs(p.Runs, wml.Original)), style: p.Style, content: layout.Fingerprint(p.Runs, wml.Original)}
		if l.style == layout.StyleTableHead {
			l.style = ""
		}
		for _, point := range p.Points {
			if point.Kind == wml.BookmarkStart && l.anchor == "" {
				l.anchor = point.Name
			}
		}
		got = append(got, l)
	}
	// Empty paragraphs without a mark are ours: they part tables and end cells.
	want, got = shown(want), shown(got)
	for i := range want {
		if i >= len(got) {
			return fmt.Sprintf("%v does not come back", want[i])
		}
		if want[i] != got[i] {
			return fmt.Sprintf("%v comes back as %v", want[i], got[i])
		}
	}
	if len(got) > len(want) {
		return fmt.Sprintf("%v comes back and was not sent", got[len(want)])
	}
	return ""
}

func shown(lines []line) []line {
	var out []line
	for _, l := range lines {
		if l.content != 0 || l.anchor != "" {
			out = append(out, l)
		}
	}
	return out
}

// TestLawWhatIsWrittenIsRead: the other half of the program reads back what this one was given.
func TestLawWhatIsWrittenIsRead(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := document(rt)
		if problem := unquiet(t, text); problem != "" {
			rt.Fatalf("%s\n%s", problem, text)
		}
	})
}

func TestFixturesAreRead(t *testing.T) {
	for name, text := range fixtures(t) {
		if problem := unquiet(t, text); problem != "" {
			t.Errorf("%s: %s", name, problem)
		}
	}
}

func TestCommentsAreRead(t *testing.T) {
	text := fixtures(t)["review"]
	p, d := planOf(t, text), read(t, rendered(t, text))
	if len(d.Comments) != len(p.Comments) {
		t.Fatalf("%d comments come back of %d", len(d.Comments), len(p.Comments))
	}
	for i, want := range p.Comments {
		got := d.Comments[i]
		parent := ""
		if want.Parent != nil {
			parent = fmt.Sprint(want.Parent.Index)
		}
		if got.Author != want.Author || got.Date != want.Date || got.Parent != parent || got.Resolved == nil || *got.Resolved != want.Resolved {
			t.Errorf("comment %d comes back as %+v", i, got)
		}
		var text []string
		for p := range wml.Paragraphs(got.Blocks...) {
			text = append(text, p.Text(wml.Current))
		}
		var sent []string
		for _, b := range want.Blocks {
			layout.EachPara(b, func(p *layout.Para) { sent = append(sent, layout.PlainText(layout.Glyphs(p.Runs(), wml.Current))) })
		}
		if strings.Join(text, "|") != strings.Join(sent, "|") {
			t.Errorf("comment %d says %q, sent was %q", i, text, sent)
		}
	}
	if len(d.Footnotes) != len(p.Footnotes) || len(d.Endnotes) != len(p.Endnotes) {
		t.Errorf("%d footnotes and %d endnotes come back of %d and %d", len(d.Footnotes), len(d.Endnotes), len(p.Footnotes), len(p.Endnotes))
	}
}

func TestFormsAreRead(t *testing.T) {
	text := fixtures(t)["forms"]
	src, _, err := noma.Parse(source.NewFile("forms.noma", text), noma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := read(t, rendered(t, text))
	data := controls.Decode(d)
	got := map[string]string{}
	for _, c := range data.Controls {
		got[c.ID] = c.Value
	}
	for _, id := range []string{"rate", "mode", "flag", "when"} {
		for _, n := range src.Children[0].Kids() {
			if x, ok := n.(*noma.Directive); ok && x.ID == id && got[id] != controls.Default(x) {
				t.Errorf("%s comes back as %q, sent was %q", id, got[id], controls.Default(x))
			}
		}
	}
	manifest, ok := layout.ReadManifest(d.Manifest, d.Properties[layout.ManifestProperty])
	if !ok || manifest.Source != source.Hash(text) || len(manifest.Entries) == 0 {
		t.Errorf("the manifest does not come back: %+v", manifest)
	}
}
