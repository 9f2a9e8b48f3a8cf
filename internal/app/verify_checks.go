package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"sort"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/diag"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/noma/validate"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/render/astjson"
	"github.com/nomadocx/nomadocx/render/nomatext"
)

// The checks of a fixture, one method for each expected file (Protocol C.3). Each gives the reason of
// a failure, "" for none.

// fixture is one fixture while it is judged.
type fixture struct {
	root *os.Root
	dir  string // below root
	file *source.File
	doc  *noma.Document
}

// load reads and parses the input.
func (f *fixture) load() string {
	data, ok, reason := f.bytes("input.noma")
	if !ok {
		return "unreadable input: " + reason
	}
	f.file = source.NewFile("input.noma", string(data))
	// Without a file name: fixtures expect no alias made of it.
	var err error
	if f.doc, _, err = noma.Parse(f.file, noma.Options{}); err != nil {
		return "input does not parse: " + oneLine(err)
	}
	return ""
}

// read decodes an expectation; ok is false when the fixture has none.
func (f *fixture) read(name string, into any) (ok bool, reason string) {
	data, ok, reason := f.bytes(name)
	if !ok {
		return false, reason
	}
	if err := json.Unmarshal(data, into); err != nil {
		return false, name + ": " + oneLine(err)
	}
	return true, ""
}

func (f *fixture) ids() string {
	var want struct {
		Canonical []string            `json:"canonical"`
		Aliases   map[string][]string `json:"aliases"`
	}
	ok, reason := f.read("expected.ids.json", &want)
	if !ok {
		return reason
	}
	var got []string
	aliases := map[string][]string{}
	for n := range noma.Walk(f.doc) {
		if b := n.At(); b.ID != "" {
			got = append(got, b.ID)
			if len(b.Aliases) > 0 {
				aliases[b.ID] = sorted(b.Aliases)
			}
		}
	}
	if got, want := sorted(got), sorted(want.Canonical); !slices.Equal(got, want) {
		return fmt.Sprintf("ids mismatch: got %s, expected %s", compact(got), compact(want))
	}
	ids := slices.Sorted(maps.Keys(aliases))
	for id := range want.Aliases {
		if _, ok := aliases[id]; !ok {
			ids = append(ids, id)
		}
	}
	for _, id := range sorted(ids) {
		if !slices.Equal(aliases[id], sorted(want.Aliases[id])) {
			return "aliases mismatch for " + id
		}
	}
	return ""
}

func (f *fixture) diagnostics() string {
	type pair struct {
		Code     string `json:"code"`
		Severity string `json:"severity"`
	}
	var want []pair
	ok, reason := f.read("expected.diagnostics.json", &want)
	if !ok {
		return reason
	}
	got := []pair{}
	for _, d := range validate.Document(f.doc, validate.Options{}) {
		got = append(got, pair{d.Code, string(d.Severity)})
	}
	order := func(p []pair) {
		sort.Slice(p, func(i, j int) bool {
			return p[i].Code < p[j].Code || p[i].Code == p[j].Code && p[i].Severity < p[j].Severity
		})
	}
	order(got)
	order(want)
	if !slices.Equal(got, want) {
		return fmt.Sprintf("diagnostics mismatch: got %s, expected %s", compact(got), compact(want))
	}
	return ""
}

func (f *fixture) roundtrip() string {
	want, ok, reason := f.bytes("expected.roundtrip.noma")
	if !ok {
		return reason
	}
	var b bytes.Buffer
	if err := nomatext.Render(&b, f.doc, nil); err != nil {
		return "render-noma: " + oneLine(err)
	}
	if !bytes.Equal(b.Bytes(), want) {
		return "roundtrip mismatch: render-noma output differs from expected.roundtrip.noma"
	}
	again, _, err := noma.Parse(source.NewFile("input.noma", b.String()), noma.Options{})
	if err != nil {
		return "render-noma output does not parse: " + oneLine(err)
	}
	if !reflect.DeepEqual(structure(f.doc), structure(again)) {
		return "roundtrip property failed: parse(render-noma(parse(x))) !== parse(x)"
	}
	return ""
}

// structure returns a document's JSON tree without positions.
func structure(d *noma.Document) any {
	var b bytes.Buffer
	var tree any
	if astjson.Render(&b, d, nil) != nil || json.Unmarshal(b.Bytes(), &tree) != nil {
		return nil
	}
	var strip func(any)
	strip = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if _, node := v["type"]; node {
				delete(v, "pos")
				delete(v, "endLine")
			}
			for _, child := range v {
				strip(child)
			}
		case []any:
			for _, child := range v {
				strip(child)
			}
		}
	}
	strip(tree)
	return tree
}

func (f *fixture) spans() string {
	var want map[string]struct{ StartLine, EndLine int }
	ok, reason := f.read("expected.spans.json", &want)
	if !ok {
		return reason
	}
	for n := range noma.Walk(f.doc) {
		b := n.At()
		w, asserted := want[b.ID]
		if b.ID == "" || !asserted {
			continue
		}
		delete(want, b.ID)
		if b.Line != w.StartLine || b.EndLine != w.EndLine {
			return fmt.Sprintf("span mismatch for %q: got [%d, %d], expected [%d, %d]", b.ID, b.Line, b.EndLine, w.StartLine, w.EndLine)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(want)) {
		return fmt.Sprintf("span mismatch for %q: there is no such id", id)
	}
	return ""
}

func (f *fixture) patched() string {
	data, ok, reason := f.bytes("patch.json")
	if !ok {
		return reason
	}
	var wantError struct {
		Code string `json:"code"`
	}
	refusal, reason := f.read("expected.error.json", &wantError)
	if reason != "" {
		return reason
	}
	post, hasPost, reason := f.bytes("expected.post.noma")
	switch {
	case reason != "":
		return reason
	case hasPost && refusal:
		return "fixture declares both expected.post.noma and expected.error.json"
	case !hasPost && !refusal: // differences.md A13
		return "fixture declares patch.json but neither expected.post.noma nor expected.error.json"
	}
	text, err := f.apply(data)
	var refused *patch.Error
	switch {
	case refusal && err == nil:
		return fmt.Sprintf("expected PatchError(%q), but patch succeeded", wantError.Code)
	case refusal && !errors.As(err, &refused):
		return fmt.Sprintf("expected PatchError(%q), got: %s", wantError.Code, oneLine(err))
	case refusal && string(refused.Code) != wantError.Code:
		return fmt.Sprintf("error code mismatch: got %q, expected %q", refused.Code, wantError.Code)
	case refusal:
		return ""
	case err != nil:
		return "patch failed: " + oneLine(err)
	case text != string(post):
		return "patch output mismatch: got " + firstDifference(text, string(post))
	}
	return ""
}

// apply makes the operations of patch.json. A transaction with "prevalidate" is the Protocol's strict
// mode (§3.4): it is refused for a document with errors.
func (f *fixture) apply(data []byte) (string, error) {
	tx, err := patch.DecodeOps(data)
	if err != nil {
		return "", err
	}
	if tx.PreValidate {
		for _, d := range validate.Document(f.doc, validate.Options{}) {
			if d.Severity == diag.Error {
				return "", &patch.Error{Code: patch.PreValidationBlocked, Message: "the document has errors: " + d.Message}
			}
		}
	}
	laid := slices.ContainsFunc(tx.Ops, func(o patch.Op) bool { return o.Op == replaceText })
	if !laid {
		result, err := patch.ApplyTo(f.doc, tx.Ops, patch.Options{})
		if err != nil {
			return "", err
		}
		return result.Text, nil
	}
	s, err := FromText("input.noma", f.doc.File.Text)
	if err != nil {
		return "", err
	}
	rq, err := requestOf(tx.Ops)
	if err != nil {
		return "", err
	}
	text, _, err := PatchText(context.Background(), s, rq, PatchOptions{})
	return text, err
}

// firstDifference names the first line in which two different texts differ.
func firstDifference(got, want string) string {
	g, w := strings.SplitAfter(got, "\n"), strings.SplitAfter(want, "\n")
	i := 0
	for i < len(g) && i < len(w) && g[i] == w[i] {
		i++
	}
	shown := func(lines []string) string {
		if i >= len(lines) || lines[i] == "" {
			return "the end"
		}
		line := []rune(lines[i])
		return compact(string(line[:min(len(line), 120)]))
	}
	return fmt.Sprintf("%s in line %d, expected %s", shown(g), i+1, shown(w))
}

func sorted(list []string) []string {
	out := append([]string{}, list...)
	slices.Sort(out)
	return out
}

// compact returns a value as JSON on one line.
func compact(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(v) != nil {
		return "?"
	}
	return strings.TrimSuffix(b.String(), "\n")
}
