package opc_test

import (
	"archive/zip"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// A part reads alike as a whole and in chunks, whatever is cut where.
func TestLawScanInPieces(tb *testing.T) {
	inside := rapid.Custom(func(t *rapid.T) string {
		n := rapid.IntRange(0, 600).Draw(t, "length")
		return rapid.SampledFrom([]string{
			"<t>" + strings.Repeat("é", n) + "</t>", "<b x='" + strings.Repeat(">", n) + "'/>", "<!-- " + strings.Repeat("<-", n) + "-->",
			"<t>x<![CDATA[" + strings.Repeat("<t>\r\n", n) + "]]>y</t>", "<?pi " + strings.Repeat("<", n) + "?>", "<p:b xmlns:p='urn:b'><p:t>" + strings.Repeat("&lt;\n", n) + "</p:t></p:b>",
			strings.Repeat("<c/>", n), "<t>" + strings.Repeat("a<u>b</u>", n) + "</t>", "\xff\xff<t>\xe9</t>",
		}).Draw(t, "content")
	})
	broken := []string{"", "", "", "", "</x>", "<a b=\"<\"/>", "<!-- ", "<![CDATA[", "<!DOCTYPE a>", "<a", "<t>open"}
	rapid.Check(tb, func(t *rapid.T) {
		text := rapid.SampledFrom([]string{"", "<?xml version='1.0'?>\n", "\xef\xbb\xbf", "<?xml version='1.0' encoding='latin1'?>"}).Draw(t, "head") + "<a xmlns='urn:a'>" +
			strings.Join(rapid.SliceOfN(inside, 1, 20).Draw(t, "inside"), "\n") + rapid.SampledFrom(broken).Draw(t, "broken") + "</a>"
		p := open(tb, rawZip(stored("a", text)))
		want, wrong := "", error(nil)
		if whole, err := p.Text("a"); err != nil {
			wrong = err
		} else {
			want, wrong = outline(whole)
		}
		got, err := outlineOf(p.Scan("a", names, 1))
		if (err == nil) != (wrong == nil) || err == nil && got != want {
			t.Fatalf("in pieces: %s, %v\nas a whole: %s, %v", got, err, want, wrong)
		}
		var part *opc.PartError
		if errors.As(err, &part) != errors.As(wrong, &part) {
			t.Fatalf("in pieces: %v, as a whole: %v", err, wrong)
		}
	})
}

// What the directory says of a part is checked at its end, and comes before what was read of it.
func TestScanDamaged(t *testing.T) {
	text := "<a>" + strings.Repeat("<b>text</b>", 1000) + "</a>"
	for _, c := range []struct {
		name string
		e    entry
	}{
		{"checksum", entry{name: "a", data: []byte(text), size: uint64(len(text)), crc: 1}},
		{"checksum of what is no XML", entry{name: "a", data: []byte(strings.Replace(text, "</b>", "</c>", 1)), size: uint64(len(text)), crc: 1}},
		{"more than declared", entry{name: "a", method: zip.Deflate, data: zeros(1 << 20), size: 1000}},
		{"less than declared", entry{name: "a", method: zip.Deflate, data: []byte{3, 0}, size: 1000}},
	} {
		_, err := outlineOf(open(t, rawZip(c.e)).Scan("a", names, 1))
		var part *opc.PartError
		if !errors.As(err, &part) || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if _, err := outlineOf(open(t, rawZip(stored("a", text))).Scan("b", names, 1)); err == nil {
		t.Error("a part that is not there can be scanned")
	}
}

// Lines are counted from the beginning of the part.
func TestScanLines(t *testing.T) {
	text := "<a>" + strings.Repeat("\n<b/>", 1000) + "</c>"
	_, err := outlineOf(open(t, rawZip(stored("a", text))).Scan("a", names, 1))
	var syntax *opc.SyntaxError
	if !errors.As(err, &syntax) || syntax.Line != 1001 {
		t.Errorf("%v", err)
	}
}

// A scan that is given up leaves nothing behind.
func TestScanClose(t *testing.T) {
	p := open(t, rawZip(stored("a", "<a>"+strings.Repeat("<b/>", 100_000)+"</a>")))
	before := runtime.NumGoroutine()
	for range 100 {
		x := p.Scan("a", names, 1)
		x.Next()
		x.Close()
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}
