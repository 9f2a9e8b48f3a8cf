package reviewsync

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Edits are decided on one by one. What was not accepted is found, reported and left out: its edits and operations are never among the
// changes, so that those of the others are what they are without it. Each finding has a name for that, which stays the same when the
// source changes elsewhere.

// Choice is what was decided on an edit.
type Choice string

const (
	Accept Choice = "accept"  // it is brought in
	Reject Choice = "reject"  // it is not, and nobody has to be asked again
	Leave  Choice = "later"   // it is not, and will be found again
	Answer Choice = "comment" // it is not, as the author has answered it
)

// naming gives findings their names and knows what was decided on them.
type naming struct {
	choose   func(*Finding) Choice // nil: all edits are brought in
	reviewer string                // who made the edits that name nobody
	used     map[string]bool       // the names of findings of other files, and of what earlier rounds brought in
	held     map[string]bool       // the names of findings that earlier rounds left out: what they rested on is left out too
	some     bool                  // some edits are left out
	seen     map[[3]string]int     // block and texts → findings so far
}

// count notes that another finding has the same texts.
func (x *naming) count(f *finding) {
	key := [3]string{f.BlockID, f.Was, f.Now}
	x.seen[key]++
	f.nth = x.seen[key]
}

// identify says whose a finding is, and gives it its name.
func (x *naming) identify(f *finding) {
	if f.Hash != "" {
		return
	}
	f.Reviewer = f.author(x.reviewer)
	base, left := f.base(), f.nth
	for n := 1; ; n++ {
		if f.Hash = Nth(base, n); x.used[f.Hash] {
			continue
		}
		if left--; left <= 0 {
			return
		}
	}
}

// author returns who made an edit, as far as the file tells; else what it is given.
func (f *finding) author(otherwise string) string {
	switch {
	case f.Reviewer != "":
		return f.Reviewer
	case f.inComment != nil && f.inComment.Author != "":
		return f.inComment.Author
	case f.revision != nil && f.revision.Author != "":
		return f.revision.Author
	}
	return otherwise
}

// base returns the name of a finding among those that differ in something: code, block, texts, reviewer. A conflict has no code: it
// may be decided.
func (f *Finding) base() string {
	code := string(f.Code)
	if f.Outcome == Conflict || f.Decided != "" {
		code = string(Conflict)
	}
	h := sha256.New()
	for _, s := range [...]string{code, f.BlockID, f.Was, f.Now, f.Reviewer} {
		h.Write([]byte(strconv.Itoa(len(s)) + ":" + s))
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// Nth returns the name of the n-th of the findings that are alike.
func Nth(base string, n int) string {
	if n == 1 {
		return base
	}
	return base + "-" + strconv.Itoa(n)
}

// BaseHash returns the name that a finding shares with those that are like it.
func (f *Finding) BaseHash() string {
	base, _, _ := strings.Cut(f.Hash, "-")
	return base
}

// leaves reports whether an edit is left out, and notes it.
func (c *changes) leaves(f *finding) bool {
	if c.choose == nil {
		return false
	}
	if f.choice == "" {
		c.identify(f)
		if f.choice = c.choose(&f.Finding); f.choice == Accept && c.held[f.Hash] {
			f.choice = Leave
		}
		c.some = c.some || f.choice != Accept
		if f.Outcome == Applied && f.choice != Accept {
			f.leave(leftForLater)
		}
	}
	return f.left || f.choice != Accept
}

// leave makes an edit one that was found and is left out.
func (f *finding) leave(why string) {
	f.left, f.Outcome, f.Message = true, Later, why
	if f.Decided == KeepTheirs {
		f.Outcome, f.Code, f.Message, f.Decided = Conflict, CodeAuthorMoved, sayAuthorChanged.text, ""
	}
}

// together leaves out all of some edits when one of them is.
func (c *changes) together(finds ...*finding) (left bool) {
	if left = slices.ContainsFunc(finds, c.leaves); !left {
		return false
	}
	for _, f := range finds {
		if f.Outcome == Applied {
			f.leave(LeftTogether)
		}
	}
	return true
}

// chosen makes the choices that nothing has asked for yet, and says of all findings what was decided.
func (c *changes) chosen() {
	if c.choose == nil {
		return
	}
	for _, f := range c.findings {
		c.leaves(f)
	}
	for again := true; again; {
		again = false
		for _, f := range c.findings {
			if len(f.partners) > 0 && f.Outcome == Applied && c.together(append([]*finding{f}, f.partners...)...) {
				again = true
			}
		}
	}
	for _, f := range c.findings {
		f.settle(f.choice)
	}
}

// settle makes a finding one that the author has decided against, when that was the choice.
func (f *Finding) settle(c Choice) {
	why := map[Choice]string{Reject: authorRejected, Answer: authorAnswered}[c]
	if why != "" && !f.NoEdit() {
		f.Outcome, f.Message, f.Decided = Rejected, why, ""
	}
}

// Choose says of a finding what was decided on it, and returns whether its edit comes in.
func (f *Finding) Choose(c Choice) bool {
	if f.settle(c); f.Outcome == Applied && c != Accept {
		f.Outcome, f.Message = Later, leftForLater
	}
	return f.Outcome == Applied
}

// Name gives a finding its name, and adds it to those that are taken.
func (f *Finding) Name(taken map[string]bool) {
	for n := 1; f.Hash == "" || taken[f.Hash]; n++ {
		f.Hash = Nth(f.base(), n)
	}
	taken[f.Hash] = true
}

// identified gives the findings names that have none, or one that another has.
func (r *Result) identified(reviewer string, taken map[string]bool) {
	used := map[string]bool{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Reviewer == "" {
			f.Reviewer = reviewer
		}
		if f.Hash == "" || used[f.Hash] {
			for n := 1; f.Hash == "" || used[f.Hash] || taken[f.Hash]; n++ {
				f.Hash = Nth(f.base(), n)
			}
		}
		used[f.Hash] = true
	}
}

// next notes the names of what is brought in, and of what is left out, for the next round.
func (x *Options) next(r *Result) {
	x.shown, x.described = r.shown, r.described
	x.used, x.held = maps.Clone(x.Taken), map[string]bool{}
	if x.used == nil {
		x.used = map[string]bool{}
	}
	for i := range r.Findings {
		switch f := &r.Findings[i]; f.Outcome {
		case Applied, Refused: // what was refused is another finding when it can be made
			x.used[f.Hash] = true
		case Later:
			x.held[f.Hash] = true
		}
	}
}
