package opc_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// outline returns what a Scanner sees of a text: tags with namespace, attributes, and the text of
// elements called t.
func outline(text string) (string, error) { return outlineOf(opc.NewScanner(text, names)) }

var names = opc.Names{URI: map[string]opc.Namespace{"urn:a": 1, "urn:b": 2}, Prefix: map[string]opc.Namespace{"b": 2}}

func outlineOf(x *opc.Scanner) (string, error) {
	var b strings.Builder
	for x.Next() {
		x.Release()
		if !x.Opened() {
			b.WriteString(")")
			continue
		}
		fmt.Fprintf(&b, "(%d:%s", x.Space(), x.Local())
		for i := range x.Attrs() {
			a := x.Attr(i)
			fmt.Fprintf(&b, " %s=%q", a.Local, a.Value)
		}
		if x.Local() == "t" {
			fmt.Fprintf(&b, " %q)", x.Text())
		}
	}
	return b.String(), x.Err()
}

func TestScanner(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"empty element", `<a/>`, `(0:a)`},
		{"nesting", `<a><b></b ><c	/></a>`, `(0:a(0:b)(0:c))`},
		{"namespaces", `<a xmlns="urn:a" xmlns:p='urn:b'><p:b/><c xmlns=""/><d/></a><!-- end -->`, `(1:a(2:b)(0:c)(1:d))`},
		{"prefix declared again", `<p:a xmlns:p="urn:a"><p:b xmlns:p="urn:b"/><p:c/></p:a>`, `(1:a(2:b)(1:c))`},
		{"undeclared prefix", `<b:a/>`, `(2:a)`},
		{"attributes", `<a x="1" p:y='a"b' z = "&lt;&#9;	&amp;&no;"/>`, `(0:a x="1" y="a\"b" z="<\t &&no;")`},
		{"text", `<t>a&#x41;&lt;` + "\r\n" + `b</t>`, `(0:t "aA<\nb")`},
		{"text in pieces", `<t>a<!-- x -->b<?pi?><![CDATA[<&amp;]]><u>c</u><v/>d</t>`, `(0:t "ab<&amp;cd")`},
		{"references that are none", `<t>&amp;lt; &; &#; &#xZZ; &#1; &#55555555555; & x</t>`, `(0:t "&lt; &; &#; &#xZZ; ` + "\ufffd" + ` &#55555555555; & x")`},
		{"empty text", `<a><t/><t></t></a>`, `(0:a(0:t "")(0:t ""))`},
		{"declaration", `<?xml version="1.0"?> <a/> `, `(0:a)`},
	} {
		got, err := outline(c.text)
		if err != nil || got != c.want {
			t.Errorf("%s: %s, %v, want %s", c.name, got, err, c.want)
		}
	}
}

func TestScannerErrors(t *testing.T) {
	prefixes := ""
	for i := range 300 {
		prefixes += fmt.Sprintf(` xmlns:p%d="u"`, i)
	}
	for _, c := range []struct{ text, want string }{
		{``, "there is no element"},
		{`text`, "there is no element"},
		{`<a>`, "ends inside <a>"},
		{`<a><b></a>`, "<b> does not end"},
		{`<a></ab>`, "<a> does not end"},
		{`</a>`, "no start tag"},
		{`<a/><b/>`, "second root"},
		{`<a`, "inside a tag"},
		{`<`, "inside a tag"},
		{`<a b>`, "attribute"},
		{`<a b=c>`, "attribute"},
		{`<a b="c>`, "attribute"},
		{`<a b="<">`, "attribute"},
		{`<a =""/>`, "attribute"},
		{`<a / >`, "end properly"},
		{`< a/>`, "no name"},
		{`<p:/>`, "no name"},
		{`<!-- `, "inside a comment"},
		{`<a><![CDATA[ </a>`, "inside a comment"},
		{"<a>\n\n<!DOCTYPE x></a>", "line 3: a document type definition"},
		{`<!DOCTYPE lolz [<!ENTITY l "lol"><!ENTITY m "&l;&l;">]><a>&m;</a>`, "document type definition"},
		{strings.Repeat("<a>", 257), "more than 256 deep"},
		{`<a` + prefixes + `/>`, "more than 256 namespace prefixes"},
	} {
		_, err := outline(c.text)
		var syntax *opc.SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q: error is %v, want %q", c.text, err, c.want)
		}
	}
}

func TestSkip(t *testing.T) {
	x := opc.NewScanner(`<a><b><c/><c>x</c></b><d/></a>`, opc.Names{})
	var seen []string
	for x.Next() {
		if !x.Opened() {
			continue
		}
		seen = append(seen, fmt.Sprint(x.Local(), x.Depth()))
		if x.Local() == "b" {
			x.Skip()
		}
	}
	if got := strings.Join(seen, " "); got != "a1 b2 d2" || x.Err() != nil {
		t.Errorf("seen %s, %v", got, x.Err())
	}
}

// On well-formed texts the Scanner agrees with encoding/xml about elements, attributes and text.
func TestLawScannerAgrees(t *testing.T) {
	var element func(depth int) *rapid.Generator[string]
	element = func(depth int) *rapid.Generator[string] {
		return rapid.Custom(func(t *rapid.T) string {
			name := rapid.SampledFrom([]string{"a", "t", "é", "x-y"}).Draw(t, "name")
			attrs := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{` k="v"`, ` l='"'`, ` m="&amp;&#65;"`, "\n n=\"a b\""}), 0, 1).Draw(t, "attrs"), "")
			inner := ""
			for range rapid.IntRange(0, 3).Draw(t, "children") {
				kind := rapid.IntRange(0, 4).Draw(t, "kind")
				if kind == 0 && depth < 4 && name != "t" {
					inner += element(depth+1).Draw(t, "child")
				} else {
					inner += rapid.SampledFrom([]string{"", "text", " &lt; ", "<!-- c -->", "<![CDATA[<&]]>", "&#233;"}).Draw(t, "text")
				}
			}
			if inner == "" && rapid.Bool().Draw(t, "short") {
				return "<" + name + attrs + "/>"
			}
			return "<" + name + attrs + ">" + inner + "</" + name + ">"
		})
	}
	rapid.Check(t, func(t *rapid.T) {
		text := element(0).Draw(t, "text")
		got, err := outline(text)
		if err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		if want := expected(t, text); got != want {
			t.Fatalf("%s\ngot  %s\nwant %s", text, got, want)
		}
	})
}

// expected returns the outline encoding/xml gives.
func expected(t *rapid.T, text string) string {
	d := xml.NewDecoder(strings.NewReader(text))
	var b strings.Builder
	collecting, content := false, ""
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return b.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			fmt.Fprintf(&b, "(0:%s", tok.Name.Local)
			for _, a := range tok.Attr {
				fmt.Fprintf(&b, " %s=%q", a.Name.Local, a.Value)
			}
			collecting, content = tok.Name.Local == "t", ""
		case xml.CharData:
			content += string(tok)
		case xml.EndElement:
			if collecting {
				fmt.Fprintf(&b, " %q", content)
			}
			collecting = false
			b.WriteString(")")
		}
	}
}

func FuzzScanner(f *testing.F) {
	f.Add(`<a xmlns="urn:a"><t>x<![CDATA[y]]></t></a>`)
	f.Add(`<a><b/></a>`)
	f.Fuzz(func(t *testing.T, text string) {
		got, err := outline(text)
		// Every element that is opened is closed, unless the text is refused.
		if err == nil && strings.Count(got, "(") > 0 && finalDepth(text) != 0 {
			t.Fatalf("%d elements stay open", finalDepth(text))
		}
	})
}

// finalDepth returns the depth at which a scan of the text ends.
func finalDepth(text string) int {
	s := opc.NewScanner(text, opc.Names{})
	for s.Next() {
	}
	return s.Depth()
}

func BenchmarkScanner(b *testing.B) {
	text := "<a>" + strings.Repeat(`<w:p w:rsid="00AB"><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">some words here </w:t></w:r></w:p>`, 10_000) + "</a>"
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		x := opc.NewScanner(text, opc.Names{})
		for x.Next() {
		}
	}
}

func TestBetween(t *testing.T) {
	for markup, want := range map[string]string{
		"":                                  "",
		"a &lt; b &c; &#65;":                "a < b &c; A",
		"a<!-- <b> & -->b":                  "ab",
		"<![CDATA[<b>&amp;]]>\r\n<?x > ?>y": "<b>&amp;\ny",
		"<":                                 "", "<![CDATA[x": "x", "<!--": "",
	} {
		if got := opc.Between(markup); got != want {
			t.Errorf("%q: %q, want %q", markup, got, want)
		}
	}
}

func TestDoctype(t *testing.T) {
	const text = `<!DOCTYPE svg [<!ENTITY a "b">]><svg/>`
	if x := opc.NewScanner(text, opc.Names{Doctype: true}); !x.Next() || x.Local() != "svg" {
		t.Error(x.Err())
	}
	if x := opc.NewScanner(text, opc.Names{}); x.Next() {
		t.Error("a document type definition was taken")
	}
	if x := opc.NewScanner(text[:20], opc.Names{Doctype: true}); x.Next() || x.Err() == nil {
		t.Error("a text that ends in a document type definition was taken")
	}
}
