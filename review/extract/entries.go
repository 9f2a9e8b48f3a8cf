package extract

import (
	"reflect"
	"strings"
)

// Entry is what the entries of all lists have in common.
type Entry struct {
	NativeID, Kind string // Kind of a caption or label, or the mode of a body
	Anchors        []string
	HasRevisions   bool
	Text           string // what it shows; of tables and fields, with a backslash before what stands between them
}

// list returns a list by its number: the fields of a Review stand in the order of [List].
func (r *Review) list(l List) reflect.Value { return reflect.ValueOf(r).Elem().Field(int(l)) }

// Len returns how many entries a list has.
func (r *Review) Len(l List) int { return r.list(l).Len() }

// At returns one entry as it is: a [Comment], a [Revision] and so on.
func (r *Review) At(ref Ref) reflect.Value { return r.list(ref.List).Index(ref.Index) }

// Entry returns one entry.
func (r *Review) Entry(ref Ref) Entry {
	switch i := ref.Index; ref.List {
	case Comments:
		x := &r.Comments[i]
		return Entry{x.NativeID, "", x.Anchors, x.HasRevisions, x.Body}
	case Revisions:
		x := &r.Revisions[i]
		return Entry{x.NativeID, "", x.Anchors, true, x.OldText + x.NewText}
	case Footnotes:
		return r.Footnotes[i].entry()
	case Endnotes:
		return r.Endnotes[i].entry()
	case Tables:
		x := &r.Tables[i]
		lines := make([]string, len(x.Rows))
		for i, cells := range x.Rows {
			lines[i] = joined(cells, " | ")
		}
		return Entry{x.NativeID, "", x.Anchors, x.HasRevisions, strings.Join(lines, "\n")}
	case Headings:
		x := &r.Headings[i]
		return Entry{x.NativeID, "", x.Anchors, x.HasRevisions, x.Title}
	case Captions:
		x := &r.Captions[i]
		return Entry{x.NativeID, x.Kind, x.Anchors, x.HasRevisions, x.Title}
	case Labels:
		x := &r.Labels[i]
		return Entry{x.NativeID, x.Kind, x.Anchors, x.HasRevisions, x.Title}
	case BlockBodies:
		x := &r.BlockBodies[i]
		return Entry{x.NativeID, x.Mode, x.Anchors, x.HasRevisions, x.Body}
	case MetricValues:
		x := &r.MetricValues[i]
		return Entry{x.NativeID, "", x.Anchors, x.HasRevisions, x.Value}
	}
	x := r.Metadata(ref)
	shown := make([]string, len(x.Fields))
	for i, f := range x.Fields {
		shown[i] = f.Label + ": " + f.Text
	}
	return Entry{x.NativeID, "", x.Anchors, x.HasRevisions, joined(shown, separator)}
}

var escape = strings.NewReplacer(`\`, `\\`, "|", `\|`, "·", `\·`, "\n", `\n`)

func joined(texts []string, between string) string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = escape.Replace(t)
	}
	return strings.Join(out, between)
}

func (n *Note) entry() Entry { return Entry{n.NativeID, "", n.Anchors, n.HasRevisions, n.Body} }

// Metadata returns an entry of one of the two lists of fields.
func (r *Review) Metadata(ref Ref) *BlockMetadata {
	if ref.List == MetricMetadata {
		return &r.MetricMetadata[ref.Index]
	}
	return &r.BlockMetadata[ref.Index]
}

// Named returns the first entry of a list with a native id, and whether there is one.
func (r *Review) Named(l List, nativeID string) (Ref, bool) {
	for i := range r.Len(l) {
		if ref := (Ref{l, i}); r.Entry(ref).NativeID == nativeID {
			return ref, true
		}
	}
	return Ref{}, false
}
