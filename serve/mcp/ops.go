package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/internal/schema"
	"github.com/nomadocx/nomadocx/patch"
)

// fields are the names an operation has.
type fields struct{ required, optional []string }

// operations returns those a client can ask for. replace_source is what
// transcript_revert and review_decide make.
func operations() []string {
	return slices.DeleteFunc(patch.Operations(false), func(name string) bool { return name == "replace_source" })
}

// catalogue holds the fields of every operation, read from its schema.
var catalogue = sync.OnceValue(func() map[string]fields {
	text, ok := schema.Named("patch-op")
	if !ok {
		panic("mcp: the schema of operations is gone")
	}
	var file struct {
		Defs map[string]struct {
			Properties map[string]json.RawMessage `json:"properties"`
			Required   []string                   `json:"required"`
		} `json:"$defs"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		panic("mcp: the schema of operations: " + err.Error())
	}
	all := map[string]fields{}
	for _, name := range operations() {
		def, ok := file.Defs[name]
		if !ok {
			panic("mcp: the schema does not define " + name)
		}
		var f fields
		for p := range def.Properties {
			switch {
			case p == "op":
			case slices.Contains(def.Required, p):
				f.required = append(f.required, p)
			default:
				f.optional = append(f.optional, p)
			}
		}
		slices.Sort(f.required)
		slices.Sort(f.optional)
		all[name] = f
	}
	return all
})

// anyOperation returns what arguments are held against: violations of the rest are answered with codes an agent can act on.
func anyOperation() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "object", Required: []string{"op"}, Properties: map[string]*jsonschema.Schema{"op": {Type: "string"}}}
}

// operationSchema describes an operation to clients. The description is long, and a client keeps all tools in mind: one
// says it in full.
func operationSchema(full bool) *jsonschema.Schema {
	s := anyOperation()
	s.Description = "an operation as patch_block takes it"
	if !full {
		return s
	}
	s.Description = operationWords()
	text := func(description string) *jsonschema.Schema {
		return &jsonschema.Schema{Type: "string", Description: description}
	}
	zero, one, six := 0.0, 1.0, 6.0
	index := func(description string) *jsonschema.Schema {
		return &jsonschema.Schema{Type: "integer", Minimum: &zero, Description: description}
	}
	id := func(description string) *jsonschema.Schema {
		most := 200
		return &jsonschema.Schema{Type: "string", MaxLength: &most, Description: description}
	}
	date := func() *jsonschema.Schema {
		return &jsonschema.Schema{Type: "string", Description: "2026-05-11 or with T14:32:00Z"}
	}
	column := index("from 0, or a label of the header")
	column.Type, column.Types = "", []string{"integer", "string"}
	var names []any
	for _, name := range operations() {
		names = append(names, name)
	}
	s.Properties = map[string]*jsonschema.Schema{
		"op": {Type: "string", Enum: names}, "id": id(""), "parent": text("id; of *_child and *_section also absent, for the document"), "target": id(""),
		"from": text(""), "to": text(""), "content": text("source; of blocks: one block"), "title": text("without #"), "key": text("of an attribute"),
		"value": {Types: []string{"string", "number", "boolean", "null"}, Description: "cells: a string; attributes: null removes"},
		"row":   index("from 0, without the header"), "column": column, "header": text(""),
		"cells":    {Type: "array", Items: &jsonschema.Schema{Type: "string"}},
		"position": index("among all children, paragraphs too; absent: the end"), "level": {Type: "integer", Minimum: &one, Maximum: &six, Description: "of a heading; absent: one below parent"}, "index": index("among all children, see read_doc"),
		"action": {Type: "string", Enum: []any{"insert", "delete", "replace"}}, "text": text("of replace_text: with markup"),
		"author": text(""), "initials": text(""), "date": date(), "reply_to": id(""), "label": text(""), "resolved_by": text(""), "resolved_at": date(),
		"exact": text("words as Word shows them"), "prefix": text("words before exact, if it is there twice"), "suffix": text("words behind"),
		"unit": {Type: "string", Enum: []any{"text", "paragraph", "item", "row", "column", "break"}}, "move": text(""),
		"baseHash": {Type: "string", Pattern: "^[0-9a-fA-F]{8,64}$", Description: "hash from read_doc"},
	}
	return s
}

// operationWords list the operations with the fields each takes, those with the same fields together.
func operationWords() string {
	var order []string
	same := map[string][]string{}
	for _, name := range operations() {
		f := catalogue()[name]
		words := slices.Clone(f.required)
		for _, o := range f.optional {
			if o != "baseHash" {
				words = append(words, o+"?")
			}
		}
		key := "{" + strings.Join(words, ", ") + "}"
		if same[key] == nil {
			order = append(order, key)
		}
		same[key] = append(same[key], name)
	}
	var b strings.Builder
	b.WriteString("Blocks are named by id; those without one by parent and index (*_child), or by words (replace_text). Values of one line but for content. Fields, ? optional; all take baseHash:")
	for _, key := range order {
		b.WriteString("\n" + strings.Join(same[key], ", ") + " " + key)
	}
	return b.String()
}

// request makes a patch request of operations as they came. Fields an operation does not have are
// refused: an agent that misspells one must not believe that it counted.
func request(ops []operation) (*app.Request, error) {
	// Put together by hand: the encoder would spell the operations its own way.
	rq, err := app.DecodeRequest(append(append([]byte{'['}, bytes.Join(list(ops), []byte{','})...), ']'))
	if err != nil {
		return nil, err
	}
	for i := range rq.Ops {
		if _, ours := catalogue()[rq.Ops[i].Op]; !ours {
			rq.Bad = &patch.Error{Code: patch.UnsupportedOp, OpIndex: i, Message: "replace_source is made by the tools transcript_revert and review_decide; use replace_text, replace_child or update_heading"}
			rq.Ops = rq.Ops[:i]
			break
		}
		if bad := unknownField(rq.Ops[i].Op, rq.Raw[i]); bad != "" {
			f := catalogue()[rq.Ops[i].Op]
			rq.Bad = &patch.Error{Code: patch.InvalidContent, OpIndex: i,
				Message: fmt.Sprintf("%s has no field %q; it has %s", rq.Ops[i].Op, bad, strings.Join(append(slices.Clone(f.required), f.optional...), ", "))}
			rq.Ops = rq.Ops[:i]
			break
		}
	}
	return rq, nil
}

func list(ops []operation) [][]byte {
	out := make([][]byte, len(ops))
	for i := range ops {
		out[i] = ops[i]
	}
	return out
}

func unknownField(name string, raw json.RawMessage) string {
	f, known := catalogue()[name]
	var given map[string]json.RawMessage
	if !known || json.Unmarshal(raw, &given) != nil {
		return "" // the engine knows what to say
	}
	var unknown []string
	for k := range given {
		if k != "op" && !slices.Contains(f.required, k) && !slices.Contains(f.optional, k) {
			unknown = append(unknown, k)
		}
	}
	if len(unknown) == 0 {
		return ""
	}
	return slices.Min(unknown)
}
