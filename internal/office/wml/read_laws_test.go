package wml

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// anyText draws text a document can hold. Line feeds and tabs are runs of their own.
func anyText() *rapid.Generator[string] {
	return rapid.StringOfN(rapid.OneOf(rapid.RuneFrom([]rune(`ab<>&"' é漢😀]`)), rapid.Rune()), 1, 12, -1).Filter(func(s string) bool {
		for _, c := range s {
			if c < 0x20 || c == 0xfffd || c == 0xfffe || c == 0xffff || c >= 0x7f && c <= 0x9f || c >= 0xd800 && c < 0xe000 || c == 0xad || c == 0x2011 {
				return false
			}
		}
		return true
	})
}

// anyRun draws a run of a kind that comes back as it was.
func anyRun() *rapid.Generator[Run] {
	return rapid.Custom(func(t *rapid.T) Run {
		run := Run{Style: Style(rapid.IntRange(0, 15).Draw(t, "style")), Text: anyText().Draw(t, "text")}
		switch rapid.IntRange(0, 9).Draw(t, "kind") {
		case 0:
			run.Link = &Link{Anchor: "n_a"}
		case 1:
			run.Link = &Link{URL: "https://example.org/"}
		case 2:
			run.Kind, run.Text = Tab, "\t"
		case 3:
			run.Kind, run.Text = Break, "\n"
		case 4:
			run = Run{Kind: NoteMark, Object: &NoteRef{ID: "3", Endnote: rapid.Bool().Draw(t, "endnote")}}
		}
		switch rapid.IntRange(0, 5).Draw(t, "change") {
		case 0:
			run.Ins = &Revision{Kind: Insert, ID: "1", Author: "A", Date: "2026-01-01T00:00:00Z"}
		case 1:
			run.Del = &Revision{Kind: Delete, ID: "2", Author: "B", Date: "2026-01-01T00:00:00Z"}
		}
		return run
	})
}

// merged joins neighbours that differ in their text only, as a reader may see them; text is what
// counts.
func merged(runs []Run) []Run {
	var out []Run
	for _, r := range runs {
		if r.Kind == Tab || r.Kind == Break {
			r.Kind = Text
		}
		r.Link, r.Ins, r.Del = copied(r.Link), unnumbered(r.Ins), unnumbered(r.Del)
		if n := len(out); n > 0 && r.Kind == Text {
			a, b := out[n-1], r
			a.Text, b.Text = "", ""
			if reflect.DeepEqual(a, b) {
				out[n-1].Text += r.Text
				continue
			}
		}
		out = append(out, r)
	}
	return out
}

func copied(l *Link) *Link {
	if l == nil {
		return nil
	}
	c := *l
	return &c
}

// unnumbered leaves the id out: the writer numbers changes itself.
func unnumbered(r *Revision) *Revision {
	if r == nil {
		return nil
	}
	return &Revision{Kind: r.Kind, Author: r.Author, Date: r.Date}
}

// What the builder writes, the reader reads: runs come back with their text, look, link and changes.
func TestLawWrittenRunsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		runs := rapid.SliceOfN(anyRun(), 0, 8).Draw(t, "runs")
		markup := built(func(b *Builder) {
			b.StartParagraph(&ParaProps{}, 0)
			b.Runs(runs)
			b.EndParagraph()
		})
		d, err := readFile(file{
			{"word/document.xml", "<w:document" + Namespaces + "><w:body>" + markup + "</w:body></w:document>"},
			rels("rId9 hyperlink https://example.org/"),
		})
		if err != nil {
			t.Fatalf("%v\n%s", err, markup)
		}
		got, want := merged(d.Stories[0].Blocks[0].(*Paragraph).Runs), merged(runs)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("wrote %+v\nread  %+v\n%s", want, got, markup)
		}
	})
}

// How a text is cut into runs does not matter (law of returned files: editors split and merge).
func TestLawTextIsIndependentOfRuns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-z ]{1,5}`), 1, 6).Draw(t, "words")
		var cut strings.Builder
		for _, w := range words {
			cut.WriteString(run(rapid.SampledFrom([]string{"", "<w:b/>", "<w:lang w:val='en-GB'/>"}).Draw(t, "look"), w))
			cut.WriteString(rapid.SampledFrom([]string{"", "<w:r/>", "<w:proofErr w:type='spellStart'/>", "<w:bookmarkStart w:id='1' w:name='x'/>", "<!-- -->", "\n"}).Draw(t, "between"))
		}
		d, err := readFile(file{body(p(cut.String()))})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := d.Stories[0].Blocks[0].(*Paragraph).Text(Current), strings.Join(words, ""); got != want {
			t.Fatalf("text is %q, want %q", got, want)
		}
	})
}

// Views of one paragraph: what is deleted is in Original, what is inserted in Current, all in All,
// and nothing else is anywhere.
func TestLawViews(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Paragraph{Runs: rapid.SliceOfN(anyRun(), 0, 8).Draw(t, "runs")}
		var current, original, all string
		for _, r := range p.Runs {
			if r.Kind == NoteMark {
				continue
			}
			all += r.Text
			if r.Ins == nil {
				original += r.Text
			}
			if r.Del == nil {
				current += r.Text
			}
		}
		if p.Text(Current) != current || p.Text(Original) != original || p.Text(All) != all {
			t.Fatalf("texts are %q, %q, %q", p.Text(Current), p.Text(Original), p.Text(All))
		}
		for _, v := range []View{Current, Original, All} {
			n := 0
			for i, r := range p.RunsIn(v) {
				if r != &p.Runs[i] || !v.Shows(r) {
					t.Fatal("RunsIn gives a run that is not there")
				}
				n++
			}
			if v == All && n != len(p.Runs) {
				t.Fatalf("All shows %d of %d runs", n, len(p.Runs))
			}
		}
	})
}

// checkDocument holds the promises of the model that others rely on.
func checkDocument(t interface{ Fatalf(string, ...any) }, d *Document) {
	if len(d.Stories) == 0 || d.Stories[0].Kind != MainStory {
		t.Fatalf("the main story is not the first")
	}
	check := func(p *Paragraph) {
		at := 0
		for _, q := range p.Points {
			if q.At < at || q.At > len(p.Runs) {
				t.Fatalf("point %+v is out of order or outside %d runs", q, len(p.Runs))
			}
			at = q.At
		}
		for _, r := range p.Runs {
			missing := r.Kind == Field && r.Field() == nil || r.Kind == Input && r.Control() == nil ||
				r.Kind == Picture && r.Image() == nil || r.Kind == NoteMark && r.Note() == nil
			if missing || r.Kind == Text && r.Text == "" && r.Control() == nil {
				t.Fatalf("run %+v is not complete", r)
			}
		}
	}
	for _, s := range d.Stories {
		for p := range Paragraphs(s.Blocks...) {
			check(p)
		}
	}
	for _, c := range d.Comments {
		for p := range Paragraphs(c.Blocks...) {
			check(p)
		}
	}
	_ = Dump(d)
}

// FuzzRead: no input makes the reader panic or hang, and what it gives keeps the model's promises.
func FuzzRead(f *testing.F) {
	for _, c := range readCases {
		f.Add(c.body)
	}
	f.Add(p(`<w:fldSimple w:instr="REF a">` + sdt(`<w:text/>`, r("a")+`<w:r><w:fldChar w:fldCharType="begin"/></w:r>`) + r("b") + `<w:r><w:fldChar w:fldCharType="end"/></w:r></w:fldSimple>`))
	f.Add(p(`<w:r><w:fldChar w:fldCharType="begin"/><w:fldChar w:fldCharType="separate"/></w:r>` + r("a") + sdt(bindingOfRate, r("b")+`<w:r><w:fldChar w:fldCharType="end"/></w:r>`+r("c"))))
	f.Fuzz(func(t *testing.T, content string) {
		d, err := readFile(file{body(content), {"word/comments.xml", root("comments", "<w:comment w:id='1'>"+content+"</w:comment>")}})
		if err == nil {
			checkDocument(t, d)
		}
	})
}

// FuzzReadPackage: nor does any file.
func FuzzReadPackage(f *testing.F) {
	f.Add(zipped(file{body(p(r("a"))), rels("l hyperlink https://e.org/")}))
	f.Add([]byte("%PDF-1.7"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		if d, err := readBytes(data); err == nil {
			checkDocument(t, d)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	var text strings.Builder
	for i := range 20_000 {
		text.WriteString(`<w:p><w:pPr><w:pStyle w:val="NomaMeta"/><w:rPr></w:rPr></w:pPr><w:bookmarkStart w:id="1" w:name="n_a"/>`)
		text.WriteString(run("", fmt.Sprintf("Ferry %d leaves ", i*i)) + run("<w:b/>", "every morning") + run("", " from the old harbour, weather permitting."))
		text.WriteString(`<w:bookmarkEnd w:id="1"/></w:p>`)
	}
	part := body(text.String())
	data := zipped(file{part})
	b.SetBytes(int64(len(part[1])))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := readBytes(data); err != nil {
			b.Fatal(err)
		}
	}
}
