package drift_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/drift"
	"github.com/nomadocx/nomadocx/noma/source"
)

func parse(t testing.TB, name, text string) *noma.Document {
	t.Helper()
	d, _, err := noma.Parse(source.NewFile(name, text), noma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func between(t testing.TB, before, after string, o drift.Options) string {
	t.Helper()
	out, err := drift.Between(parse(t, "a.noma", before), parse(t, "b.noma", after), o)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestBetween(t *testing.T) {
	const before = `::claim{id="c" confidence=0.7 Z=1 gone title='say "hi"'}
text
::

::risk{id="gone" owner="Ann"}
::

:::grid{id="g"}
::risk{id="r" severity=low n=1.10}
::
:::
`
	const after = `::grid{id="g"}
:::risk{id="r" severity=high n=1.1 "n=1"}
:::
::

::note{id="new" a=1}
::

::claim{id="c" b="1 x" confidence=0.82 Z=1 title="it's"}
other text
::
`
	const want = `::state_change{block="c" attribute="b" from="(absent)" to="1 x" at="2026-05-01" reason="weekly"}
::

::state_change{block="c" attribute="confidence" from=0.7 to=0.82 at="2026-05-01" reason="weekly"}
::

::state_change{block="c" attribute="gone" from=true to="(absent)" at="2026-05-01" reason="weekly"}
::

::state_change{block="c" attribute="title" from='say "hi"' to="it's" at="2026-05-01" reason="weekly"}
::
`
	if got := between(t, before, after, drift.Options{At: "2026-05-01", Reason: "weekly"}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := between(t, after, after, drift.Options{At: "2026-05-01"}); got != "" {
		t.Errorf("a document drifts from itself:\n%s", got)
	}
}

func TestDuplicateID(t *testing.T) {
	for _, texts := range [][2]string{{"::a{id=x}\n::\n\n::b{id=x}\n::\n", ""}, {"", "::a{id=x}\n::\n\n::b{id=x}\n::\n"}} {
		_, err := drift.Between(parse(t, "a.noma", texts[0]), parse(t, "a.noma", texts[1]), drift.Options{})
		if err == nil || err.Error() != `a.noma:4: duplicate id "x" (first in line 1); give one of the blocks another id` {
			t.Errorf("error is %v", err)
		}
	}
	// An id that a heading shares is not drift's business.
	if got := between(t, "# x\n::a{id=x}\n::\n", "# x\n::a{id=x}\n::\n", drift.Options{}); got != "" {
		t.Errorf("got %s", got)
	}
}

// TestLaws: the fragment parses into changes that say exactly what differs, and the way back is the
// same list with from and to exchanged.
func TestLaws(t *testing.T) {
	values := rapid.SampledFrom([]string{"", "=1", "=1.0", "=true", "=false", `=""`, `="a b"`, `='say "x"'`, `=it's"x`, "=0.70", `="(absent)"`, "=" + strings.Repeat("9", 400), `="ü"`})
	rapid.Check(t, func(rt *rapid.T) {
		document := func(label string) string {
			var b strings.Builder
			for _, id := range rapid.Permutation([]string{"a", "b-1", "ü"}).Draw(rt, label) {
				fmt.Fprintf(&b, "::x{id=%q", id)
				for _, key := range rapid.SliceOfN(rapid.SampledFrom([]string{"k", "K", "l", "aa"}), 0, 4).Draw(rt, "keys") {
					fmt.Fprintf(&b, " %s%s", key, values.Draw(rt, "value"))
				}
				b.WriteString("}\n::\n\n")
			}
			return b.String()
		}
		before, after := document("before"), document("after")
		o := drift.Options{At: "2026-01-02", Reason: rapid.SampledFrom([]string{"", "why", `a "b"`}).Draw(rt, "reason")}
		there := changes(t, between(t, before, after, o))
		if want := differences(parse(t, "", before), parse(t, "", after)); !slices.Equal(sorted(there, false), want) {
			rt.Fatalf("%s\nto\n%s\nis %q, want %q", before, after, there, want)
		}
		back := changes(t, between(t, after, before, o))
		if !slices.Equal(sorted(there, false), sorted(back, true)) {
			rt.Fatalf("there %q\nback %q", there, back)
		}
	})
}

// change is block, attribute, from and to.
type change [4]string

func changes(t *testing.T, fragment string) []change {
	var list []change
	for _, n := range parse(t, "", fragment).Children {
		d := n.(*noma.Directive)
		if d.Name != "state_change" || d.AttrText("at") != "2026-01-02" || len(d.Children) > 0 {
			t.Fatalf("unexpected block in\n%s", fragment)
		}
		list = append(list, change{d.AttrText("block"), d.AttrText("attribute"), typed(d, "from"), typed(d, "to")})
	}
	return list
}

func typed(d *noma.Directive, key string) string {
	a, ok := d.Attr(key)
	if !ok {
		return fmt.Sprint(noma.String, "(absent)")
	}
	return fmt.Sprint(a.Value.Kind, a.Value.Text())
}

func differences(before, after *noma.Document) []change {
	var list []change
	for _, n := range after.Children {
		now := n.(*noma.Directive)
		was, _ := before.ByID(now.ID)
		for _, key := range []string{"K", "aa", "k", "l"} {
			if from, to := typed(was.(*noma.Directive), key), typed(now, key); from != to {
				list = append(list, change{now.ID, key, from, to})
			}
		}
	}
	return sorted(list, false)
}

func sorted(list []change, swap bool) []change {
	out := slices.Clone(list)
	for i := range out {
		if swap {
			out[i][2], out[i][3] = out[i][3], out[i][2]
		}
	}
	slices.SortFunc(out, func(a, b change) int { return slices.Compare(a[:], b[:]) })
	return out
}

func ExampleBetween() {
	before, _, _ := noma.Parse(source.NewFile("", "::claim{id=moat confidence=0.7}\n::\n"), noma.Options{})
	after, _, _ := noma.Parse(source.NewFile("", "::claim{id=moat confidence=0.8}\n::\n"), noma.Options{})
	out, err := drift.Between(before, after, drift.Options{At: "2026-05-01"})
	fmt.Print(out, err)
	// Output:
	// ::state_change{block="moat" attribute="confidence" from=0.7 to=0.8 at="2026-05-01"}
	// ::
	// <nil>
}
