package app

import (
	"fmt"
	"strings"

	"github.com/nomadocx/nomadocx/noma/blocks"
	"github.com/nomadocx/nomadocx/noma/validate"
)

// Explain returns what the format says about a block: what it is for, its attributes with their values, and an example. It fails
// for a name that is none, and says which one was probably meant.
func Explain(name string) (string, error) {
	name = strings.TrimLeft(strings.TrimSpace(name), ":")
	b := blocks.Lookup(name)
	if b == nil {
		if guess := validate.ClosestBlock(name); guess != "" {
			return "", fmt.Errorf("there is no block ::%s; did you mean ::%s?", name, guess)
		}
		return "", fmt.Errorf("there is no block ::%s; without a name, all are listed", name)
	}
	var s strings.Builder
	fmt.Fprintf(&s, "::%s  %s\n", b.Name, b.Says)
	if b.Body != "" {
		fmt.Fprintf(&s, "\nBetween the fences: %s.\n", b.Body)
	}
	s.WriteString("\nAttributes:\n")
	list := b.Attrs[:len(b.Attrs):len(b.Attrs)]
	for _, a := range blocks.Common {
		if !b.Own(a.Name) {
			list = append(list, a)
		}
	}
	width := 0
	for _, a := range list {
		width = max(width, len(a.Name))
	}
	for _, a := range list {
		fmt.Fprintf(&s, "  %-*s  %s%s\n", width, a.Name, a.Says, details(a))
	}
	fmt.Fprintf(&s, "\nExample:\n\n  %s\n", strings.ReplaceAll(b.Example, "\n", "\n  "))
	return s.String(), nil
}

// details returns the kind of an attribute, its values, its default and its other names, in parentheses.
func details(a blocks.Attr) string {
	var parts []string
	switch {
	case a.Kind == blocks.Word:
		parts = append(parts, strings.Join(a.Values, ", "))
	case a.Kind != blocks.Text:
		parts = append(parts, string(a.Kind))
	}
	if a.Default != "" {
		parts = append(parts, "default "+a.Default)
	}
	if len(a.Also) > 0 {
		parts = append(parts, "also "+strings.Join(a.Also, ", "))
	}
	if parts == nil {
		return ""
	}
	return " (" + strings.Join(parts, "; ") + ")"
}

// Vocabulary is what an editor offers: a kind of block.
type Vocabulary struct {
	Name    string           `json:"name"`
	Family  string           `json:"family"`
	Says    string           `json:"says"`
	Example string           `json:"example"`
	Attrs   []VocabularyAttr `json:"attrs"` // with those that all blocks have
}

// VocabularyAttr is an attribute of a kind of block.
type VocabularyAttr struct {
	Name   string   `json:"name"`
	Says   string   `json:"says"`
	Kind   string   `json:"kind"`
	Values []string `json:"values,omitempty"`
}

// Vocabularies returns all kinds of blocks, in the order of the documentation.
func Vocabularies() (list []Vocabulary) {
	for _, b := range blocks.All() {
		v := Vocabulary{Name: b.Name, Family: b.Family, Says: b.Says, Example: b.Example}
		attrs := b.Attrs[:len(b.Attrs):len(b.Attrs)]
		for _, a := range append(attrs, blocks.Common...) {
			v.Attrs = append(v.Attrs, VocabularyAttr{Name: a.Name, Says: a.Says, Kind: string(a.Kind), Values: a.Values})
		}
		list = append(list, v)
	}
	return list
}

// BlockNames returns the names of all blocks.
func BlockNames() (names []string) {
	for _, b := range blocks.All() {
		names = append(names, b.Name)
	}
	return names
}

// ExplainAll returns a line for each block, by family.
func ExplainAll() string {
	var s strings.Builder
	family := ""
	for _, b := range blocks.All() {
		if b.Family != family {
			if family = b.Family; s.Len() > 0 {
				s.WriteByte('\n')
			}
			s.WriteString(family + "\n")
		}
		fmt.Fprintf(&s, "  %-16s %s\n", b.Name, b.Says)
	}
	return s.String()
}
