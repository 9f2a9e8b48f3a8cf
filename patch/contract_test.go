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

// deviations are the cases of the contract's samples where a specification asks for something else.
// The key of a reason is its number in the contract's list of differences. Post is what we produce;
// Code is the error we give.
var deviations = map[string]struct{ why, post, code string }{}

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

func TestContract(t *testing.T) {
	for _, c := range contractCases(t) {
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
				t.Errorf("agrees with the sample, but is listed as a deviation (%s)", d.why)
			case same:
			case !listed && c.Error != nil:
				t.Errorf("want %s: %s\ngot %q, %v", c.Error.Code, c.Error.Message, got, err)
			case !listed && err != nil:
				t.Errorf("refused: %v", err)
			case !listed:
				t.Error(golden.Difference([]byte(*c.Post), []byte(got)))
			case d.code != "" && (pe == nil || string(pe.Code) != d.code):
				t.Errorf("%s: want error %s, got %q, %v", d.why, d.code, got, err)
			case d.code == "" && err != nil:
				t.Errorf("%s: refused: %v", d.why, err)
			case d.code == "" && got != d.post:
				t.Errorf("%s: %s", d.why, golden.Difference([]byte(d.post), []byte(got)))
			}
		})
	}
}
