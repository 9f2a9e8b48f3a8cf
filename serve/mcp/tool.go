package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxAnswer is the longest answer of a tool, in bytes: what is longer helps no agent.
const maxAnswer = 4 << 20

// effect is what a tool does to files.
type effect int

const (
	reads effect = iota
	writes
)

// tool is what a client learns of a tool.
type tool struct {
	name, description string
	effect            effect
}

// operation is the JSON of a patch operation as the client sent it: the transcript keeps it like that.
// Its shape is judged by the patch engine, whose codes an agent can act on, and not by the schema.
type operation json.RawMessage

func (o *operation) UnmarshalJSON(data []byte) error {
	*o = append((*o)[:0], data...)
	return nil
}

// add makes a function a tool. In's fields are the arguments: `json` names them, `jsonschema`
// describes them, those without omitempty are required, and no others are accepted.
func add[In any](s *server, m *sdk.Server, t tool, run func(ctx context.Context, in In) (any, error)) {
	schema, held := inputSchema[In](t, operationSchema(t.name == patchBlockTool.name)), inputSchema[In](t, anyOperation())
	resolved, err := held.Resolve(nil)
	if err != nil {
		panic("mcp: the schema of " + t.name + ": " + err.Error())
	}
	if t.name != patchBlockTool.name {
		shorten(schema)
	}
	described := &sdk.Tool{Name: t.name, Description: t.description, InputSchema: schema}
	if t.effect == reads {
		described.Annotations = &sdk.ToolAnnotations{ReadOnlyHint: true}
	}
	m.AddTool(described, func(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		select {
		case s.slots <- struct{}{}:
			defer func() { <-s.slots }()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		var in In
		if err := decode(req.Params.Arguments, resolved, &in); err != nil {
			return failure(fmt.Errorf("%s: %w", t.name, err)), nil
		}
		answer, err := s.guarded(ctx, t, func() (any, error) { return run(ctx, in) })
		if err != nil {
			return failure(err), nil
		}
		return result(answer)
	})
}

// inputSchema returns the schema of a tool's arguments.
func inputSchema[In any](t tool, op *jsonschema.Schema) *jsonschema.Schema {
	schema, err := jsonschema.For[In](&jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{reflect.TypeFor[operation](): op}})
	if err != nil {
		panic("mcp: the input of " + t.name + " has no schema: " + err.Error()) // a mistake in this package
	}
	for _, p := range schema.Properties {
		if len(p.Types) == 2 && p.Types[0] == "null" { // what Go can leave nil, clients leave out
			p.Type, p.Types = p.Types[1], nil
		}
	}
	return schema
}

// shorten leaves out what patch_block says of the arguments that other tools have as well: a client keeps all of it in mind.
func shorten(schema *jsonschema.Schema) {
	for _, name := range []string{"file", "dry_run", "diagnostics", "reason", "expected_sha", "base_sha256", "parent_op_id"} {
		if p := schema.Properties[name]; p != nil {
			p.Description = ""
		}
	}
	if schema.Properties["actor"] != nil {
		schema.Properties["actor"] = &jsonschema.Schema{Type: "object", Description: "as in patch_block"}
	}
}

// guarded turns a panic of this program into an answer: one broken document must not end the session of a
// client that works on others.
func (s *server) guarded(ctx context.Context, t tool, run func() (any, error)) (answer any, err error) {
	defer func() {
		if r := recover(); r != nil {
			s.o.Notice(fmt.Sprintf("%s: internal error: %v", t.name, r))
			err = fmt.Errorf("%s: internal error: %v", t.name, r)
		}
	}()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return run()
}

// decode reads arguments and holds them against the schema first, whose messages name the field.
func decode(data json.RawMessage, schema *jsonschema.Resolved, in any) error {
	if len(bytes.TrimSpace(data)) == 0 {
		data = json.RawMessage("{}")
	}
	var plain map[string]any
	if err := json.Unmarshal(data, &plain); err != nil {
		return fmt.Errorf("the arguments are no JSON object: %w", err)
	}
	if err := schema.Validate(plain); err != nil {
		why := strings.TrimPrefix(strings.Join(strings.Fields(err.Error()), " "), "validating root: ")
		if known := schema.Schema().Properties; strings.Contains(why, "additional properties") {
			why += "; the arguments are " + strings.Join(slices.Sorted(maps.Keys(known)), ", ")
		}
		return fmt.Errorf("arguments: %s", why)
	}
	return json.Unmarshal(data, in)
}

// result returns an answer as JSON text (Annex B.1). A string is an answer that is text already.
func result(answer any) (*sdk.CallToolResult, error) {
	text, ok := answer.(string)
	if !ok {
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false) // "<" costs a reader less than its escape
		if err := enc.Encode(answer); err != nil {
			return nil, err
		}
		text = strings.TrimSuffix(b.String(), "\n")
	}
	if len(text) > maxAnswer {
		return failure(fmt.Errorf("the answer would have %d bytes, and %d is the limit; ask for less", len(text), maxAnswer)), nil
	}
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}, nil
}

// failure returns a result for what the caller cannot mend by other operations (§B.7).
func failure(err error) *sdk.CallToolResult {
	return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: err.Error()}}}
}
