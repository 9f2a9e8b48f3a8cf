package transcript

import (
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/patch"
)

// list is the records of the operations that were applied together: all carry the hashes of the text before and after the
// list (§5.4). An operation on its own is a list of one, and so is a line that is no record.
type list []*Entry

// listsOf returns the lists of a transcript. Refused operations and those without effect are in none.
func listsOf(entries []Entry) (lists []list) {
	for i := range entries {
		e := &entries[i]
		if e.Err == nil && e.Record.PatchResult != Applied {
			continue
		}
		if n := len(lists); n > 0 && e.Err == nil && lists[n-1][0].Err == nil {
			if r := &lists[n-1][0].Record; r.PreSHA256 == e.Record.PreSHA256 && r.PostSHA256 == e.Record.PostSHA256 {
				lists[n-1] = append(lists[n-1], e)
				continue
			}
		}
		lists = append(lists, list{e})
	}
	return lists
}

// ops returns the operations of a list; at is the one that cannot be read when there is an error.
func (l list) ops() (ops []patch.Op, at *Entry, err error) {
	for _, e := range l {
		op, err := e.Record.decodeOp()
		if err != nil {
			return nil, e, err
		}
		ops = append(ops, op)
	}
	return ops, l[len(l)-1], nil
}

// apply performs operations of a list on a text.
func (l list) apply(text string, ops []patch.Op) (*patch.Result, error) {
	uri := l[0].Record.DocURI
	return patch.Apply(source.NewFile(uri, text), ops, patch.Options{Parse: noma.Options{Filename: pathOf(uri)}})
}
