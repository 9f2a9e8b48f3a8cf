package screen

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

func shown(pieces ...string) string {
	var out bytes.Buffer
	s := New(&out)
	for _, p := range pieces {
		if n, err := s.Write([]byte(p)); n != len(p) || err != nil {
			panic(err)
		}
	}
	return out.String()
}

func TestShown(t *testing.T) {
	for text, want := range map[string]string{
		"plain, größer, 日本語 🚢\n\tlist": "plain, größer, 日本語 🚢\n\tlist",
		"\x1b[31mred":                       `\u001b[31mred`,
		"\x1b]0;title\x07":                  `\u001b]0;title\u0007`,
		"Eve\u009b31m\u009d":                `Eve\u009b31m\u009d`,
		"raw \x9b31m, \xff, cut \xe2\x82x":  `raw \x9b31m, \xff, cut \xe2\x82x`,
		"exe\u202etxt.\u202c \u2066x\u2069": `exe\u202etxt.\u202c \u2066x\u2069`,
		"\u200eשלום\u200f":                  "\u200eשלום\u200f",
		"two\r\nlines":                      "two\r\nlines",
		"over\rwritten":                     `over\u000dwritten`,
		"back\b\b \x7f\x00":                 `back\u0008\u0008 \u007f\u0000`,
	} {
		if got := shown(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}

// TestOwn: the program's own sequences are obeyed, however they are cut, and nothing a document says is one of them.
func TestOwn(t *testing.T) {
	var out bytes.Buffer
	s := New(&out)
	red := Own(s, "\x1b[31m") + "a\x1b[2Jb" + Own(s, "\r\x1b[0m") + "\n"
	const want = "\x1b[31ma\\u001b[2Jb\r\x1b[0m\n"
	if got := shown(red); got != want {
		t.Errorf("it is shown as %q, want %q", got, want)
	}
	if got := shown(strings.Split(red, "")...); got != want {
		t.Errorf("byte by byte it is shown as %q, want %q", got, want)
	}
	if got := Own(&out, "\x1b[31m"); got != "\x1b[31m" {
		t.Errorf("for a file it is %q", got)
	}
	if got := shown("\x1b[31mABCDEFGHIJKLMNOPQRSTUVWXYZ"); strings.Contains(got, "\x1b") {
		t.Errorf("a guess is obeyed: %q", got)
	}
}

// TestLawShown: whatever is written in whatever parts, nothing reaches the terminal that it obeys, and parts make no
// difference.
func TestLawShown(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	alphabet := []string{"a", "\n", "\r", "\r\n", "\x1b", "\x1b[", "\u009b", "\x9b", "ü", "\u202e", "\xe2", "\x82", "🚢", "\xf0\x9f"}
	for range 2000 {
		var pieces []string
		for range r.IntN(12) {
			pieces = append(pieces, alphabet[r.IntN(len(alphabet))])
		}
		pieces = append(pieces, "end\n") // what is incomplete waits
		got, whole := shown(pieces...), shown(strings.Join(pieces, ""))
		if got != whole {
			t.Fatalf("%q is shown as %q in pieces and %q at once", pieces, got, whole)
		}
		if !utf8.ValidString(got) {
			t.Fatalf("%q is shown as %q", pieces, got)
		}
		for _, c := range strings.ReplaceAll(got, "\r\n", "\n") {
			if obeyed(c) {
				t.Fatalf("%q is shown as %q", pieces, got)
			}
		}
	}
}
