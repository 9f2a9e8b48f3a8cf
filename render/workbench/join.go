package workbench

import (
	"fmt"
	"path"
	"regexp"
	"strings"
)

// Modules as this package writes them: imports of modules beside them, each on one line at the top, and exports of declarations.
var (
	importLine = regexp.MustCompile(`(?m)^import \{[^}]*\} from "\./([\w.-]+)";\n`)
	exportWord = regexp.MustCompile(`(?m)^export (async function|function|class|const|let) `)
)

// join makes one script of a module and those that it imports. All share one scope, so that names at the top of modules must
// differ; the test of this package sees to it.
func join(read func(name string) (string, error), name string) (string, error) {
	var out strings.Builder
	seen := map[string]bool{}
	var add func(name string) error
	add = func(name string) error {
		if seen[name] {
			return nil
		}
		seen[name] = true
		text, err := read(name)
		if err != nil {
			return err
		}
		for _, m := range importLine.FindAllStringSubmatch(text, -1) {
			if err := add(m[1]); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		text = exportWord.ReplaceAllString(importLine.ReplaceAllString(text, ""), "$1 ")
		fmt.Fprintf(&out, "// %s\n\n%s\n", path.Base(name), text)
		return nil
	}
	err := add(name)
	return out.String(), err
}
