package validate

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/chart"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/dataset"
	"github.com/nomadocx/nomadocx/noma/diag"
)

// blockRules are the rules about single blocks, in the order in which a block's diagnostics come.
// It is put together from the files of each family.
var blockRules = slices.Concat(generalRules, controlRules, reasoningRules, pictureRules, plotRules, workRules, memoryRules, citationRules, knownRules)

var generalRules = []blockRule{
	{rule: rule{"out-of-profile-directive", diag.Warning}, check: func(c *checker, n *noma.Directive, r reporter) {
		if c.allow != nil && !c.allow[n.Name] {
			r.at(n, "Directive "+quote(n.Name)+" is not part of the declared "+strings.Join(c.declared, " or ")+" profile.")
		}
	}},
	{rule: rule{"dataset-src-missing", diag.Warning}, on: []string{"dataset"}, check: func(c *checker, n *noma.Directive, r reporter) {
		src, ok := stringAttr(n, "src")
		if ok && (n.AttrText("format") == "error" || noma.TrimSpace(n.Body) == "" && noma.TrimSpace(n.RawBody.S) == "") {
			r.at(n, title("Dataset", n)+" could not load "+quote(src)+".")
		}
	}},
}

var pictureRules = []blockRule{
	{rule: rule{"diagram-missing-kind", diag.Warning}, on: []string{"diagram"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if !set(n, "kind") {
			r.at(n, title("Diagram", n)+" has no kind= (mermaid, graphviz or drawio).")
		}
	}},
	{rule: rule{"diagram-missing-source", diag.Warning}, on: []string{"diagram"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if blankBody(n) {
			r.at(n, title("Diagram", n)+" has no source in its body.")
		}
	}},
	// A Plotly specification counts as present only when the body is one paragraph, as every
	// renderer of the format reads it (ast.md §1.1): a blank line inside makes it disappear.
	{rule: rule{"plotly-missing-spec", diag.Warning}, on: []string{"plotly"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if noma.TrimSpace(n.Body) == "" {
			r.at(n, title("Plotly", n)+" has no JSON spec body.")
		}
	}},
	{rule: rule{"plotly-invalid-json", diag.Error}, on: []string{"plotly"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if noma.TrimSpace(n.Body) != "" && !json.Valid([]byte(n.Body)) {
			r.at(n, title("Plotly", n)+" does not hold valid JSON.")
		}
	}},
	{rule: rule{"plotly-not-drawn", diag.Warning}, on: []string{"plotly"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if json.Valid([]byte(n.Body)) {
			if _, err := chart.PlotlyBlock(n); err != nil && !errors.Is(err, chart.ErrNoData) {
				r.at(n, title("Plotly", n)+" is shown as its source: "+err.Error()+".")
			}
		}
	}},
	{rule: rule{"figure-missing-alt", diag.Warning}, on: []string{"figure"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if !set(n, "alt", "caption") {
			r.at(n, title("Figure", n)+" has neither alt= nor caption=.")
		}
	}},
}

var workRules = []blockRule{
	{rule: rule{"risk-without-owner", diag.Warning}, on: []string{"risk"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if !set(n, "owner") {
			r.at(n, title("Risk", n)+" has no owner=.")
		}
	}},
	{rule: rule{"decision-without-status", diag.Warning}, on: []string{"decision", "adr"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if !set(n, "status") {
			r.at(n, title("Decision", n)+" has no status=.")
		}
	}},
	{rule: rule{"adr-missing-owner", diag.Warning}, on: []string{"decision", "adr"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if c.active["adr"] && !set(n, "owner") {
			r.at(n, title("Decision", n)+" has no owner=, which the adr profile asks for.")
		}
	}},
	{rule: rule{"adr-missing-date", diag.Warning}, on: []string{"decision", "adr"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if c.active["adr"] && !set(n, "date", "decided_at") {
			r.at(n, title("Decision", n)+" has no date=, which the adr profile asks for.")
		}
	}},
	{rule: rule{"agent-task-without-scope", diag.Warning}, on: []string{"agent_task", "todo"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if !set(n, "scope") && blankBody(n) {
			r.at(n, title("Task", n)+" has neither scope= nor a body.")
		}
	}},
	{rule: rule{"hidden-content", diag.Warning}, on: []string{"toc", "pagebreak", "page_setup", "doc_protection"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if kids := n.Kids(); len(kids) > 0 {
			from, to := strconv.Itoa(kids[0].At().Line), strconv.Itoa(lastLine(kids[len(kids)-1]))
			r.at(n, "The block ::"+n.Name+" shows none of what is in it, here lines "+from+" to "+to+"; end it with a line "+
				strings.Repeat(":", n.Fence)+" below line "+strconv.Itoa(n.Line)+".")
		}
	}},
	{rule: rule{"table-separator-row", diag.Info}, on: []string{"table"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if body, ok := withoutSeparator(n); ok {
			r.mend(n, "The row of dashes is no row of the table; with the attribute header it is not needed.", body)
		}
	}},
	{rule: rule{"table-merge", diag.Warning}, on: []string{"table"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if !set(n, "merge") {
			return
		}
		t, err := dataset.Table(n)
		if err != nil {
			r.at(n, "The cells are not merged: "+err.Error()+".")
			return
		}
		_, faults := t.Merges()
		for _, f := range faults[:min(len(faults), maxPerBlock)] {
			r.at(n, "Cells are not merged: "+quote(f.Range)+" in merge= "+f.Reason+".")
		}
	}},
	{rule: rule{"escape-hatch-untrusted", diag.Warning}, on: []string{"html", "svg", "script"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if t := n.AttrText("trusted"); t == "" || t == "false" {
			r.at(n, "Raw "+n.Name+" is not marked trusted.")
		}
	}},
}

// withoutSeparator finds the `| --- |` row that other notations have behind the header. fix takes it out, where nothing is
// lost: it makes the first row the header, and may say alignments.
func withoutSeparator(n *noma.Directive) (fix map[string]any, ok bool) {
	rows, at := 0, 0
	for line := range strings.Lines(n.RawBody.S) {
		if noma.TrimSpace(line) != "" {
			if rows++; rows == 2 {
				_, ok = noma.SeparatorRow(strings.TrimSuffix(line, "\n"))
				if !ok || n.ID == "" || n.AttrText("header") != "true" || strings.Contains(line, ":") {
					return nil, ok
				}
				content := strings.TrimSuffix(n.RawBody.S[:at]+n.RawBody.S[at+len(line):], "\n")
				return map[string]any{"op": "replace_body", "id": n.ID, "content": strings.ReplaceAll(content, "\r\n", "\n")}, true
			}
		}
		at += len(line)
	}
	return nil, false
}
