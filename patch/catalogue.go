package patch

import "slices"

// kind is the type of a field in JSON; its text is what error messages call it.
type kind string

const (
	stringField  kind = "string field"
	numberField  kind = "number field"
	columnField  kind = "number or string field"
	stringsField kind = "string[] field"
	attrField    kind = "attr field" // string, number, boolean or null
)

// field is a field of an operation.
type field struct {
	name     string
	kind     kind
	required bool
}

// shape is what an operation is on the wire. Additive operations are ours, in a minor version
// of the Protocol (§1.2); the others are its 1.0 catalogue.
type shape struct {
	op       string
	fields   []field
	additive bool
	// laid operations name their place by what Word shows; the pipeline makes others of them before they come here.
	laid bool
	// adds says that id is that of a new block, which goes into parent; moves that the block goes there.
	adds, moves bool
}

func need(name string, k kind) field   { return field{name, k, true} }
func option(name string, k kind) field { return field{name, k, false} }

// catalogue lists all operations with their fields, in the order in which they are printed.
var catalogue = []shape{
	{op: "replace_block", fields: []field{need("id", stringField), need("content", stringField)}},
	{op: "add_block", fields: []field{need("parent", stringField), need("content", stringField), option("position", numberField)}},
	{op: "delete_block", fields: []field{need("id", stringField)}},
	{op: "update_attribute", fields: []field{need("id", stringField), need("key", stringField), need("value", attrField)}},
	{op: "rename_id", fields: []field{need("from", stringField), need("to", stringField)}},
	{op: "remove_attribute", fields: []field{need("id", stringField), need("key", stringField)}},
	{op: "replace_body", fields: []field{need("id", stringField), need("content", stringField)}},
	{op: "update_heading", fields: []field{need("id", stringField), need("title", stringField)}},
	{op: "move_block", moves: true, fields: []field{need("id", stringField), need("parent", stringField), option("position", numberField)}},
	{op: "add_comment", fields: []field{need("id", stringField), need("target", stringField), need("content", stringField),
		option("author", stringField), option("initials", stringField), option("date", stringField), option("reply_to", stringField),
		option("exact", stringField), option("prefix", stringField), option("suffix", stringField)}},
	{op: "resolve_comment", fields: []field{need("id", stringField), option("resolved_by", stringField), option("resolved_at", stringField)}},
	{op: "add_footnote", fields: noteFields},
	{op: "add_endnote", fields: noteFields},
	{op: "add_change_request", fields: []field{need("id", stringField), need("target", stringField), need("action", stringField),
		option("from", stringField), option("to", stringField), option("text", stringField), option("content", stringField),
		option("author", stringField), option("date", stringField), option("prefix", stringField), option("suffix", stringField),
		option("unit", stringField), option("move", stringField)}},

	{op: "update_table_cell", fields: cellFields},
	{op: "update_table_header_cell", fields: []field{need("id", stringField), need("column", columnField), need("value", stringField)}},
	{op: "insert_table_row", fields: rowFields},
	{op: "delete_table_row", fields: []field{need("id", stringField), need("row", numberField)}},
	{op: "insert_table_column", fields: []field{need("id", stringField), need("column", numberField), need("cells", stringsField), option("header", stringField)}},
	{op: "delete_table_column", fields: []field{need("id", stringField), need("column", columnField)}},
	{op: "update_dataset_cell", fields: cellFields},
	{op: "insert_dataset_row", fields: rowFields},
	{op: "delete_dataset_row", fields: []field{need("id", stringField), need("row", numberField)}},
	{op: "insert_dataset_column", fields: []field{need("id", stringField), need("column", numberField), need("header", stringField), need("cells", stringsField)}},
	{op: "delete_dataset_column", fields: []field{need("id", stringField), need("column", columnField)}},

	{op: "replace_child", additive: true, fields: []field{option("parent", stringField), need("index", numberField), need("content", stringField), need("baseHash", stringField)}},
	{op: "insert_child", additive: true, fields: []field{option("parent", stringField), need("index", numberField), need("content", stringField)}},
	{op: "delete_child", additive: true, fields: []field{option("parent", stringField), need("index", numberField), need("baseHash", stringField)}},
	{op: "set_heading_level", additive: true, fields: []field{need("id", stringField), need("level", numberField)}},
	{op: "insert_section", additive: true, adds: true, fields: []field{option("parent", stringField), option("position", numberField), option("level", numberField),
		need("title", stringField), option("id", stringField), option("content", stringField)}},
	{op: "move_section", additive: true, moves: true, fields: []field{need("id", stringField), option("parent", stringField), option("position", numberField),
		option("level", numberField)}},
	{op: "replace_text", additive: true, laid: true, fields: []field{need("id", stringField), need("exact", stringField), need("text", stringField),
		option("prefix", stringField), option("suffix", stringField)}},
	{op: "replace_source", additive: true, fields: []field{option("op_id", stringField), need("at", numberField), need("length", numberField), need("content", stringField), need("baseHash", stringField)}},
}

var (
	noteFields = []field{need("id", stringField), need("target", stringField), need("content", stringField), option("label", stringField),
		option("exact", stringField), option("prefix", stringField), option("suffix", stringField)}
	cellFields = []field{need("id", stringField), need("row", numberField), need("column", columnField), need("value", stringField)}
	rowFields  = []field{need("id", stringField), need("row", numberField), need("cells", stringsField)}
)

// shapes is the catalogue by name.
var shapes = func() map[string]*shape {
	m := make(map[string]*shape, len(catalogue))
	for i := range catalogue {
		s := &catalogue[i]
		if f := s.fields[len(s.fields)-1]; f.name != "baseHash" {
			own := make([]field, 0, len(s.fields)+1)
			s.fields = append(append(own, s.fields...), option("baseHash", stringField))
		}
		m[s.op] = s
	}
	return m
}()

// has reports whether an operation of this shape has a field.
func (s *shape) has(name string) bool {
	return s != nil && slices.ContainsFunc(s.fields, func(f field) bool { return f.name == name })
}

// Operations returns the names of all operations, those of the Protocol's 1.0 catalogue only when asked.
func Operations(protocol10 bool) []string {
	var out []string
	for _, s := range catalogue {
		if !s.additive || !protocol10 {
			out = append(out, s.op)
		}
	}
	return out
}

// misnomers are field names that are often written for another one.
var misnomers = map[string][]string{
	"content": {"body", "text", "value"},
	"title":   {"heading", "text"},
	"value":   {"content"},
}

// place returns the Go field that a wire field is kept in: *string, *int, **int, **string, *[]string,
// *Column or *any.
func (o *Op) place(f field) any {
	switch f.name {
	case "id":
		return &o.ID
	case "parent":
		return &o.Parent
	case "target":
		return &o.Target
	case "from":
		return &o.From
	case "to":
		return &o.To
	case "content":
		return &o.Content
	case "title":
		return &o.Title
	case "key":
		return &o.Key
	case "value":
		return &o.Value
	case "row":
		return &o.Row
	case "index":
		return &o.Index
	case "column":
		return &o.Column
	case "header":
		return &o.Header
	case "cells":
		return &o.Cells
	case "position":
		return &o.Position
	case "level":
		return &o.Level
	case "action":
		return &o.Action
	case "text":
		return &o.Text
	case "author":
		return &o.Author
	case "initials":
		return &o.Initials
	case "date":
		return &o.Date
	case "reply_to":
		return &o.ReplyTo
	case "label":
		return &o.Label
	case "resolved_by":
		return &o.ResolvedBy
	case "resolved_at":
		return &o.ResolvedAt
	case "exact":
		return &o.Exact
	case "prefix":
		return &o.Prefix
	case "suffix":
		return &o.Suffix
	case "unit":
		return &o.Unit
	case "move":
		return &o.Move
	case "op_id":
		return &o.OpID
	case "at":
		return &o.At
	case "length":
		return &o.Length
	case "baseHash":
		return &o.BaseHash
	}
	panic("patch: no place for field " + f.name)
}
