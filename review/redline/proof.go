package redline

import (
	"github.com/nomadocx/nomadocx/internal/align"
	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
)

// prove accepts and rejects the changes of the file and compares what that gives with both packages. It returns the blocks that are
// not what they have to be.
func (j *job) prove(data []byte) ([]*block, error) {
	p, err := opc.ReadBytes(data, opc.Limits{Look: j.o.Look})
	if err != nil {
		return nil, err
	}
	var ours revise.Select
	ours.Look = j.o.Look
	if len(j.base.revisions) > 0 {
		ours.IDs = j.given
	}
	accepted, rejected := p.Edit(), p.Edit()
	if len(j.given) > 0 {
		if accepted, _, err = revise.Accept(p, ours); err == nil {
			rejected, _, err = revise.Reject(p, ours)
		}
		if err != nil {
			return nil, err
		}
	}
	defer func() { j.r.notes = j.notes }()
	wrong, err := j.differs(p, accepted, func(s *storyPair) []*block { return s.accepted })
	if err != nil {
		return nil, err
	}
	more, err := j.differs(p, rejected, func(s *storyPair) []*block { return s.a })
	return append(wrong, more...), err
}

// differs returns the blocks of one side that the decided file has otherwise.
func (j *job) differs(p *opc.Package, e *opc.Edit, of func(*storyPair) []*block) ([]*block, error) {
	text := func(name string) (string, error) {
		if data, ok := e.Part(name); ok {
			return string(data), nil
		}
		return p.Text(name)
	}
	notes := noteTexts{}
	for _, k := range noteKinds {
		if name, ok := p.Related(j.old.main, k.relType); ok {
			t, err := text(name)
			if err != nil {
				return nil, err
			}
			notes.read(k.element, t)
		}
	}
	want := make([][]*block, len(j.stories))
	for n, s := range j.stories {
		want[n] = of(s)
	}
	j.r.notes = notes
	var wrong []*block
	for n, s := range j.stories {
		t, err := text(s.part)
		if err != nil {
			return nil, err
		}
		got, err := j.r.split(t, false)
		if err != nil {
			return nil, err
		}
		wrong = append(wrong, unlike(want[n], got)...)
	}
	return wrong, nil
}

// unlike returns the blocks that a list lacks, or has too many beside them.
func unlike(want, got []*block) (out []*block) {
	want, got = solid(want), solid(got)
	equal := len(want) == len(got)
	for n := 0; equal && n < len(want); n++ {
		equal = want[n].kind == got[n].kind && want[n].hash == got[n].hash
	}
	if equal {
		return nil
	}
	to := align.Align(newPairs(got, want))
	for n, i := range to {
		if i < 0 || got[i].hash != want[n].hash {
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

// solid returns the blocks without the marks between them.
func solid(list []*block) (out []*block) {
	for _, b := range list {
		if b.kind != mark {
			out = append(out, b)
		}
	}
	return out
}
