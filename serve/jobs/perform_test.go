package jobs_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/serve/jobs"
)

// TestInputs says which files a result depends on, a missing one included, and notices when they change.
func TestInputs(t *testing.T) {
	dir := t.TempDir()
	source := filepath.Join(dir, "quay.noma")
	write(t, source, "# Quay\n\n::dataset{id=\"d\" src=\"tides.csv\"}\n::\n\n::figure{id=\"f\" src=\"plan.png\"}\n::\n")
	write(t, filepath.Join(dir, "tides.csv"), "hour,height\n1,2\n")
	var p jobs.Performer
	reply := p.Perform(t.Context(), jobs.Request{Kind: jobs.Render, Source: source, Target: "html", Out: filepath.Join(dir, "1")})
	var names []string
	for _, in := range reply.Inputs {
		name := filepath.Base(in.Path)
		if in.SHA256 == "" {
			name += " is missing"
		}
		names = append(names, name)
	}
	if got := strings.Join(names, ", "); reply.Error != "" || got != "quay.noma, tides.csv, plan.png is missing" {
		t.Fatalf("inputs: %s (%s)", got, reply.Error)
	}
	same := func() bool { return new(jobs.Hashes).Same(reply.Inputs) }
	if !same() {
		t.Error("nothing was touched, yet the inputs are not the same")
	}
	write(t, filepath.Join(dir, "plan.png"), "there now")
	if same() {
		t.Error("a picture that was missing appeared, yet the inputs are the same")
	}
	os.Remove(filepath.Join(dir, "plan.png"))
	write(t, filepath.Join(dir, "tides.csv"), "hour,height\n1,3\n")
	if same() {
		t.Error("a dataset changed, yet the inputs are the same")
	}
}

// TestFailuresAreReplies and leave no file behind.
func TestFailuresAreReplies(t *testing.T) {
	dir := t.TempDir()
	source := filepath.Join(dir, "quay.noma")
	write(t, source, "# Quay\n")
	write(t, filepath.Join(dir, "latin.noma"), "# Caf\xe9\n")
	out := filepath.Join(dir, "out")
	var p jobs.Performer
	for want, r := range map[string]jobs.Request{
		"unknown kind of job":       {Kind: "bake", Source: source},
		"unknown target":            {Kind: jobs.Render, Source: source, Target: "odt", Out: out},
		"needs a source":            {Kind: jobs.Render},
		"needs a place":             {Kind: jobs.Render, Source: source, Target: "html"},
		"needs a returned file":     {Kind: jobs.Sync, Source: source, Out: out},
		"no such file":              {Kind: jobs.Render, Source: source + "x", Target: "html", Out: out},
		"not UTF-8 text":            {Kind: jobs.Render, Source: filepath.Join(dir, "latin.noma"), Target: "html", Out: out},
		"larger than 0 MB":          {Kind: jobs.Render, Source: source, Target: "html", Out: out, MaxOutput: 10},
		"no such file or directory": {Kind: jobs.Render, Source: source, Target: "html", Out: filepath.Join(dir, "no", "out")},
	} {
		if reply := p.Perform(t.Context(), r); !strings.Contains(reply.Error, want) || len(reply.Outputs) > 0 {
			t.Errorf("%+v: %q, want %q", r, reply.Error, want)
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%q left a file behind", want)
		}
	}
}

// TestSyncOfTwoReviewers brings in two files that were made from the same text.
func TestSyncOfTwoReviewers(t *testing.T) {
	dir := t.TempDir()
	source := filepath.Join(dir, "quay.noma")
	const text = "# Quay {id=\"quay\"}\n\n::claim{id=\"a\"}\nFour ships lie here.\n::\n\n::claim{id=\"b\"}\nThe wind is weak.\n::\n"
	write(t, source, text)
	var p jobs.Performer
	var returned []jobs.Returned
	for name, change := range map[string][2]string{"ann": {"Four", "Five"}, "bo": {"weak", "strong"}} {
		// A reviewer's copy is the Word file of the edited text that says it was made from the first:
		// here the text of the manifest is left alone, and the edit made in the XML.
		word := filepath.Join(dir, name+".docx")
		reply := p.Perform(t.Context(), jobs.Request{Kind: jobs.Render, Source: source, Target: "docx", Out: word})
		if reply.Error != "" {
			t.Fatal(reply.Error)
		}
		editWord(t, word, change[0], change[1])
		returned = append(returned, jobs.Returned{Path: word, Report: filepath.Join(dir, name+".json")})
	}
	out := filepath.Join(dir, "out.noma")
	request := jobs.Request{Kind: jobs.Sync, Source: source, Out: out, Returned: returned}
	reply := p.Perform(t.Context(), request)
	if reply.Error != "" || !reply.Changed {
		t.Fatalf("%+v", reply)
	}
	want := strings.Replace(strings.Replace(text, "Four", "Five", 1), "weak", "strong", 1)
	if got, err := os.ReadFile(out); err != nil || string(got) != want {
		t.Errorf("the synced source is %q, %v", got, err)
	}
	for _, back := range returned {
		report, err := os.ReadFile(back.Report)
		if err != nil || !json.Valid(report) {
			t.Errorf("the report of %s is no JSON: %v", back.Path, err)
		}
		os.Remove(back.Report)
	}

	request.InPlace, request.Out = true, ""
	if reply := p.Perform(t.Context(), request); reply.Error != "" || !new(jobs.Hashes).Same(reply.Inputs) {
		t.Errorf("in place: %+v", reply)
	}
	if got, err := os.ReadFile(source); err != nil || string(got) != want {
		t.Errorf("in place: the source is %q, %v", got, err)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
