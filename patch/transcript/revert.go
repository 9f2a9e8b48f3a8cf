package transcript

import (
	"slices"
	"sort"

	"github.com/aymanbagabas/go-udiff"

	"github.com/nomadocx/nomadocx/patch"
)

// RevertError says why an operation cannot be undone, and what to do.
type RevertError struct{ Message string }

func (e *RevertError) Error() string { return e.Message }

func refuse(message string) error {
	return &RevertError{message + "; make the change by another patch"}
}

// Revert finds what undoes one operation of a transcript in the text the document has now: the stretch of the text that
// the operation changed, where it is by now, and what stood there. It fails with a [*RevertError] when the operation changed
// nothing, when the transcript does not lead from it to the text, and when a later operation changed the same place.
func Revert(entries []Entry, opID, text string) (*Stretch, error) {
	at := slices.IndexFunc(entries, func(e Entry) bool { return e.Err == nil && e.Record.OpID == opID })
	if at < 0 {
		return nil, &RevertError{"the transcript has no record with op_id " + opID + "; transcript_read lists them"}
	}
	if r := &entries[at].Record; r.PatchResult != Applied {
		return nil, &RevertError{"this operation was " + string(r.PatchResult) + ", so there is nothing to undo"}
	}
	lists, e := listsOf(entries), &entries[at]
	i := slices.IndexFunc(lists, func(l list) bool { return slices.Contains(l, e) })
	before, after, err := textsOf(lists, i, text)
	if err != nil {
		return nil, err
	}
	k := slices.Index(lists[i], e)
	was, is, moves, err := lists[i].around(k, before, after)
	if err != nil {
		return nil, err
	}
	start, length, old := patch.Difference(is, was)
	if len(old) > maxUndo {
		return nil, refuse("this operation took more text out than is put back")
	}
	own := Stretch{start, length, old}
	left := Hash(is)
	for _, l := range lists[i+1:] {
		moves = append(moves, l.moves()...)
		if l[len(l)-1].Record.PostSHA256 == left { // the text is again as the operation left it
			moves = nil
		}
	}
	if out := own; out.past(moves...) {
		return &out, nil
	}
	// What was changed may have been changed back.
	if out := own; out.past(differences(is, text)...) {
		return &out, nil
	}
	id := inTheWay(lists, i, k, is, text, own)
	return nil, &RevertError{"a later operation changed the same place: revert " + id + " first, or make the change by another patch"}
}

// textsOf returns the texts before and after one list, going back from the text the document has now.
func textsOf(lists []list, target int, now string) (before, after string, err error) {
	text, hash := now, Hash(now)
	for i := len(lists) - 1; ; i-- {
		l := lists[i]
		if l[0].Err != nil {
			return "", "", refuse("a line of the transcript behind this record is broken")
		}
		r := &l[len(l)-1].Record
		if r.PostSHA256 != hash {
			return "", "", refuse("the document was changed by something that records nothing, after record " + r.OpID)
		}
		before, ok := l.before(text)
		switch {
		case !ok:
			return "", "", refuse("record " + r.OpID + " does not keep what it changed")
		case i == target:
			return before, text, nil
		}
		text, hash = before, r.PreSHA256
	}
}

// around returns the texts before and after operation k of a list, and what the operations behind it in the list did.
func (l list) around(k int, before, after string) (was, is string, rest []move, err error) {
	if len(l) == 1 {
		return before, after, nil, nil
	}
	ops, _, err := l.ops()
	var texts [3]string
	for i, n := range [3]int{k, k + 1, len(l)} {
		if err != nil {
			break
		}
		var result *patch.Result
		if result, err = l.apply(before, ops[:n]); err == nil {
			texts[i] = result.Text
		}
	}
	if err != nil {
		return "", "", nil, refuse("the list of this operation cannot be done again: " + err.Error())
	}
	if texts[2] != after {
		return "", "", nil, refuse("the list of this operation gives another text than it gave")
	}
	result, err := l.apply(texts[1], ops[k+1:])
	if err != nil || result.Text != after { // a list keeps to the line end that it began with
		return texts[0], texts[1], differences(texts[1], after), nil
	}
	return texts[0], texts[1], movesOf(result.Undo), nil
}

// inTheWay returns the op_id of the first operation behind operation k of a list that changes a stretch of the text after k.
func inTheWay(lists []list, target, k int, text, now string, s Stretch) string {
	for i, l := range lists[target:] {
		from := 0
		if i == 0 {
			from = k + 1
		} else if before, _, err := textsOf(lists, target+i, now); err == nil {
			text = before
		}
		ops, _, err := l.ops()
		if err != nil {
			return l[0].Record.OpID
		}
		passes := func(n int) (moved Stretch, ok bool) {
			moved = s
			result, err := l.apply(text, ops[from:n])
			return moved, err == nil && moved.past(movesOf(result.Undo)...)
		}
		moved, ok := passes(len(l))
		if !ok {
			n := sort.Search(len(l)-from-1, func(n int) bool { _, ok := passes(from + n + 1); return !ok })
			return l[from+n].Record.OpID
		}
		s = moved
	}
	last := lists[len(lists)-1]
	return last[len(last)-1].Record.OpID
}

// differences returns what makes one text another, from its end to its beginning.
func differences(was, now string) (moves []move) {
	at, length, text := patch.Difference(was, now)
	edits := udiff.Strings(was[at:at+length], text)
	for _, e := range slices.Backward(edits) {
		moves = append(moves, move{at + e.Start, e.End - e.Start, len(e.New)})
	}
	return moves
}
