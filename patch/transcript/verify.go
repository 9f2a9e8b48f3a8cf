package transcript

import (
	"bytes"
	"fmt"
)

// Problem is something wrong with a line of a transcript.
type Problem struct {
	Line    int    `json:"line"`
	Message string `json:"message"`
	// Gap marks what the Protocol allows and yet ends replay: between two records the document was
	// changed by something that records nothing, say an editor.
	Gap bool `json:"gap,omitempty"`
}

func (p Problem) String() string { return fmt.Sprintf("line %d: %s", p.Line, p.Message) }

// Verify holds a transcript against every rule of §5: the fields of each record, the chain of lines,
// the seals, and that each record starts from the document the one before it left.
//
// In a transcript of this program every change of a single byte is a problem: inside a line it breaks the
// seal, and a line feed more or less makes a line that is no record.
func Verify(entries []Entry) []Problem {
	var problems []Problem
	prev := "" // hash of the line before
	last := map[string]string{}
	seen := map[string]int{}
	for i := range entries {
		e := &entries[i]
		report := func(gap bool, format string, args ...any) {
			problems = append(problems, Problem{Line: e.Line, Message: fmt.Sprintf(format, args...), Gap: gap})
		}
		before := prev
		prev = Hash(e.Raw)
		if e.Err != nil {
			report(false, "%v", e.Err)
			clear(last) // what it did is not known
			continue
		}
		r := &e.Record
		has, right := sealed(bytes.TrimSuffix(e.Raw, []byte("\n")))
		switch {
		case has && !right:
			report(false, "the line was changed after it was written: entry_sha256 does not fit")
			clear(last)
			continue // what it says is not to be trusted
		case !has && r.Tool == Tool:
			report(false, "the line was changed after it was written: entry_sha256 is missing")
			clear(last)
			continue
		}
		switch {
		case r.PrevEntrySHA256 == "" && i > 0 && r.Tool == Tool:
			report(false, "prev_entry_sha256 is missing: lines before this one were added, or this one was the first")
		case r.PrevEntrySHA256 == "":
		case i == 0:
			report(false, "prev_entry_sha256 names a line that is gone: the beginning was cut off")
		case r.PrevEntrySHA256 != before:
			report(false, "prev_entry_sha256 does not fit the line before: one of them was changed, removed or moved")
		}
		if first, again := seen[r.OpID]; again {
			report(false, "op_id %s stands in line %d already", r.OpID, first)
		}
		seen[r.OpID] = e.Line
		if state, known := last[r.DocURI]; known && state != r.PreSHA256 && !sameList(entries, i) {
			report(true, "the document changed since the record before without a record (was %s, is %s)", state[:8], r.PreSHA)
		}
		if !idle(entries, i) {
			last[r.DocURI] = r.PostSHA256
		}
	}
	return problems
}

// Drift reports that a document is not what the last record left: something that records nothing changed it since. The
// records are those of the document's URI, or all of them when it was moved or copied together with its transcript.
func Drift(entries []Entry, uri, text string) []Problem {
	var last *Entry
	for i := range entries {
		if e := &entries[i]; e.Err == nil && !idle(entries, i) && (last == nil || last.Record.DocURI != uri || e.Record.DocURI == uri) {
			last = e
		}
	}
	if last == nil || entries[len(entries)-1].Err != nil {
		return nil // the last word is not known
	}
	now := Hash(text)
	if now == last.Record.PostSHA256 {
		return nil
	}
	return []Problem{{Line: last.Line, Gap: true, Message: fmt.Sprintf("the document changed after this record, the last one of it, without a record (was %s, is %s)",
		last.Record.PostSHA, now[:8])}}
}

// idle reports whether a record changed nothing and belongs to a list that did: it names the text before the list.
func idle(entries []Entry, i int) bool {
	return entries[i].Record.PatchResult != Applied && sameList(entries, i)
}

// sameList reports whether a record and the one before belong to one list: all of them carry the hashes of the whole
// list (§5.4, "timing").
func sameList(entries []Entry, i int) bool {
	if i == 0 || entries[i-1].Err != nil {
		return false
	}
	a, b := &entries[i-1].Record, &entries[i].Record
	return a.DocURI == b.DocURI && a.PreSHA256 == b.PreSHA256
}
