package match_test

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/match"
)

// texts are two flows of lines; one that begins with # is a heading.
type texts struct{ a, b []string }

func key(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return h.Sum64()
}

func (t texts) Len() (int, int)        { return len(t.a), len(t.b) }
func (t texts) Equal(i, j int) bool    { return t.a[i] == t.b[j] }
func (t texts) KeyA(i int) uint64      { return key(t.a[i]) }
func (t texts) KeyB(j int) uint64      { return key(t.b[j]) }
func (t texts) Anchored(int) int       { return match.None }
func (t texts) Heading(i int) bool     { return strings.HasPrefix(t.a[i], "#") }
func (t texts) Begins(int) bool        { return true }
func (t texts) Named(int) bool         { return false }
func (t texts) Stays(int) bool         { return true }
func (t texts) Together(i, j int) bool { return t.b[j-1]+" "+t.b[j] == t.a[i] }
func (t texts) Score(i, j int) (n int) {
	for _, w := range strings.Fields(t.b[j]) {
		if strings.Contains(t.a[i], w) {
			n += 100
		}
	}
	return n
}

func (t texts) events() []match.Event {
	to := match.Align(t)
	return match.Events(t, to, match.Backs(len(t.a), to), nil)
}

func ExampleAlign() {
	t := texts{
		a: []string{"# Report", "We asked people.", "By post.", "# Results", "They said yes."},
		b: []string{"# Report", "We asked many people.", "# Results", "They said yes.", "All of them."},
	}
	for _, e := range t.events() {
		fmt.Println(e)
	}
	// Output:
	// same 0 → 0
	// changed 1 → 1
	// same 3 → 2
	// same 4 → 3
	// inserted - → 4
	// deleted 2 → -
}

// Every element is in one event, and what stays keeps its order.
func TestEventsCover(t *testing.T) {
	c := rand.New(rand.NewPCG(3, 1))
	lines := []string{"# one", "# two", "a b c", "a b d", "e f", "same", "same", ""}
	pick := func() (out []string) {
		for range c.IntN(12) {
			out = append(out, lines[c.IntN(len(lines))])
		}
		return out
	}
	for range 2000 {
		x := texts{pick(), pick()}
		a, b := make([]int, len(x.a)), make([]int, len(x.b))
		last := match.None
		for _, e := range x.events() {
			for i := e.A.From; i < e.A.To; i++ {
				a[i]++
			}
			for j := e.B.From; j < e.B.To; j++ {
				b[j]++
			}
			if e.Kind == match.Same || e.Kind == match.Changed {
				if e.A.From <= last {
					t.Fatalf("%q: %v stands before what is before it", x, e)
				}
				last = e.A.From
			}
			if same := e.Kind == match.Same; same && !x.Equal(e.A.From, e.B.From) {
				t.Fatalf("%q: %v reads otherwise", x, e)
			}
		}
		for _, n := range append(a, b...) {
			if n != 1 {
				t.Fatalf("%q: %v", x, x.events())
			}
		}
	}
}
