package layout

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Check searches for entries of a table that could not be read back for certain: it refuses what is
// ambiguous before anyone relies on it.
func Check(table []Spec) error {
	var errs []error
	seen := map[string]bool{}
	for i := range table {
		s := &table[i]
		if seen[s.Name] {
			errs = append(errs, fmt.Errorf("%s is laid out twice", s.Name))
		}
		seen[s.Name] = true
		errs = append(errs, s.check()...)
	}
	return errors.Join(errs...)
}

func (s *Spec) check() []error {
	var errs []error
	bad := func(format string, args ...any) {
		errs = append(errs, fmt.Errorf(s.Name+": "+format, args...))
	}
	fields := s.fields()
	writers := map[string]bool{}
	for _, f := range fields {
		if f.Access != Editable {
			continue
		}
		for _, k := range f.Keys {
			if writers[k] {
				bad("two editable fields can write %s", k)
			}
			writers[k] = true
		}
	}
	for i, f := range fields {
		for _, g := range fields[i+1:] {
			if ranked(f.Keys, g.Keys) {
				bad("%v and %v rank the same attributes differently", f.Keys, g.Keys)
			}
		}
	}
	var before Meta
	for _, p := range s.Parts {
		switch p := p.(type) {
		case Meta:
			for i, f := range p {
				if strings.TrimSpace(f.Label) == "" {
					bad("a field of %v has no label to find it by", f.Keys)
				}
				for j, g := range p {
					if i != j && (f.Label == g.Label || f.Label == g.Label+":") {
						bad("the label %q occurs twice in one line", f.Label)
					}
				}
				for _, g := range before {
					if f.Label == g.Label {
						bad("the label %q occurs in two lines that touch", f.Label)
					}
				}
			}
			before = append(append(Meta(nil), before...), p...)
			continue
		case Label:
			if strings.TrimSpace(p.Text) == "" {
				bad("the label has no visible character")
			}
			if p.Bare && p.Title == nil {
				bad("a bare label needs a title")
			}
		}
		before = nil
	}
	return errs
}

// ranked reports whether two lists have two keys in common in different order.
func ranked(a, b []string) bool {
	last := -1
	for _, k := range a {
		if i := slices.Index(b, k); i >= 0 {
			if i < last {
				return true
			}
			last = i
		}
	}
	return false
}
