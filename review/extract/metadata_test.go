package extract_test

import (
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/review/extract"
)

// fieldsOf returns the fields under a label, "severity=high, owner=Ann".
func fieldsOf(words string, after ...wml.Block) string {
	r := extract.Extract(doc(append([]wml.Block{label("b", words)}, after...)...))
	var out []string
	for _, m := range r.BlockMetadata {
		for _, f := range m.Fields {
			out = append(out, f.Label+"="+f.Text)
		}
	}
	return strings.Join(out, ", ")
}

func TestMetadataOfBlocks(t *testing.T) {
	for _, c := range []struct {
		label string
		after []wml.Block
		want  string
	}{
		{"Risk (high)", blocks(framed("Text"), meta("severity: high · owner: Ann")), "severity=high, owner=Ann"},
		{"Risk", blocks(meta("severity: high")), "severity=high"},
		{"Risky", blocks(meta("severity: high")), ""},
		{"Risk: title", blocks(meta("severity: high")), "severity=high"},
		{"Risk (high): title", blocks(meta("severity: high")), "severity=high"},
		{"Risk (due: May)", blocks(meta("severity: high")), "severity=high"},
		{"Risk of rain (high)", blocks(meta("severity: high")), ""},
		{"Computed plot 3.1: Sum", blocks(meta("formula: a*2")), "formula=a*2"},
		{"Citation: A book", blocks(meta("Source: A book · Accessed: 2026-01-01"), meta("URL: ", toURL("https://a.example", "https://a.example")), meta("DOI: 10.1/x"), framed("Text")),
			"source=A book, accessed=2026-01-01, url=https://a.example, doi=10.1/x"},
		{"API: Pay", blocks(meta("base URL: https://a.example · status: beta")), "base url=https://a.example, status=beta"},
		{"User memory: m", blocks(meta("last seen: 2026-05-01 · superseded by: ", toBlock("c1", "c1"))), "last seen=2026-05-01, superseded by=c1"},
		{"Computed metric: Sum", blocks(meta("formula: a*2 · unit: %")), "formula=a*2, unit=%"},
		{"☐ Agent task (open)", blocks(meta("scope: docs · due: 2026-05-01")), "scope=docs, due=2026-05-01"},
		{"☒ Todo", blocks(meta("owner: Ann")), "owner=Ann"},
		{"Todo", blocks(meta("owner: Ann")), "owner=Ann"},
		{"Evidence", blocks(meta("for: c1")), "for=c1"},
		{"Evidence: title", blocks(meta("for: c1")), "for=c1"},
		{"Finance position", blocks(meta("owner: Ann")), ""},
		{"Decision (accepted)", blocks(framed("Text"), text("outside"), meta("owner: Ann")), ""},
		{"Decision (accepted)", blocks(meta("owner: Ann"), meta("3 rows"), meta("date: 2026-01-01")), "owner=Ann"},
		{"Decision (accepted)", blocks(meta("owner: Ann"), framed("Text"), meta("date: 2026-01-01")), "owner=Ann"},
	} {
		if got := fieldsOf(c.label, c.after...); got != c.want {
			t.Errorf("%s: got %q, want %q", c.label, got, c.want)
		}
	}
}

func TestFieldSplitting(t *testing.T) {
	for _, c := range []struct {
		name  string
		parts []any
		want  string
	}{
		{"one run", []any{"severity: high · owner: Ann · status: open"}, "severity=high, owner=Ann, status=open"},
		{"runs as separators", []any{"severity: high", " · ", "owner: Ann"}, "severity=high, owner=Ann"},
		{"a foreign label belongs to the value", []any{"severity: CRM · area: north · owner: Ann"}, "severity=CRM · area: north, owner=Ann"},
		{"so does a known one out of order", []any{"owner: Ann · severity: low · status: open"}, "owner=Ann · severity: low, status=open"},
		{"a label between separators is certain", []any{"severity: low · owner: Z", " · ", "owner: Bo"}, "severity=low · owner: Z, owner=Bo"},
		{"a field somebody added", []any{"severity: low", " · ", "owner: Bo", " · status: open"}, "severity=low, owner=Bo, status=open"},
		{"empty value", []any{"severity:  · owner: Ann"}, "severity=, owner=Ann"},
		{"labels in any case", []any{"Severity: high"}, "severity=high"},
		{"text in front", []any{"draft · severity: high"}, ""},
		{"deleted field", []any{"severity: high", deleted("1", "Ann", " · owner: Ann")}, "severity=high"},
		{"no field", []any{"3 rows"}, ""},
		{"nothing", nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := fieldsOf("Risk", meta(c.parts...)); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestMetadataUnderCaptionsAndFields(t *testing.T) {
	r := extract.Extract(doc(
		para(layout.StyleCaption, bookmark("p"), "Computed plot 1: Curve"), para(layout.StyleMeta, "formula: x · domain: x:0..4"), para(layout.StyleMeta, "line plot, 5 points"),
		para(layout.StyleAction, bookmark("c"), "Control: Rate "), para(layout.StyleMeta, "type: slider · default: 5"),
		para(layout.StyleAction, "Control: No id"), para(layout.StyleMeta, "type: text"),
	))
	if len(r.BlockMetadata) != 2 || r.BlockMetadata[0].NativeID != "0" || r.BlockMetadata[1].NativeID != "1" {
		t.Fatalf("%+v", r.BlockMetadata)
	}
	if v, ok := r.BlockMetadata[0].Fields.Get("domain"); !ok || v != "x:0..4" {
		t.Errorf("domain is %q", v)
	}
	if _, ok := r.BlockMetadata[1].Fields.Get("min"); ok {
		t.Error("a field that is not shown is there")
	}
}
