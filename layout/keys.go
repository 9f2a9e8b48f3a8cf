package layout

import "slices"

// Keys returns the attributes a directive of the table shows, in order.
func Keys(name string) []string {
	var out []string
	if s := Lookup(name); s != nil {
		for _, f := range s.fields() {
			out = append(out, f.Keys...)
		}
	}
	return out
}

// fields returns all fields of a block.
func (s *Spec) fields() []Field {
	var out []Field
	for _, p := range s.Parts {
		switch p := p.(type) {
		case Label:
			if p.Badge != nil {
				out = append(out, *p.Badge)
			}
			if p.Title != nil {
				out = append(out, *p.Title)
			}
			out = append(out, p.Route...)
		case Value:
			out = append(out, p.Number, p.Unit)
		case Meta:
			out = append(out, p...)
		}
	}
	return out
}

// Directives returns the names of all directives that belong to the format, sorted.
func Directives() []string {
	return slices.Sorted(func(yield func(string) bool) {
		for name := range byName {
			if !yield(name) {
				return
			}
		}
		for name := range special {
			if !yield(name) {
				return
			}
		}
	})
}
