package redline

import (
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
)

// TestRemarkStates: where the states of comments are said, that of a comment that this program added is, too.
func TestRemarkStates(t *testing.T) {
	const tag = `<w:p w14:paraId="0000000A">`
	parts := []extra{{"word/document.xml", opc.TypeComments, "word/comments.xml", wordML + "comments+xml", "<w:comments " + wordNS + threads + `><w:comment w:id="4" w:author="Bob">` +
		strings.Replace(p("mine"), "<w:p>", tag, 1) + "</w:comment></w:comments>"},
		{"word/document.xml", opc.TypeCommentsExtended, "word/commentsExtended.xml", wordML + "commentsExtended+xml",
			`<w15:commentsEx xmlns:w15="` + commentStates + `"><w15:commentEx w15:paraId="0000000A" w15:done="0"/></w15:commentsEx>`}}
	header := extra{"word/document.xml", opc.TypeHeader, "word/header1.xml", wordML + "header+xml", "<w:hdr " + wordNS + ">" + p("draft") + "</w:hdr>"}
	data, _, err := Make(packedWith(t, p("one")+"<w:sectPr/>", parts...), packedWith(t, p("one")+`<w:sectPr><w:headerReference w:type="default" r:id="rId3"/></w:sectPr>`, append(parts, header)...), Options{})
	if err != nil {
		t.Fatal(err)
	}
	said, _ := unpacked(t, data).Text("word/comments.xml")
	states, _ := unpacked(t, data).Text("word/commentsExtended.xml")
	if !strings.Contains(said, `<w:p w14:paraId="00000001">`) || !strings.Contains(states, `<w15:commentEx w15:paraId="00000001" w15:done="0"/>`) {
		t.Errorf("%s\n%s", said, states)
	}
}

// TestRemarks: what cannot be tracked has a comment where it is, at a block that both versions have; accepting and rejecting leave it.
func TestRemarks(t *testing.T) {
	const theirs = `<w:p><w:pPr><w:jc w:val="left"/><w:pPrChange w:id="1" w:author="Zoe"><w:pPr/></w:pPrChange></w:pPr>`
	const remark = `<w:commentRangeStart#/><w:commentRangeEnd#/><w:r><w:commentReference#/></w:r>`
	comments := extra{"word/document.xml", opc.TypeComments, "word/comments.xml", wordML + "comments+xml",
		"<w:comments " + wordNS + `><w:comment w:id="4" w:author="Bob">` + p("mine") + "</w:comment></w:comments>"}
	headed := func(body string, parts ...extra) *opc.Package {
		return packedWith(t, body+`<w:sectPr><w:headerReference w:type="default" r:id="rId`+string(rune('1'+len(parts)))+`"/></w:sectPr>`, append(parts,
			extra{"word/document.xml", opc.TypeHeader, "word/header1.xml", wordML + "header+xml", "<w:hdr " + wordNS + ">" + p("draft") + "</w:hdr>"})...)
	}
	left := func(text string) string { return theirs + "<w:r><w:t>" + text + "</w:t></w:r></w:p>" }
	for name, c := range map[string]struct {
		before, after *opc.Package
		want, said    string
	}{
		"block": {packed(t, p("one two")+left("was so")+p("end")), packed(t, p("one 2")+`<w:p><w:r><w:t>is so</w:t></w:r></w:p>`+p("end")),
			"</w:pPr>" + remark + "<w:r><w:t>was so", "Not tracked: a block cannot be tracked and was left as it was; the newer version has: is so"},
		"commented": {packedWith(t, p("one two")+left("was so")+p("end"), comments), packedWith(t, p("one 2")+`<w:p><w:r><w:t>is so</w:t></w:r></w:p>`+p("end"), comments),
			"</w:pPr>" + remark + "<w:r><w:t>was so", "Not tracked: a block cannot"},
		"header": {packed(t, p("one two")+p("end")+"<w:sectPr/>"), headed(p("one 2") + p("end")),
			"<w:p>" + remark + "<w:r><w:t>one ", "a header (default) is new in the newer version: draft"},
		"no header":   {headed(p("new one") + p("end")), packed(t, p("end")+"<w:sectPr/>"), "<w:p>" + remark + "<w:r><w:t>end", "a header (default) is gone"},
		"header only": {headed(p("one")), packed(t, p("one")+"<w:sectPr/>"), "<w:p>" + remark + "<w:r><w:t>one", "a header (default) is gone"},
	} {
		t.Run(name, func(t *testing.T) {
			data, report, err := Make(c.before, c.after, Options{Author: "Ann", Date: "2026-01-01T00:00:00Z"})
			if err != nil || len(report.Untracked) != 1 || report.Untracked[0].Comment == "" {
				t.Fatal(report, err)
			}
			for _, how := range []func(*opc.Package, revise.Select) (*opc.Edit, *revise.Report, error){nil, revise.Accept, revise.Reject} {
				decided := data
				if how != nil {
					e, _, err := how(unpacked(t, data), revise.Select{Authors: []string{"Ann"}})
					if err != nil {
						t.Fatal(err)
					}
					if decided, err = e.Bytes(); err != nil {
						t.Fatal(err)
					}
				}
				if text := body(t, decided); !strings.Contains(text, c.want) {
					t.Errorf("%s is not in %s", c.want, text)
				}
				said, _ := unpacked(t, decided).Text("word/comments.xml")
				if !strings.Contains(said, c.said) || strings.Count(said, `w:author="nomadocx" w:initials="n"`) != 1 {
					t.Errorf("the comments are %s", said)
				}
			}
		})
	}
}
