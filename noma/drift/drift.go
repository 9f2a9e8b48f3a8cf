package drift

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// Options are what every change is marked with.
type Options struct {
	At     string // the day, YYYY-MM-DD; there is no clock here, so that the same input gives the same output
	Reason string // why the values changed, "" for not saying
}

// absent stands for an attribute that one of the documents does not have.
const absent = `"(absent)"`

// Between returns the fragment that leads from the values of one document to those of another, "" when
// they are the same. Changes come in the order of the blocks in after, those of a block by the name
// of the attribute. It fails when an id stands for two directives of one document.
func Between(before, after *noma.Document, o Options) (string, error) {
	old, _, err := directives(before)
	if err != nil {
		return "", err
	}
	_, order, err := directives(after)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, now := range order {
		was, ok := old[now.ID]
		if !ok {
			continue
		}
		for _, key := range keys(was, now) {
			from, to := value(was, key), value(now, key)
			if from == to {
				continue
			}
			if b.Len() > 0 {
				b.WriteByte('\n')
			}
			fmt.Fprintf(&b, "::state_change{block=%s attribute=%s from=%s to=%s at=%s",
				noma.QuoteValue(now.ID), noma.QuoteValue(key), from, to, noma.QuoteValue(o.At))
			if o.Reason != "" {
				b.WriteString(" reason=" + noma.QuoteValue(o.Reason))
			}
			b.WriteString("}\n::\n")
		}
	}
	return b.String(), nil
}

// directives returns the directives with an id, by id and in document order.
func directives(d *noma.Document) (byID map[string]*noma.Directive, order []*noma.Directive, err error) {
	byID = map[string]*noma.Directive{}
	for n := range noma.Walk(d) {
		n, ok := n.(*noma.Directive)
		if !ok || n.ID == "" {
			continue
		}
		if first, twice := byID[n.ID]; twice {
			file := ""
			if d.File != nil {
				file = d.File.Name + ":"
			}
			return nil, nil, fmt.Errorf("%s%d: duplicate id %q (first in line %d); give one of the blocks another id", file, n.Line, n.ID, first.Line)
		}
		byID[n.ID] = n
		order = append(order, n)
	}
	return byID, order, nil
}

// keys returns the names of the attributes of both states but for the id, sorted.
func keys(was, now *noma.Directive) []string {
	var names []string
	for _, a := range slices.Concat(was.Attrs, now.Attrs) {
		if a.Key != "id" {
			names = append(names, a.Key)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// value returns an attribute as source that reads back with the same type and text. Two values are the
// same when this is: 1.10 and 1.1 are one number.
func value(d *noma.Directive, key string) string {
	a, ok := d.Attr(key)
	if !ok {
		return absent
	}
	if a.Value.Kind == noma.String || math.IsInf(a.Value.Num, 0) {
		return noma.QuoteValue(a.Value.Raw)
	}
	return a.Value.Text()
}
