package arch

import (
	"fmt"
	"sort"
	"strings"
)

// Module is the path all our packages begin with.
const Module = "github.com/nomadocx/nomadocx"

// layers says in which layer each package lives. A package may import packages of lower layers.
var layers = map[string]int{
	"source": 0, "diag": 0, "schema": 0, "workflow/contract": 0,
	"internal/files": 0, "internal/memory": 0, "internal/tempfile": 0, "internal/httpguard": 0, "internal/screen": 0, "internal/halt": 0,
	"noma": 1, "dataset": 1, "opc": 1, "latex": 1,
	"patch": 2, "compute": 2, "wml": 2, "chart": 2, "book": 2,
	"layout": 3, "controls": 3,
	"render/docx": 4, "render/html": 4, "render/astjson": 4, "render/nomatext": 4,
	"render/llm": 4, "render/markdown": 4, "ingest": 4, "drift": 4,
	"review/extract": 4, "validate": 4, "pdf": 4,
	"internal/docgen": 4, // documents for tests
	"review/sync":     5, "record": 5, "transcript": 5, "capability": 5, "proof": 5, "site": 5,
	"pipeline": 6, "review/report": 6,
	"mcp": 7, "workflow": 7, "jobs": 7, "batch": 7, "api": 7, "agent": 7,
	"cmd/nomadocx": 8, "cmd/norma": 8, "internal/demo": 8, "internal/samples": 8,
}

// standalone packages import none of ours: programs of the build, the golden-file comparison, and the
// browser of tests.
var standalone = map[string]bool{"golden": true, "internal/arch": true, "internal/tally": true, "internal/fuzzall": true, "internal/webtest": true, "internal/wordtest": true}

// sameLayer are the imports allowed within one layer.
var sameLayer = map[string]string{"diag": "source", "controls": "layout", "dataset": "noma",
	"batch": "jobs", "api": "jobs", "internal/tempfile": "internal/files"}

// fence keeps packages out of other packages. Names end in "/" when everything below is meant.
type fence struct {
	who  string // the packages it is about; "" means all
	not  string // what they must not import
	but  []string
	why  string
	ours bool // not is a package of this module
}

var fences = []fence{
	{who: "render/", not: "review/", ours: true, why: "renderers and readers meet in layout and wml"},
	{who: "review/", not: "render/", ours: true, why: "renderers and readers meet in layout and wml"},
	{not: "github.com/yuin/goldmark", but: []string{"ingest"}, why: "Markdown enters by one door"},
	{not: "github.com/modelcontextprotocol/", but: []string{"mcp"}, why: "one package speaks MCP"},
	{not: "github.com/fsnotify/", but: []string{"cmd/nomadocx"}, why: "watching is the front end's"},
	{who: "review/extract", not: "noma", ours: true, why: "extraction needs no source"},
	{not: "golden", ours: true, why: "only tests compare with golden files"},
	{not: "internal/docgen", ours: true, why: "only tests make documents up"},
	{not: "github.com/beevik/etree", but: []string{"opc", "wml", "render/docx"}, why: "XML ends at the package reader, the Word model and the parts of templates"},
	{not: "encoding/xml", but: []string{"opc", "wml"}, why: "XML ends at the package reader and the Word model"},
	{not: "github.com/chromedp/", but: []string{"pdf", "internal/webtest"}, why: "one package drives the browser"},
	{not: "internal/webtest", ours: true, why: "only tests look at pages"},
	{not: "internal/wordtest", ours: true, why: "only tests edit the parts of Word files by hand"},
	{not: "database/sql", but: []string{"workflow", "batch"}, why: "runs and jobs are all that lies in a database"},
	{not: "modernc.org/", but: []string{"workflow", "batch"}, why: "runs and jobs are all that lies in a database"},
	{not: "github.com/riverqueue/", but: []string{"batch"}, why: "one package speaks to the queue"},
	{not: "github.com/jackc/", but: []string{"batch"}, why: "one package speaks to PostgreSQL"},
	{not: "github.com/spf13/", but: []string{"cmd/nomadocx", "cmd/norma"}, why: "flags are the front end's"},
	{not: "log", but: []string{"cmd/nomadocx", "internal/demo", "internal/tally"}, why: "libraries return errors"},
	{not: "C", why: "the program is static"},
}

// Package is what `go list -json` says about one package.
type Package struct {
	ImportPath string
	Imports    []string // direct imports of the non-test files
}

// Check lists what is wrong with the imports of the packages, one sentence each, sorted.
func Check(packages []Package) []string {
	var wrong []string
	for _, p := range packages {
		name := own(p.ImportPath)
		if standalone[name] {
			for _, i := range p.Imports {
				if own(i) != "" {
					wrong = append(wrong, fmt.Sprintf("%s imports %s but must stand alone", name, own(i)))
				}
			}
			continue
		}
		layer, known := layers[name]
		if !known {
			wrong = append(wrong, fmt.Sprintf("%s is not in the layer table (internal/arch/layers.go)", name))
			continue
		}
		for _, i := range p.Imports {
			if to := own(i); to != "" && !standalone[to] && sameLayer[name] != to {
				if below, ok := layers[to]; ok && below >= layer {
					wrong = append(wrong, fmt.Sprintf("%s (layer %d) imports %s (layer %d)", name, layer, to, below))
				}
			}
			for _, f := range fences {
				if f.breaks(name, i) {
					wrong = append(wrong, fmt.Sprintf("%s imports %s: %s", name, strings.TrimPrefix(i, Module+"/"), f.why))
				}
			}
		}
	}
	sort.Strings(wrong)
	return wrong
}

func (f fence) breaks(name, imported string) bool {
	if f.ours {
		imported = own(imported)
	}
	if !within(imported, f.not) || f.who != "" && !within(name, f.who) {
		return false
	}
	for _, b := range f.but {
		if name == b {
			return false
		}
	}
	return true
}

// within reports whether a name is the pattern, or lies below it when the pattern ends in "/".
func within(name, pattern string) bool {
	return name == pattern || strings.HasSuffix(pattern, "/") && strings.HasPrefix(name, pattern)
}

// own is the name of one of our packages below the module path, "" for other packages.
func own(path string) string {
	name, ok := strings.CutPrefix(path, Module+"/")
	if !ok {
		return ""
	}
	return name
}
