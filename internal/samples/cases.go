package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/noma/validate"
	"github.com/nomadocx/nomadocx/patch"
)

// casesIn reads the list of cases in a file.
func casesIn[T any](file string) ([]T, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var f struct{ Cases []T }
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, err
	}
	if len(f.Cases) == 0 {
		return nil, errors.New("there are no cases")
	}
	return f.Cases, nil
}

type parseCase struct {
	Name, Input, Check, RenderedNoma string
	AST, IDs                         json.RawMessage
}

// parseCases compares tree, ids, diagnostics and normal form of small texts.
func parseCases(c *comparison, file string) error {
	cases, err := casesIn[parseCase](file)
	if err != nil {
		return err
	}
	for _, k := range cases {
		if err := c.parsing(k); err != nil {
			c.wrong = append(c.wrong, fmt.Sprintf("%s: %v", k.Name, err))
		}
	}
	return nil
}

func (c *comparison) parsing(k parseCase) error {
	d, err := parse(k.Input, "input.noma")
	if err != nil {
		return err
	}
	normal, err := asNoma(d)
	if err != nil {
		return err
	}
	c.same(k.Name+" normal form", k.Input, k.RenderedNoma, normal)

	// The cases were collected without these rules: they hold claims and Markdown, but no line about them.
	list := validate.Document(d, validate.Options{Now: observed, IgnoreRules: []string{"claim-without-evidence", "markdown-not-read"}})
	said := validate.Format(list, "input.noma") + "(exit 0)\n"
	if list.HasErrors() {
		said = validate.Format(list, "input.noma") + "(exit 1)\n"
	}
	c.same(k.Name+" diagnostics", k.Input, k.Check, said)

	d.Meta = d.Meta[1:] // meta.filename was taken out
	for _, part := range []struct {
		name   string
		theirs json.RawMessage
		ours   func(*noma.Document) (string, error)
	}{{"tree", k.AST, asTree}, {"ids", k.IDs, asIDs}} {
		got, err := part.ours(d)
		if err != nil {
			return err
		}
		if got, err = indented([]byte(got)); err != nil {
			return err
		}
		want, err := indented(part.theirs)
		if err != nil {
			return err
		}
		c.same(k.Name+" "+part.name, k.Input, want, got)
	}
	return nil
}

type patchCase struct {
	Name, Input string
	Patch       json.RawMessage // one operation or a list
	Post        *string
	Error       *struct{ Code, Message string }
}

// patchCases compares what operations make of a text, or why they are refused.
func patchCases(c *comparison, file string) error {
	cases, err := casesIn[patchCase](file)
	if err != nil {
		return err
	}
	for _, k := range cases {
		var want string
		switch {
		case k.Error != nil:
			want = refusal(k.Error.Code, k.Error.Message)
		case k.Post != nil:
			want = *k.Post
		}
		c.same(k.Name, k.Input, want, patched(k.Input, k.Patch))
	}
	return nil
}

func refusal(code, message string) string { return "refused: " + code + "\n" + message + "\n" }

func patched(input string, ops []byte) string {
	tx, err := patch.DecodeOps(ops)
	if err == nil {
		var res *patch.Result
		// The samples were made from a file of this name, whose slug is an alias.
		if res, err = patch.Apply(source.NewFile("input.noma", input), tx.Ops, patch.Options{Parse: noma.Options{Filename: "input.noma"}}); err == nil {
			return res.Text
		}
	}
	var pe *patch.Error
	if !errors.As(err, &pe) {
		return "not a patch error: " + err.Error()
	}
	return refusal(string(pe.Code), pe.Message)
}

// patchSchema: what was applied is valid, what is no operation is not, and what we print of one is valid,
// alone and in the forms of a transaction.
func patchSchema(c *comparison, file string) error {
	cases, err := casesIn[patchCase](file)
	if err != nil {
		return err
	}
	for _, k := range cases {
		ops := []json.RawMessage{k.Patch}
		if k.Patch[0] == '[' {
			if err := json.Unmarshal(k.Patch, &ops); err != nil {
				return err
			}
		}
		want, got := "", ""
		for _, raw := range ops {
			w, g := operation(raw, k.Post != nil)
			want, got = want+w, got+g
		}
		c.same(k.Name, k.Input, want, got)
	}
	return nil
}

// operation returns what an operation should be and what the schemas make of it.
func operation(raw json.RawMessage, applied bool) (want, got string) {
	var op patch.Op
	malformed := op.UnmarshalJSON(raw)
	said := valid("patch-op", string(raw))
	switch {
	case malformed != nil && said == "":
		return "invalid\n", "the schema takes what is no operation: " + malformed.Error() + "\n"
	case applied && said != "":
		return "valid\n", "invalid\n"
	case malformed != nil || said != "":
		return "", ""
	}
	printed, err := json.Marshal(op)
	if err != nil {
		return "", err.Error()
	}
	got = valid("patch-op", string(printed))
	for _, request := range []string{string(raw), "[" + string(raw) + "]", `{"ops":[` + string(raw) + `],"prevalidate":true,"postvalidate":false}`} {
		got += valid("patch-transaction", request)
	}
	return "", got
}
