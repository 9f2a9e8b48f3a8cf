package report

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// outcomes are the first column of the table: in this order, in these colours.
var outcomes = []struct{ name, color string }{{"applied", "green"}, {"proposed", "cyan"}, {"waiting", "cyan"}, {"unchanged", "cyan"},
	{"later", "yellow"}, {"rejected", "cyan"}, {"conflict", "red"}, {"refused", "yellow"}}

// outcome returns the place of a finding's outcome in outcomes: what people see of it. A comment that came in waits.
func outcome(f *reviewsync.Finding) int {
	name := string(f.Outcome)
	if f.Waits && f.Outcome == reviewsync.Applied {
		name = "waiting"
	}
	for i := range outcomes {
		if outcomes[i].name == name {
			return i
		}
	}
	return len(outcomes) - 1
}

// Table returns every finding in a row, what was applied first, and for what was not why and where. paint colours a
// text, nil for none; colours are green, cyan, red and yellow.
func Table(list []reviewsync.Finding, paint func(color, text string) string) string {
	if paint == nil {
		paint = func(_, text string) string { return text }
	}
	rows := slices.Clone(list)
	slices.SortStableFunc(rows, func(a, b reviewsync.Finding) int { return outcome(&a) - outcome(&b) })
	var b strings.Builder
	fmt.Fprintf(&b, "%-9s  %-15s  %-24s  %s\n", "outcome", "kind", "block", "edit")
	for i := range rows {
		f := &rows[i]
		o := outcomes[outcome(f)]
		line := fmt.Sprintf("%s  %-15s  %-24s  %s", paint(o.color, fmt.Sprintf("%-9s", o.name)),
			oneLine(string(f.Code)), clip(oneLine(f.BlockID), 24), edit(f))
		b.WriteString(strings.TrimRight(line, " ") + "\n")
		if !f.Done() {
			fmt.Fprintf(&b, "%-9s  %s\n", "", paint(o.color, "why: "+oneLine(f.Message)))
			if at := strings.TrimPrefix(near(f), ", "); at != "" {
				fmt.Fprintf(&b, "%-9s  %s\n", "", at)
			}
		}
	}
	b.WriteString(Summary(reviewsync.Count(list)) + "\n")
	return b.String()
}

// edit shows what was changed: the words that differ, old and new.
func edit(f *reviewsync.Finding) string {
	switch {
	case f.Was == "" && f.Now == "":
		return ""
	case f.Was == "":
		return "+ " + reviewsync.Excerpt(f.Now, 0, 0)
	case f.Now == "":
		return "- " + reviewsync.Excerpt(f.Was, 0, 0)
	case f.Was == f.Now, strings.HasPrefix(f.Now, f.Was+" ("):
		return reviewsync.Excerpt(f.Was, 0, 0)
	}
	cut := reviewsync.Differing(f.Was, f.Now)
	return cut[0] + " → " + cut[1]
}

func clip(s string, width int) string {
	if utf8.RuneCountInString(s) <= width {
		return s
	}
	return string([]rune(s)[:width-1]) + "…"
}
