package capability

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/patch"
)

// Advice says that an operation has no grant. It never is a reason to refuse it (A.4).
type Advice struct {
	OpIndex int    `json:"opIndex"` // place in the list, from 0
	Op      string `json:"op"`
	Block   string `json:"block,omitempty"` // name of the directive it is about
	ID      string `json:"id,omitempty"`
	Message string `json:"message"`
}

func (a Advice) String() string {
	return fmt.Sprintf("advisory only: operation %d, %s: %s", a.OpIndex, a.Op, a.Message)
}

// Check lists the operations that a descriptor does not grant, in their order. Blocks that an earlier
// operation of the list brings along are known by their ids.
func Check(d *Descriptor, doc *noma.Document, ops []patch.Op) []Advice {
	var list []Advice
	added := map[string]string{} // ids that came with the list → directive
	for i := range ops {
		o := &ops[i]
		name, id := about(o, doc, added)
		if why := d.denied(o, name); why != "" {
			list = append(list, Advice{OpIndex: i, Op: o.Op, Block: name, ID: id, Message: why})
		}
		switch {
		case o.Annotation() != "":
			added[o.ID] = name
		case o.Op == "rename_id":
			added[o.To] = name
		case o.Op == "insert_section":
			added[cmp.Or(o.ID, noma.TitleSlug(o.Title))] = name
		case o.MakesIDs():
			if block := brought(o.Content); block != nil && block.ID != "" {
				added[block.ID] = block.Name
			}
		}
	}
	return list
}

// about returns the directive an operation needs a grant for: the one it changes, or, for those that add one,
// the one that is added. name is "" when the document has no such block.
func about(o *patch.Op, doc *noma.Document, added map[string]string) (name, id string) {
	if kind := o.Annotation(); kind != "" {
		return kind, o.ID
	}
	if o.Op == "insert_section" {
		return "section", o.ID
	}
	if o.Op == "add_block" || o.Op == "insert_child" {
		if block := brought(o.Content); block != nil {
			return block.Name, block.ID
		}
		return "paragraph", ""
	}
	id = *o.Place()
	if name, ok := added[id]; ok {
		return name, id
	}
	switch n, _ := doc.ByID(id); n := n.(type) {
	case *noma.Directive:
		return n.Name, id
	case *noma.Section:
		return "section", id
	}
	return "", id
}

// brought returns the directive in the content of an operation, nil if there is none.
func brought(content string) *noma.Directive {
	doc, _, err := noma.Parse(source.NewFile("", content), noma.Options{})
	if err != nil {
		return nil
	}
	for _, n := range doc.Children {
		if d, ok := n.(*noma.Directive); ok {
			return d
		}
	}
	return nil
}

// denied says why an operation has no grant, "" if it has one.
func (d *Descriptor) denied(o *patch.Op, name string) string {
	switch {
	case d.Missing:
		return "the document has no descriptor, so agents may only read it"
	case d.Unknown:
		return fmt.Sprintf("the descriptor has version %d, this program knows %d; agents may only read then", d.Version, Version)
	case name == "":
		return "the block is not in the document, so nothing grants it"
	}
	block, ok := d.Blocks[name]
	if !ok || !slices.Contains(block.Ops, o.Op) {
		return fmt.Sprintf("no grant for %s on %s blocks", o.Op, name)
	}
	switch o.Op {
	case "rename_id":
		if !d.IDs.Rename {
			return "ids.rename is not true, so no id may be renamed"
		}
	case "update_attribute":
		if limit, ok := block.Attrs[o.Key]; ok && o.Value != nil {
			return limit.denied(o.Key, o.Value)
		}
	}
	return ""
}

// denied says why a value is outside the limits of an attribute, "" if it is not.
func (a Attr) denied(key string, value any) string {
	kind := "string"
	number, isNumber := value.(float64)
	if _, ok := value.(bool); ok {
		kind = "boolean"
	} else if isNumber {
		kind = "number"
	}
	switch {
	case a.Type != "" && a.Type != kind:
		return fmt.Sprintf("%s must be a %s, not a %s", key, a.Type, kind)
	case isNumber && a.Min != nil && number < *a.Min:
		return fmt.Sprintf("%s must be at least %v, not %v", key, *a.Min, number)
	case isNumber && a.Max != nil && number > *a.Max:
		return fmt.Sprintf("%s must be at most %v, not %v", key, *a.Max, number)
	case len(a.Enum) > 0 && !slices.ContainsFunc(a.Enum, func(e any) bool { return same(e, value) }):
		return fmt.Sprintf("%s must be one of %v, not %v", key, a.Enum, value)
	}
	return ""
}

// same compares a value of the descriptor with one of an operation, where all numbers are float64.
func same(listed, value any) bool {
	number, ok := value.(float64)
	if !ok {
		return listed == value
	}
	v := reflect.ValueOf(listed)
	switch {
	case v.CanInt():
		return float64(v.Int()) == number
	case v.CanUint():
		return float64(v.Uint()) == number
	case v.CanFloat():
		return v.Float() == number
	}
	return false
}
