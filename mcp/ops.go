package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/pipeline"
	"github.com/nomadocx/nomadocx/schema"
)

// fields are the names an operation has, in alphabetical order.
type fields struct{ required, optional []string }

// catalogue holds the fields of every operation of the Protocol's version 1.0, read from its schema.
var catalogue = sync.OnceValue(func() map[string]fields {
	text, ok := schema.Protocol10("patch-op")
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
	for _, name := range patch.Operations(true) {
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

// operationSchema describes an operation to clients: any object with a name. What else it must hold
// is said in words, for its violations are answered with codes. The words are many, and a client keeps
// them all in mind: one tool says them in full.
func operationSchema(full bool) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Description: "an operation as patch_block takes it", Required: []string{"op"},
		Properties: map[string]*jsonschema.Schema{"op": {Type: "string"}}}
	if full {
		s.Description = operationWords()
	}
	return s
}

func operationWords() string {
	var b strings.Builder
	b.WriteString("One patch operation. Blocks are addressed by canonical id. Add baseHash, the block's hash from read_doc, to be refused when the block has changed. The operations with their fields (? is optional):")
	for _, name := range patch.Operations(true) {
		f := catalogue()[name]
		words := slices.Clone(f.required)
		for _, o := range f.optional {
			if o != "baseHash" {
				words = append(words, o+"?")
			}
		}
		b.WriteString("\n" + name + " {" + strings.Join(words, ", ") + "}")
	}
	return b.String()
}

// request makes a patch request of operations as they came. Fields an operation does not have are
// refused: an agent that misspells one must not believe that it counted.
func request(ops []operation) (*pipeline.Request, error) {
	// Put together by hand: the encoder would spell the operations its own way.
	rq, err := pipeline.DecodeRequest(append(append([]byte{'['}, bytes.Join(list(ops), []byte{','})...), ']'))
	if err != nil {
		return nil, err
	}
	for i := range rq.Ops {
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
