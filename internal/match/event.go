package match

import "fmt"

// Kind is what became of elements.
type Kind uint8

const (
	Same      Kind = iota // an element of a is one of b, and reads the same
	Changed               // … and reads otherwise
	Moved                 // elements stand somewhere else as a whole; Same and Changed say what each of them is
	Split                 // an element of a is several of b
	Joined                // several elements of a are one of b
	Regrouped             // several are several others
	Inserted              // an element of b is none of a
	Deleted               // an element of a is none of b
)

var names = [...]string{"same", "changed", "moved", "split", "joined", "regrouped", "inserted", "deleted"}

func (k Kind) String() string { return names[k] }

// Range are the elements from From up to To, without that. An empty one stands before its element.
type Range struct{ From, To int }

// One returns the range of one element.
func One(i int) Range { return Range{i, i + 1} }

func (r Range) String() string {
	switch r.To - r.From {
	case 0:
		return "-"
	case 1:
		return fmt.Sprint(r.From)
	}
	return fmt.Sprintf("%d…%d", r.From, r.To-1)
}

// Event says what became of elements of a, as elements of b.
type Event struct {
	Kind Kind
	A, B Range
}

func (e Event) String() string { return fmt.Sprintf("%s %v → %v", e.Kind, e.A, e.B) }

// Grouped returns the event of elements of a that are elements of b together: split, joined, or regrouped when both are several.
func Grouped(a, b Range) Event {
	switch {
	case a.To-a.From == 1:
		return Event{Split, a, b}
	case b.To-b.From == 1:
		return Event{Joined, a, b}
	}
	return Event{Regrouped, a, b}
}

// Events returns what became of all elements. Those that were moved or grouped come first, as they were found; then what the elements of
// b are, in their order; and then what went. to says of every element of b which one of a it is, back of every element of a which
// one of b; what was grouped is [Handled] in to.
func Events(b Blocks, to, back []int, found []Event) []Event {
	out := append(make([]Event, 0, len(found)+len(to)), found...)
	for j, i := range to {
		switch {
		case i == None:
			out = append(out, Event{Inserted, Range{}, One(j)})
		case i < 0:
		case b.Equal(i, j):
			out = append(out, Event{Same, One(i), One(j)})
		default:
			out = append(out, Event{Changed, One(i), One(j)})
		}
	}
	for i, j := range back {
		if j < 0 {
			out = append(out, Event{Deleted, One(i), Range{}})
		}
	}
	return out
}
