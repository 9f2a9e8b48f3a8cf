package layout

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func glyphsOf(s string) (out []Glyph) {
	for _, r := range s {
		out = append(out, Glyph{Rune: r})
	}
	return out
}

// TestQuoteIsFound is the law of selectors: the one that is made of a place finds that place, whatever repeats
// in the text.
func TestQuoteIsFound(t *testing.T) {
	words := strings.Fields(`a the price is fixed. "so" it's the "it's" ü 日本 price`)
	for seed := range 4000 {
		r := rand.New(rand.NewPCG(uint64(seed), 71))
		text := &TextIndex{}
		var paras [][]rune
		for k := range 1 + r.IntN(4) {
			var p []string
			for range 1 + r.IntN(8) {
				p = append(p, words[r.IntN(len(words))])
			}
			line := strings.Join(p, " ")
			paras = append(paras, []rune(line))
			text.Add(10+k, glyphsOf(line))
		}
		k := r.IntN(len(paras))
		from := r.IntN(len(paras[k]) + 1)
		to := from + r.IntN(min(6, len(paras[k])-from)+1)
		start, end := Spot{10 + k, from}, Spot{10 + k, to}
		q, ok := text.Quote(start, end)
		if !ok {
			if from == 0 && to == len(paras[k]) && len(paras) == 1 {
				continue
			}
			t.Fatalf("seed %d: no selector for %v to %v of %q", seed, start, end, text.raw.String())
		}
		if a, z, ok := text.Find(q, true); !ok || a != start || z != end {
			t.Fatalf("seed %d: %+v finds %v to %v, %v; want %v to %v of %q", seed, q, a, z, ok, start, end, text.raw.String())
		}
	}
}

func TestQuoteAfterRewriting(t *testing.T) {
	for _, c := range []struct {
		text   string
		q      Quote
		strict bool
		want   string
	}{
		{"The cost is fixed.|We deliver in May.", Quote{"", "The price is", " fixed."}, true, "The cost is[] fixed.|We deliver in May."},
		{"The price is fixed.|The price is low.", Quote{"price", "The", " is low"}, true, "The price is fixed.|The [price] is low."},
		{"All about the people here.", Quote{"about people", "All ", " here"}, false, "All [about the people] here."},
		{"All about the people here.", Quote{"about people", "All ", " here"}, true, ""},
		{"Nothing of it.", Quote{"about people", "", ""}, false, ""},
		{"one one one", Quote{"one", "", ""}, true, ""},
		{`She said "it's" fine`, Quote{"'it's'", "", ""}, true, `She said ["it's"] fine`},
		{"", Quote{"x", "", ""}, false, ""},
	} {
		text := &TextIndex{}
		paras := strings.Split(c.text, "|")
		for k, p := range paras {
			text.Add(k, glyphsOf(p))
		}
		a, z, ok := text.Find(c.q, c.strict)
		got := ""
		if ok {
			for k, p := range paras {
				r := []rune(p)
				if k == z.Para {
					r = []rune(string(r[:z.At]) + "]" + string(r[z.At:]))
				}
				if k == a.Para {
					r = []rune(string(r[:a.At]) + "[" + string(r[a.At:]))
				}
				paras[k] = string(r)
			}
			got = strings.Join(paras, "|")
		}
		if got != c.want {
			t.Errorf("%+v in %q: %q, want %q", c.q, c.text, got, c.want)
		}
	}
}

// FuzzQuote: no selector and no text panics or takes long.
func FuzzQuote(f *testing.F) {
	f.Add("The price is fixed.", "price", "The ", " is", true)
	f.Add("x", "", " ", "", false)
	f.Fuzz(func(t *testing.T, text, exact, prefix, suffix string, strict bool) {
		x := &TextIndex{}
		for k, p := range strings.Split(text, "\n") {
			x.Add(k, glyphsOf(p))
		}
		a, z, ok := x.Find(Quote{exact, prefix, suffix}, strict)
		if ok {
			if q, found := x.Quote(a, z); found {
				if b, y, again := x.Find(q, true); !again || b != a || y != z {
					t.Fatal(fmt.Sprint(q, a, z, b, y, again))
				}
			}
		}
	})
}
