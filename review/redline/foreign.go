package redline

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
)

// foreign is a tracked change of others in a text: where the id in its tag stands, and whether it is in what we inserted.
type foreign struct {
	from, to int
	came     bool
}

// renumbered returns a text in which tracked changes of others that both versions have, and that stand there twice now, have different
// ids: those of BEFORE keep theirs.
func (w *writer) renumbered(text string) string {
	if len(w.used) == 0 {
		return text
	}
	ours := map[string]bool{}
	for _, id := range w.given {
		ours[id] = true
	}
	all := map[string][]foreign{}
	var keys []string
	var in []int // depths of our open insertions
	x := opc.NewScanner(text, names)
	for x.Next() {
		for len(in) > 0 && x.Depth() < in[len(in)-1] {
			in = in[:len(in)-1]
		}
		local := x.Local()
		if !x.Opened() || x.Space() != word || !revise.IsRevision(local) || strings.Contains(local, "Range") {
			continue // the ends of ranges have the id of their beginnings
		}
		id, _ := x.Value("id")
		if ours[id] {
			if local == "ins" {
				in = append(in, x.Depth())
			}
			continue
		}
		tagFrom, tagTo := x.Span()
		i := strings.Index(text[tagFrom:tagTo], ` w:id="`+id+`"`)
		if i < 0 {
			continue
		}
		i += tagFrom + len(` w:id="`)
		key := local + " " + id
		if all[key] == nil {
			keys = append(keys, key)
		}
		all[key] = append(all[key], foreign{i, i + len(id), len(in) > 0})
	}
	var others []foreign
	for _, key := range keys {
		if list := all[key]; len(list) > 1 {
			kept := max(0, slices.IndexFunc(list, func(f foreign) bool { return !f.came }))
			others = append(append(others, list[:kept]...), list[kept+1:]...)
		}
	}
	slices.SortFunc(others, func(a, b foreign) int { return a.from - b.from })
	var b strings.Builder
	done := 0
	for _, f := range others {
		for w.id++; w.used[w.id]; w.id++ {
		}
		b.WriteString(text[done:f.from] + strconv.Itoa(w.id))
		done = f.to
	}
	return b.String() + text[done:]
}
