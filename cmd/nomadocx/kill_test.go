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

	"golang.org/x/tools/txtar"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/patch/transcript"
)

var verbKills = flag.Int("kills", 3, "how often each command that writes is killed")

// TestKilledVerbs kills each command that writes, at random moments. Each file then is what it was or what the command makes
// of it, and the same command again leaves nothing behind that it would not have made at once.
func TestKilledVerbs(t *testing.T) {
	slow.Test(t, "processes")
	source := "# Report\n\n" + strings.Repeat("A paragraph of the report.\n\n", 200) +
		"::claim{id=\"c1\" n=\"0\"}\nThe claim says it.\n::\n\n::change_request{id=\"cr\" target=\"c1\" action=\"replace\" from=\"says\" to=\"tells\" author=\"Ann\"}\n::\n\n" +
		"| a | b |\n|-|-|\n| 1 | 222 |\n"
	files := map[string]string{"a.noma": source, "t.noma": source, "bad.noma": "::table{header}\n| a | b |\n| - | - |\n| 1 | 2 |\n::\n", "m.md": strings.Repeat("# T\n\ntext *x*\n\n", 200), "book.yml": "chapters: [x.noma, y.noma]\n",
		"x.noma": "# X\n\n::claim{id=\"x1\"}\nA.\n::\n", "y.noma": "# Y\n\n::claim{id=\"y1\"}\nB.\n::\n"}
	lay := func(t *testing.T, dir string) {
		t.Helper()
		for name, text := range files {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	program := filepath.Join(t.TempDir(), "nomadocx"+strings.TrimSuffix(filepath.Ext(os.Args[0]), ".test")) // the name by which testscript.Main knows what to be
	if err := os.WriteFile(program, mustRead(t, os.Args[0]), 0o700); err != nil {
		t.Fatal(err)
	}
	command := func(dir string, args ...string) *exec.Cmd {
		cmd := exec.Command(program, args...)
		cmd.Dir = dir
		cmd.Stdin = strings.NewReader("yes\n") // to arm approve
		cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+filepath.Join(dir, "state"))
		return cmd
	}
	first := t.TempDir()
	lay(t, first)
	if out, err := command(first, "render", "a.noma", "--to", "docx", "--out", "sent.docx").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	inWord(t, filepath.Join(first, "sent.docx"), filepath.Join(first, "r.docx"), "The claim says it.", "The claim said it.")
	files["r.docx"] = string(mustRead(t, filepath.Join(first, "r.docx")))
	signers, err := txtar.ParseFile("testdata/script/arm-loop.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range signers.Files {
		files[f.Name] = string(f.Data)
	}
	lay(t, first)
	for _, args := range [][]string{
		{"patch", "t.noma", "--inplace", "--transcript", "--op", `{"op":"update_attribute","id":"c1","key":"n","value":"9"}`},
		{"render", "msa.noma", "--to", "docx", "--out", "new.docx"}, {"render", "msa.noma", "--to", "docx", "--out", "signed.docx"},
		{"render", "msa.noma", "--to", "docx", "--out", "done.docx"},
		{"arm", "init", "signed.docx", "--manifest", "manifest.json"},
		{"arm", "draft", "signed.docx", "--anchor", "a-cap", "--decision", "propose", "--author", "northwind", "--artifacts", "no.json", "--out", "turn.json"},
		{"arm", "draft", "signed.docx", "--anchor", "a-cap", "--decision", "propose", "--author", "northwind", "--mandate", "m-7", "--artifacts", "no.json", "--out", "mandated.json"},
		{"arm", "init", "done.docx", "--manifest", "manifest.json"},
		{"arm", "draft", "done.docx", "--anchor", "a-cap", "--decision", "propose", "--author", "northwind", "--artifacts", "no.json", "--out", "first.json"},
		{"arm", "commit", "done.docx", "first.json", "--key", "nina.pem", "--key-id", "northwind-nina"},
		{"arm", "export", "done.docx", "--out", "kept.json"},
	} {
		if out, err := command(first, args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	for _, name := range []string{"t.noma", "t.noma.patches", "new.docx", "signed.docx", "turn.json", "mandated.json", "done.docx", "kept.json"} {
		files[name] = string(mustRead(t, filepath.Join(first, name)))
	}
	entries, _ := transcript.Parse([]byte(files["t.noma.patches"]))
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
		"check --fix":                 {"check", "bad.noma", "--fix"},
		"transcript revert":           {"transcript", "revert", "t.noma", entries[0].Record.OpID},
		"batch render":                {"batch", "render", "x.noma", "y.noma", "--to", "html", "--out", "out"},
		"batch sync":                  {"batch", "sync", "a.noma", "--returned", "r.docx", "--out", "out", "--inplace"},
		"arm keygen":                  {"arm", "keygen", "--out", "fresh.pem", "--key-id", "k"},
		"arm init":                    {"arm", "init", "new.docx", "--manifest", "manifest.json"},
		"arm draft":                   {"arm", "draft", "signed.docx", "--anchor", "a-cap", "--decision", "propose", "--author", "northwind", "--artifacts", "no.json", "--out", "other.json"},
		"arm commit":                  {"arm", "commit", "signed.docx", "turn.json", "--key", "nina.pem", "--key-id", "northwind-nina"},
		"arm approve":                 {"arm", "approve", "mandated.json", "--key", "nina.pem", "--key-id", "northwind-nina", "--out", "approval.json"},
		"arm import":                  {"arm", "import", "new.docx", "kept.json"},
		"arm rebuild":                 {"arm", "rebuild", "done.docx"},
		"arm export":                  {"arm", "export", "signed.docx", "--out", "record.json"},
		"arm report":                  {"arm", "report", "signed.docx", "--out", "report.html"},
		"proof":                       {"proof", "a.noma", "--op", `{"op":"update_attribute","id":"c1","key":"n","value":"9"}`, "--out", "proof.html"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			whole := t.TempDir()
			lay(t, whole)
			begun := time.Now()
			if out, err := command(whole, args...).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			took := time.Since(begun)
			made := contents(t, whole)
			for range *verbKills {
				dir := t.TempDir()
				lay(t, dir)
				cmd := command(dir, args...)
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Duration(rand.Int64N(int64(took))))
				_ = cmd.Process.Kill() // it may be done already
				var exit *exec.ExitError
				if err := cmd.Wait(); err != nil && !errors.As(err, &exit) {
					t.Fatal(err)
				}
				for file, text := range contents(t, dir) {
					// Records have times and ids of their own; what a site lists differs while it is being made.
					if strings.Contains(file, ".patch") || strings.HasSuffix(file, ".pending") || strings.HasSuffix(file, "manifest.json") ||
						strings.HasPrefix(file, "state") || strings.Contains(file, ".nomadocx") {
						continue
					}
					if text == files[file] || text == made[file] {
						continue
					}
					switch { // with keys, signatures and ids of its own
					case file == "fresh.pem" || file == "other.json" || file == "approval.json" || file == "report.html":
						if len(text) < len(made[file])-100 {
							t.Errorf("%s is cut off", file)
						}
					case strings.HasPrefix(name, "arm ") && filepath.Ext(file) == ".docx":
						if out, err := command(dir, "arm", "verify", file).CombinedOutput(); err != nil {
							t.Errorf("%s is not sound: %s", file, out)
						}
					default:
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

// contents returns the files of a folder and those below it.
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
		// One log of each try; and arm verify, which examines what is left, notes what it saw.
		if !strings.Contains(name, filepath.Join(".nomadocx", "logs")) && !strings.HasPrefix(name, "state") {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}
