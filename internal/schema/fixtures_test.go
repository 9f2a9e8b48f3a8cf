package schema_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/schema"
)

// TestConformanceFixtures: what the fixtures apply with success is a transaction, and in version 1.0 of
// the protocol too, but for the operations that came later.
func TestConformanceFixtures(t *testing.T) {
	now, before := compile(t, schema.Named)["patch-transaction"], compile(t, schema.Protocol10)["patch-transaction"]
	applied := 0
	err := filepath.WalkDir("../../golden/conformance", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != "patch.json" {
			return err
		}
		if _, err := os.Stat(filepath.Join(filepath.Dir(path), "expected.post.noma")); err != nil {
			return nil // it expects a refusal
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		text := string(data)
		if patient[filepath.Base(filepath.Dir(path))] {
			if now.Validate(value(t, text)) == nil {
				t.Errorf("%s is valid after all", path)
			}
			return nil
		}
		applied++
		if err := now.Validate(value(t, text)); err != nil {
			t.Errorf("%s is not valid: %s", path, text)
		}
		later := strings.Contains(text, `_child"`) || strings.Contains(text, `_section"`) || strings.Contains(text, `"set_heading_level"`) || strings.Contains(text, `"replace_text"`) || strings.Contains(text, `"replace_source"`)
		if err := before.Validate(value(t, text)); (err != nil) != later {
			t.Errorf("%s and version 1.0: %v", path, err)
		}
		return nil
	})
	if err != nil || applied < 100 {
		t.Errorf("%d fixtures: %v", applied, err)
	}
}

// patient are the fixtures in which the engine takes more than the contract's schema (cli.md, "schema").
var patient = map[string]bool{
	"hash-prefix-in-capitals":    true, // it trims a hash
	"unknown-fields-are-ignored": true,
}
