package layout

import (
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// arena hands out the chunks blocks are made of, many from one allocation: a long report has
// hundreds of thousands. When blocks are streamed it uses the memory of old ones again.
type arena struct {
	paras  slab[Para]
	segs   slab[Seg]
	slots  slab[Slot]
	runs   slab[wml.Run]
	groups slab[Group]
	// recycle: blocks are streamed; yielded counts them since the last turn.
	recycle bool
	yielded int
	blank   Slot // the slot of everything in a stream
	inline  noma.InlineParser
	looks   map[string]*wml.Look // by colour
}

// held is how many of the blocks it was given a consumer of a stream may still examine.
const held = 2

// turn makes the memory of the blocks before the last turn free for new ones, when it is worth it
// and the consumer is done with them. Whoever calls it must hold no chunk itself.
func (a *arena) turn() {
	if !a.recycle || a.yielded <= held || a.paras.used() < slabMax/2 && a.runs.used() < slabMax/2 {
		return
	}
	a.yielded = 0
	a.paras.turn()
	a.segs.turn()
	a.slots.turn()
	a.runs.turn()
	a.groups.turn()
}

// arenaMark is how far an arena was used up at one moment.
type arenaMark struct {
	paras  []Para
	segs   []Seg
	slots  []Slot
	runs   []wml.Run
	groups []Group
}

func (a *arena) mark() arenaMark {
	return arenaMark{a.paras.now, a.segs.now, a.slots.now, a.runs.now, a.groups.now}
}

// rewind makes the memory that was handed out since a mark free for new chunks. Nobody may hold one.
func (a *arena) rewind(to arenaMark) {
	a.paras.rewind(to.paras)
	a.segs.rewind(to.segs)
	a.slots.rewind(to.slots)
	a.runs.rewind(to.runs)
	a.groups.rewind(to.groups)
}

// look returns the formatting of text in a colour, RRGGBB; nil for that of the style.
func (a *arena) look(color string) *wml.Look {
	if color == "" {
		return nil
	}
	l := a.looks[color]
	if l == nil {
		if a.looks == nil {
			a.looks = map[string]*wml.Look{}
		}
		l = &wml.Look{Color: color}
		a.looks[color] = l
	}
	return l
}

// oneRun returns a list of one run.
func (a *arena) oneRun(r wml.Run) []wml.Run {
	runs := a.runs.take(1)
	runs[0] = r
	return runs
}

// oneSeg returns a list of one segment.
func (a *arena) oneSeg(runs []wml.Run, s *Slot) []Seg {
	segs := a.segs.take(1)
	segs[0] = Seg{Runs: runs, Slot: s}
	return segs
}

// slot returns a slot for a block. Nobody asks the blocks of a stream where they came from.
func (a *arena) slot(s Slot) *Slot {
	if a.recycle {
		return &a.blank
	}
	p := &a.slots.take(1)[0]
	*p = s
	return p
}

func (a *arena) para(v Para) *Para {
	p := &a.paras.take(1)[0]
	*p = v
	return p
}

const slabMin, slabMax = 16, 512

// slab is one kind of chunks: the chunk that is being used up, and the one before the last turn.
type slab[T any] struct{ now, before []T }

// take returns n chunks in a row, with no room behind them. They may hold old values: assign them whole.
func (s *slab[T]) take(n int) []T {
	at := len(s.now)
	if cap(s.now)-at < n {
		// The rest of a full chunk is left to the chunks in it.
		at, s.now = 0, make([]T, 0, max(n, min(slabMax, max(slabMin, 2*cap(s.now)))))
	}
	s.now = s.now[:at+n]
	return s.now[at : at+n : at+n]
}

// rewind goes back to what now was. A chunk that was begun since holds nothing older.
func (s *slab[T]) rewind(to []T) {
	if cap(to) > 0 && &to[:1][0] == &s.now[:1][0] {
		s.now = to
		return
	}
	s.now = s.now[:0]
}

func (s *slab[T]) used() int { return len(s.now) }

func (s *slab[T]) turn() { s.now, s.before = s.before[:0], s.now }
