package capability

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/patch"
)

const sidecar = `nomaAgent:
  version: 1
  profile: default
  blocks:
    claim:
      ops: [replace_block, update_attribute, rename_id]
      attrs:
        confidence: {type: number, min: 0, max: 1}
        state: {enum: [open, closed, 3]}
    evidence:
      ops: [add_block, delete_block]
    comment: &notes
      ops: [add_comment]
    footnote: *notes
    section:
      ops: [update_heading]
  validation: {required: true}
  later: {more: true}
`

const report = "# One\n\n::claim{id=\"c\" confidence=0.5}\nText.\n::\n\n::risk{id=\"r\"}\nRain.\n::\n"

func decode(t *testing.T, text string) *Descriptor {
	t.Helper()
	d, err := parseDescriptor("x.yml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestAdvice(t *testing.T) {
	doc, _, err := noma.Parse(source.NewFile("r.noma", report), noma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	renaming := strings.Replace(sidecar, "  validation", "  ids: {rename: true}\n  validation", 1)
	for _, c := range []struct{ descriptor, op, says string }{
		{sidecar, `{"op":"update_attribute","id":"c","key":"confidence","value":0.7}`, ""},
		{sidecar, `{"op":"update_attribute","id":"c","key":"confidence","value":null}`, ""},
		{sidecar, `{"op":"update_attribute","id":"c","key":"confidence","value":1.5}`, "at most 1"},
		{sidecar, `{"op":"update_attribute","id":"c","key":"confidence","value":-1}`, "at least 0"},
		{sidecar, `{"op":"update_attribute","id":"c","key":"confidence","value":"high"}`, "must be a number"},
		{sidecar, `{"op":"update_attribute","id":"c","key":"confidence","value":true}`, "not a boolean"},
		{sidecar, `{"op":"update_attribute","id":"c","key":"state","value":"open"}`, ""},
		{sidecar, `{"op":"update_attribute","id":"c","key":"state","value":3}`, ""},
		{sidecar, `{"op":"update_attribute","id":"c","key":"state","value":"ajar"}`, "one of [open closed 3]"},
		{sidecar, `{"op":"update_attribute","id":"c","key":"other","value":"x"}`, ""},
		{sidecar, `{"op":"delete_block","id":"c"}`, "no grant for delete_block on claim blocks"},
		{sidecar, `{"op":"delete_block","id":"r"}`, "on risk blocks"},
		{sidecar, `{"op":"delete_block","id":"nobody"}`, "not in the document"},
		{sidecar, `{"op":"add_block","parent":"one","content":"::evidence{for=\"c\"}\nSeen.\n::"}`, ""},
		{sidecar, `{"op":"add_block","parent":"one","content":"::risk\nSnow.\n::"}`, "no grant for add_block on risk blocks"},
		{sidecar, `{"op":"insert_child","parent":"one","index":0,"content":"Words."}`, "on paragraph blocks"},
		{sidecar, `{"op":"insert_section","parent":"c","title":"Two"}`, "no grant for insert_section on section blocks"},
		{sidecar, `[{"op":"insert_section","parent":"one","title":"Two"},{"op":"update_heading","id":"two","title":"Three"}]`, "no grant for insert_section"},
		{sidecar, `{"op":"set_heading_level","id":"one","level":2}`, "no grant for set_heading_level on section blocks"},
		{sidecar, `{"op":"add_comment","id":"k","target":"r","content":"Why?"}`, ""},
		{sidecar, `{"op":"add_footnote","id":"k","target":"r","content":"Why?"}`, "no grant for add_footnote on footnote"},
		{sidecar, `{"op":"update_heading","id":"one","title":"Two"}`, ""},
		{sidecar, `{"op":"rename_id","from":"c","to":"d"}`, "ids.rename"},
		{renaming, `{"op":"rename_id","from":"c","to":"d"}`, ""},
		{renaming, `[{"op":"rename_id","from":"c","to":"d"},{"op":"update_attribute","id":"d","key":"confidence","value":2}]`, "at most 1"},
		{sidecar, `[{"op":"add_block","parent":"one","content":"::evidence{id=\"e\"}\n::"},{"op":"delete_block","id":"e"}]`, ""},
		{"nomaAgent: {version: 2, blocks: 7}", `{"op":"delete_block","id":"c"}`, "version 2"},
		{"nomaAgent: {version: 1}", `{"op":"delete_block","id":"c"}`, "no grant"},
	} {
		tx, err := patch.DecodeOps([]byte(c.op))
		if err != nil {
			t.Fatal(err)
		}
		var said []string
		for _, a := range Check(decode(t, c.descriptor), doc, tx.Ops) {
			if !strings.HasPrefix(a.String(), "advisory only: ") {
				t.Errorf("not labelled: %s", a)
			}
			said = append(said, a.Message)
		}
		if got := strings.Join(said, "; "); (got == "") != (c.says == "") || !strings.Contains(got, c.says) {
			t.Errorf("%s: %q, want %q", c.op, got, c.says)
		}
	}
}

func TestMalformedDescriptors(t *testing.T) {
	for text, says := range map[string]string{
		"":                               "x.yml:1: the top level must be",
		"- a":                            "nomaAgent",
		"other: {}":                      "nomaAgent",
		"nomaAgent: 7":                   "nomaAgent",
		"nomaAgent:\n  blocks: {}":       "x.yml:2: nomaAgent needs a version",
		"nomaAgent:\n  version: one":     "x.yml:2: version must be a whole number",
		"nomaAgent:\n  version: 1.5":     "whole number",
		"nomaAgent:\n  version: '1'":     "whole number",
		"nomaAgent:\n  version: [":       "x.yml:",
		"\xff\xfe":                       "x.yml",
		"nomaAgent: {version: 1, ids: 3": "x.yml",
		"nomaAgent:\n  version: 1\n  ids: {rename: 7}":                                                                  "x.yml",
		"nomaAgent:\n  version: 1\n  blocks:\n    claim:\n      ops: [delete_block, burn]":                              `x.yml:5: nomaAgent.blocks[claim].ops[1]: "burn" is not a patch operation`,
		"nomaAgent:\n  version: 1\n  blocks:\n    claim:\n      attrs:\n        k: {type: date}":                        "x.yml:6: nomaAgent.blocks[claim].attrs[k].type",
		"nomaAgent:\n  version: 1\n  blocks:\n    claim:\n      attrs:\n        k:\n          min: 2\n          max: 1": "x.yml:8: nomaAgent.blocks[claim].attrs[k].max: the maximum is below the minimum",
		"nomaAgent:\n  version: 1\n  blocks:\n    claim:\n      attrs:\n        k: {enum: [[]]}":                        "neither a text nor a number",
		"nomaAgent:\n  version: 1\n  blocks: {'': {}}":                                                                  "not allowed here",
	} {
		_, err := parseDescriptor("x.yml", []byte(text))
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want it to say %q", text, err, says)
		}
	}
}

func TestLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.noma")
	if d, err := Load(path); err != nil || !d.Missing || len(Check(d, nil, nil)) != 0 {
		t.Errorf("without a descriptor: %+v, %v", d, err)
	}
	if err := os.WriteFile(PathOf(path), []byte(sidecar), 0o600); err != nil {
		t.Fatal(err)
	}
	if d, err := Load(path); err != nil || d.Missing || !d.Validation.Required || d.Profile != "default" || len(d.Blocks) != 5 {
		t.Errorf("%+v, %v", d, err)
	}
	if err := os.WriteFile(PathOf(path), make([]byte, maxSize+1), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(path); err == nil || !strings.Contains(err.Error(), "at most 1 MB") {
		t.Errorf("%v", err)
	}
}

func FuzzDescriptor(f *testing.F) {
	f.Add([]byte(sidecar))
	f.Add([]byte("nomaAgent: &a {version: 1, blocks: {x: *a}}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := parseDescriptor("x.yml", data)
		var e *Error
		if err != nil && !errors.As(err, &e) {
			t.Errorf("%T", err)
		}
		if (d == nil) == (err == nil) {
			t.Error("neither a descriptor nor an error, or both")
		}
	})
}
