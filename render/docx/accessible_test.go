package docx

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

type seeded struct{ *rand.Rand }

func (s seeded) Intn(n int) int { return s.IntN(n) }

const described = `# Plan

::figure{src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==" alt="A quay"}
::

::figure{src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==" alt=""}
::

::plot{title="Cars" data="2, 3"}
::

| from | to |
| --- | --- |
| a | b |
Table: The *fares* of **2026**
`

// TestPicturesAreDescribed holds what Word's accessibility checker asks of pictures and tables: a description or the mark of decoration, a
// header row that repeats, and titles without markup; on a small document, and on generated ones except for what their authors left out.
func TestPicturesAreDescribed(t *testing.T) {
	root := documentOf(t, described)
	drawings, decorative, titles := 0, 0, []string{}
	root.walk(func(e *element) {
		switch e.name {
		case "docPr":
			drawings++
			isDecorative := false
			e.walk(func(x *element) { isDecorative = isDecorative || x.name == "decorative" })
			if isDecorative {
				decorative++
			}
			if isDecorative == (e.attrs["descr"] != "") {
				t.Errorf("a drawing with the description %q, decorative: %v", e.attrs["descr"], isDecorative)
			}
		case "tblCaption":
			titles = append(titles, e.attrs["val"])
		}
	})
	if drawings != 3 || decorative != 1 {
		t.Errorf("%d drawings, %d of them decorative", drawings, decorative)
	}
	if len(titles) != 1 || titles[0] != "The fares of 2026" {
		t.Errorf("the titles of tables are %q", titles)
	}
	for seed := range uint64(40) {
		headersRepeat(t, documentOf(t, docgen.Document(seeded{rand.New(rand.NewPCG(seed, 1))}, 8)))
	}
}

// headersRepeat fails the test when a table that says it has a header row has none, or one that is not repeated.
func headersRepeat(t *testing.T, root *element) {
	root.walk(func(e *element) {
		if e.name != "tbl" {
			return
		}
		says, has := false, false
		for i, c := range e.children {
			c.walk(func(x *element) {
				switch {
				case x.name == "tblLook" && i == 0:
					says = x.attrs["firstRow"] == "1"
				case x.name == "tblHeader" && c.name == "tr":
					has = true
				}
			})
		}
		if says && !has {
			t.Errorf("a table without the header row that it says it has: %s", strings.TrimSpace(e.shown()))
		}
	})
}

// documentOf returns the main part of a source's Word file.
func documentOf(t testing.TB, text string) *element {
	t.Helper()
	root, err := parse(parts(t, rendered(t, text))["word/document.xml"])
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// TestTitleIsAbove: the title of a document without headings of level 1 is above them, for those who go from heading to heading.
func TestTitleIsAbove(t *testing.T) {
	const level = `"/><w:outlineLvl w:val="0"/>`
	for text, want := range map[string]bool{
		"---\ntitle: Heat\ncover: true\n---\n\n# Heat\n\n## One\n\nText.\n":                true,
		"---\ntitle: Heat\ncover: true\n---\n\n# One\n\nText.\n":                           false,
		"---\ntitle: Heat\ndocx:\n  title-block: true\n---\n\n## One\n\nText.\n":           true,
		"---\ntitle: Heat\ndocx:\n  title-block: true\n---\n\n# Heat\n\n## One\n\nText.\n": false,
	} {
		if got := strings.Contains(string(parts(t, rendered(t, text))[mainPart]), level); got != want {
			t.Errorf("%q: the title is a heading: %t, want %t", text, got, want)
		}
	}
}

// TestProperties: the properties of a file have what the frontmatter says, and those of a client's file no name of the program.
func TestProperties(t *testing.T) {
	const said = "authors: [Ann Ek, Bo Dahl]\norganisation: Ek & Dahl\nversion: \"1.2\"\n"
	for text, want := range map[string][]string{
		"---\n" + said + "---\n\n# Heat\n":      {"<dc:creator>Ann Ek, Bo Dahl</dc:creator>", "<cp:version>1.2</cp:version>", "<Company>Ek &amp; Dahl</Company>"},
		"# Heat\n":                              {"<dc:creator>Noma</dc:creator>"},
		"---\naudience: client\n---\n\nHeat.\n": {"<dc:title>Document</dc:title>"},
	} {
		d, err := noma.ParseText("test.noma", text)
		if err != nil {
			t.Fatal(err)
		}
		layout.Present(d, layout.AudienceOf(d))
		var file bytes.Buffer
		if err := Render(&file, layout.Build(d, layout.Options{}), Options{}); err != nil {
			t.Fatal(err)
		}
		all := parts(t, file.Bytes())
		got := string(all["docProps/core.xml"]) + string(all["docProps/app.xml"])
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%q: no %s in %s", text, w, got)
			}
		}
		if strings.Contains(text, "client") && strings.Contains(got, "Noma") {
			t.Errorf("%q: the program is named in %s", text, got)
		}
	}
}
