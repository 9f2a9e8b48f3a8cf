package patch

import "github.com/nomadocx/nomadocx/noma/source"

// ApplyText applies operations to a source text and returns the new text; what no operation names keeps its bytes. It applies all
// of them or none, and fails with an [*Error] that says which operation cannot be done. [DecodeOps] reads operations from JSON.
func ApplyText(text string, ops []Op) (string, error) {
	r, err := Apply(source.NewFile("", text), ops, Options{Strict: true})
	if err != nil {
		return "", err
	}
	return r.Text, nil
}
