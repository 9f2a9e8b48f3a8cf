package arch

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Module is the path all our packages begin with.
const Module = "github.com/nomadocx/nomadocx"

// layers says in which layer each package lives, standaloneSet which import none of the module.
var layers, standaloneSet = func() (map[string]int, map[string]bool) {
	of, alone := map[string]int{}, map[string]bool{}
	for _, p := range packages {
		if p.layer == standalone {
			alone[p.path] = true
		} else {
			of[p.path] = p.layer
		}
	}
	return of, alone
}()

// sameLayer are the imports allowed within one layer.
var sameLayer = map[string]string{"noma/diag": "noma/source", "controls": "layout", "noma/dataset": "noma",
	"serve/batch": "serve/jobs", "serve/api": "serve/jobs"}

// fence keeps packages out of other packages. Names end in "/" when everything below is meant.
type fence struct {
	who  string // the packages it is about; "" means all
	not  string // what they must not import
	but  []string
	why  string
	ours bool // not is a package of this module
}

var fences = []fence{
	{who: "render/", not: "review/", but: []string{"render/workbench"}, ours: true, why: "renderers and readers meet in layout and wml"},
	{who: "render/workbench", not: "review/sync", ours: true, why: "of review it has the page, review/page"},
	{who: "review/", not: "render/", ours: true, why: "renderers and readers meet in layout and wml"},
	{not: "github.com/yuin/goldmark", but: []string{"noma/ingest"}, why: "Markdown enters by one door"},
	{not: "github.com/modelcontextprotocol/", but: []string{"serve/mcp"}, why: "one package speaks MCP"},
	{not: "github.com/fsnotify/", but: []string{"cmd/nomadocx"}, why: "watching is the front end's"},
	{who: "review/extract", not: "noma", ours: true, why: "extraction needs no source"},
	{not: "golden", ours: true, why: "only tests compare with golden files"},
	{not: "internal/testkit/docgen", ours: true, why: "only tests make documents up"},
	{not: "github.com/beevik/etree", but: []string{"internal/office/opc", "internal/office/wml", "render/docx", "review/redline"}, why: "XML ends at the package reader, the Word model, the parts of templates and what changed in files"},
	{not: "encoding/xml", why: "XML ends at the package reader: opc's scanner reads parts one by one, and etree what needs a tree"},
	{not: "github.com/chromedp/", but: []string{"pdf", "internal/testkit/webtest"}, why: "one package drives the browser"},
	{not: "internal/testkit/webtest", ours: true, why: "only tests look at pages"},
	{not: "internal/testkit/wordtest", ours: true, why: "only tests edit the parts of Word files by hand"},
	{not: "internal/testkit/officetest", ours: true, why: "only tests ask LibreOffice"},
	{not: "database/sql", but: []string{"norma", "serve/batch"}, why: "runs and jobs are all that lies in a database"},
	{not: "modernc.org/", but: []string{"norma", "serve/batch"}, why: "runs and jobs are all that lies in a database"},
	{not: "github.com/riverqueue/", but: []string{"serve/batch"}, why: "one package speaks to the queue"},
	{not: "github.com/jackc/", but: []string{"serve/batch"}, why: "one package speaks to PostgreSQL"},
	{not: "github.com/spf13/", but: []string{"cmd/nomadocx", "cmd/norma"}, why: "flags are the front end's"},
	{not: "log", but: []string{"cmd/nomadocx", "internal/demo", "internal/tally", "examples/library/render", "examples/library/sync"}, why: "libraries return errors"},
	{not: "C", why: "the program is static"},
}

// frontEnds read flags and requests, call a verb of internal/app and print what it returns. Of the packages below it they
// see values: none of their functions but valueFunctions, which only read a value (see TestFrontEndsCallVerbs).
var (
	frontEnds      = []string{"cmd/nomadocx", "cmd/engine", "cmd/norma", "serve/jobs", "serve/batch", "serve/api", "serve/mcp", "norma/agent"}
	values         = []string{"arm", "noma/diag", "patch", "patch/capability", "patch/proof", "patch/transcript", "review/sync"}
	valueFunctions = []string{"patch.Operations", "review/sync.Count"}
	tools          = []string{"internal/app", "internal/files", "internal/httpguard", "internal/memory", "internal/proc", "internal/schema", "internal/screen",
		"internal/docfile", "norma", "norma/", "review/report", "serve/"}
)

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
		if standaloneSet[name] {
			for _, i := range p.Imports {
				if own(i) != "" {
					wrong = append(wrong, fmt.Sprintf("%s imports %s but must stand alone", name, own(i)))
				}
			}
			continue
		}
		layer, known := layers[name]
		if !known {
			wrong = append(wrong, fmt.Sprintf("%s is not in the layer table (internal/arch/packages.go)", name))
			continue
		}
		for _, i := range p.Imports {
			if to := own(i); to != "" && !standaloneSet[to] && sameLayer[name] != to {
				if below, ok := layers[to]; ok && below >= layer {
					wrong = append(wrong, fmt.Sprintf("%s (layer %d) imports %s (layer %d)", name, layer, to, below))
				}
			}
			if to := own(i); to != "" && slices.Contains(frontEnds, name) && !slices.Contains(values, to) && !slices.ContainsFunc(tools, func(p string) bool { return within(to, p) }) {
				wrong = append(wrong, fmt.Sprintf("%s imports %s: a front end calls verbs of internal/app", name, to))
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

// own returns the name of one of our packages below the module path, "" for other packages.
func own(path string) string {
	name, ok := strings.CutPrefix(path, Module+"/")
	if !ok {
		return ""
	}
	return name
}
