package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/norma/contract"
)

// What a criterion may call exists, and what it may not call is no oversight: each of these writes, listens, never
// ends, or judges itself.
func TestCriteriaKnowTheCommands(t *testing.T) {
	works := []string{"agent", "api", "batch", "completion", "docx", "git", "help", "init", "mcp", "redline", "serve", "worker"}
	var have []string
	for _, c := range newRoot(&terminal{}).Commands() {
		have = append(have, c.Name())
	}
	want := append(works, contract.Looks()...)
	slices.Sort(have)
	slices.Sort(want)
	if !slices.Equal(have, want) {
		t.Errorf("the commands are\n%v, and criteria know\n%v", have, want)
	}
}

// A command line that no run could execute is known before anything runs.
func TestCriteriaThatNobodyUnderstands(t *testing.T) {
	for command, want := range map[string]string{
		"check r.noma --profile x": "", "render r.noma --to llm": "", "arm verify r.docx --require-approved": "", "review list r.noma": "", "transcript verify r.noma.patches s.noma.patches": "",
		"docx-review-sync r.noma a.docx b.docx": "", "version": "", "docx-sync r.noma a.docx": "",
		"check r.noma bad.noma":       "takes FILE, and not also",
		"check r.noma --strct":        "unknown flag --strct",
		"arm verify r.docx --require": "unknown flag --require",
		"transcript show a.patches b": "takes TRANSCRIPT, and not also",
		"transcript verify a --out b": "unknown flag --out",
		"check":                       "missing input file",
		"render r.noma --to":          "flag needs an argument",
	} {
		err := understand(&terminal{}, strings.Fields(command))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", command, err, want)
		}
	}
}
