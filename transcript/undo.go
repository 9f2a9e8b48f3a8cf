package transcript

import (
	"github.com/aymanbagabas/go-udiff"

	"github.com/nomadocx/nomadocx/patch"
)

// maxUndo is the longest text that a record keeps to be put back, in bytes.
const maxUndo = 1 << 20

// UndoOf is what makes the first text of the second again: the one stretch in which they differ. It is nil when that is
// too long to be kept.
func UndoOf(before, after string) *Undo {
	at, length, old := patch.Difference(after, before)
	if len(old) > maxUndo {
		return nil
	}
	return &Undo{At: at, Length: length, Text: old}
}

// fits reports whether an undo can be made in a text.
func (u *Undo) fits(text string) bool {
	return u.At >= 0 && u.Length >= 0 && u.At <= len(text) && u.Length <= len(text)-u.At
}

// on is the text before an operation, of the text after it.
func (u *Undo) on(text string) string { return text[:u.At] + u.Text + text[u.At+u.Length:] }

// RevertError says why an operation cannot be undone, and what to do.
type RevertError struct{ Message string }

func (e *RevertError) Error() string { return e.Message }

// Revert finds what undoes one operation of a transcript in the text the document has now: the stretch of the text that
// the operation changed, where it is by now, and what stood there. It fails with a [*RevertError] when the operation changed
// nothing, when the transcript does not lead from it to the text, and when a later operation changed the same place.
func Revert(entries []Entry, opID, text string) (*Undo, error) {
	refuse := func(message string) (*Undo, error) { return nil, &RevertError{message} }
	target := -1
	for i := range entries {
		if entries[i].Err == nil && entries[i].Record.OpID == opID {
			target = i
		}
	}
	if target < 0 {
		return refuse("the transcript has no record with op_id " + opID + "; transcript_read lists them")
	}
	if r := &entries[target].Record; r.PatchResult != Applied {
		return refuse("this operation was " + string(r.PatchResult) + ", so there is nothing to undo")
	}
	// Backwards from now to the text the operation left, keeping what later operations did.
	now, hash := text, Hash(text)
	var later []*Record
	for i := len(entries) - 1; ; i-- {
		e := &entries[i]
		if e.Err != nil {
			return refuse("a line of the transcript behind this record is broken; make the change by another patch")
		}
		r := &e.Record
		if r.PatchResult != Applied {
			continue
		}
		switch {
		case r.PostSHA256 != hash:
			return refuse("the document was changed by something that keeps no account after record " + r.OpID + "; make the change by another patch")
		case r.Undo == nil || !r.Undo.fits(text):
			return refuse("record " + r.OpID + " does not keep what it changed; make the change by another patch")
		}
		if i == target {
			if out, ok := r.Undo.carried(text, now); ok {
				return out, nil
			}
			return refuse("a later operation changed the same place: revert " + inTheWay(r.Undo, later) + " first, or make the change by another patch")
		}
		text, hash = r.Undo.on(text), r.PreSHA256
		if Hash(text) != hash {
			return refuse("record " + r.OpID + " does not lead back to the text before it; make the change by another patch")
		}
		later = append(later, r)
	}
}

// carried is an undo of one text in a later one: where its stretch is by now. Ok is false when it is not what it was.
func (u *Undo) carried(was, now string) (*Undo, bool) {
	whole := UndoOf(was, now)
	if whole == nil {
		return nil, false
	}
	edits := []udiff.Edit{{Start: whole.At, End: whole.At + len(whole.Text), New: now[whole.At : whole.At+whole.Length]}}
	if apart := u.At+u.Length < edits[0].Start || edits[0].End < u.At; !apart {
		edits = udiff.Strings(whole.Text, edits[0].New)
		for i := range edits {
			edits[i].Start += whole.At
			edits[i].End += whole.At
		}
	}
	out := *u
	for _, e := range edits { // by their places in the earlier text
		switch {
		case e.End < u.At, e.End == u.At && (e.Start < e.End || u.Length > 0):
			out.At += len(e.New) - (e.End - e.Start)
		case e.Start > u.At+u.Length, e.Start == u.At+u.Length && (e.Start < e.End || u.Length > 0):
		default:
			return nil, false
		}
	}
	return &out, true
}

// inTheWay is the op_id of the first later operation that changed the place of an undo. The last one comes first.
func inTheWay(u *Undo, later []*Record) string {
	at, end := u.At, u.At+u.Length
	for i := len(later) - 1; i >= 0; i-- {
		v := later[i].Undo // it took len(v.Text) bytes from v.At out and put v.Length in
		switch was := len(v.Text); {
		case v.At+was <= at && v.At < at:
			at, end = at+v.Length-was, end+v.Length-was
		case v.At >= end:
		default:
			return later[i].OpID
		}
	}
	return later[0].OpID
}
