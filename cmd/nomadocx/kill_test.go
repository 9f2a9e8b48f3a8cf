package main

import (
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

var verbKills = flag.Int("kills", 3, "how often each command that writes is killed")

// TestKilledVerbs kills each command that writes, at random moments. Each file then is what it was or what the command makes
// of it, and the same command again leaves nothing behind that it would not have made at once.
func TestKilledVerbs(t *testing.T) {
	slow.Test(t, "processes")
	source := "# Report\n\n" + strings.Repeat("A paragraph of the report.\n\n", 200) +
		"::claim{id=\"c1\" n=\"0\"}\nThe claim says it.\n::\n\n::change_request{id=\"cr\" target=\"c1\" action=\"replace\" from=\"says\" to=\"tells\" author=\"Ann\"}\n::\n\n" +
		"| a | b |\n|-|-|\n| 1 | 222 |\n"
	files := map[string]string{"a.noma": source, "m.md": strings.Repeat("# T\n\ntext *x*\n\n", 200), "book.yml": "chapters: [x.noma, y.noma]\n",
		"x.noma": "# X\n\n::claim{id=\"x1\"}\nA.\n::\n", "y.noma": "# Y\n\n::claim{id=\"y1\"}\nB.\n::\n"}
	lay := func(dir string) {
		t.Helper()
		for name, text := range files {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	command := func(dir string, args ...string) *exec.Cmd {
		cmd := exec.Command(os.Args[0])
		cmd.Args, cmd.Dir = append([]string{"nomadocx"}, args...), dir // as testscript.Main has it
		return cmd
	}
	first := t.TempDir()
	lay(first)
	if out, err := command(first, "render", "a.noma", "--to", "docx", "--out", "sent.docx").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	inWord(t, filepath.Join(first, "sent.docx"), filepath.Join(first, "r.docx"), "The claim says it.", "The claim said it.")
	files["r.docx"] = string(mustRead(t, filepath.Join(first, "r.docx")))
	random := rand.New(rand.NewPCG(rand.Uint64(), 0))
	for name, args := range map[string][]string{
		"review-sync":                 {"docx-review-sync", "a.noma", "r.docx", "--inplace", "--report", "report.json"},
		"review-sync with transcript": {"docx-review-sync", "a.noma", "r.docx", "--inplace", "--transcript", "--report", "report.json"},
		"patch":                       {"patch", "a.noma", "--inplace", "--op", `{"op":"update_attribute","id":"c1","key":"n","value":"9"}`},
		"patch with transcript":       {"patch", "a.noma", "--inplace", "--transcript", "--op", `{"op":"update_attribute","id":"c1","key":"n","value":"9"}`},
		"patch of a book":             {"patch", "book.yml", "--book", "--inplace", "--op", `[{"op":"update_attribute","id":"x1","key":"n","value":"9"},{"op":"update_attribute","id":"y1","key":"n","value":"9"}]`},
		"recorded patch of a book":    {"patch", "book.yml", "--book", "--inplace", "--transcript", "--op", `[{"op":"update_attribute","id":"x1","key":"n","value":"9"},{"op":"update_attribute","id":"y1","key":"n","value":"9"}]`},
		"review accept":               {"review", "accept", "a.noma", "cr"},
		"review reject":               {"review", "reject", "a.noma", "cr"},
		"docx-sync":                   {"docx-sync", "a.noma", "r.docx", "--inplace"},
		"docx-review-data":            {"docx-review-data", "r.docx", "--out", "data.json"},
		"fmt":                         {"fmt", "a.noma", "--inplace"},
		"render":                      {"render", "a.noma", "--to", "docx", "--out", "out.docx"},
		"site":                        {"render", "book.yml", "--to", "site", "--out", "public"},
		"ingest":                      {"ingest", "m.md", "--out", "m.noma"},
		"proof":                       {"proof", "a.noma", "--op", `{"op":"update_attribute","id":"c1","key":"n","value":"9"}`, "--out", "proof.html"},
	} {
		t.Run(name, func(t *testing.T) {
			whole := t.TempDir()
			lay(whole)
			begun := time.Now()
			if out, err := command(whole, args...).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			took := time.Since(begun)
			made := contents(t, whole)
			for range *verbKills {
				dir := t.TempDir()
				lay(dir)
				cmd := command(dir, args...)
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Duration(random.Int64N(int64(took))))
				_ = cmd.Process.Kill() // it may be done already
				var exit *exec.ExitError
				if err := cmd.Wait(); err != nil && !errors.As(err, &exit) {
					t.Fatal(err)
				}
				for file, text := range contents(t, dir) {
					// Records have times and ids of their own; what a site lists differs while it is being made.
					if strings.Contains(file, ".patch") || strings.HasSuffix(file, ".pending") || strings.HasSuffix(file, "manifest.json") {
						continue
					}
					if text != files[file] && text != made[file] {
						t.Errorf("%s is neither what it was nor what it becomes", file)
					}
				}
				out, _ := command(dir, args...).CombinedOutput() // it may say that there is nothing to do
				if left, want := namesOf(contents(t, dir)), namesOf(made); !slices.Equal(left, want) {
					t.Errorf("after the next run there is %q, want %q; it said %s", left, want, out)
				}
			}
		})
	}
}

func mustRead(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// contents are the files of a folder and those below it.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		out[rel] = strings.ReplaceAll(string(mustRead(t, path)), dir, "") // pages may name the folder
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func namesOf(files map[string]string) []string {
	var out []string
	for name := range files {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}
