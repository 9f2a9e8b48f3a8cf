package patch

import "github.com/nomadocx/nomadocx/noma"

// This file is how operations read a stage: what they see is the document as parsed where nothing
// pending has changed it, and errDepends where something has.

// children returns a node's children as they are after the pending operations.
func (st *stage) children(n noma.Node) (siblings, error) {
	if st.dirty[n] || st.releveled && len(fences(n)) == 0 {
		return siblings{}, errDepends
	}
	if list, changed := st.kids[n]; changed {
		return siblings{list, -1}, nil
	}
	return siblings{kidsOf(n), -1}, nil
}

// indexOf returns the place of a node among its parent's children.
func (st *stage) indexOf(n noma.Node) (int, error) {
	list, err := st.children(n.At().Parent)
	if err != nil {
		return 0, err
	}
	if i := n.At().Index; i < list.n && list.at(i) == n {
		return i, nil
	}
	if i := list.index(n); i >= 0 {
		return i, nil
	}
	return 0, errDepends
}

// find returns the first node with a canonical id.
func (st *stage) find(id string) (noma.Node, bool) {
	if id == "" {
		return nil, false
	}
	return st.doc.ByID(id)
}

// count returns the number of blocks with an id.
func (st *stage) count(id string) int {
	if st.counts == nil {
		st.counts = map[string]int{}
		for n := range noma.Walk(st.doc) {
			if id := n.At().ID; id != "" && !flatHeading(n) {
				st.counts[id]++
			}
		}
	}
	return st.counts[id]
}

// clean returns an error unless the lines from first to last are untouched and nothing is inserted
// between them.
func (st *stage) clean(first, last int) error {
	for line := first; line <= last; line++ {
		m := st.marks[line]
		if m&(edited|deleted) != 0 || m&insertedBefore != 0 && line > first {
			return errDepends
		}
	}
	return nil
}

// untouched returns an error unless a node is as it was parsed, with nothing inside or, in a section, after
// its last line: that would be its new last line.
func (st *stage) untouched(n noma.Node) error {
	if _, ok := n.(*noma.Directive); ok {
		return st.clean(n.At().Line, n.At().EndLine)
	}
	if st.releveled {
		return errDepends // where it ends is not known any more
	}
	end := st.reach(n)
	if err := st.clean(n.At().Line, end); err != nil {
		return err
	}
	if st.marks[end+1]&insertedBefore != 0 {
		return errDepends
	}
	for k := range st.kids {
		for ; k != nil; k = k.At().Parent {
			if k == n {
				return errDepends // what was put after a section that went may be part of this one
			}
		}
	}
	return nil
}

// reach returns the last line before which nothing can be inserted without being part of the node: the
// empty line that a final line end leaves counts for a section that goes on to the end of the file.
func (st *stage) reach(n noma.Node) int {
	if end := n.At().EndLine; end+1 < st.f.Lines() || end == st.f.Lines() {
		return end
	}
	return st.f.Lines()
}

// before returns the line that precedes a line once the pending deletions are made, 0 for none. Its text may
// be about to change, but edits within lines leave no blank line and fill none; one that does seals
// the stage.
func (st *stage) before(line int) (int, error) {
	for from := line; line > 1; line-- {
		if st.marks[line]&insertedBefore != 0 {
			return 0, errDepends
		}
		if st.marks[line-1]&deleted == 0 {
			st.leap(st.firsts, from-1, line)
			return line - 1, nil
		}
		if first := st.firsts[line-1]; first > 0 {
			line = first + 1
		}
	}
	if st.marks[1]&insertedBefore != 0 {
		return 0, errDepends
	}
	return 0, nil
}

// above is [stage.before] for what is inserted before a line.
func (st *stage) above(line int) (int, error) {
	if line > 1 && st.marks[line-1]&deleted != 0 {
		return st.before(line - 1)
	}
	return line - 1, nil
}

// after returns the line that follows a line once the pending deletions are made, 0 for none.
func (st *stage) after(line int) (int, error) {
	from := line + 1
	for line++; ; line++ {
		if st.marks[line]&insertedBefore != 0 {
			return 0, errDepends
		}
		if line > st.f.Lines() {
			return 0, nil
		}
		if st.marks[line]&deleted == 0 {
			st.leap(st.lasts, from, line-1)
			return line, nil
		}
		line = max(line, st.lasts[line])
	}
}

// leap notes how far a run of deleted lines goes that nothing is inserted into, so that the next reader needs one step.
func (st *stage) leap(to map[int]int, from, end int) {
	if from != end && st.marks[from]&deleted != 0 {
		to[from] = end
	}
}

// line returns the text of a line without its end.
func (st *stage) line(n int) string { return st.f.LineSpan(n).Of(st.f.Text) }

// fragile reports whether a text has blocks without an end. What is put after one of these becomes
// part of it, so no two operations share a stage.
func fragile(doc *noma.Document) bool {
	for n := range noma.Walk(doc) {
		switch n := n.(type) {
		case *noma.Directive:
			if n.Unclosed() {
				return true
			}
		case *noma.Code:
			if n.Closer.Empty() {
				return true
			}
		}
	}
	return false
}
