package mcp_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/patch/transcript"
)

// pages returns a report of so many pages, each of them with text, a list, a quote, a claim and a table.
func pages(n int) string {
	var b strings.Builder
	b.WriteString("# Harbour report {id=\"report\"}\n\nWhat the year was like.\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "\n## Page %d {id=\"page-%d\"}\n\nThe quay holds four ships, as it did last year. %s\n\n- one crane\n- two lamps\n\n> Said the pilot of page %d.\n\n"+
			"::claim{id=\"claim-%d\" confidence=0.5}\nThe depth is %d metres.\n::\n\n::evidence{id=\"evidence-%d\" for=\"claim-%d\"}\nThe survey of May.\n::\n\n"+
			"::table{id=\"table-%d\" header}\n| Ship | Length |\n| Ann | 12 |\n| Bea | 14 |\n::\n",
			i, i, strings.Repeat("The weather was calm, and the pilots were content with the lights. ", 25), i, i, i, i, i, i)
	}
	return b.String()
}

// TestClientOfTheSDK: the official client in JavaScript does forty tasks in a document of twenty pages, at two servers at
// once. Nothing is lost, and the transcript makes the document again, byte for byte.
func TestClientOfTheSDK(t *testing.T) {
	slow.Test(t, "many calls")
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal("node is missing: run make setup")
	}
	const client = "testdata/client"
	if _, err := os.Stat(filepath.Join(client, "node_modules", "@modelcontextprotocol", "sdk", "package.json")); err != nil {
		t.Fatal("the client of the SDK is missing: run make setup, which needs npm and a network once")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	before := pages(20)
	root := file(t, before)
	cmd := exec.Command(node, "tasks.mjs", self, rootVariable, root, "x.noma", "20")
	cmd.Dir = client
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	var told struct{ Tasks, Conflicts, Tools, Records int }
	if err := json.Unmarshal(out, &told); err != nil || told.Tasks != 40 || told.Records < 40 {
		t.Fatalf("the client says %s (%v)", out, err)
	}
	t.Logf("%+v", told)
	after := readFile(t, filepath.Join(root, "x.noma"))
	for page := 1; page <= 20; page++ {
		for _, by := range []string{"a", "b"} {
			kind, want := page%10, ""
			if by == "b" {
				kind = (page + 5) % 10
			}
			switch kind {
			case 0:
				want = "holds *five* ships by " + by + ", as it did"
			case 1:
				want = "- a list by " + by + "\n- of two items"
			case 2:
				want = "\nA claim by " + by + ".\n"
			case 3:
				want = fmt.Sprintf("| Bea | 9%d |", page)
			case 4:
				want = "\nA paragraph by " + by + ".\n"
			case 5:
				want = " confidence=0.9}"
			case 6:
				want = fmt.Sprintf("::comment{id=\"comment-%s-%d\"", by, page)
			case 8:
				want = fmt.Sprintf("## Page %d by %s {id=", page, by)
			case 9:
				want = "| New | 1 |\n| Ann | 12 |"
			}
			start := strings.Index(after, fmt.Sprintf("\n## Page %d ", page))
			section, _, _ := strings.Cut(after[start+1:], "\n## Page ")
			if kind == 7 {
				if strings.Contains(section, "> Said") {
					t.Errorf("the quote of page %d is still there", page)
				}
			} else if !strings.Contains(section, strings.TrimPrefix(want, "\n## ")) {
				t.Errorf("page %d has no %q:\n%.600s", page, want, section)
			}
		}
	}
	// Not by transcript.ReadFile: other tests confine this process to their folders.
	entries, _ := transcript.Parse([]byte(readFile(t, filepath.Join(root, "x.noma.patches"))))
	if got, err := transcript.Replay(before, entries); err != nil || got != after {
		t.Errorf("the transcript does not make the document again: %v", err)
	}
}
