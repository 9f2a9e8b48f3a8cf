package wml

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// built runs a function on a fresh builder and gives what it wrote.
func built(write func(b *Builder)) string {
	var out bytes.Buffer
	b := NewBuilder(&out)
	b.LinkID = func(string) string { return "rId9" }
	b.PictureIDs = func(*Image) (string, string) { return "rId7", "" }
	write(b)
	if err := b.Flush(); err != nil {
		panic(err)
	}
	return out.String()
}

// parsed returns markup with our namespaces as a list of tokens; the test fails when it is not well-formed.
func parsed(t interface{ Fatalf(string, ...any) }, markup string) []xml.Token {
	d := xml.NewDecoder(strings.NewReader("<root" + Namespaces + ">" + markup + "</root>"))
	var out []xml.Token
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatalf("not well-formed: %v\n%s", err, markup)
		}
		out = append(out, xml.CopyToken(tok))
	}
}

// sayable returns what of a text XML can say: the oracle for escaping.
func sayable(s string) string {
	s = string([]rune(s)) // one U+FFFD for each byte that is no UTF-8
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r >= ' ' && r <= 0xD7FF || r >= 0xE000 && r <= 0xFFFD || r > 0xFFFF {
			return r
		}
		return -1
	}, s)
}

func TestLawTextAndAttributesSayWhatTheyWereGiven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "text")
		tokens := parsed(t, built(func(b *Builder) {
			b.Markup("<e")
			b.Attr("a", s)
			b.Markup(">")
			b.Text(s)
			b.Markup("</e>")
		}))
		var text strings.Builder
		for _, tok := range tokens {
			switch tok := tok.(type) {
			case xml.StartElement:
				if tok.Name.Local == "e" && tok.Attr[0].Value != sayable(s) {
					t.Fatalf("attribute of %q says %q", s, tok.Attr[0].Value)
				}
			case xml.CharData:
				text.Write(tok)
			}
		}
		if text.String() != sayable(s) {
			t.Fatalf("text of %q says %q", s, text.String())
		}
	})
}

func TestTextKeepsEmojiAndDropsWhatXMLCannotHold(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"markup characters", `a < b & c > "d"`, `a &lt; b &amp; c &gt; "d"`},
		{"emoji", "ok \U0001F600 日本", "ok \U0001F600 日本"},
		{"control characters", "a\x00\x01\x1fb", "ab"},
		{"carriage return", "a\r\nb", "a\nb"},
		{"not characters", "a\uFFFE\uFFFFb", "ab"},
		{"broken UTF-8", "a\xff\xfeb", "a\uFFFD\uFFFDb"},
		{"end of CDATA", "]]>", "]]&gt;"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := built(func(b *Builder) { b.Text(c.in) }); got != c.want {
				t.Errorf("%q is written as %q, want %q", c.in, got, c.want)
			}
		})
	}
}

func TestAttributesKeepLineEndsAndTabs(t *testing.T) {
	got := built(func(b *Builder) { b.Attr("w:val", "a\"b\tc\nd") })
	if want := ` w:val="a&quot;b&#9;c&#10;d"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// countingWriter notes the sizes of the blocks it is given.
type countingWriter struct {
	bytes.Buffer
	largest int
}

func (w *countingWriter) Write(p []byte) (int, error) {
	w.largest = max(w.largest, len(p))
	return w.Buffer.Write(p)
}

func TestBuilderStreamsInBlocks(t *testing.T) {
	var out countingWriter
	b := NewBuilder(&out)
	const paragraphs = 5000
	for range paragraphs {
		b.StartParagraph(nil, 0)
		b.Runs([]Run{{Text: strings.Repeat("word ", 20)}})
		b.EndParagraph()
	}
	if err := b.Flush(); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "</w:p>"); n != paragraphs {
		t.Errorf("%d paragraphs written, want %d", n, paragraphs)
	}
	if out.largest > blockSize+4096 {
		t.Errorf("a block of %d bytes was held, want at most about %d", out.largest, blockSize)
	}
}

type failingWriter struct{}

var errFull = errors.New("disk full")

func (failingWriter) Write([]byte) (int, error) { return 0, errFull }

func TestFlushTellsTheFirstError(t *testing.T) {
	b := NewBuilder(failingWriter{})
	for range 3 * blockSize {
		b.Markup("x")
		b.roomy()
	}
	if err := b.Flush(); !errors.Is(err, errFull) {
		t.Errorf("Flush gives %v, want %v", err, errFull)
	}
}

func TestLimitCountsUTF16Units(t *testing.T) {
	for _, c := range []struct {
		in    string
		units int
		want  string
	}{{"abc", 3, "abc"}, {"abcd", 3, "abc"}, {"a\U0001F600b", 3, "a\U0001F600"}, {"a\U0001F600b", 2, "a"}, {"äöü", 2, "äö"}, {"", 0, ""}} {
		if got := limit(c.in, c.units); got != c.want || !utf8.ValidString(got) {
			t.Errorf("limit(%q, %d) = %q, want %q", c.in, c.units, got, c.want)
		}
	}
}

func TestLawTargetsAreURIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "target")
		got := TargetURI(s)
		if got == "" || strings.ContainsAny(got, " \t\n\r<>\"{}|\\^`") {
			t.Fatalf("target of %q is %q", s, got)
		}
		if again := TargetURI(got); again != got {
			t.Fatalf("target of %q is %q, and of that %q", s, got, again)
		}
	})
}

func TestTargetsKeepOrdinaryAddresses(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"https://example.com/a?b=c&d=%20#e", "https://example.com/a?b=c&d=%20#e"},
		{"https://example.com/a b", "https://example.com/a%20b"},
		{"https://example.com/100%", "https://example.com/100%25"},
		{"https://example.com/(x)[y]", "https://example.com/(x)[y]"},
		{"https://exämple.com/ü", "https://exämple.com/ü"},
		{"mailto:ann@example.com", "mailto:ann@example.com"},
	} {
		if got := TargetURI(c.in); got != c.want {
			t.Errorf("TargetURI(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

// What is taken for an ordinary address without parsing it, is one for the parser and stays as it is.
func TestOrdinaryAddressesAreAddresses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching(`https?://[a-zA-Z0-9.:@-]{0,9}[/?#]?[a-zA-Z0-9/?=&_~+,;.%:@ -]{0,12}`).Draw(t, "address")
		if !ordinaryAddress(s) {
			return
		}
		u, err := url.Parse(s)
		if err != nil || u.Host == "" || u.Hostname() != u.Host || TargetURI(s) != s {
			t.Fatalf("%q is no ordinary address: %v, %v", s, u, err)
		}
	})
	for s, want := range map[string]bool{"https://example.com": true, "http://a.b/c?d=e&f": true, "https://a.b:80/": false,
		"https://": false, "https://a.b/%zz": false, "HTTPS://a.b": false, "https:///c": false, "https://a@b": false} {
		if got := ordinaryAddress(s); got != want {
			t.Errorf("ordinaryAddress(%q) is %v", s, got)
		}
	}
}

func TestValidTargetsHaveAHost(t *testing.T) {
	for s, want := range map[string]bool{"https://example.com": true, "https://example.com:8080/a b": true, "mailto:ann@example.com": true, "docs/a.md": true,
		"https://": false, "http:///path": false, "http://:80/": false, "https://example.com:99999": false, "https://example.com:x": false, "http://[::1": false,
		"https://example.com/" + strings.Repeat("q", 2059): true, "https://example.com/" + strings.Repeat("q", 2060): false,
		"https://example.com/" + strings.Repeat(" ", 700): false} { // each of these is three characters
		if got := ValidTarget(s); got != want {
			t.Errorf("ValidTarget(%q) is %v, want %v", s, got, want)
		}
	}
}
