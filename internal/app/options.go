package app

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// OptionError says what is wrong with the value of an option.
type OptionError struct{ Option, Problem string }

func (e *OptionError) Error() string { return e.Option + " " + e.Problem }

// validOptions checks a struct of options by its tags and returns the first violation as one line for the user. `name` says how
// an option is called, and `validate` what holds: omitempty, required, oneof=A B, gte=N; what follows dive holds for each element.
func validOptions(options any) error {
	v := reflect.ValueOf(options)
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if rules := field.Tag.Get("validate"); rules != "" {
			if problem := broken(v.Field(i), strings.Split(rules, ",")); problem != "" {
				return &OptionError{field.Tag.Get("name"), problem}
			}
		} else if field.Type.Kind() == reflect.Struct && field.IsExported() {
			if err := validOptions(v.Field(i).Interface()); err != nil {
				return err
			}
		}
	}
	return nil
}

// broken says how a value breaks rules, "" when it does not.
func broken(v reflect.Value, rules []string) string {
	if v.Kind() == reflect.Interface {
		v = v.Elem() // of none the value is not valid, and empty
	}
	empty := !v.IsValid() || v.IsZero()
	for i, rule := range rules {
		name, param, _ := strings.Cut(rule, "=")
		switch name {
		case "omitempty":
			if empty {
				return ""
			}
		case "dive":
			for j := range v.Len() {
				if problem := broken(v.Index(j), rules[i+1:]); problem != "" {
					return problem
				}
			}
			return ""
		case "required":
			if empty {
				return "needs a value, but got an empty one"
			}
		case "oneof":
			if !slices.Contains(strings.Fields(param), v.String()) {
				return fmt.Sprintf("%q is not known; use %s", v.String(), choices(param))
			}
		case "gte":
			if least, err := strconv.ParseFloat(param, 64); err != nil || !(v.Float() >= least) {
				return fmt.Sprintf("must be at least %s, not %v", param, v.Float())
			}
		default:
			panic("app: an option has the rule " + rule)
		}
	}
	return ""
}

// choices joins words as "a, b or c".
func choices(words string) string {
	list := strings.Fields(words)
	last := len(list) - 1
	if last < 1 {
		return words
	}
	return strings.Join(list[:last], ", ") + " or " + list[last]
}
