package reviewsync

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/match"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma/dataset"
)

// Reconcile returns one round of [Sync]: what is found without looking again.
func Reconcile(plan *layout.Plan, returned *wml.Document, opts Options) (*Result, error) {
	return reconcile(plan, returned, reviewOf(returned, plan.Look), opts)
}

// EventsOf returns what became of the blocks of a document in another one, with their texts.
func EventsOf(was, now *layout.Plan) (out []string) {
	c := &core{plan: was, doc: was.Doc, names: was.Names}
	st := matchStory(was.Doc, slices.Collect(was.Body()), newWritten().blocks(now.Body()), &base{}, c.rewrite)
	quoted := func(r match.Range, text func(int) string) string {
		var texts []string
		for k := r.From; k < r.To; k++ {
			texts = append(texts, strconv.Quote(text(k)))
		}
		return strings.Join(texts, " ")
	}
	for _, e := range st.events() {
		a := quoted(e.A, func(i int) string { return blocksText([]layout.Block{st.items[i].block}) })
		b := quoted(e.B, func(j int) string { return returnedText(st.got[j].block) })
		out = append(out, strings.TrimSpace(e.Kind.String()+" "+a+" → "+b))
	}
	return out
}

// MergesOf returns the merged cells of a returned table, as the source has them.
func MergesOf(t *wml.Table) string { return dataset.FormatRanges(mergesOf(originalTable(t))) }

var AtLastTab = atLastTab
