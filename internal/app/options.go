package app

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/go-playground/validator/v10"
)

// optionRules checks option structs by their tags: `validate` says what holds, `flag` how the user
// calls the option. Making a validator takes a while and most commands need none, so it is made late.
var optionRules = sync.OnceValue(func() *validator.Validate {
	v := validator.New(validator.WithRequiredStructEnabled())
	v.RegisterTagNameFunc(func(f reflect.StructField) string { return f.Tag.Get("flag") })
	return v
})

// validOptions is the first violation of the rules on an option struct as one line for the user.
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
	flag, _, _ := strings.Cut(v.Field(), "[") // an element of a list is called by its flag
	switch v.Tag() {
	case "required":
		return fmt.Errorf("%s needs a value, but got an empty one", flag)
	case "oneof":
		return fmt.Errorf("%s %q is not known; use %s", flag, fmt.Sprint(v.Value()), choices(v.Param()))
	case "gte":
		return fmt.Errorf("%s must be at least %s, not %v", flag, v.Param(), v.Value())
	}
	return fmt.Errorf("%s has a value that breaks the rule %s", flag, v.Tag())
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
