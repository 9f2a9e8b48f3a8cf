package pdf

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// small is a file in the shape of Skia's, with two pages in a nested tree.
const small = "%PDF-1.4\n%\xd3\xeb\xe9\xe1\n1 0 obj\n<</Title (x)\n/CreationDate (D:20261121045849+00'00')\n/ModDate (D:20261121045849+00'00')>>\nendobj\n" +
	"3 0 obj\n<</Filter /FlateDecode\n/Length 44>> stream\n(node00000007)/CreationDate (D:2026112104584\nendstream\nendobj\n" +
	"4 0 obj\n<</Type /StructElem /ID (node00000250)>>\nendobj\n5 0 obj\n<</Names [(node00000007) 9 0 R (node00000250) 4 0 R]>>\nendobj\n" +
	"2 0 obj\n<</Type /Page>>\nendobj\n6 0 obj\n<</Type /Page>>\nendobj\n7 0 obj\n<</Type /Pages\n/Kids [2 0 R]>>\nendobj\n" +
	"8 0 obj\n<</Type /Pages\n/Count 2\n/Kids [7 0 R 6 0 R]>>\nendobj\n" +
	"13 0 obj\n<</one [2 0 R /XYZ 6 806.66998 0]\n/d#25C3#25A9-x [6 0 R /XYZ 6 782 0]\n/lost [99 0 R /XYZ 1 1 0]>>\nendobj\n" +
	"14 0 obj\n<</Type /Catalog\n/Pages 8 0 R\n/Dests 13 0 R>>\nendobj\ntrailer\n"

func TestNormalize(t *testing.T) {
	got := []byte(small)
	normalize(got, time.Date(1999, 2, 3, 4, 5, 6, 0, time.UTC))
	want := small
	head, tail, _ := strings.Cut(want, "3 0 obj\n")
	stream, rest, _ := strings.Cut(tail, "4 0 obj\n")
	head = strings.ReplaceAll(head, "20261121045849", "19990203040506")
	rest = strings.NewReplacer("node00000007", "node00000001", "node00000250", "node00000002").Replace(rest)
	if want = head + "3 0 obj\n" + stream + "4 0 obj\n" + rest; string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestDestinations(t *testing.T) {
	if got, want := destinations([]byte(small)), map[string]int{"one": 1, "dé-x": 2}; !maps.Equal(got, want) {
		t.Errorf("destinations %v, want %v", got, want)
	}
	if got := pageNumbers([]byte(small)); got != `{"dé-x":2,"one":1}` {
		t.Errorf("as JSON: %s", got)
	}
}

// TestLoops: a file that is broken on purpose ends like any other.
func TestLoops(t *testing.T) {
	for _, s := range []string{
		"1 0 obj\n<</Type /Catalog /Pages 2 0 R /Dests 1 0 R>>\nendobj\n2 0 obj\n<</Kids [2 0 R 2 0 R 2 0 R]>>\nendobj\n",
		"1 0 obj\n<</Type /Catalog /Pages 2 0 R>>\nendobj\n2 0 obj\n<</Kids [3 0 R 3 0 R]>>\nendobj\n3 0 obj\n<</Kids [2 0 R 2 0 R]>>\nendobj\n",
		"1 0 obj\n/Length 99999999999999999999>> stream\nx", ">> stream\n", "/Length 5>> stream\n12345>> stream\n", "0 obj\n", " 0 obj\n 0 obj\n",
	} {
		if got := destinations([]byte(s)); len(got) > 0 {
			t.Errorf("%q has the destinations %v", s, got)
		}
		file := []byte(s)
		if normalize(file, constantDate); string(file) != s {
			t.Errorf("%q has no date and no id, and becomes %q", s, file)
		}
	}
}

// TestNormalizeKeepsTheRest: whatever the bytes, the length stays, and doing it twice changes
// nothing more.
func TestNormalizeKeepsTheRest(t *testing.T) {
	piece := rapid.SampledFrom([]string{"(node00000012)", "(node9)", "(node", ")", "/CreationDate (D:", "20261121045849", "+00'00')", ">> stream\n", "/Length 3",
		"endstream", " 0 obj\n", "\nendobj", "1", "/Kids [1 0 R]", "abc", "\x00\xff"})
	rapid.Check(t, func(t *rapid.T) {
		in := []byte(strings.Join(rapid.SliceOf(piece).Draw(t, "pieces"), ""))
		once := bytes.Clone(in)
		normalize(once, constantDate)
		if len(once) != len(in) {
			t.Fatalf("length %d became %d", len(in), len(once))
		}
		twice := bytes.Clone(once)
		normalize(twice, constantDate)
		if !bytes.Equal(once, twice) {
			t.Fatalf("%q became %q and then %q", in, once, twice)
		}
		for i := range in {
			if in[i] != once[i] && (in[i] < '0' || in[i] > '9') {
				t.Fatalf("%q became %q: a byte that is no digit changed", in, once)
			}
		}
	})
}

func FuzzDestinations(f *testing.F) {
	f.Add([]byte(small))
	f.Fuzz(func(t *testing.T, file []byte) {
		for id, n := range destinations(file) {
			if n < 1 {
				t.Errorf("%q is on page %d", id, n)
			}
		}
		normalize(file, constantDate)
	})
}

func TestMillimetres(t *testing.T) {
	for in, want := range map[string]float64{"12mm": 12, "1.5cm": 15, " 1 IN ": 25.4, "36pt": 12.7, "96px": 25.4, "0": 0, "0mm": 0, ".5in": 12.7} {
		if got, err := millimetres(in); err != nil || fmt.Sprintf("%.3f", got) != fmt.Sprintf("%.3f", want) {
			t.Errorf("%q is %v mm (%v), want %v", in, got, err, want)
		}
	}
	for _, in := range []string{"", "mm", "12", "-1mm", "1e9mm", "infmm", "nanmm", "12 furlongs", "0x10mm;}", "1mm;2"} {
		if got, err := millimetres(in); err == nil {
			t.Errorf("%q is taken for %v mm", in, got)
		}
	}
}

func TestMessageSize(t *testing.T) {
	slow.Test(t, "a browser")
	for _, s := range []string{"", "plain", "a\"b\\c\n\t\r", "Grüße 日本 👍", "\x00\x1f\x7f"} {
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(s); err != nil {
			t.Fatal(err)
		}
		if got, want := messageSize(s), b.Len()-len("\"\"\n"); got != want {
			t.Errorf("%q: %d bytes, want %d", s, got, want)
		}
	}
	err := shared.Print(t.Context(), bytes.Repeat([]byte("\n"), maxMessage/2), io.Discard, Options{})
	if !errors.Is(err, ErrTooLarge) {
		t.Errorf("error %v, want ErrTooLarge", err)
	}
}
