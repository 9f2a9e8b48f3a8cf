package astjson

import (
	"io"

	"github.com/nomadocx/nomadocx/noma"
)

// Registry lists all nodes with an id in document order: ids, the map from alias to id, and one
// record per node with id, type, aliases, line, and name (directives) or title (sections). When two
// nodes claim an alias the last one has it.
func Registry(d *noma.Document) noma.Map {
	ids := []any{}
	records := []any{}
	aliases := noma.Map{}
	place := map[string]int{} // alias → index in aliases
	for n := range noma.Walk(d) {
		b := n.At()
		if b.ID == "" {
			continue
		}
		ids = append(ids, b.ID)
		for _, a := range b.Aliases {
			if i, known := place[a]; known {
				aliases[i].Value = b.ID
				continue
			}
			place[a] = len(aliases)
			aliases = append(aliases, noma.Entry{Key: a, Value: b.ID})
		}
		records = append(records, record(n))
	}
	return noma.Map{{Key: "ids", Value: ids}, {Key: "aliases", Value: aliases}, {Key: "records", Value: records}}
}

func record(n noma.Node) noma.Map {
	b := n.At()
	r := make(noma.Map, 0, 5)
	r = append(r, noma.Entry{Key: "id", Value: b.ID}, noma.Entry{Key: "type", Value: noma.Type(n)})
	if len(b.Aliases) > 0 {
		r = append(r, noma.Entry{Key: "aliases", Value: b.Aliases})
	}
	if b.Line > 0 {
		r = append(r, noma.Entry{Key: "line", Value: float64(b.Line)})
	}
	switch n := n.(type) {
	case *noma.Directive:
		r = append(r, noma.Entry{Key: "name", Value: n.Name})
	case *noma.Section:
		r = append(r, noma.Entry{Key: "title", Value: n.Title.S})
	}
	return r
}

// WriteIDs prints the [Registry] with a final newline.
func WriteIDs(w io.Writer, d *noma.Document) error {
	_, err := w.Write(append(AppendValue(nil, Registry(d)), '\n'))
	return err
}
