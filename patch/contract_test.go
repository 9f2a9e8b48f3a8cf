package patch_test

import (
	"encoding/json"
	"errors"
	"os"
	"testing"

	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/source"
)

// deviations are the cases of the samples in which a specification asks for something else, each with
// its number in the contract's list of differences. code is the error we give; without one the text
// we produce is in testdata/contract.
var deviations = map[string]struct{ number, code string }{
	"add_block-dup-id":               {"A3", "id_conflict"},
	"add_block-pos-clamped-high":     {"A2", "parent_missing"},
	"add_block-pos-negative":         {"A2", "parent_missing"},
	"crlf-add":                       {"A17", ""},
	"crlf-delete":                    {"B10", ""},
	"crlf-update":                    {"A17", ""},
	"op-list":                        {"A6", ""},
	"rename_id":                      {"A6", ""},
	"rename_id-refs":                 {"A6", ""},
	"replace_block-dup-id":           {"A3", "id_conflict"},
	"replace_block-section-target":   {"A4", "target_missing"},
	"replace_body-fence-in-content":  {"B9", "invalid_content"},
	"update_attribute-both-quotes":   {"B3", ""},
	"update_attribute-newline-value": {"B3", "invalid_content"},
	"update_attribute-null":          {"A1", ""},
	"update_heading-suffix-drift":    {"B7", ""},
}

type contractCase struct {
	Name  string
	Input string
	Patch json.RawMessage
	Post  *string
	Error *struct{ Code, Message string }
}

func contractCases(t testing.TB) []contractCase {
	data, err := os.ReadFile("../golden/contract/patch-cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []contractCase }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	return file.Cases
}

func applyJSON(input string, data []byte) (string, error) {
	tx, err := patch.DecodeOps(data)
	if err != nil {
		return "", err
	}
	// The samples were made from a file of this name, whose slug is an alias.
	res, err := patch.Apply(source.NewFile("input.noma", input), tx.Ops, patch.Options{Parse: noma.Options{Filename: "input.noma"}})
	if err != nil {
		return "", err
	}
	return res.Text, nil
}

// TestContract compares all of the samples: text and error, code and message. A case that deviates
// without being listed fails, and so does a listed one that agrees.
func TestContract(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range contractCases(t) {
		seen[c.Name] = true
		t.Run(c.Name, func(t *testing.T) {
			got, err := applyJSON(c.Input, c.Patch)
			var pe *patch.Error
			if err != nil && !errors.As(err, &pe) {
				t.Fatalf("not a patch error: %v", err)
			}
			same := c.Post != nil && err == nil && got == *c.Post ||
				c.Error != nil && pe != nil && string(pe.Code) == c.Error.Code && pe.Message == c.Error.Message
			d, listed := deviations[c.Name]
			switch {
			case listed && same:
				t.Errorf("agrees with the sample, but is listed as a deviation (%s)", d.number)
			case same:
			case listed && d.code != "":
				if pe == nil || string(pe.Code) != d.code {
					t.Errorf("want error %s (%s), got %q, %v", d.code, d.number, got, err)
				}
			case listed && err == nil:
				golden.Check(t, "testdata/contract/"+c.Name+".noma", []byte(got))
			case c.Error != nil:
				t.Errorf("want %s: %s\ngot %q, %v", c.Error.Code, c.Error.Message, got, err)
			case err != nil:
				t.Errorf("refused: %v", err)
			default:
				t.Error(golden.Difference([]byte(*c.Post), []byte(got)))
			}
		})
	}
	for name := range deviations {
		if !seen[name] {
			t.Errorf("the deviation %s is not among the samples", name)
		}
	}
}
