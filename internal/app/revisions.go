package app

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
)

// RevisionChoice says which tracked changes of a Word file are decided, and how.
type RevisionChoice struct {
	Accept       bool
	Authors, IDs []string // empty: of everybody, all
	Stdin        io.Reader
}

// RevisedWord is a Word file whose tracked changes have been decided.
type RevisedWord struct {
	*revise.Report
	data []byte // the file as it was
	edit *opc.Edit
}

// DecideWord accepts or rejects tracked changes of a Word file, which stays as it is; "-" is stdin. An author or an id that the
// file has no tracked change of is an error.
func DecideWord(ctx context.Context, file string, o RevisionChoice) (r *RevisedWord, err error) {
	defer halt.Catch(&err)
	data, err := readFile(file, o.Stdin, maxPackage())
	if err != nil {
		return nil, err
	}
	fail := func(err error) (*RevisedWord, error) { return nil, fmt.Errorf("%s: %w", file, err) }
	p, err := opc.ReadBytes(data, opc.Limits{Look: halt.Of(ctx)})
	if err != nil {
		return fail(err)
	}
	decide := revise.Reject
	if o.Accept {
		decide = revise.Accept
	}
	edit, report, err := decide(p, revise.Select{Authors: o.Authors, IDs: o.IDs, Look: halt.Of(ctx)})
	if err != nil {
		return fail(err)
	}
	if len(report.Unknown) > 0 {
		_, all, err := decide(p, revise.Select{Look: halt.Of(ctx)})
		if err != nil {
			return fail(err)
		}
		return fail(unknownChange(report.Unknown, o.IDs, all))
	}
	return &RevisedWord{Report: report, data: data, edit: edit}, nil
}

// unknownChange tells of an author or id that no tracked change has, and of those that are there.
func unknownChange(unknown, ids []string, all *revise.Report) error {
	if len(all.Revisions) == 0 {
		return fmt.Errorf("there are no tracked changes")
	}
	if slices.Contains(ids, unknown[0]) {
		return fmt.Errorf("there is no tracked change with the id %q among those that were asked for", unknown[0])
	}
	authors := map[string]bool{}
	for _, r := range all.Revisions {
		authors[fmt.Sprintf("%q", r.Author)] = true
	}
	return fmt.Errorf("there is no tracked change of %q; there are changes of %s", unknown[0], strings.Join(slices.Sorted(maps.Keys(authors)), ", "))
}

// Write writes the file with its changes decided: the same bytes when there were none.
func (r *RevisedWord) Write(w io.Writer) error {
	if len(r.Revisions) > 0 {
		return r.edit.Write(w)
	}
	_, err := w.Write(r.data)
	return err
}
