package patch

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/nomadocx/nomadocx/noma"
)

// What is said of ids that lead nowhere, or to more than one block, and of names that are none.

// notFound refuses an id that no block has, and says which are like it.
func (st *stage) notFound(id string) error {
	return refuse(TargetMissing, "block %q not found%s", id, st.hint(id))
}

// parent returns the section or directive that an operation names as a parent.
func (st *stage) parent(id string) (noma.Node, error) {
	n, ok := st.find(id)
	if !ok {
		return nil, st.noParent(id)
	}
	if _, table := n.(*noma.Table); table {
		return nil, bad("block %q is a pipe table, which holds no blocks", id)
	}
	if d, ok := n.(*noma.Directive); ok && d.Unfenced() {
		return nil, bad("%s, which holds no blocks", written(d))
	}
	return n, nil
}

// noParent refuses a parent that is not there.
func (st *stage) noParent(id string) error {
	return refuse(ParentMissing, "parent %q not found%s", id, st.hint(id))
}

// hint says what may have been meant by an id.
func (st *stage) hint(id string) string {
	if id == "" {
		return ": the id is empty"
	}
	if owner := st.aliasOwner(id); owner != nil {
		return fmt.Sprintf(": it is an alias of %q, and operations take ids only; use %q", owner.At().ID, owner.At().ID)
	}
	if near := st.near(id); len(near) > 0 {
		return "; the nearest ids are " + strings.Join(near, ", ")
	}
	return "; read the document again for its ids"
}

// Bounds of the search for ids that are like another one.
const (
	maxNear    = 3
	maxCompare = 1 << 22 // characters
)

// near returns the ids most like one that is not there: at most half of it may differ.
func (st *stage) near(id string) []string {
	type candidate struct {
		id       string
		distance int
	}
	var found []candidate
	work := 0
	if len(id) > 200 {
		return nil
	}
	for n := range noma.Walk(st.doc) {
		other := n.At().ID
		if other == "" || len(other) > 2*len(id)+4 || flatHeading(n) {
			continue
		}
		if work += len(other) * len(id); work > maxCompare {
			break
		}
		if d := distance(strings.ToLower(id), strings.ToLower(other)); d <= len(id)/2 || strings.HasPrefix(other, id) {
			found = append(found, candidate{other, d})
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return a.distance - b.distance })
	var out []string
	for _, c := range found[:min(len(found), maxNear)] {
		out = append(out, quote(c.id))
	}
	return out
}

// distance returns the number of bytes to insert, delete or replace to make one text of the other.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0]++
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// unique refuses an id that several blocks have.
func (st *stage) unique(id string) error {
	if st.count(id) < 2 {
		return nil
	}
	var lines []string
	for n := range noma.Walk(st.doc) {
		if n.At().ID == id && !flatHeading(n) {
			lines = append(lines, fmt.Sprint(n.At().Line))
		}
	}
	return refuse(Ambiguous, "%d blocks have the id %q (lines %s); give all but one of them another id, for instance with replace_child",
		len(lines), id, strings.Join(lines, " and "))
}

// maxID is the longest id that an operation gives a block, in bytes.
const maxID = 200

// goodID refuses ids that references to them cannot hold: [[a|b]] is a link to a, and [[a]]b]] one to a as well.
func goodID(id string) error {
	switch {
	case noma.TrimSpace(id) == "":
		return bad("an id must not be empty")
	case len(id) > maxID:
		return bad("an id of %d bytes is too long; give at most %d", len(id), maxID)
	}
	for _, r := range id {
		if noma.IsSpace(r) || !unicode.IsPrint(r) || strings.ContainsRune("[]|{}\"'`", r) {
			return bad("%q cannot be an id, as references to it could not be written: no %q; use letters, digits, - and _", id, r)
		}
	}
	return nil
}

// strict returns what can be said against an operation of a person or an agent without the document.
func (o *Op) strict() error {
	for _, f := range []struct{ name, value string }{{"date", o.Date}, {"resolved_at", o.ResolvedAt}} {
		if f.value != "" && !isDate(f.value) {
			return bad("%s must be a date such as 2026-05-11 or 2026-05-11T14:32:00Z, not %q", f.name, f.value)
		}
	}
	switch {
	case o.Annotation() != "":
		return goodID(o.ID)
	case o.Op == "update_heading" || o.Op == "insert_section":
		if t := strings.TrimLeft(o.Title, "#"); t != o.Title && (t == "" || t[0] == ' ') {
			return bad("title must be without the # of the heading, not %q", o.Title)
		}
	}
	return nil
}

// isDate reports whether a text is a date, with or without a time.
func isDate(s string) bool {
	for _, form := range []string{time.DateOnly, time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02T15:04Z07:00", time.DateTime} {
		if _, err := time.Parse(form, s); err == nil {
			return true
		}
	}
	return false
}

// CheckTarget refuses an operation whose block is not there, or is not the one that its baseHash names: for operations
// that the caller makes others of.
func CheckTarget(doc *noma.Document, o *Op, opts Options) error {
	st := newStage(doc, doc.File.EOL(), opts)
	if opts.Strict {
		if err := st.unique(o.ID); err != nil {
			return err
		}
	}
	if _, ok := st.find(o.ID); !ok {
		return st.notFound(o.ID)
	}
	if o.BaseHash == "" {
		return nil
	}
	return st.checkHash(o)
}
