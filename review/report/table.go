package report

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

var rank = map[reviewsync.Outcome]int{reviewsync.Applied: 0, reviewsync.Proposed: 1, reviewsync.Unchanged: 2, reviewsync.Conflict: 3, reviewsync.Refused: 4}

var colors = map[reviewsync.Outcome]string{reviewsync.Applied: "green", reviewsync.Proposed: "cyan", reviewsync.Unchanged: "cyan",
	reviewsync.Conflict: "red", reviewsync.Refused: "yellow"}

// Table is every finding in a row, what was applied first, and for what was not why and where. paint colours a
// text, nil for none; colours are green, cyan, red and yellow.
func Table(list []reviewsync.Finding, paint func(color, text string) string) string {
	if paint == nil {
		paint = func(_, text string) string { return text }
	}
	rows := slices.Clone(list)
	slices.SortStableFunc(rows, func(a, b reviewsync.Finding) int { return rank[a.Outcome] - rank[b.Outcome] })
	var b strings.Builder
	fmt.Fprintf(&b, "%-9s  %-15s  %-24s  %s\n", "outcome", "kind", "block", "edit")
	for i := range rows {
		f := &rows[i]
		line := fmt.Sprintf("%s  %-15s  %-24s  %s", paint(colors[f.Outcome], fmt.Sprintf("%-9s", oneLine(string(f.Outcome)))),
			oneLine(string(f.Code)), clip(oneLine(f.BlockID), 24), edit(f))
		b.WriteString(strings.TrimRight(line, " ") + "\n")
		if !f.Done() {
			fmt.Fprintf(&b, "%-9s  %s\n", "", paint(colors[f.Outcome], "why: "+oneLine(f.Message)))
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
	case f.Was == f.Now:
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
