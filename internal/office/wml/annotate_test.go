package wml

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
)

// annotatable returns a package with a body and, for some, a comments part.
func annotatable(t fataler, body string) *opc.Package {
	var b bytes.Buffer
	w := opc.NewWriter(&b)
	w.AddRel("", opc.TypeOfficeDocument, "word/document.xml", false)
	if err := w.AddPart("word/document.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
		[]byte(XMLHeader+"<w:document"+Namespaces+"><w:body>"+body+"</w:body></w:document>")); err != nil {
		t.Fatalf("%v", err)
	}
	if err := w.Close(); err != nil {
		t.Fatalf("%v", err)
	}
	return packageOf(t, b.Bytes())
}

type fataler interface {
	Fatalf(format string, args ...any)
}

func packageOf(t fataler, data []byte) *opc.Package {
	p, err := opc.Read(bytes.NewReader(data), int64(len(data)), opc.Limits{})
	if err != nil {
		t.Fatalf("%v", err)
	}
	return p
}

// annotate applies changes and reads what comes of them.
func annotate(t fataler, p *opc.Package, change func(a *Annotator)) *Document {
	a, err := NewAnnotator(p)
	if err != nil {
		t.Fatalf("%v", err)
	}
	change(a)
	e := p.Edit()
	if err := a.Store(e); err != nil {
		t.Fatalf("%v", err)
	}
	var out bytes.Buffer
	if err := e.Write(&out); err != nil {
		t.Fatalf("%v", err)
	}
	d, err := Read(packageOf(t, out.Bytes()), Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, a.text())
	}
	return d
}

// Whatever is changed where, one view of the paragraph shows the result and the other what was there.
func TestAnnotatorChangesText(t *testing.T) {
	runs := []string{
		`<w:r><w:t>plain </w:t></w:r>`, `<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">bold é text</w:t></w:r>`,
		`<w:r><w:t>two</w:t><w:tab/><w:t>pieces</w:t><w:br/></w:r>`, `<w:bookmarkStart w:id="5" w:name="n_x"/>`, `<w:r><w:footnoteReference w:id="2"/></w:r>`,
		`<w:hyperlink w:anchor="a"><w:r><w:t>link</w:t></w:r></w:hyperlink>`, `<w:ins w:id="3" w:author="A" w:date="2026-01-01T00:00:00Z"><w:r><w:t>added</w:t></w:r></w:ins>`,
		`<w:del w:id="4" w:author="A"><w:r><w:delText>gone</w:delText></w:r></w:del>`, `<w:r><w:t>x</w:t><w:footnoteReference w:id="2"/><w:t>y</w:t></w:r>`, `<w:proofErr w:type="spellStart"/>`,
	}
	rapid.Check(t, func(t *rapid.T) {
		body := "<w:p><w:pPr><w:jc w:val=\"left\"/></w:pPr>" + strings.Join(rapid.SliceOfN(rapid.SampledFrom(runs), 0, 6).Draw(t, "runs"), "") + "</w:p>"
		p := annotatable(t, body)
		before, err := Read(p, Options{})
		if err != nil {
			t.Fatalf("%v", err)
		}
		want := before.Stories[0].Blocks[0].(*Paragraph).Text(Current)
		d := annotate(t, p, func(a *Annotator) {
			for range rapid.IntRange(1, 4).Draw(t, "changes") {
				text := a.Paragraph(0).Text
				if text != want {
					t.Fatalf("the annotator reads %q, want %q in %s", text, want, a.paras[0].xml)
				}
				bounds := []int{len(text)}
				for i := range text {
					bounds = append(bounds, i)
				}
				from, to := rapid.SampledFrom(bounds).Draw(t, "from"), rapid.SampledFrom(bounds).Draw(t, "to")
				from, to = min(from, to), max(from, to)
				switch rapid.IntRange(0, 2).Draw(t, "kind") {
				case 0:
					with := rapid.SampledFrom([]string{"", "new", "a\tb\nc", "<&>"}).Draw(t, "with")
					a.Change(0, from, to, with, "Ann", "2026-01-15T10:05:00Z")
					want = text[:from] + with + text[to:]
				case 1:
					a.Change(0, from, from, "ins", "Ann", "")
					want = text[:from] + "ins" + text[from:]
				case 2:
					a.Comment(Spot{0, from}, Spot{0, to}, NewComment{Author: "Ann", Text: "why\nnot", Resolved: from == to})
				}
			}
		})
		para := d.Stories[0].Blocks[0].(*Paragraph)
		if got := para.Text(Current); got != want {
			t.Fatalf("the document says %q, want %q", got, want)
		}
		for i := range para.Runs {
			if r := &para.Runs[i]; r.Ins != nil && r.Ins.Author == "Ann" {
				r.Text = ""
			} else if r.Del != nil && r.Del.Author == "Ann" {
				r.Del = nil
			}
		}
		if got, was := para.Text(Current), before.Stories[0].Blocks[0].(*Paragraph).Text(Current); got != was {
			t.Fatalf("without the changes it says %q, want %q", got, was)
		}
	})
}

// Comments get a part, a place and a state.
func TestAnnotatorComments(t *testing.T) {
	p := annotatable(t, `<w:p><w:r><w:t>One</w:t></w:r></w:p><w:p/>`)
	d := annotate(t, p, func(a *Annotator) {
		if a.Len() != 2 {
			t.Fatalf("%d paragraphs", a.Len())
		}
		a.Comment(Spot{0, 1}, Spot{1, 0}, NewComment{Author: "Ann", Initials: "A", Date: "2026-01-15T10:05:00Z", Text: "open"})
		a.Comment(Spot{0, 0}, Spot{0, 3}, NewComment{Author: "Ann", Text: "done", Resolved: true})
	})
	if len(d.Comments) != 2 || d.Comments[0].Resolved != nil && *d.Comments[0].Resolved || d.Comments[1].Resolved == nil || !*d.Comments[1].Resolved {
		t.Errorf("%+v", d.Comments)
	}
	if c := d.Comments[0]; c.Author != "Ann" || c.Initials != "A" || c.Date != "2026-01-15T10:05:00Z" || c.Blocks[0].(*Paragraph).Text(Current) != "open" {
		t.Errorf("%+v", c)
	}
	var kinds []PointKind
	for _, b := range d.Stories[0].Blocks {
		for _, x := range b.(*Paragraph).Points {
			kinds = append(kinds, x.Kind)
		}
	}
	if len(kinds) < 4 {
		t.Errorf("the marks are %v", kinds)
	}
}

// Text put behind an insertion of somebody else is not part of that insertion.
func TestAnnotatorDoesNotNestInsertions(t *testing.T) {
	p := annotatable(t, `<w:p><w:ins w:id="3" w:author="A" w:date="2026-01-01T00:00:00Z"><w:r><w:t>twelve months</w:t></w:r></w:ins></w:p>`)
	d := annotate(t, p, func(a *Annotator) { a.Change(0, 0, 6, "nine", "B", "2026-01-02T00:00:00Z") })
	var got []string
	for _, r := range d.Stories[0].Blocks[0].(*Paragraph).Runs {
		s := r.Text + " +" + r.Ins.Author
		if r.Del != nil {
			s += " -" + r.Del.Author
		}
		got = append(got, s)
	}
	if s := strings.Join(got, "|"); s != "twelve +A -B|nine +B| months +A" {
		t.Error(s)
	}
}
