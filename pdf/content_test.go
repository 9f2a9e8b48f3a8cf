package pdf

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"
)

// TestMarker: what stands outside marked content is in artifacts, which hold no beginning or end of a text object.
func TestMarker(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"q 1 0 0 1 0 0 cm Q", "q 1 0 0 1 0 0 cm Q"},
		{"0 0 9 9 re f", "/Artifact BMC\n0 0 9 9 re fEMC\n"},
		{"BT /F1 9 Tf (a) Tj ET", "BT /F1 9 Tf /Artifact BMC\n(a) Tj EMC\nET"},
		{"/P <</MCID 0>>BDC BT (a) Tj ET EMC 1 1 m 2 2 l S", "/P <</MCID 0>>BDC BT (a) Tj ET EMC /Artifact BMC\n1 1 m 2 2 l SEMC\n"},
		{"BT /Span <</ActualText (fi)>> BDC (x) Tj EMC (y) Tj ET", "BT /Artifact BMC\n/Span <</ActualText (fi)>> BDC (x) Tj EMC\nEMC /Artifact BMC\n(y) Tj EMC\nET"},
		{"/P <</MCID 0>>BDC /Span <</ActualText (fi)>> BDC (x) Tj EMC EMC", "/P <</MCID 0>>BDC /Span <</ActualText (fi)>> BDC (x) Tj EMC EMC"},
		{"/Artifact BMC 0 0 9 9 re f EMC", "/Artifact BMC 0 0 9 9 re f EMC"},
		{"/P <</MCID 7>>BDC 0 0 9 9 re f EMC", "/Artifact BMC 0 0 9 9 re f EMC"},
		{"/P <</MCID 8>>BDC 0 0 9 9 re f EMC", "/P <</MCID 8>>BDC 0 0 9 9 re f EMC"},
		{"/P <</MCID 7>>BDC 0 0 9 9 re f /X1 Do EMC", "/P <</MCID 7>>BDC 0 0 9 9 re f /X1 Do EMC"},
		{"/X1 Do /Form Do", "/Artifact BMC\n/X1 Do EMC\n/Form Do"},
		{"(BT \\) Tj) pop % BT\n[(x)] pop", "(BT \\) Tj) pop % BT\n[(x)] pop"},
	} {
		m := marker{form: func(name string) bool { return name == "Form" }, plain: func(mcid int, _ bool) bool { return mcid == 7 }}
		got, err := m.mark([]byte(c.in))
		if err != nil || string(got) != c.want {
			t.Errorf("%q became %q, %v; want %q", c.in, got, err, c.want)
		}
	}
	for _, in := range []string{"EMC", "/P BMC", "BT", "BI ID x EI"} {
		if _, err := (&marker{form: func(string) bool { return false }}).mark([]byte(in)); err == nil {
			t.Errorf("%q is taken for balanced", in)
		}
	}
}

func TestSyntax(t *testing.T) {
	d, ok := readDict([]byte("<</A (x\\)(y)) /B [1 0 R <</C <41>>>] /D 3 0 R\n/E -1.5/F/G % c\n/H true>>rest"))
	if !ok || len(d) != 6 {
		t.Fatalf("the dictionary is %v, %v", d, ok)
	}
	for key, want := range map[string]string{"A": "(x\\)(y))", "B": "[1 0 R <</C <41>>>]", "D": "3 0 R", "E": "-1.5", "F": "/G", "H": "true", "Z": ""} {
		if got := string(d.get(key)); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	if n, ok := ref(d.get("D")); !ok || n != 3 {
		t.Errorf("the reference is %d", n)
	}
	if got := len(items(d.get("B"))); got != 2 {
		t.Errorf("the array has %d items", got)
	}
	for in, want := range map[string]string{"(a\\(\\051\\n\\\\)": "a()\n\\", "<FEFF00E9D83DDE00>": "é😀", "(\xe9)": "é", "<414>": "A@", "": "", "(": ""} {
		if got := readText([]byte(in)); got != want {
			t.Errorf("%q says %q, want %q", in, got, want)
		}
	}
	if got := nameText("a b/c#é"); got != "a#20b#2Fc#23#C3#A9" {
		t.Errorf("the name is %s", got)
	}
}

// TestProfile: the colour profile says its own length, and its tags lie in it; black, grey and white are where sRGB has them.
func TestProfile(t *testing.T) {
	p := srgbProfile()
	if int(binary.BigEndian.Uint32(p)) != len(p) || string(p[36:40]) != "acsp" || len(p)%4 != 0 {
		t.Fatalf("%d bytes, %q", len(p), p[:40])
	}
	for i := range int(binary.BigEndian.Uint32(p[128:])) {
		e := p[132+12*i:]
		if at, n := binary.BigEndian.Uint32(e[4:]), binary.BigEndian.Uint32(e[8:]); int(at+n) > len(p) || at%4 != 0 {
			t.Errorf("the tag %s lies at %d, %d bytes", e[:4], at, n)
		}
	}
	for v, want := range map[float64]float64{0: 0, 1: 1, 0.5: 0.2140} {
		if got := linear(v); math.Abs(got-want) > 1e-4 {
			t.Errorf("linear(%v) is %v", v, got)
		}
	}
}

// FuzzFinish: no bytes make the work on a file panic, and what is written is read again.
func FuzzFinish(f *testing.F) {
	const file = "%PDF-1.4\n%\xd3\xeb\xe9\xe1\n1 0 obj\n<</Title (T)>>\nendobj\n2 0 obj\n<</Type /Page\n/Contents 3 0 R\n/Annots [8 0 R]\n/StructParents 0\n/Parent 4 0 R>>\nendobj\n" +
		"3 0 obj\n<</Length 47>> stream\n/P <</MCID 0 >>BDC BT (a) Tj ET EMC 0 0 9 9 re \nendstream\nendobj\n4 0 obj\n<</Type /Pages\n/Kids [2 0 R]>>\nendobj\n" +
		"5 0 obj\n<</Type /Catalog\n/Pages 4 0 R\n/StructTreeRoot 6 0 R>>\nendobj\n6 0 obj\n<</Type /StructTreeRoot\n/K 7 0 R>>\nendobj\n" +
		"7 0 obj\n<</Type /StructElem\n/S /LI\n/P 6 0 R\n/Pg 2 0 R\n/K [0 <</Type /OBJR\n/Obj 8 0 R\n/Pg 2 0 R>>]>>\nendobj\n" +
		"8 0 obj\n<</Subtype /Link\n/Dest /x\n/StructParent 1>>\nendobj\ntrailer\n<</Size 9\n/Root 5 0 R\n/Info 1 0 R>>\nstartxref\n0\n%%EOF\n"
	f.Add([]byte(file))
	f.Add([]byte(strings.Replace(file, "[0 <<", "[7 0 R <<", 1)))
	f.Add([]byte(strings.Replace(file, "[0 <<", "[5 0 R <<", 1))) // the catalog as an element
	f.Add([]byte(strings.Replace(file, "/Kids [2", "/Kids [4", 1)))
	f.Fuzz(func(t *testing.T, file []byte) {
		d := description{Title: "T", Links: []link{{"#x", "there"}}}
		out, err := d.finish(bytes.Clone(file), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := readContent(file); ok {
			if _, again := readContent(out); !again {
				t.Errorf("what was written is not read: %q", out)
			}
		}
		_, _ = d.finish(file, Options{Archive: true, Accessible: true})
	})
}
