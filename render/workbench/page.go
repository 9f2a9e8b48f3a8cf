package workbench

import (
	_ "embed" // the editor
	"strings"

	"github.com/nomadocx/nomadocx/internal/pagescript"
	reviewpage "github.com/nomadocx/nomadocx/review/page"
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
	start, err := pagescript.Join(readPage, "start.js")
	if err != nil {
		return nil, err
	}
	script, err := pagescript.Join(readPage, "main.js")
	if err != nil {
		return nil, err
	}
	style += reviewpage.Style()
	start, script = pagescript.Strict(start), codeMirror+"\n"+reviewpage.Script()+pagescript.Strict(script)
	policy := "default-src 'none'; script-src " + pagescript.Hash(start) + " " + pagescript.Hash(script) + " 'wasm-unsafe-eval'; style-src " + pagescript.Hash(style) + "; img-src data: blob:; font-src data:; " +
		"worker-src blob:; frame-src 'none'; base-uri 'none'; form-action 'none'"
	if served {
		policy += "; connect-src 'self'"
	}
	if served {
		html = strings.Replace(html, `<html lang="en">`, `<html lang="en" data-served>`, 1)
	}
	// The engine comes first, so that it gets ready while the editor is read. Data in it are no script to the browser.
	return []byte(strings.NewReplacer("{{POLICY}}", policy, "{{STYLE}}", style, "{{WORKER}}", engine.Worker, "{{MODULE}}", engine.Module,
		"{{FONTS}}", engine.Fonts, "{{START}}", start, "{{SCRIPT}}", script).Replace(html)), nil
}
