package capability

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/patch"
	"go.yaml.in/yaml/v4"
)

// knownOp asks the catalogue of package patch.
func knownOp(name string) bool {
	var op patch.Op
	err := op.UnmarshalJSON([]byte(`{"op":` + strconv.Quote(name) + `}`))
	var refused *patch.Error
	return !errors.As(err, &refused) || refused.Code != patch.UnsupportedOp
}

func isScalar(v any) bool {
	switch v.(type) {
	case string, int, int64, uint64, float64:
		return true
	}
	return false
}

// validate checks what YAML types do not say. The message names the place in the file.
func (d *Descriptor) validate(file string, agent *yaml.Node) error {
	path, say := d.violation()
	if say == "" {
		return nil
	}
	return &Error{file, lineOf(agent, path), "nomaAgent." + path + ": " + say}
}

// violation returns the first thing that is wrong, and its path; "" when nothing is.
func (d *Descriptor) violation() (path, say string) {
	quoted := func(v any, is string) string { return fmt.Sprintf("%q is %s", fmt.Sprint(v), is) }
	if d.Version == 0 {
		return "version", quoted(d.Version, "not allowed here")
	}
	for _, name := range slices.Sorted(maps.Keys(d.Blocks)) {
		block := "blocks[" + name + "]"
		if name == "" {
			return block, quoted(name, "not allowed here")
		}
		for i, op := range d.Blocks[name].Ops {
			if !knownOp(op) {
				return fmt.Sprintf("%s.ops[%d]", block, i), quoted(op, "not a patch operation")
			}
		}
		attrs := d.Blocks[name].Attrs
		for _, key := range slices.Sorted(maps.Keys(attrs)) {
			a, at := attrs[key], block+".attrs["+key+"]"
			if !slices.Contains([]string{"", "string", "number", "boolean"}, a.Type) {
				return at + ".type", quoted(a.Type, "not a type; write string, number or boolean")
			}
			for i, v := range a.Enum {
				if !isScalar(v) {
					return fmt.Sprintf("%s.enum[%d]", at, i), quoted(v, "neither a text nor a number")
				}
			}
			if a.Min != nil && a.Max != nil && *a.Min > *a.Max {
				return at + ".max", "the maximum is below the minimum"
			}
		}
	}
	return "", ""
}

// lineOf finds the line of a path such as blocks[claim].ops[0].
func lineOf(n *yaml.Node, path string) int {
	line := n.Line
	for _, step := range strings.FieldsFunc(path, func(r rune) bool { return r == '.' || r == '[' || r == ']' }) {
		next := child(n, step)
		if i, err := strconv.Atoi(step); next == nil && err == nil && n.Kind == yaml.SequenceNode && i < len(n.Content) {
			next = n.Content[i]
		}
		if next == nil {
			break
		}
		n, line = next, next.Line
	}
	return line
}
