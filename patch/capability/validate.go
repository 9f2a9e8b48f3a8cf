package capability

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/go-playground/validator/v10"
	"github.com/nomadocx/nomadocx/patch"
	"go.yaml.in/yaml/v4"
)

// rules is made when the first descriptor is read: making it takes longer than most commands run.
var rules = sync.OnceValue(func() *validator.Validate {
	v := validator.New(validator.WithRequiredStructEnabled())
	v.RegisterTagNameFunc(func(f reflect.StructField) string { return f.Tag.Get("yaml") })
	for tag, rule := range map[string]validator.Func{
		"patchop": func(f validator.FieldLevel) bool { return knownOp(f.Field().String()) },
		"scalar":  func(f validator.FieldLevel) bool { return isScalar(f.Field().Interface()) },
	} {
		if err := v.RegisterValidation(tag, rule); err != nil {
			panic("capability: " + err.Error()) // the names above are fixed
		}
	}
	v.RegisterStructValidation(func(s validator.StructLevel) {
		a, _ := s.Current().Interface().(Attr)
		if a.Min != nil && a.Max != nil && *a.Min > *a.Max {
			s.ReportError(a.Max, "max", "Max", "order", "")
		}
	}, Attr{})
	return v
})

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
	var wrong validator.ValidationErrors
	err := rules().Struct(d)
	if !errors.As(err, &wrong) {
		return err
	}
	w := wrong[0]
	path := strings.TrimPrefix(w.Namespace(), "Descriptor.")
	say := fmt.Sprintf("nomaAgent.%s: %q", path, fmt.Sprint(w.Value()))
	switch w.Tag() {
	case "patchop":
		say += " is not a patch operation; see nomadocx patch --help"
	case "oneof":
		say += " is not a type; write string, number or boolean"
	case "scalar":
		say += " is neither a text nor a number"
	case "order":
		say = fmt.Sprintf("nomaAgent.%s: the maximum is below the minimum", path)
	default:
		say += " is not allowed here"
	}
	return &Error{file, lineOf(agent, path), say}
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
