package arch

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the table of packages in ARCHITECTURE.md")

// TestPicture: ARCHITECTURE.md shows the table that the imports are checked with, and the root holds no other folder.
func TestPicture(t *testing.T) {
	const page, from, to = "../../ARCHITECTURE.md", "<!-- packages -->\n", "<!-- end of packages -->\n"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), from)
	shown, after, ok2 := strings.Cut(rest, to)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the table", page)
	}
	if want := "\n" + Picture() + "\n"; shown != want {
		if *update {
			err = os.WriteFile(page, []byte(before+from+want+to+after), 0o644)
		} else {
			t.Errorf("the table of packages is not the one of internal/arch; go test ./internal/arch -update rewrites it")
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	root, err := os.ReadDir("../..")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{"docs": true, "examples": true, "scripts": true, "bin": true, "out": true} // bin and out are made by make
	for _, p := range packages {
		name, _, _ := strings.Cut(p.path, "/")
		known[name] = true
	}
	for _, d := range root {
		if d.IsDir() && !strings.HasPrefix(d.Name(), ".") && !known[d.Name()] {
			t.Errorf("the root has a folder that no package or page belongs to: %s", d.Name())
		}
	}
}

// TestLibraryPrograms: the programs that docs/library.md shows are those of examples/library, which are compiled.
func TestLibraryPrograms(t *testing.T) {
	page, err := os.ReadFile("../../docs/library.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"render", "sync"} {
		program, err := os.ReadFile("../../examples/library/" + name + "/main.go")
		if err != nil {
			t.Fatal(err)
		}
		_, main, _ := strings.Cut(string(program), "func main() {")
		if main == "" || !strings.Contains(string(page), "```go\nfunc main() {"+main+"```") {
			t.Errorf("docs/library.md does not show examples/library/%s", name)
		}
	}
}
