package main

import (
	"os"
	"strings"
	"testing"
)

// TestRewrite: what was measured stands in the row and the column of its program, and in no others.
func TestRewrite(t *testing.T) {
	const text = "| program | source unchanged | findings | not `editor` | most |\n| --- | --- | --- | --- | --- |\n" +
		"| A 1 | 1 of 1 | 1 | 1 | 1 |\n| B 2 | 1 of 1 | 1 | 1 | 1 |\n\n" +
		"| | A | B |\n| --- | --- | --- |\n| charts | kept | habit |\n| equations | habit | kept |\n\n" +
		"| program | exact | reported | wrong | nowhere |\n| --- | - | - | - | - |\n| A 1 | 9 | 9 | 9 | 9 |\n"
	want := strings.NewReplacer("| A 1 | 1 of 1 | 1 | 1 | 1 |", "| A 1 | 3 of 4 | 7 | 2 | 5 |", "| charts | kept |", "| charts | habit |",
		"| equations | habit |", "| equations | kept |").Replace(text)
	m := &measured{documents: 4, same: 3, findings: 7, others: 2, most: 5, constructs: map[string]bool{"charts": true}}
	got := rewrite(text, program{row: "A 1", column: "A"}, m)
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestRows: the page has a row for every program and construct.
func TestRows(t *testing.T) {
	text, err := os.ReadFile("../../" + page)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range programs {
		if !strings.Contains(string(text), "\n| "+p.row+" | ") {
			t.Errorf("no row of %s", p.row)
		}
	}
	for _, c := range constructs {
		if !strings.Contains(string(text), "\n| "+c.row+" | ") {
			t.Errorf("no row of %s", c.row)
		}
	}
}

// TestInstalled: a program is measured in the version that its row names, and in no other.
func TestInstalled(t *testing.T) {
	for said, want := range map[string]bool{"Name 7.4.7.2 (Build:2)": true, "7.4": true, "Name 7.40": false, "Name 24.2": false, "": false} {
		if p := (program{row: "Name 7.4, through x", version: []string{"echo", said}}); p.installed() != want {
			t.Errorf("%q: %v", said, !want)
		}
	}
	if (program{row: "Name 7.4", version: []string{"no-such-program"}}).installed() {
		t.Error("a program that is not there is installed")
	}
}

// TestConstructs: a finding about words in captions, quotes, notes or the text is counted in its own row.
func TestConstructs(t *testing.T) {
	for says, want := range map[string]string{
		"all bold words (3)": words,
		"all bold words in headings, labels and captions (1)":   "bold words in headings, labels and captions",
		"all code in sentences (1), links (2)":                  "code in sentences, links of the text",
		"all links in headers, footers, comments and notes (1)": "links in headers, footers, comments and notes",
		"Links (2) lead to places with other names":             "places that links lead to",
	} {
		var rows []string
		for _, c := range constructs {
			if strings.Contains(says, c.says) {
				rows = append(rows, c.row)
			}
		}
		if got := strings.Join(rows, ", "); got != want {
			t.Errorf("%q is counted in %q", says, got)
		}
	}
}
