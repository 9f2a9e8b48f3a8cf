package report

import (
	"fmt"
	"strings"
	"unicode"

	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// Most is how many lines a terminal shows of one file.
const Most = 40

// Lines returns the findings a person has to see, one on each line: what was not applied, with its reason, then what
// waits. file names the source, and line gives its present number for a line of the source that findings
// are about. At most most lines are given; more says how many are left out.
func Lines(file string, line func(int) int, list []reviewsync.Finding, most int) (lines []string, more int) {
	several := len(reviewers(list)) > 1
	for _, waits := range [...]bool{false, true} {
		for i := range list {
			f := &list[i]
			if f.Outcome == reviewsync.Unchanged || f.Outcome == reviewsync.Rejected || f.Waits != waits || !waits && f.Done() {
				continue
			}
			if len(lines) == most {
				more++
				continue
			}
			at := oneLine(file)
			if f.Line > 0 {
				at = fmt.Sprintf("%s:%d", at, line(f.Line))
			}
			lines = append(lines, at+": "+sentence(f, several))
		}
	}
	return lines, more
}

// sentence says in one line what became of a finding, why, and of which words.
func sentence(f *reviewsync.Finding, several bool) string {
	reason := oneLine(strings.TrimSuffix(f.Message, "."))
	out := "not applied (" + string(f.Code) + "): " + reason
	switch {
	case f.Waits:
		return waits(f)
	case f.Outcome == reviewsync.Later:
		out = "left for later (" + string(f.Code) + ")"
		if !strings.HasPrefix(f.Message, "The edit was left") {
			out += ": " + reason
		}
	case f.Outcome == reviewsync.Editor:
		out = "done by the program (" + string(f.Code) + "): " + reason
	case f.Outcome == reviewsync.Conflict && f.Decided != "":
		out = "conflict decided for the source (" + string(f.Code) + "): " + reason
	case f.Outcome == reviewsync.Conflict:
		out = "conflict (" + string(f.Code) + "): " + reason
	}
	if several && f.Reviewer != "" && f.Against == "" {
		out += " [" + oneLine(f.Reviewer) + "]"
	}
	if words := words(f); words != "" {
		out += ": " + words
	}
	return out + near(f)
}

// waits says what the author has to decide on or to answer.
func waits(f *reviewsync.Finding) string {
	id := f.BlockID
	for _, op := range f.Ops {
		if op.Op == "add_change_request" || op.Op == "add_comment" {
			id = op.ID
		}
	}
	what, by := "comment", ""
	if f.Outcome == reviewsync.Proposed {
		what = "tracked change"
	}
	if f.Reviewer != "" {
		by = " by " + oneLine(f.Reviewer)
	}
	words := words(f)
	if f.Outcome == reviewsync.Proposed && f.Was == "" {
		words = "insert " + words
	} else if f.Outcome == reviewsync.Proposed && f.Now == "" {
		words = "delete " + words
	}
	if f.Code == reviewsync.CodeComment && f.Was == "resolved" {
		what, words = "reopened comment", ""
	}
	if words != "" {
		words = ": " + words
	}
	return "waiting: " + what + by + " (" + oneLine(id) + ")" + words + near(f)
}

// words returns the texts before and after, cut around their difference.
func words(f *reviewsync.Finding) string {
	switch {
	case f.Outcome == reviewsync.Conflict:
		texts := []string{f.Was, f.Now}
		if f.Base != "" {
			texts = append(texts, f.Base)
		}
		cut := reviewsync.Differing(texts...)
		out := "the source has " + orNothing(cut[0]) + ", the file " + orNothing(cut[1])
		if f.Base != "" {
			out += ", what was sent " + quote(cut[2])
		}
		return out
	case f.Was == "" && f.Now == "":
		return ""
	case f.Was == "":
		return quote(reviewsync.Excerpt(f.Now, 0, 0))
	case f.Now == "", f.Was == f.Now, strings.HasPrefix(f.Now, f.Was+" ("): // words that look otherwise
		return quote(reviewsync.Excerpt(f.Was, 0, 0))
	}
	cut := reviewsync.Differing(f.Was, f.Now)
	return quote(cut[0]) + " → " + quote(cut[1])
}

// near says where, unless the words do already.
func near(f *reviewsync.Finding) string {
	switch at := oneLine(f.Near); {
	case at == "", strings.Contains(words(f), strings.Trim(at, "…")):
		return ""
	case placed(at):
		return ", " + at
	default:
		return ", near " + quote(at)
	}
}

// placed reports whether the words of a place say themselves where it is.
func placed(near string) bool {
	for _, w := range [...]string{"between “", "before “", "behind “"} {
		if strings.HasPrefix(near, w) {
			return true
		}
	}
	return near == reviewsync.Everywhere
}

func reviewers(list []reviewsync.Finding) map[string]bool {
	out := map[string]bool{}
	for i := range list {
		if r := list[i].Reviewer; r != "" {
			out[r] = true
		}
	}
	return out
}

func orNothing(s string) string {
	if s == "" {
		return "nothing"
	}
	return quote(s)
}

func quote(s string) string { return "“" + s + "”" }

// oneLine keeps a text from steering a terminal.
func oneLine(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return '·'
		}
		return r
	}, s))
}
