package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tool runs a command of the program in this process, as the shell would.
func tool(args ...string) (code int, out, errs string) {
	var o, e bytes.Buffer
	code = run(context.Background(), &terminal{in: strings.NewReader(""), out: &o, err: &e, getenv: func(string) string { return "" }}, args)
	return code, o.String(), e.String()
}

// Acceptance criterion 4: each row of the tamper table, given as a file, ends with its exit code and
// exactly its findings; and criterion 2: the same bytes twice, and the file is only read.
func TestArmCriterion04ExitCodes(t *testing.T) {
	data, err := os.ReadFile("../../arm/testdata/tampered.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	type finding struct{ Code string }
	codes := func(list []finding) []string {
		out := []string{}
		for _, f := range list {
			out = append(out, f.Code)
		}
		return out
	}
	rows := json.NewDecoder(bytes.NewReader(data))
	n := 0
	for ; ; n++ {
		var row struct {
			Name, Compared   string
			Errors, Warnings []string
			Record           json.RawMessage
		}
		if err := rows.Decode(&row); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		t.Run(row.Name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "r.arm.json")
			if err := os.WriteFile(file, row.Record, 0o600); err != nil {
				t.Fatal(err)
			}
			want := 0
			if len(row.Errors) > 0 {
				want = 1
			}
			code, out, errs := tool("arm", "verify", file, "--json", "--known-heads", "none")
			var report struct {
				Result           string
				Errors, Warnings []finding
			}
			if err := json.Unmarshal([]byte(out), &report); err != nil {
				t.Fatalf("%v: %s%s", err, out, errs)
			}
			if code != want || (report.Result == "valid") != (want == 0) {
				t.Errorf("exit code %d, want %d: %s", code, want, report.Result)
			}
			if !slices.Equal(codes(report.Errors), row.Errors) || !slices.Equal(codes(report.Warnings), row.Warnings) {
				t.Errorf("errors %v, warnings %v; want %v, %v", codes(report.Errors), codes(report.Warnings), row.Errors, row.Warnings)
			}
			if _, again, _ := tool("arm", "verify", file, "--json", "--known-heads", "none"); again != out {
				t.Error("a second run says something else")
			}
			if code, plain, _ := tool("arm", "verify", file, "--known-heads", "none"); code != want || want == 1 && !strings.Contains(plain, row.Errors[0]) {
				t.Errorf("for people: exit code %d\n%s", code, plain)
			}
			if row.Compared != "" {
				code, out, _ := tool("arm", "compare", "../../arm/testdata/golden.arm.json", file, "--json")
				if code != exitForked || !strings.Contains(out, row.Compared) || !strings.Contains(out, `"sequence": 3`) {
					t.Errorf("compare: exit code %d\n%s", code, out)
				}
			}
			if now, err := os.ReadFile(file); err != nil || !bytes.Equal(now, row.Record) {
				t.Error("the file was written to")
			}
		})
	}
	if n < 50 {
		t.Errorf("the table has only %d rows", n)
	}
}
