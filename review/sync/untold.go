package reviewsync

import "strings"

// Untold compares two reconciliations of one returned file: with the source as it was, and with what
// the first made of it. What is still different then must have been reported. It returns the first
// difference of the second that the first neither made nor told, nil when there is none.
func Untold(first, again *Result) *Finding {
	for i := range again.Findings {
		f := &again.Findings[i]
		if f.Outcome != Unchanged && (f.Outcome == Applied || !told(first, f)) {
			return f
		}
	}
	return nil
}

// told reports whether a difference that is left stands in the findings: by its texts, or by the block
// it is in, as what was refused for one reason may be refused for another when its surroundings have
// changed.
func told(first *Result, f *Finding) bool {
	for i := range first.Findings {
		g := &first.Findings[i]
		switch {
		case g.Outcome == Unchanged:
		case g.merged != "" && g.merged == f.Was:
			return true // it differs by what the author wrote
		case g.Was == f.Was && g.Now == f.Now, g.Now == f.Now && f.Now != "", g.Was == f.Was && f.Was != "":
			return true
		case g.Outcome != Applied && g.BlockID == f.BlockID:
			return true
		case f.Was != "" && strings.Contains(g.Now, f.Was):
			return true
		}
	}
	return false
}
