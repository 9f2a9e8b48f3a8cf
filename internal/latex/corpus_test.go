package latex

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// corpus returns the formulas of testdata/corpus.txt, without its headings.
func corpus(t testing.TB) []string {
	t.Helper()
	var out []string
	for _, line := range lines(t, "testdata/corpus.txt") {
		if !strings.HasPrefix(line, "# ") {
			out = append(out, line)
		}
	}
	if len(out) < 400 {
		t.Fatalf("the corpus has %d formulas", len(out))
	}
	return out
}

func lines(t testing.TB, file string) []string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}

// Every formula is understood, and its one form is read as the same formula.
func TestCorpusIsUnderstood(t *testing.T) {
	seen := map[string]bool{}
	for _, src := range corpus(t) {
		if seen[src] {
			t.Errorf("%s stands twice in the corpus", src)
		}
		seen[src] = true
		n, err := Parse(src)
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		once := Print(n)
		again, err := Parse(once)
		if err != nil {
			t.Errorf("%s prints %s, which is not read: %v", src, once, err)
		} else if twice := Print(again); twice != once {
			t.Errorf("%s prints %s, and that %s", src, once, twice)
		}
	}
}

var commandForm = regexp.MustCompile(`\\(begin|end)\b|\{[a-z*A-Z]+\}|\\operatorname\*|\\[A-Za-z]+|\\.`)

// The corpus shows every command and environment that formulas in reports use.
func TestCorpusShowsEveryCommand(t *testing.T) {
	shown := map[string]bool{}
	for _, src := range corpus(t) {
		for _, c := range commandForm.FindAllString(src, -1) {
			shown[c] = true
		}
	}
	for _, c := range append(lines(t, "testdata/commands.txt")[1:], `\ `) {
		if !shown[c] {
			t.Errorf("no formula of the corpus has %s", c)
		}
	}
}
