package proof

import (
	"math"
	"strings"
)

const (
	contextLines = 3
	maxDiffLines = 600
	noChanges    = "(no source changes)"
	gapMark      = " ..."
)

// Metrics count what the patch leaves alone. A line that ends the text counts once, whether a line
// feed follows it or not.
type Metrics struct {
	BeforeBytes    int `json:"beforeBytes"`
	AfterBytes     int `json:"afterBytes"`
	BeforeLines    int `json:"beforeLines"`
	AfterLines     int `json:"afterLines"`
	UnchangedLines int `json:"unchangedLines"`
	// PreservedPercent is the share of the lines before that are there afterwards, to one decimal.
	PreservedPercent float64 `json:"preservedPercent"`
}

func measure(before, after string, lines []Line) Metrics {
	m := Metrics{BeforeBytes: len(before), AfterBytes: len(after), PreservedPercent: 100}
	for _, l := range lines {
		if l.Side != Fresh {
			m.BeforeLines++
		}
		if l.Side != Gone {
			m.AfterLines++
		}
		if l.Side == Both {
			m.UnchangedLines++
		}
	}
	if m.BeforeLines > 0 {
		m.PreservedPercent = math.Floor(1000*float64(m.UnchangedLines)/float64(m.BeforeLines)) / 10
	}
	return m
}

// excerpt keeps the changed lines and those near them. Where lines were left out it holds a Line with
// Side 0; at most maxDiffLines entries, the last of which then is such a gap.
func excerpt(lines []Line) []Line {
	near := make([]bool, len(lines))
	last := -contextLines - 1 // the last changed line
	for i, l := range lines {
		if l.Side != Both {
			last = i
		}
		near[i] = i-last <= contextLines && last >= 0
	}
	last = len(lines) + contextLines
	for i := len(lines) - 1; i >= 0; i-- {
		if lines[i].Side != Both {
			last = i
		}
		near[i] = near[i] || last < len(lines) && last-i <= contextLines
	}
	var out []Line
	for i, l := range lines {
		switch {
		case near[i]:
			out = append(out, l)
		case len(out) == 0 || out[len(out)-1].Side != 0:
			out = append(out, Line{})
		}
	}
	if len(out) > maxDiffLines {
		out = append(out[:maxDiffLines-1], Line{})
	}
	return out
}

// Diff returns what lies between two texts, line by line, as the field diff of a proof holds it.
func Diff(before, after string) string {
	return diffText(compare(splitLines(before), splitLines(after)))
}

// diffText returns the excerpt as text: each line behind its side, gaps as " ...".
func diffText(lines []Line) string {
	var b strings.Builder
	changed := false
	for _, l := range excerpt(lines) {
		if l.Side == 0 {
			b.WriteString(gapMark + "\n")
			continue
		}
		changed = changed || l.Side != Both
		b.WriteByte(byte(l.Side))
		b.WriteString(l.Text)
		b.WriteByte('\n')
	}
	if !changed {
		return noChanges
	}
	return strings.TrimSuffix(b.String(), "\n")
}
