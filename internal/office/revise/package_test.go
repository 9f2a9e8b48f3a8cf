package revise

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/internal/office/opc"
)

const wordTypes = "application/vnd.openxmlformats-officedocument.wordprocessingml."

// file returns a Word file with parts by name; those of a kind that documents refer to get a relationship.
func file(t testing.TB, parts ...[2]string) []byte {
	t.Helper()
	const main = "word/document.xml"
	var out bytes.Buffer
	w := opc.NewWriter(&out)
	w.AddRel("", opc.TypeOfficeDocument, main, false)
	for _, p := range parts {
		name := strings.TrimSuffix(strings.TrimPrefix(p[0], "word/"), ".xml")
		kind := strings.TrimRight(name, "0123456789")
		if p[0] != main {
			w.AddRel(main, strings.Replace(opc.TypeHeader, "header", kind, 1), p[0], false)
		}
		if kind == "document" {
			kind = "document.main"
		}
		if err := w.AddPart(p[0], wordTypes+kind+"+xml", []byte(p[1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func opened(t testing.TB, data []byte) *opc.Package {
	t.Helper()
	p, err := opc.Read(bytes.NewReader(data), int64(len(data)), opc.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// decidedFile returns the package with changes decided.
func decidedFile(t testing.TB, data []byte, accept bool, s Select) (*opc.Package, *Report) {
	t.Helper()
	e, report, err := decide(opened(t, data), s, accept)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := e.Write(&out); err != nil {
		t.Fatal(err)
	}
	return opened(t, out.Bytes()), report
}

const (
	by    = ` w:id="1" w:author="Ann" w:date="2026-01-02T03:04:05Z"`
	noted = `<w:p><w:r><w:t>a</w:t></w:r><w:del` + by + `><w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:endnoteReference w:id="3"/></w:r></w:del>` +
		`<w:r><w:footnoteReference w:id="4"/></w:r><w:del` + by + `><w:r><w:footnoteReference w:id="4"/></w:r></w:del>` +
		`<w:commentRangeStart w:id="7"/><w:del` + by + `><w:r><w:delText>b</w:delText></w:r><w:r><w:commentReference w:id="7"/></w:r></w:del><w:commentRangeEnd w:id="7"/>` +
		`<w:commentRangeStart w:id="8"/><w:del` + by + `><w:r><w:delText>c</w:delText></w:r></w:del><w:commentRangeEnd w:id="8"/><w:r><w:commentReference w:id="8"/></w:r></w:p>`
)

func noteFile(t testing.TB) []byte {
	return file(t,
		[2]string{"word/document.xml", part(noted)},
		[2]string{"word/footnotes.xml", `<w:footnotes><w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote><w:footnote w:id="2"><w:p/></w:footnote><w:footnote w:id="4"><w:p/></w:footnote></w:footnotes>`},
		[2]string{"word/endnotes.xml", `<w:endnotes><w:endnote w:id="3"><w:p/></w:endnote></w:endnotes>`},
		[2]string{"word/comments.xml", `<w:comments xmlns:w14="x"><w:comment w:id="7"><w:p w14:paraId="0A"/></w:comment><w:comment w:id="8"><w:p w14:paraId="0B"/></w:comment></w:comments>`},
		[2]string{"word/commentsExtended.xml", `<w15:commentsEx xmlns:w15="y"><w15:commentEx w15:paraId="0A"/><w15:commentEx w15:paraId="0B"/></w15:commentsEx>`},
		[2]string{"word/commentsIds.xml", `<c:commentsIds xmlns:c="z"><c:commentId c:paraId="0A" c:durableId="D1"/><c:commentId c:paraId="0B" c:durableId="D2"/></c:commentsIds>`},
		[2]string{"word/commentsExtensible.xml", `<e:commentsExtensible xmlns:e="q"><e:commentExtensible e:durableId="D1"/><e:commentExtensible e:durableId="D2"/></e:commentsExtensible>`},
		[2]string{"word/header1.xml", `<w:hdr><w:p><w:ins` + by + `><w:r><w:t>h</w:t></w:r></w:ins></w:p></w:hdr>`},
		[2]string{"word/styles.xml", `<w:styles><w:style><w:rPr><w:b/><w:rPrChange` + by + `><w:rPr/></w:rPrChange></w:rPr></w:style></w:styles>`},
		[2]string{"word/footer1.xml", `<w:ftr><w:p/></w:ftr>`},
	)
}

// Notes and comments go with their marks, from all parts that tell of them.
func TestNotesAndComments(t *testing.T) {
	data := noteFile(t)
	p, report := decidedFile(t, data, true, Select{})
	for name, want := range map[string]string{
		"word/footnotes.xml":          `<w:footnotes><w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote><w:footnote w:id="4"><w:p/></w:footnote></w:footnotes>`,
		"word/endnotes.xml":           `<w:endnotes></w:endnotes>`,
		"word/comments.xml":           `<w:comments xmlns:w14="x"><w:comment w:id="8"><w:p w14:paraId="0B"/></w:comment></w:comments>`,
		"word/commentsExtended.xml":   `<w15:commentsEx xmlns:w15="y"><w15:commentEx w15:paraId="0B"/></w15:commentsEx>`,
		"word/commentsIds.xml":        `<c:commentsIds xmlns:c="z"><c:commentId c:paraId="0B" c:durableId="D2"/></c:commentsIds>`,
		"word/commentsExtensible.xml": `<e:commentsExtensible xmlns:e="q"><e:commentExtensible e:durableId="D2"/></e:commentsExtensible>`,
		"word/header1.xml":            `<w:hdr><w:p><w:r><w:t>h</w:t></w:r></w:p></w:hdr>`,
		"word/styles.xml":             `<w:styles><w:style><w:rPr><w:b/></w:rPr></w:style></w:styles>`,
		"word/document.xml": part(`<w:p><w:r><w:t>a</w:t></w:r><w:r><w:footnoteReference w:id="4"/></w:r>` +
			`<w:commentRangeStart w:id="8"/><w:commentRangeEnd w:id="8"/><w:r><w:commentReference w:id="8"/></w:r></w:p>`),
	} {
		if got, err := p.Text(name); err != nil || got != want {
			t.Errorf("%s %v\ngot  %s\nwant %s", name, err, got, want)
		}
	}
	if fmt.Sprint(report.Comments, report.Footnotes, report.Endnotes, len(report.Revisions), report.Left) != "[7] [2] [3] 6 0" {
		t.Errorf("%+v", report)
	}
	if _, report := decidedFile(t, data, false, Select{}); report.Comments != nil || report.Footnotes != nil {
		t.Errorf("%+v", report)
	}
}

// Parts that do not change are copied as they lie in the file.
func TestOtherPartsStay(t *testing.T) {
	data := noteFile(t)
	p, _ := decidedFile(t, data, false, Select{})
	before := opened(t, data)
	if !slices.Equal(p.Names(), before.Names()) {
		t.Errorf("%v became %v", before.Names(), p.Names())
	}
	changed := []string{"word/document.xml", "word/header1.xml", "word/styles.xml"}
	for _, name := range p.Names() {
		if same := p.Checksum(name) == before.Checksum(name); same == slices.Contains(changed, name) {
			t.Errorf("%s: the same is %v", name, same)
		}
	}
	if _, _, err := Accept(opened(t, file(t, [2]string{"word/document.xml", "<w:document><w:body>"})), Select{}); err == nil {
		t.Error("a damaged part is no error")
	}
}

// An author or id without a tracked change is reported; a move is chosen by any of its ids.
func TestSelect(t *testing.T) {
	body := part(`<w:p><w:moveFromRangeStart w:id="1" w:author="Ann" w:name="m"/><w:moveFrom w:id="2" w:author="Ann"><w:r><w:t>a</w:t></w:r></w:moveFrom><w:moveFromRangeEnd w:id="1"/>` +
		`<w:moveToRangeStart w:id="3" w:author="Ann" w:name="m"/><w:moveTo w:id="4" w:author="Ann"><w:r><w:t>a</w:t></w:r></w:moveTo><w:moveToRangeEnd w:id="3"/>` +
		`<w:ins w:id="5" w:author="Ben"><w:r><w:t>b</w:t></w:r></w:ins></w:p>`)
	want := part(`<w:p><w:r><w:t>a</w:t></w:r><w:ins w:id="5" w:author="Ben"><w:r><w:t>b</w:t></w:r></w:ins></w:p>`)
	for _, id := range []string{"1", "2", "3", "4"} {
		if got, report := decided(t, body, true, Select{IDs: []string{id}}); got != want || len(report.Revisions) != 2 || report.Left != 1 || report.Unknown != nil {
			t.Errorf("%s: %s %+v", id, got, report)
		}
	}
	_, report := decided(t, body, true, Select{Authors: []string{"Ben", "Dora"}, IDs: []string{"5", "77"}})
	if !slices.Equal(report.Unknown, []string{"Dora", "77"}) || len(report.Revisions) != 1 || report.Revisions[0].Text != "b" {
		t.Errorf("%+v", report)
	}
}

// A column that came or went is chosen by the id of any of its cells, with what is in them; the grid goes with the last one.
func TestSelectColumn(t *testing.T) {
	const by = ` w:author="Ann" w:date="2026-01-01T00:00:00Z"/>`
	came := func(id, text string) string {
		return `<w:tc><w:tcPr><w:cellIns w:id="` + id + `"` + by + `</w:tcPr><w:p><w:ins w:id="` + id + `0"` + strings.Replace(by, "/", "", 1) + `<w:r><w:t>` + text + `</w:t></w:r></w:ins></w:p></w:tc>`
	}
	const grid = `<w:tblGridChange w:id="9"><w:tblGrid/></w:tblGridChange>`
	cell := func(text string) string { return `<w:tc><w:p><w:r><w:t>` + text + `</w:t></w:r></w:p></w:tc>` }
	table := func(change string, rows ...string) string {
		return part(`<w:tbl><w:tblPr/><w:tblGrid>` + change + `</w:tblGrid><w:tr>` + strings.Join(rows, "</w:tr><w:tr>") + `</w:tr></w:tbl>`)
	}
	wide := strings.Replace(cell("wide"), "<w:tc>", `<w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>`, 1)
	body := table(grid, cell("a")+came("1", "b")+cell("c")+came("2", "d"), cell("e")+came("3", "f")+wide, `<w:trPr><w:gridBefore w:val="1"/></w:trPr>`+came("4", "g")+cell("h")+came("5", "i"))
	for _, c := range []struct {
		ids, authors []string
		want         string
		left         int
	}{
		{[]string{"3"}, nil, table(grid, cell("a")+cell("b")+cell("c")+came("2", "d"), cell("e")+cell("f")+wide, `<w:trPr><w:gridBefore w:val="1"/></w:trPr>`+cell("g")+cell("h")+came("5", "i")), 5},
		{[]string{"10"}, nil, strings.Replace(body, `<w:ins w:id="10"`+strings.Replace(by, "/", "", 1)+`<w:r><w:t>b</w:t></w:r></w:ins>`, `<w:r><w:t>b</w:t></w:r>`, 1), 10},
		{[]string{"1", "2"}, nil, table("", cell("a")+cell("b")+cell("c")+cell("d"), cell("e")+cell("f")+wide, `<w:trPr><w:gridBefore w:val="1"/></w:trPr>`+cell("g")+cell("h")+cell("i")), 0},
		{nil, []string{"Ann"}, table("", cell("a")+cell("b")+cell("c")+cell("d"), cell("e")+cell("f")+wide, `<w:trPr><w:gridBefore w:val="1"/></w:trPr>`+cell("g")+cell("h")+cell("i")), 0},
		{nil, []string{"Ben"}, body, 11},
	} {
		if got, report := decided(t, body, true, Select{IDs: c.ids, Authors: c.authors}); got != c.want || report.Left != c.left {
			t.Errorf("%v %v: %d left\ngot  %s\nwant %s", c.ids, c.authors, report.Left, got, c.want)
		}
	}
	if got, report := decided(t, body, false, Select{IDs: []string{"1", "5"}}); report.Left != 0 || strings.Contains(got, "<w:t>d") || strings.Contains(got, "<w:t>g") || !strings.Contains(got, "<w:t>h") {
		t.Error(got, report)
	}
}

// A change of a grid has no author; it goes with the other changes of its table.
func TestGridOfAuthor(t *testing.T) {
	table := func(pr, change string) string {
		return part(`<w:tbl><w:tblPr><w:tblW w:w="2"/>` + pr + `</w:tblPr><w:tblGrid><w:gridCol w:w="2"/>` + change + `</w:tblGrid><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>`)
	}
	body := table(`<w:tblPrChange w:id="1" w:author="Ann"><w:tblPr/></w:tblPrChange>`, `<w:tblGridChange w:id="2"><w:tblGrid/></w:tblGridChange>`)
	if got, _ := decided(t, body, true, Select{Authors: []string{"Ann"}}); got != table("", "") {
		t.Error(got)
	}
	if got, report := decided(t, body, true, Select{Authors: []string{"Ben"}}); got != body || report.Left != 2 {
		t.Error(got, report)
	}
}

// Work on a long document ends with its context.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := func() (err error) {
		defer halt.Catch(&err)
		_, _, err = Accept(opened(t, noteFile(t)), Select{Look: halt.Of(ctx)})
		return err
	}()
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// section is text with two changes in twelve paragraphs, and a table.
func section(i int) string {
	plain := strings.Repeat(`<w:p><w:pPr><w:pStyle w:val="Body"/></w:pPr><w:r><w:t>Words that nobody has changed in any way, as most of them are.</w:t></w:r></w:p>`, 10)
	return fmt.Sprintf(`<w:p><w:pPr><w:rPr><w:ins w:id="%d" w:author="Ann"/></w:rPr></w:pPr><w:ins w:id="%d" w:author="Ann"><w:r><w:t>new</w:t></w:r></w:ins></w:p>%s`+
		`<w:p><w:r><w:t>It is </w:t></w:r><w:del w:id="%d" w:author="Ben"><w:r><w:delText>dry</w:delText></w:r></w:del><w:ins w:id="%d" w:author="Ben"><w:r><w:t>wet</w:t></w:r></w:ins></w:p>`+
		`<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>`, 4*i, 4*i+1, plain, 4*i+2, 4*i+3)
}

func BenchmarkAccept(b *testing.B) {
	for _, sections := range []int{100, 1000, 5000} {
		var body strings.Builder
		for i := range sections {
			body.WriteString(section(i))
		}
		data := file(b, [2]string{"word/document.xml", part(body.String())})
		b.Run(fmt.Sprint(sections), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(body.Len()))
			for range b.N {
				if _, _, err := Accept(opened(b, data), Select{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
