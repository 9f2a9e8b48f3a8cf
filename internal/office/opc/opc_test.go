package opc_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
)

func open(t testing.TB, data []byte) *opc.Package {
	t.Helper()
	p, err := opc.Read(bytes.NewReader(data), int64(len(data)), opc.Limits{})
	if err != nil {
		t.Fatalf("Read: %v", err)
	}
	return p
}

// What is written is read back, part by part and in order.
func TestWriteRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "parts")
		want := map[string][]byte{}
		var order []string
		var out bytes.Buffer
		w := opc.NewWriter(&out)
		for i := range n {
			name := fmt.Sprintf("word/part%d.%s", i, rapid.SampledFrom([]string{"xml", "png", "bin"}).Draw(t, "extension"))
			kind := map[string]string{".xml": "application/xml", ".png": "image/png", ".bin": "x/y"}[name[strings.LastIndex(name, "."):]]
			// Sizes around the block size, where cutting could go wrong.
			size := rapid.OneOf(rapid.IntRange(0, 100), rapid.IntRange(512<<10-2, 512<<10+2), rapid.IntRange(1<<20-1, 1<<20+70000)).Draw(t, "size")
			seed := rapid.SliceOfN(rapid.Byte(), 1, 300).Draw(t, "seed")
			data := bytes.Repeat(seed, size/len(seed)+1)[:size]
			part, err := w.Create(name, kind)
			if err != nil {
				t.Fatal(err)
			}
			for at, step := 0, 1+rapid.IntRange(0, 1<<20).Draw(t, "step"); at < size; at += step {
				if _, err := part.Write(data[at:min(size, at+step)]); err != nil {
					t.Fatal(err)
				}
			}
			want[name], order = data, append(order, name)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		p, err := opc.Read(bytes.NewReader(out.Bytes()), int64(out.Len()), opc.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Names(); fmt.Sprint(got[1:]) != fmt.Sprint(order) || got[0] != "[Content_Types].xml" {
			t.Fatalf("parts are %v, want [Content_Types].xml and %v", got, order)
		}
		for name, data := range want {
			got, err := p.Part(name)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, data) {
				t.Fatalf("%s: %d bytes came back changed", name, len(data))
			}
		}
	})
}

// Equal input gives equal bytes, however it is cut into writes and scheduled.
func TestDeterministic(t *testing.T) {
	make1 := func(step int) []byte {
		var out bytes.Buffer
		w := opc.NewWriter(&out)
		w.AddRel("", opc.TypeOfficeDocument, "word/document.xml", false)
		part, err := w.Create("word/document.xml", "application/xml")
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		for i := range 60_000 {
			fmt.Fprintf(&text, "<w:p><w:r><w:t>line %d of %d</w:t></w:r></w:p>", i, i*i)
		}
		for s := text.String(); s != ""; {
			k := min(step, len(s))
			_, _ = io.WriteString(part, s[:k])
			s = s[k:]
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	want := make1(1 << 30)
	for _, step := range []int{977, 65536, 512 << 10} {
		if !bytes.Equal(make1(step), want) {
			t.Errorf("writing in pieces of %d bytes gives another file", step)
		}
	}
}

func TestRelationships(t *testing.T) {
	var out bytes.Buffer
	w := opc.NewWriter(&out)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ids := fmt.Sprint(
		w.AddRel("", opc.TypeOfficeDocument, "word/document.xml", false),
		w.AddRel("word/document.xml", opc.TypeStyles, "word/styles.xml", false),
		w.AddRel("word/document.xml", "http://purl.oclc.org/ooxml/officeDocument/relationships/header", "word/header1.xml", false),
		w.AddRel("word/document.xml", "x/hyperlink", `https://example.org/?a="1"&b=<2>`, true),
		w.AddRel("word/document.xml", "x/customXml", "customXml/item1.xml", false))
	if ids != "rId1rId1rId2rId3rId4" {
		t.Errorf("ids are %s", ids)
	}
	must(w.AddPart("word/document.xml", "main", nil))
	must(w.AddPart("word/styles.xml", "styles", nil))
	must(w.AddPart("word/header1.xml", "header", nil))
	must(w.AddPart("customXml/item1.xml", "application/xml", nil))
	must(w.Close())

	p := open(t, out.Bytes())
	if got := fmt.Sprint(p.Names()); got != "[[Content_Types].xml _rels/.rels word/document.xml word/_rels/document.xml.rels word/styles.xml word/header1.xml customXml/item1.xml]" {
		t.Errorf("parts are %s", got)
	}
	rels, err := p.Rels("word/document.xml")
	must(err)
	var got []string
	for _, r := range rels {
		got = append(got, fmt.Sprint(r.ID, " ", r.Target, " ", r.External))
	}
	want := "rId1 word/styles.xml false|rId2 word/header1.xml false|rId3 https://example.org/?a=\"1\"&b=<2> true|rId4 customXml/item1.xml false"
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("relationships are\n%s\nwant\n%s", s, want)
	}
	raw, err := p.Text("word/_rels/document.xml.rels")
	must(err)
	if !strings.Contains(raw, `Target="../customXml/item1.xml"`) {
		t.Errorf("targets are not relative: %s", raw)
	}
	if main, ok := p.Related("", opc.TypeOfficeDocument); !ok || main != "word/document.xml" {
		t.Errorf("main part is %q, %v", main, ok)
	}
	if header, ok := p.Related("word/document.xml", opc.TypeHeader); !ok || header != "word/header1.xml" {
		t.Errorf("a header of the strict edition is not found: %q, %v", header, ok)
	}
	for part, kind := range map[string]string{"word/document.xml": "main", "customXml/item1.xml": "application/xml", "word/_rels/document.xml.rels": "application/vnd.openxmlformats-package.relationships+xml"} {
		if got := p.ContentType(part); got != kind {
			t.Errorf("content type of %s is %q, want %q", part, got, kind)
		}
	}
}

func TestCreateRefuses(t *testing.T) {
	w := opc.NewWriter(io.Discard)
	if _, err := w.Create("a.xml", ""); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"", "/a", "../a", "a/../b", "a/..", "A.XML", "[Content_Types].xml", "a\\b", "c:x"} {
		if _, err := w.Create(name, ""); err == nil {
			t.Errorf("a part may be called %q", name)
		}
	}
}

func ExampleWriter() {
	var file bytes.Buffer
	w := opc.NewWriter(&file)
	w.AddRel("", opc.TypeOfficeDocument, "word/document.xml", false)
	part, _ := w.Create("word/document.xml", "application/xml")
	_, _ = io.WriteString(part, "<document/>")
	_ = w.Close()

	p, _ := opc.Read(bytes.NewReader(file.Bytes()), int64(file.Len()), opc.Limits{})
	main, _ := p.Related("", opc.TypeOfficeDocument)
	text, _ := p.Text(main)
	fmt.Println(main, text)
	// Output: word/document.xml <document/>
}
