package reviewsync_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// FuzzSync: whatever comes back for whatever source, the answer is a source that parses, a report,
// and nothing left to do the second time.
func FuzzSync(f *testing.F) {
	for seed := range uint64(4) {
		src := docgen.Document(seeded{rand.New(rand.NewPCG(seed, 41))}, 4)
		xml := part(f, render(f, src), "word/document.xml")
		from, to := strings.Index(xml, "<w:body>")+len("<w:body>"), strings.LastIndex(xml, "</w:body>")
		f.Add(src, xml[from:to])
		f.Add(src, strings.ReplaceAll(xml[from:to], "</w:p>", `<w:ins w:id="1" w:author="A"><w:r><w:t>x</w:t></w:r></w:ins></w:p>`))
	}
	f.Add("a\n\n- b\n- c\n", `<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p><w:r><w:t>b</w:t></w:r></w:p>`)
	f.Fuzz(func(t *testing.T, src, body string) {
		if len(src) > 1<<14 || len(body) > 1<<16 || strings.ContainsRune(src, 0) {
			return
		}
		if _, _, err := noma.Parse(source.NewFile("", src), noma.Options{}); err != nil {
			return
		}
		plan := planOf(t, src)
		file := render(t, src)
		head, _, _ := strings.Cut(part(t, file, "word/document.xml"), "<w:body>")
		file = replacePart(t, file, "word/document.xml", head+"<w:body>"+body+"</w:body></w:document>")
		p, err := opc.Read(bytes.NewReader(file), int64(len(file)), opc.Limits{})
		if err != nil {
			return
		}
		d, err := wml.Read(p, wml.Options{})
		if err != nil {
			return // not XML
		}
		res, err := reviewsync.Reconcile(plan, d, reviewsync.Options{AllowDelete: true})
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := noma.Parse(source.NewFile("", res.Text), noma.Options{}); err != nil {
			t.Fatalf("the new source does not parse: %v\n%s", err, res.Text)
		}
		if len(res.Ops) == 0 && len(res.Findings) == 0 && res.Text != src {
			t.Fatalf("bytes changed, and nothing says why\n%s", res.Text)
		}
	})
}

// FuzzInvert: a line reads as itself, and no text makes it read for ever.
func FuzzInvert(f *testing.F) {
	f.Add("::risk{id=\"r\" owner=\"Ann\" severity=\"high\"}\nRain.\n::\n", "owner: Ben · severity: low")
	f.Add("::table{id=\"t\" title=\"Table 1: x\"}\n| a |\n| --- |\n| b |\n::\n", "Table 1: Table 2: y")
	f.Add("::metric{id=\"m\" value=\"3\" unit=\"kg\"}\n::\n", "3 kg kg")
	f.Add("::risk{owner=\"\x01 0\" r=\"x\"}\n::\n", "\xf1") // a value with a blank before it
	f.Fuzz(func(t *testing.T, src, text string) {
		if len(src) > 1<<12 || len(text) > 1<<12 {
			return
		}
		if _, _, err := noma.Parse(source.NewFile("", src), noma.Options{}); err != nil {
			return
		}
		got := layout.Glyphs([]wml.Run{{Text: text}}, wml.All)
		for b := range planOf(t, src).Body() {
			layout.EachPara(b, func(p *layout.Para) {
				if p.Line == nil {
					return
				}
				p.Line.Invert(got)
				if changes, verdict := p.Line.Invert(layout.Glyphs(p.Runs(), wml.All)); verdict == layout.Edited {
					t.Fatalf("%q reads as an edit of itself: %+v", layout.Text(p.Runs(), wml.All), changes)
				}
			})
		}
	})
}
