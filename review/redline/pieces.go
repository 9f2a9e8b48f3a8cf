package redline

import (
	"hash/maphash"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
)

// read cuts the texts of both packages and returns the pairs of stories, as [pairHeaders] does, the text itself first.
func (j *job) read() ([][3]string, error) {
	f := j.base
	for _, name := range j.old.stories() {
		text, err := j.old.part(name)
		if err == nil {
			j.old.cuts[name], err = cutter{tag: f.survey, quick: j.old.quick(), look: j.o.Look}.cut(text)
		}
		if err != nil {
			return nil, partError(name, err)
		}
	}
	pairs := [][3]string{{"", j.old.main, j.new.main}}
	for n := 0; n < len(pairs); n++ {
		older, newer := pairs[n][1], pairs[n][2]
		text, err := j.new.part(newer)
		if err == nil {
			j.new.cuts[newer], err = j.again(text, j.old.cuts[older], f.revised)
		}
		if err != nil {
			return nil, partError(newer, err)
		}
		if n == 0 && !j.r.noHeaders {
			pairs = append(pairs, pairHeaders(j.old, j.new, &j.told)...)
		}
	}
	if err := j.old.survey(f.survey); err != nil {
		return nil, err
	}
	return pairs, j.new.survey(f.revised)
}

// survey reads the notes and comments.
func (s *side) survey(tag func(*opc.Scanner)) error {
	for _, name := range s.asides() {
		text, err := s.part(name)
		if err == nil {
			if q := s.quick(); q != nil {
				err = q.scan(text, tag)
			} else {
				err = scan(text, tag)
			}
		}
		if err != nil {
			return partError(name, err)
		}
	}
	return nil
}

// again cuts a text that has most of its blocks in common with one that was cut.
func (j *job) again(text string, c *cut, tag func(*opc.Scanner)) (*cut, error) {
	return cutter{known: c.known(), block: func(i int) (revise.Block, *facts) { return c.story.Blocks[i], c.facts[i] }, tag: tag, look: j.o.Look}.cut(text)
}

// pair pairs two stories and reads their blocks.
func (j *job) pair(kind, older, newer string) error {
	was, now := j.old.cuts[older], j.new.cuts[newer]
	rels, err := j.base.files.ids(older, newer)
	if err != nil {
		return err
	}
	s := &storyPair{part: older, kind: kind, tail: was.Text[was.story.End:]}
	if s.alike, err = j.old.alike(older); err != nil {
		return err
	}
	j.r.alike = s.alike
	defer func() { j.r.alike = nil }()
	if s.head, err = joinRoots(was.Text[:was.story.Start], now.Text); err != nil {
		return err
	}
	if was.story.Start == was.story.To { // an empty element
		s.head = strings.TrimSuffix(s.head, "/>") + ">"
		s.tail = "</w:" + was.story.Element + ">" + s.tail
	}
	s.a, s.b, err = j.blocks(was, now, j.base.edits(rels))
	if err != nil {
		return partError(newer, err)
	}
	j.stories = append(j.stories, s)
	return nil
}

// blocks returns the blocks of two stories, those of the newer one in the frame of the older. What is written alike in both, and means
// the same there, is named by how it is written, not by what counts of it.
func (j *job) blocks(was, now *cut, e *edits) (a, b []*block, err error) {
	byRaw := make(map[uint64]*block, len(was.facts))
	keys := make([]uint64, 0, len(was.facts)) // of a
	room := make([]block, len(was.facts)+len(now.facts))
	a, b = make([]*block, 0, len(was.facts)), make([]*block, 0, len(now.facts))
	was.piece = make([]int, 0, len(was.facts))
	was.pieces(func(k kind, from, to int) {
		f := was.told(from, to)
		x := &room[len(a)]
		*x = block{kind: k, raw: was.raw(from, to), names: f.names, sectioned: k == paragraph && f.sections > 0, notes: f.notes}
		key := maphash.String(seed, x.raw)
		byRaw[key] = x
		for range to - from {
			was.piece = append(was.piece, len(a))
		}
		a, keys = append(a, x), append(keys, key)
	})
	now.pieces(func(k kind, from, to int) {
		raw, f := now.raw(from, to), now.told(from, to)
		var found *block // of a, written alike
		var key uint64
		if i := now.same[from]; to == from+1 && i >= 0 && len(a[was.piece[i]].raw) == len(raw) { // it is all of its piece
			found, key = a[was.piece[i]], keys[was.piece[i]]
		} else {
			key = maphash.String(seed, raw)
		}
		if x := byRaw[key]; x != nil && x.kind == k && (x == found || x.raw == raw) && !j.exact && e.plain(raw, f) {
			x.hash, x.keyed = key, true
			y := &room[len(was.facts)+len(b)]
			*y = block{kind: k, raw: x.raw, hash: key, keyed: true, names: f.names, sectioned: x.sectioned, notes: f.notes, later: e}
			b = append(b, y)
			return
		}
		raw, problem := e.block(raw)
		if problem != nil {
			err = problem
		}
		if k != mark || !strings.Contains(raw, ` w:id="`+dropped) {
			b = append(b, j.r.block(k, raw, true))
		}
	})
	for i, x := range a {
		if x.keyed {
			continue
		}
		if same := byRaw[keys[i]]; same.keyed && same.kind == x.kind && same.raw == x.raw {
			x.hash, x.keyed = same.hash, true // it is there several times
		} else {
			x.hash = j.r.content(x)
		}
	}
	for _, list := range [][]*block{a, b} {
		for _, x := range list {
			if x.kind == contents || x.kind == table && j.r.noTables {
				x.hash, x.keyed = j.r.content(x), false
			}
		}
	}
	return a, b, err
}

// content returns a hash of what counts of a block.
func (r *rules) content(b *block) uint64 {
	switch {
	case b.kind == contents:
		return 1
	case b.kind == table && r.noTables:
		return 2
	case b.hash != 0 && !b.keyed:
		return b.hash
	}
	return r.hash(b.raw)
}

// ready brings a block into the frame of the older file.
func (b *block) ready() {
	if b.later != nil {
		if raw, err := b.later.block(b.raw); err == nil { // it was read before
			b.raw, b.notes = raw, notesOf(raw)
		}
		b.later = nil
	}
}

// RevisedError says that a version has tracked changes already.
type RevisedError struct{ Newer bool }

func (e *RevisedError) Error() string {
	if e.Newer {
		return "AFTER has tracked changes already"
	}
	return "BEFORE has tracked changes already"
}

// refuse returns a [*RevisedError] for a version that must not have tracked changes.
func (j *job) refuse() error {
	for _, v := range [...]struct {
		*side
		refused bool
	}{{j.old, j.o.Plain.Before}, {j.new, j.o.Plain.After}} {
		if !v.refused {
			continue
		}
		revised, err := v.revised()
		if err == nil && revised {
			err = &RevisedError{v.side == j.new}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// revised reports whether there is a tracked change anywhere.
func (s *side) revised() (found bool, err error) {
	for _, name := range s.named([]string{s.main}, opc.TypeHeader, opc.TypeFooter, opc.TypeFootnotes, opc.TypeEndnotes, opc.TypeComments,
		opc.TypeStyles, opc.TypeNumbering) {
		if c := s.cuts[name]; c != nil {
			found = found || slices.ContainsFunc(c.story.Blocks, func(b revise.Block) bool { return b.Revised })
			continue
		}
		text, err := s.part(name)
		if err == nil {
			err = scan(text, func(x *opc.Scanner) { found = found || x.Space() == word && revise.IsRevision(x.Local()) })
		}
		if err != nil {
			return false, partError(name, err)
		}
	}
	return found, nil
}
