package redline

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/align"
	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
)

// prove accepts and rejects the changes of the file and compares what that gives with both packages. set are the texts of the parts that
// are not as in the older one. It returns the blocks that are not what they have to be.
func (j *job) prove(data []byte, set map[string]string) ([]*block, error) {
	p, err := opc.ReadBytes(data, opc.Limits{Look: j.o.Look})
	if err != nil {
		return nil, err
	}
	cuts := map[string]*cut{}
	d, err := revise.Open(p, func(name string) (part *revise.Part, err error) {
		text, written := set[name]
		if !written {
			if text, err = j.kept(p, name); err != nil {
				return nil, err
			}
		}
		if !written && j.unrevised(name) {
			return &revise.Part{Text: text}, nil
		}
		if c := j.old.cuts[name]; c != nil {
			if c, err = j.again(text, c, nil); err == nil {
				cuts[name], part = c, c.Part
			}
		} else {
			part, err = revise.Reader{Look: j.o.Look, Known: j.r.quick.known()}.Split(text)
		}
		if err != nil {
			return nil, partError(name, err)
		}
		return part, nil
	})
	if err != nil {
		return nil, err
	}
	ours := revise.Select{Look: j.o.Look}
	if len(j.base.revisions) > 0 {
		ours.IDs = j.given
	}
	defer func() { j.r.notes, j.r.alike = j.notes, nil }()
	var wrong []*block
	for _, side := range [...]struct {
		accept bool
		want   func(s *storyPair) []*block
	}{
		{true, func(s *storyPair) []*block { return s.accepted }},
		{false, func(s *storyPair) []*block { return s.a }},
	} {
		var decided map[string]*revise.Decided
		if len(j.given) > 0 {
			if decided, _, err = d.Decide(ours, side.accept); err != nil {
				return nil, err
			}
		}
		if side.accept {
			j.accepted = decided
		}
		more, err := j.differs(d, cuts, decided, side.want)
		if err != nil {
			return nil, err
		}
		wrong = append(wrong, more...)
	}
	return wrong, nil
}

// kept returns the text of a part of the file that was not written anew. One that is that of BEFORE was read already.
func (j *job) kept(p *opc.Package, name string) (string, error) {
	if old := j.old.pkg; p.Size(name) == old.Size(name) && p.Checksum(name) == old.Checksum(name) {
		if text, ok := j.old.text[name]; ok && int64(len(text)) == p.Size(name) {
			return text, nil
		}
	}
	return p.Text(name)
}

// unrevised reports whether a part has notes or comments of BEFORE, which has no tracked changes of its own.
func (j *job) unrevised(name string) bool {
	return len(j.base.revisions) == 0 && slices.Contains(j.old.asides(), name)
}

// differs returns the blocks of one side that the file has otherwise when it is decided. cuts are its stories.
func (j *job) differs(d *revise.Document, cuts map[string]*cut, decided map[string]*revise.Decided, want func(s *storyPair) []*block) ([]*block, error) {
	text := func(name string) (string, bool) {
		if after := decided[name]; after != nil {
			return after.Text(), true
		}
		return d.Text(name)
	}
	j.r.notes = noteTexts{}
	for _, k := range noteKinds {
		for _, name := range d.Named(k.relType) {
			t, _ := text(name)
			j.r.notes.read(j.r, k.element, t)
		}
	}
	var wrong []*block
	for _, s := range j.stories {
		j.r.alike = s.alike
		got := &proved{job: j, cut: cuts[s.part], old: j.old.cuts[s.part], a: s.a, want: want(s)}
		if got.cut == nil {
			return nil, errProof
		}
		stretches := got.cut.stretches()
		if after := decided[s.part]; after != nil {
			stretches = after.Stretches
		}
		var err error
		if stretches == nil { // changed as a whole
			t, _ := text(s.part)
			err = got.read(t)
		} else {
			err = got.story(stretches)
		}
		if err != nil {
			return nil, err
		}
		wrong = append(wrong, j.unlike(got.want, got.blocks())...)
	}
	return wrong, nil
}

// written says what the first element of a block is.
var written = [...]revise.Kind{mark: revise.Mark, paragraph: revise.Paragraph, table: revise.Table, control: revise.Control, section: revise.Section,
	contents: revise.Paragraph, spanning: revise.Paragraph}

// unlike returns the blocks that a list of the file, with the notes that it has, lacks or has too many beside them.
func (j *job) unlike(want, got []*block) (out []*block) {
	want, got = solid(want), solid(got)
	equal := len(want) == len(got)
	for n := 0; equal && n < len(want); n++ {
		equal = want[n] == got[n] || want[n].kind == got[n].kind && j.wanted(want[n]) == j.r.content(got[n])
	}
	if equal {
		return nil
	}
	to := align.Align(newPairs(compared(got, j.r.content), compared(want, j.wanted)))
	for n, i := range to {
		if i < 0 || j.r.content(got[i]) != j.wanted(want[n]) {
			out = append(out, want[n])
		}
	}
	if len(out) == 0 && len(want) > 0 { // there is more than there should be
		last := -1
		for n, i := range to {
			if i != last+1 {
				out = append(out, want[n])
			}
			last = i
		}
		if len(out) == 0 {
			out = append(out, want[len(want)-1])
		}
	}
	return out
}

// wanted returns what counts of a block of the versions, whose notes may have other ids in the file.
func (j *job) wanted(b *block) uint64 {
	defer func(now noteTexts) { j.r.notes = now }(j.r.notes)
	j.r.notes = j.notes
	return j.r.content(b)
}

// compared returns blocks with what counts of them as their hashes.
func compared(list []*block, content func(*block) uint64) []*block {
	out := make([]*block, len(list))
	for n, b := range list {
		c := *b
		c.hash, c.keyed = content(b), false
		out[n] = &c
	}
	return out
}

// solid returns the blocks without the marks between them.
func solid(list []*block) (out []*block) {
	for _, b := range list {
		if b.kind != mark {
			out = append(out, b)
		}
	}
	return out
}
