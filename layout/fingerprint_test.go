package layout_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// However an editor cuts text into runs, and whatever white space it has around it, the fingerprint is
// the same; another character, or another formatting of one, makes another.
func TestFingerprint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-zé漢😀]{1,12}[ \t]{0,20}`), 1, 6).Draw(t, "words")
		bold := rapid.IntRange(0, len(words)).Draw(t, "bold") // from this word on
		var whole, cut []wml.Run
		for i, w := range words {
			r := wml.Run{Text: w}
			if i >= bold {
				r.Style = wml.Bold
			}
			if n := len(whole); n > 0 && whole[n-1].Style == r.Style {
				whole[n-1].Text += w
			} else {
				whole = append(whole, r)
			}
			for w != "" {
				n := rapid.IntRange(1, len(w)).Draw(t, "piece")
				r.Text, w = w[:n], w[n:]
				cut = append(cut, r)
			}
		}
		want := layout.Fingerprint(whole, wml.Current)
		if got := layout.Fingerprint(cut, wml.Current); got != want {
			t.Fatalf("%q in pieces: %x, whole %x", words, got, want)
		}
		padded := append([]wml.Run{{Text: " \t"}}, append(whole, wml.Run{Text: strings.Repeat(" ", 20)})...)
		if got := layout.Fingerprint(padded, wml.Current); got != want {
			t.Fatalf("%q with white space around it: %x, without %x", words, got, want)
		}
		changed := append([]wml.Run(nil), whole...)
		last := &changed[len(changed)-1]
		if rapid.Bool().Draw(t, "look") {
			last.Style ^= wml.Italic
		} else {
			last.Text = strings.TrimRight(last.Text, " \t") + "x"
		}
		if layout.Fingerprint(changed, wml.Current) == want {
			t.Fatalf("%q and %q have one fingerprint", words, last.Text)
		}
		whole = append(whole, wml.Run{Kind: wml.Math, Object: wml.Ref("x")}, wml.Run{Text: "end"})
		gl := layout.Glyphs(whole, wml.Original)
		for n, got := range layout.Prefixes(gl) {
			if want := layout.Fingerprint(layout.RunsOf(gl[:n]), wml.Original); got != want {
				t.Fatalf("the first %d characters of %q: %x, not %x", n, words, got, want)
			}
		}
	})
	if layout.Fingerprint([]wml.Run{{Text: " \t "}}, wml.Current) != 0 {
		t.Error("white space alone has a fingerprint")
	}
}

// Texts that differ in one byte, or in their length, differ in the 24 bits a manifest keeps.
func TestFingerprintSpread(t *testing.T) {
	seen := map[uint32]string{}
	clashes, n := 0, 0
	add := func(s string) {
		h := layout.ContentHash(layout.Fingerprint([]wml.Run{{Text: s}}, wml.Current))
		if other, ok := seen[h]; ok && other != s {
			clashes++
		}
		seen[h] = s
		n++
	}
	base := strings.Repeat("forty-two figures ", 3)
	for i := range len(base) {
		add(base[:i] + "|")
		for c := byte('a'); c <= 'z'; c++ {
			add(base[:i] + string(c) + base[i+1:] + ".")
		}
	}
	if clashes > 2 { // 1,458 texts of 2²⁴ hashes: 0.06 are expected
		t.Errorf("%d of %d texts share a hash", clashes, n)
	}
}

// The manifest of another version says where the file came from, and nothing of its paragraphs.
func TestManifestOfAnotherVersion(t *testing.T) {
	source := strings.Repeat("0a", 32)
	part := `<manifest version="1" source="` + source + `"><content>AAAAAAAA</content><anchors></anchors></manifest>`
	m, ok := layout.ReadManifest([]byte(part), "v1 sha256:"+source)
	if !ok || m.Source != source || m.Version != "1" || m.Entries != nil {
		t.Errorf("read as %+v, %v", m, ok)
	}
}

// What is written is read again, XML declaration and all: without its entries a file says nothing of what
// was sent, and every edit would be the author's or nobody's.
func TestManifestIsRead(t *testing.T) {
	d, _, err := noma.Parse(source.NewFile("", "# A\n\nWords.\n"), noma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	plan := layout.Build(d, layout.Options{})
	r := layout.NewRecorder(plan)
	for b := range plan.Body() {
		r.Block(b)
	}
	r.PictureFile(0x12345678)
	for range 2 {
		r.Page(&wml.Section{Width: 11906, Height: 16838, Top: 1, Left: 4})
	}
	m, ok := layout.ReadManifest(r.XML(), r.Property())
	if len(m.Drawn.Files) != 1 || m.Drawn.Files[0] != layout.PictureSum(0x12345678) || len(m.Drawn.Pages) != 1 ||
		m.Drawn.Pages[0] != (wml.Page{Width: 11906, Height: 16838, Top: 1, Left: 4}) || m.Drawn.Sizes != nil {
		t.Errorf("pictures and paper are read as %+v", m.Drawn)
	}
	if !ok || len(m.Entries) != 2 || m.Entries[0].Form < 16 || m.Entries[1].Form < 16 || m.Entries[1].Form == m.Entries[0].Form || "v"+m.Version+" sha256:"+m.Source != r.Property() {
		t.Errorf("read as %+v, %v", m, ok)
	}
}
