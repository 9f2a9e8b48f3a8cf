package app

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/go-playground/validator/v10"
)

// optionRules checks option structs by their tags: `validate` says what holds, `name` how the option is
// called. Making a validator takes a while and most commands need none, so it is made late.
var optionRules = sync.OnceValue(func() *validator.Validate {
	v := validator.New(validator.WithRequiredStructEnabled())
	v.RegisterTagNameFunc(func(f reflect.StructField) string { return f.Tag.Get("name") })
	return v
})

// OptionError says what is wrong with the value of an option.
type OptionError struct{ Option, Problem string }

func (e *OptionError) Error() string { return e.Option + " " + e.Problem }

// validOptions returns the first violation of the rules on an option struct as one line for the user.
func validOptions(options any) error {
	err := optionRules().Struct(options)
	if err == nil {
		return nil
	}
	var list validator.ValidationErrors
	if !errors.As(err, &list) || len(list) == 0 {
		return fmt.Errorf("options: %w", err)
	}
	v := list[0]
	name, _, _ := strings.Cut(v.Field(), "[") // an element of a list is called by the list
	wrong := func(format string, args ...any) error { return &OptionError{name, fmt.Sprintf(format, args...)} }
	switch v.Tag() {
	case "required":
		return wrong("needs a value, but got an empty one")
	case "oneof":
		return wrong("%q is not known; use %s", fmt.Sprint(v.Value()), choices(v.Param()))
	case "gte":
		return wrong("must be at least %s, not %v", v.Param(), v.Value())
	}
	return wrong("has a value that breaks the rule %s", v.Tag())
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
