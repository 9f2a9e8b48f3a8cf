package transcript

import "encoding/json"

// Describe names an operation and its target in a few words, also one that is not of the catalogue.
func (r *Record) Describe() string {
	var op struct{ Op, ID, From, To, Target, Parent, Key any }
	if json.Unmarshal(r.Op, &op) != nil {
		return "?"
	}
	text := func(v any) string { s, _ := v.(string); return s }
	out := text(op.Op)
	switch {
	case text(op.From) != "" && text(op.To) != "" && text(op.ID) == "":
		return out + " " + text(op.From) + " → " + text(op.To)
	case text(op.Target) != "":
		out += " " + text(op.ID) + " at " + text(op.Target)
	case text(op.ID) != "":
		out += " " + text(op.ID)
	case text(op.Parent) != "":
		out += " in " + text(op.Parent)
	}
	if key := text(op.Key); key != "" {
		out += "." + key
	}
	return out
}
