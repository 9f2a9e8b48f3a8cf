// Package pagescript makes one script of the JavaScript modules of a page, and names scripts and styles in its policy.
package pagescript

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"path"
	"regexp"
	"strings"
)

// Modules as the pages of this program write them: imports of modules beside them, each on one line at the top, and exports of
// declarations.
var (
	importLine = regexp.MustCompile(`(?m)^import \{[^}]*\} from "\./([\w.-]+)";\n`)
	exportWord = regexp.MustCompile(`(?m)^export (async function|function|class|const|let) `)
)

// Join makes one script of a module and those that it imports. All share one scope, so that names at the top of modules must
// differ.
func Join(read func(name string) (string, error), name string) (string, error) {
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

// Strict returns a script in strict mode whose names are its own.
func Strict(script string) string { return "(() => {\n\"use strict\";\n" + script + "})();\n" }

// Hash returns the source expression of a script or style for a content security policy (CSP Level 3, §2.3.1).
func Hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
