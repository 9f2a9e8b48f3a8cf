package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/internal/testkit/webtest"
	"github.com/nomadocx/nomadocx/internal/testkit/wordtest"
	"github.com/nomadocx/nomadocx/render/workbench"
)

// said is what a call gives.
type said struct {
	Error string
	JSON  json.RawMessage
	Bytes []byte
}

// native makes a call in this process.
func native(t *testing.T, name, given string) said {
	r, err := answer(t.Context(), name, []byte(given))
	if err != nil {
		return said{Error: err.Error()}
	}
	return said{JSON: r.json, Bytes: r.bytes}
}

// sum is what the page says of an answer: all of it, but hashes of texts and bytes, which are long.
func (s said) sum() string {
	hash := func(data []byte) string {
		if data == nil {
			return "-"
		}
		sum := sha256.Sum256(data)
		return hex.EncodeToString(sum[:])
	}
	return s.Error + " " + hash(s.JSON) + " " + hash(s.Bytes)
}

// browser is the engine in a page.
type browser struct{ *webtest.Page }

// build makes the engine and opens a page with it.
func build(t *testing.T) browser {
	t.Helper()
	slow.Test(t, "a browser and a build")
	dir := t.TempDir()
	cmd := exec.Command("go", "run", "-trimpath", "../../internal/engine", "-quick", dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	} else {
		t.Logf("%s", out)
	}
	engine, err := workbench.ReadEngine(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	client, err := workbench.EngineScript()
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(engine)
	if err != nil {
		t.Fatal(err)
	}
	page := `<!DOCTYPE html><meta charset="utf-8"><title>engine</title><script>` + client + `
const parts = ` + string(data) + `;
const engine = new Engine({worker: parts.Worker, module: parts.Module, fonts: parts.Fonts});
const bytes = text => Uint8Array.from(atob(text), c => c.charCodeAt(0));
async function put(files) { for (const [path, data] of Object.entries(files)) await engine.write(path, bytes(data)); }
async function hash(data) {
  if (data === undefined || data === null) return "-";
  if (typeof data === "string") data = new TextEncoder().encode(data);
  return Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", data)), b => b.toString(16).padStart(2, "0")).join("");
}
async function sum(name, given) {
  try {
    const {json, bytes} = await engine.call(name, given);
    return " " + await hash(json) + " " + await hash(bytes);
  } catch (err) {
    return err.message + " - -";
  }
}
async function sums(calls) {
  const out = [];
  for (const [name, given] of calls) out.push(await sum(name, given));
  return JSON.stringify(out);
}
async function show(name, given) {
  const {json, bytes} = await engine.call(name, given);
  return bytes ? new TextDecoder().decode(bytes) : json;
}
</script>`
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	b := browser{webtest.New(t).Open("file://" + file)}
	b.Eval("engine.ready")
	return b
}

// put writes files, and returns when they are there.
func (b browser) put(t *testing.T, files map[string][]byte) {
	t.Helper()
	given, err := json.Marshal(files)
	if err != nil {
		t.Fatal(err)
	}
	b.Eval("put(" + string(given) + ")")
}

// call is a call of the engine.
type call struct{ Verb, Given string }

// sums makes calls one after the other.
func (b browser) sums(t *testing.T, calls []call) (out []string) {
	t.Helper()
	var list []string
	for _, c := range calls {
		list = append(list, fmt.Sprintf("[%q, %s]", c.Verb, c.Given))
	}
	if err := json.Unmarshal([]byte(b.Eval("sums(["+strings.Join(list, ", ")+"])")), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// files returns documents with the files beside them, by folder: golden documents, every case of golden, generated documents.
func files(t *testing.T) map[string]map[string][]byte {
	t.Helper()
	all := map[string]map[string][]byte{}
	for _, file := range golden.Documents(t, "../..") {
		folder := map[string][]byte{}
		around, err := filepath.Glob(filepath.Join(filepath.Dir(file), "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range around {
			if data, err := os.ReadFile(f); err == nil {
				folder[filepath.Base(f)] = data
			}
		}
		all[filepath.Base(filepath.Dir(file))] = folder
	}
	for _, kind := range []string{"parse", "sentences", "roundtrip"} {
		cases, err := filepath.Glob("../../golden/" + kind + "/*.txtar")
		if err != nil || len(cases) == 0 {
			t.Fatalf("no cases of %s (%v)", kind, err)
		}
		for _, c := range cases {
			a, err := txtar.ParseFile(c)
			if err != nil {
				t.Fatal(err)
			}
			folder := map[string][]byte{}
			for _, f := range a.Files[1:] {
				folder[filepath.Base(f.Name)] = f.Data
			}
			folder["input.noma"] = a.Files[0].Data
			all[kind+"-"+strings.TrimSuffix(filepath.Base(c), ".txtar")] = folder
		}
	}
	for n := range 20 {
		text := docgen.Document(rand.New(rand.NewSource(int64(n))), 12)
		all[fmt.Sprintf("generated-%d", n)] = map[string][]byte{"input.noma": []byte(text)}
	}
	return all
}

var words = regexp.MustCompile(`(<w:t(?: [^>]*)?>)(\w+)`)

// edited changes every third text of a Word file, as a reviewer would.
func edited(t *testing.T, file []byte) []byte {
	t.Helper()
	out, err := wordtest.Rewrite(file, func(part, text string) (string, error) {
		if part != wordtest.Main {
			return text, nil
		}
		n := 0
		return words.ReplaceAllStringFunc(text, func(s string) string {
			if n++; n%3 != 0 {
				return s
			}
			return words.ReplaceAllString(s, "${1}Reviewed")
		}), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestSame: what the engine computes in a page is, byte for byte, what the program computes.
func TestSame(t *testing.T) {
	page := build(t)
	t.Setenv("PATH", "") // a page has no dot to draw diagrams with
	dir := t.TempDir()
	for name, folder := range files(t) {
		in := filepath.Join(dir, name)
		if err := os.MkdirAll(in, 0o755); err != nil {
			t.Fatal(err)
		}
		there := map[string][]byte{}
		put := func(base string, data []byte) {
			there[filepath.Join(in, base)] = data
			if err := os.WriteFile(filepath.Join(in, base), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		for base, data := range folder {
			put(base, data)
		}
		file := filepath.Join(in, "input.noma")
		var calls []call
		add := func(verb, more string) { calls = append(calls, call{verb, fmt.Sprintf(`{"file": %q%s}`, file, more)}) }
		add("check", `, "now": "2026-01-01T00:00:00Z"`)
		for _, to := range []string{"html", "json", "docx"} {
			add("render", fmt.Sprintf(`, "to": %q`, to))
		}
		if !strings.HasPrefix(name, "roundtrip-") { // those are many
			for _, to := range []string{"noma", "llm", "md"} {
				add("render", fmt.Sprintf(`, "to": %q`, to))
			}
			add("render", `, "to": "html", "strict": true, "fragment": true`)
			add("preview", "")
			add("edit", `, "edits": [{"line": 3, "count": 1, "text": "Some other words."}]`)
			add("preview", `, "shown": true`)
			add("fix", `, "now": "2026-01-01T00:00:00Z"`)
			add("format", "")
		}
		if sent := native(t, "render", fmt.Sprintf(`{"file": %q, "to": "docx"}`, file)); sent.Error == "" {
			put("returned.docx", edited(t, sent.Bytes))
			back := fmt.Sprintf(`, "returned": [%q], "allowDelete": true`, filepath.Join(in, "returned.docx"))
			add("sync", back)
			add("review", back)
		}
		page.put(t, there)
		for i, got := range page.sums(t, calls) {
			c := calls[i]
			want := native(t, c.Verb, c.Given)
			if got != want.sum() {
				t.Errorf("%s: %s %s: %s, want %s", name, c.Verb, c.Given, got, want.sum())
				if want.Error == "" {
					text := page.Eval(fmt.Sprintf("show(%q, %s)", c.Verb, c.Given))
					t.Fatalf("%.2000s", golden.Difference(append(want.JSON, want.Bytes...), []byte(text)))
				}
			}
		}
		for path := range there {
			page.Eval(fmt.Sprintf("engine.remove(%q)", path))
		}
	}
}

// TestCommand: what the calls return is what the commands print.
func TestCommand(t *testing.T) {
	slow.Test(t, "a build")
	dir := t.TempDir()
	program := filepath.Join(dir, "nomadocx")
	if out, err := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", program, "../nomadocx").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Setenv("PATH", "")
	text, err := os.ReadFile("../../examples/quarterly-report.noma")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "report.noma")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) []byte {
		t.Helper()
		cmd := exec.Command(program, args...)
		var out, said bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &said
		if err := cmd.Run(); err != nil && out.Len() == 0 {
			t.Fatalf("%v: %v %s", args, err, said.String())
		}
		return out.Bytes()
	}
	is := func(got []byte, args ...string) {
		t.Helper()
		if d := golden.Difference(bytes.TrimSuffix(run(args...), []byte("\n")), bytes.TrimSuffix(got, []byte("\n"))); d != "" {
			t.Errorf("%v: %.2000s", args, d)
		}
	}
	given := func(more string) string { return fmt.Sprintf(`{"file": %q%s}`, file, more) }
	for _, to := range []string{"html", "json", "noma", "llm", "md"} {
		is(native(t, "render", given(fmt.Sprintf(`, "to": %q`, to))).Bytes, "render", file, "--to", to)
	}
	is(native(t, "check", given(`, "now": "2026-01-01T00:00:00Z"`)).JSON, "check", file, "--json", "--now", "2026-01-01T00:00:00Z")
	var formatted string
	if err := json.Unmarshal(native(t, "format", given("")).JSON, &formatted); err != nil {
		t.Fatal(err)
	}
	is([]byte(formatted), "fmt", file)
	word := filepath.Join(dir, "report.docx")
	run("render", file, "--out", word)
	sent, err := os.ReadFile(word)
	if err != nil {
		t.Fatal(err)
	}
	if got := native(t, "render", given(`, "to": "docx"`)).Bytes; !bytes.Equal(got, sent) {
		t.Error("the Word files differ")
	}
	if err := os.WriteFile(word, edited(t, sent), 0o644); err != nil {
		t.Fatal(err)
	}
	var back struct {
		Text, Diff string
		Report     json.RawMessage
	}
	if err := json.Unmarshal(native(t, "sync", given(fmt.Sprintf(`, "returned": [%q]`, word))).JSON, &back); err != nil {
		t.Fatal(err)
	}
	is([]byte(back.Text), "docx-review-sync", file, word)
	is([]byte(back.Diff), "docx-review-sync", file, word, "--dry-run")
	var report bytes.Buffer // as the command indents it
	if err := json.Indent(&report, back.Report, "", "  "); err != nil {
		t.Fatal(err)
	}
	is(report.Bytes(), "docx-review-sync", file, word, "--dry-run", "--json")
}
