package main

import (
	"fmt"
	"os"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/mattn/go-isatty"
)

const (
	red, green, yellow, cyan, bold = "31", "32", "33", "36", "1"
)

// wantsColor follows the terminal, NO_COLOR and CLICOLOR_FORCE.
func wantsColor(f *os.File, getenv func(string) string) bool {
	switch {
	case getenv("NO_COLOR") != "":
		return false
	case getenv("CLICOLOR_FORCE") != "":
		return true
	}
	return isatty.IsTerminal(f.Fd()) && getenv("TERM") != "dumb"
}

func (d *demo) paint(color, text string) string {
	if !d.color || color == "" || text == "" {
		return text
	}
	return "\x1b[" + color + "m" + text + "\x1b[0m"
}

func (d *demo) title(text string) {
	fmt.Fprintf(d.w, "\n%s\n", d.paint(bold, text))
}

// finding is one entry of the review report's findings (docs/report.md).
type finding struct {
	Outcome, Code, Message, BlockID, Was, Now string
	Line                                      int
}

// account prints the table of edits: first what was applied, then what was not and why.
func (d *demo) account(reviewPath, formPath string) error {
	var review struct{ Findings []finding }
	if err := readJSON(reviewPath, &review); err != nil {
		return err
	}
	var form struct {
		Changes     []struct{ ID, Value string }
		TaskChanges []struct {
			ID      string
			Checked bool
		}
		Unmatched, UnmatchedTasks []struct{ ID string }
	}
	if err := readJSON(formPath, &form); err != nil {
		return err
	}
	rows := review.Findings
	for _, c := range form.Changes {
		rows = append(rows, finding{Outcome: "applied", Code: "form-field", BlockID: c.ID, Now: c.Value})
	}
	for _, c := range form.TaskChanges {
		state := "open"
		if c.Checked {
			state = "done"
		}
		rows = append(rows, finding{Outcome: "applied", Code: "task", BlockID: c.ID, Now: state})
	}
	for _, list := range [][]struct{ ID string }{form.Unmatched, form.UnmatchedTasks} {
		for _, u := range list {
			rows = append(rows, finding{Outcome: "refused", Code: "form-field", BlockID: u.ID, Message: "The source has no such field."})
		}
	}
	rank := map[string]int{"applied": 0, "unchanged": 1, "conflict": 2, "refused": 3}
	sort.SliceStable(rows, func(i, j int) bool { return rank[rows[i].Outcome] < rank[rows[j].Outcome] })
	colors := map[string]string{"applied": green, "unchanged": cyan, "conflict": red, "refused": yellow}
	counts := map[string]int{}
	fmt.Fprintf(d.w, "%-9s  %-15s  %-24s  %s\n", "outcome", "kind", "block", "edit")
	for _, r := range rows {
		counts[r.Outcome]++
		fmt.Fprintf(d.w, "%s  %-15s  %-24s  %s\n", d.paint(colors[r.Outcome], fmt.Sprintf("%-9s", r.Outcome)),
			r.Code, clip(r.BlockID, 24), clip(edit(r.Was, r.Now), 76))
		if r.Outcome != "applied" {
			fmt.Fprintf(d.w, "%-9s  %s\n", "", d.paint(colors[r.Outcome], "why: "+r.Message))
		}
	}
	fmt.Fprintf(d.w, "%d edits: %d applied, %d not applied and reported\n", len(rows), counts["applied"], len(rows)-counts["applied"])
	return nil
}

// edit shows what was changed: the words around the first difference, old and new.
func edit(was, now string) string {
	switch {
	case was == "":
		return "+ " + flat(now)
	case now == "":
		return "- " + flat(was)
	}
	was, now = flat(was), flat(now)
	start := 0
	for start < len(was) && start < len(now) && was[start] == now[start] {
		start++
	}
	end := 0
	for end < len(was)-start && end < len(now)-start && was[len(was)-1-end] == now[len(now)-1-end] {
		end++
	}
	// Whole words: back to the blank before, on to the blank behind.
	for start > 0 && was[start-1] != ' ' {
		start--
	}
	for end > 0 && was[len(was)-end] != ' ' {
		end--
	}
	return was[start:len(was)-end] + " → " + now[start:len(now)-end]
}

func flat(s string) string { return strings.Join(strings.Fields(s), " ") }

func clip(s string, width int) string {
	if utf8.RuneCountInString(s) <= width {
		return s
	}
	return string([]rune(s)[:width-1]) + "…"
}
