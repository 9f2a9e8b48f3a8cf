package opc

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"
)

// An Edit changes what it is asked to and copies the rest as it lies in the file.
func TestEditCopiesTheRest(t *testing.T) {
	for name, types := range map[string]string{
		"plain":  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>`,
		"prefix": `<t:Types xmlns:t="http://schemas.openxmlformats.org/package/2006/content-types"><t:Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></t:Types>`,
		"empty":  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
	} {
		t.Run(name, func(t *testing.T) {
			var in bytes.Buffer
			z := zip.NewWriter(&in)
			for _, part := range [][2]string{
				{"[Content_Types].xml", types},
				{"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId7" Type="` + TypeOfficeDocument + `" Target="word/document.xml"/></Relationships>`},
				{"word/", ""}, {"word/document.xml", "<a>" + strings.Repeat("text ", 100) + "</a>"}, {"word/other.xml", "<b/>"},
			} {
				w, err := z.Create(part[0])
				if err != nil {
					t.Fatal(err)
				}
				if _, err := io.WriteString(w, part[1]); err != nil {
					t.Fatal(err)
				}
			}
			if err := z.Close(); err != nil {
				t.Fatal(err)
			}
			p := opened(t, in.Bytes())
			e := p.Edit()
			e.Set("word/other.xml", "", []byte("<changed/>"))
			first := e.AddData("word/document.xml", "{GUID-1}", []string{"urn:a&b"}, []byte("<one/>"))
			second := e.AddData("word/document.xml", "{GUID-2}", nil, []byte("<two/>"))
			var out bytes.Buffer
			if err := e.Write(&out); err != nil {
				t.Fatal(err)
			}
			q := opened(t, out.Bytes())
			before, after := raw(t, in.Bytes()), raw(t, out.Bytes())
			for _, same := range []string{"_rels/.rels", "word/", "word/document.xml"} {
				if before[same] != after[same] {
					t.Errorf("%s was not copied", same)
				}
			}
			if text, _ := q.Text("word/other.xml"); text != "<changed/>" {
				t.Errorf("the changed part is %s", text)
			}
			parts := q.DataParts()
			if len(parts) != 2 || parts[0].Name != first || parts[0].StoreID != "{GUID-1}" || parts[1].Name != second || parts[1].StoreID != "{GUID-2}" {
				t.Errorf("%+v", parts)
			}
			if q.ContentType("customXml/itemProps1.xml") != "application/vnd.openxmlformats-officedocument.customXmlProperties+xml" || q.ContentType(first) != "application/xml" {
				t.Errorf("content types: %s, %s", q.ContentType("customXml/itemProps1.xml"), q.ContentType(first))
			}
			if head, err := q.Head("word/document.xml", 4); err != nil || string(head) != "<a>t" {
				t.Errorf("head %q, %v", head, err)
			}
			if head, err := q.Head("word/other.xml", 400); err != nil || string(head) != "<changed/>" {
				t.Errorf("head %q, %v", head, err)
			}
		})
	}
}

func opened(t *testing.T, data []byte) *Package {
	t.Helper()
	p, err := Read(bytes.NewReader(data), int64(len(data)), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// raw returns the compressed bytes of all entries.
func raw(t *testing.T, data []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range z.File {
		r, err := f.OpenRaw()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		out[f.Name] = string(b)
	}
	return out
}
