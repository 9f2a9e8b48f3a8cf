package main

import (
	"os"
	"strings"
	"testing"
)

// TestRewrite: what was measured stands in the row and the column of its program, and in no others.
func TestRewrite(t *testing.T) {
	const text = "| program | source unchanged | findings | not `editor` | most |\n| --- | --- | --- | --- | --- |\n| A 1 | 1 of 1 | 1 | 1 | 1 |\n| B 2 | 1 of 1 | 1 | 1 | 1 |\n\n" +
		"| | A | B |\n| --- | --- | --- |\n| charts | kept | habit |\n| equations | habit | kept |\n\n| program | exact | reported | wrong | nowhere |\n| --- | - | - | - | - |\n| A 1 | 9 | 9 | 9 | 9 |\n"
	want := strings.NewReplacer("| A 1 | 1 of 1 | 1 | 1 | 1 |", "| A 1 | 3 of 4 | 7 | 2 | 5 |", "| charts | kept |", "| charts | habit |", "| equations | habit |",
		"| equations | kept |").Replace(text)
	got := rewrite(text, program{row: "A 1", column: "A"}, &measured{documents: 4, same: 3, findings: 7, others: 2, most: 5, constructs: map[string]bool{"charts": true}})
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
