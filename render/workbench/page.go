package workbench

import (
	"crypto/sha256"
	_ "embed" // the editor
	"encoding/base64"
	"strings"
)

//go:embed editor/codemirror.js
var codeMirror string

// Page makes the page: one file that needs nothing else. served says that it talks to the server it comes from. It fails when the
// program was built without the engine.
func Page(served bool) ([]byte, error) {
	engine, err := ReadEngine(engineFolder)
	if err != nil {
		return nil, err
	}
	html, err := readPage("page.html")
	if err != nil {
		return nil, err
	}
	style, err := readPage("page.css")
	if err != nil {
		return nil, err
	}
	script, err := join(readPage, "main.js")
	if err != nil {
		return nil, err
	}
	// The script is in strict mode, and its names are its own.
	script = codeMirror + "\n(() => {\n\"use strict\";\n" + script + "})();\n"
	policy := "default-src 'none'; script-src '" + hash(script) + "' 'wasm-unsafe-eval'; style-src '" + hash(style) + "'; img-src data: blob:; font-src data:; " +
		"worker-src blob:; frame-src 'none'; base-uri 'none'; form-action 'none'"
	if served {
		policy += "; connect-src 'self'"
	}
	if served {
		html = strings.Replace(html, `<html lang="en">`, `<html lang="en" data-served>`, 1)
	}
	// The engine comes last, so that the page shows while the rest of it is read. Data in it are no script to the browser.
	html = strings.Replace(html, "</body>", `<script type="text/plain" id="worker">`+engine.Worker+"</script>\n"+
		`<script type="text/plain" id="module">`+engine.Module+"</script>\n</body>", 1)
	return []byte(strings.NewReplacer("{{POLICY}}", policy, "{{STYLE}}", style, "{{SCRIPT}}", script).Replace(html)), nil
}

// hash is a text as a content security policy names it.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
