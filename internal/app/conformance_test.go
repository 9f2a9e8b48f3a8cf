package app

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/patch"
)

const corpus = "../../golden/conformance"

// required are the fixtures of the Protocol's minimum corpus (C.5).
var required = strings.Fields(`
	valid/basic-section valid/explicit-section valid/aliases valid/inline-table valid/code-fence-with-colons
	valid/frontmatter-only patch/replace_block patch/add_block patch/delete_block patch/update_attribute
	patch/rename_id patch/replay-chain patch-error/target_missing patch-error/parent_missing patch-error/id_conflict
	patch-error/invalid_content patch-error/id_attribute_protected invalid/duplicate-id
	invalid/missing-evidence-target patch/replace_body patch/update_heading patch/move_block
	patch/remove_attribute patch/add_comment patch/resolve_comment patch/add_footnote patch/add_endnote
	patch/add_change_request patch/update_table_cell patch/update_table_header_cell patch/insert_table_row
	patch/delete_table_row patch/insert_table_column patch/delete_table_column patch/update_dataset_cell
	patch/insert_dataset_row patch/delete_dataset_row patch/insert_dataset_column patch/delete_dataset_column
	patch-error/sha_mismatch`)

// TestConformance runs our fixtures; every one has to pass.
func TestConformance(t *testing.T) {
	found, err := Verify(t.Context(), corpus)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		if f.Reason != "" {
			t.Errorf("%s: %s", f.Path, f.Reason)
		}
	}
}

// TestCorpusCovers: the minimum corpus is there, every operation is done and refused somewhere, every
// code that operations can be refused with occurs, and names are what C.2 allows.
func TestCorpusCovers(t *testing.T) {
	found, err := Verify(t.Context(), corpus)
	if err != nil {
		t.Fatal(err)
	}
	there, leaves := map[string]bool{}, map[string]bool{}
	done, refused, codes := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, f := range found {
		name := filepath.ToSlash(strings.TrimPrefix(f.Path, filepath.FromSlash(corpus)+string(filepath.Separator)))
		there[name] = true
		leaf := filepath.Base(name)
		if leaves[leaf] {
			t.Errorf("two fixtures are named %s", leaf)
		}
		leaves[leaf] = true
		var expected struct{ Code string }
		if data, err := os.ReadFile(filepath.Join(f.Path, "expected.error.json")); err == nil {
			if err := json.Unmarshal(data, &expected); err != nil {
				t.Error(err)
			}
			codes[expected.Code] = true
		}
		data, err := os.ReadFile(filepath.Join(f.Path, "patch.json"))
		if err != nil {
			continue
		}
		for _, m := range regexp.MustCompile(`"op": ?"(\w+)"`).FindAllSubmatch(data, -1) {
			if op := string(m[1]); expected.Code == "" {
				done[op] = true
			} else {
				refused[op] = true
			}
		}
	}
	official := map[string]bool{}
	for _, name := range required {
		official[name] = true
		if !there[name] {
			t.Errorf("%s of the minimum corpus is missing", name)
		}
	}
	for name := range there {
		if !official[name] && !regexp.MustCompile(`^[a-z0-9-]+$`).MatchString(filepath.Base(name)) {
			t.Errorf("%s: only lower-case letters, digits and hyphens", name)
		}
	}
	for _, op := range patch.Operations(false) {
		if !done[op] || !refused[op] {
			t.Errorf("%s: done somewhere %v, refused somewhere %v", op, done[op], refused[op])
		}
	}
	// op_list_aborted marks records of a transcript, no operation is refused with it (Protocol §3.2).
	for _, code := range []patch.Code{patch.TargetMissing, patch.ParentMissing, patch.IDConflict, patch.InvalidContent,
		patch.IDAttributeProtected, patch.SHAMismatch, patch.PreValidationBlocked, patch.UnsupportedOp} {
		if !codes[string(code)] {
			t.Errorf("no fixture is refused with %s", code)
		}
	}
}

// TestNoFixtureIsVacuous spoils every expectation of every fixture, one at a time. A fixture that still
// passes then would prove nothing.
func TestNoFixtureIsVacuous(t *testing.T) {
	slow.Test(t, "other programs or processes")
	found, err := Verify(t.Context(), corpus)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range found {
		entries, err := os.ReadDir(f.Path)
		if err != nil {
			t.Fatal(err)
		}
		expectations := 0
		for _, e := range entries {
			if !strings.HasPrefix(e.Name(), "expected.") {
				continue
			}
			expectations++
			for _, spoilt := range spoil(t, filepath.Join(f.Path, e.Name())) {
				copied := filepath.Join(dir, "valid", "x")
				if err := os.CopyFS(copied, os.DirFS(f.Path)); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(copied, e.Name()), spoilt, 0o644); err != nil {
					t.Fatal(err)
				}
				verdicts, err := Verify(t.Context(), dir)
				if err != nil || len(verdicts) != 1 || verdicts[0].Reason == "" {
					t.Errorf("%s passes with %s changed to\n%s", f.Path, e.Name(), spoilt)
				}
				if err := os.RemoveAll(copied); err != nil {
					t.Fatal(err)
				}
			}
		}
		if expectations == 0 {
			t.Errorf("%s expects nothing", f.Path)
		}
	}
}

// spoil gives versions of an expectation that are wrong.
func spoil(t *testing.T, path string) [][]byte {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	asJSON := func(v any) []byte {
		out, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	switch filepath.Base(path) {
	case "expected.ids.json":
		var ids struct {
			Canonical []string            `json:"canonical"`
			Aliases   map[string][]string `json:"aliases"`
		}
		if err := json.Unmarshal(data, &ids); err != nil {
			t.Fatal(err)
		}
		more := ids
		more.Canonical = append(more.Canonical[:len(ids.Canonical):len(ids.Canonical)], "nobody")
		out := [][]byte{asJSON(more)}
		for id := range ids.Aliases {
			ids.Aliases[id] = append(ids.Aliases[id], "nobody")
			out = append(out, asJSON(ids))
		}
		return out
	case "expected.diagnostics.json":
		var list []map[string]string
		if err := json.Unmarshal(data, &list); err != nil {
			t.Fatal(err)
		}
		out := [][]byte{asJSON(append(list, map[string]string{"code": "duplicate-id", "severity": "error"}))}
		for i := range list {
			kept := list[i]["severity"]
			list[i]["severity"] = "info"
			out = append(out, asJSON(list))
			list[i]["severity"] = kept
		}
		return out
	case "expected.spans.json":
		var spans map[string]map[string]int
		if err := json.Unmarshal(data, &spans); err != nil {
			t.Fatal(err)
		}
		out := [][]byte{[]byte(`{"nobody":{"startLine":1,"endLine":1}}`)}
		for id := range spans {
			for _, key := range []string{"startLine", "endLine"} {
				spans[id][key]++
				out = append(out, asJSON(spans))
				spans[id][key]--
			}
		}
		return out
	case "expected.error.json":
		if bytes.Contains(data, []byte("op_list_aborted")) {
			t.Fatalf("%s: no operation is refused with that", path)
		}
		return [][]byte{[]byte(`{"code":"op_list_aborted"}`)}
	}
	return [][]byte{append(bytes.Clone(data), 'x'), append([]byte("x"), data...)}
}
