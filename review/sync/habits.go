package reviewsync

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// habit is what a program does to everything of a kind when it saves a file, and to how many. The sentence has verbs for that number and
// for the program.
type habit struct {
	say sentence
	n   int
	few []instance // which they are; more than fewFields of them stand for any number
}

// instance is one of the things of a kind: where it is in the source, and its text before and after, "" when it is gone.
type instance struct {
	node     noma.Node
	was, now string
}

// once returns a habit of one thing.
func once(say sentence, n noma.Node, was, now string) habit {
	h := habit{say: say}
	h.add(n, was, now)
	return h
}

// add counts a thing.
func (h *habit) add(n noma.Node, was, now string) {
	if h.n++; len(h.few) <= fewFields {
		h.few = append(h.few, instance{n, was, now})
	}
}

// tell notes what the program has changed, unless it is nothing.
func (in *normalized) tell(h habit) {
	if h.n > 0 {
		in.habits = append(in.habits, h)
	}
}

// ofOneKind is a thing with its kind among several.
type ofOneKind struct {
	kind int
	instance
}

// tellKinds notes so for a sentence that says how many of each kind were changed; names are those of the kinds.
func (in *normalized) tellKinds(say sentence, names []string, back []ofOneKind) {
	var h habit
	n := make([]int, len(names))
	for i, x := range back {
		n[x.kind]++
		if i <= fewFields {
			h.add(x.node, x.was+" ("+names[x.kind]+")", x.now)
		}
	}
	var of []string
	for kind, n := range n {
		if n > 0 {
			of = append(of, names[kind]+" ("+strconv.Itoa(n)+")")
		}
	}
	h.say = say.with(strings.Join(of, ", "))
	in.tell(h)
}

// mostHabits is the number of findings about the program: what it did beyond these kinds is added to the last one.
const mostHabits = 5

// foundHabit is a habit, its finding, and what that says of it.
type foundHabit struct {
	habit
	found *finding
	text  string
}

// habit reports what the program that saved the file did to things of a kind. All of a kind are one finding, which it returns.
func (c *changes) habit(h habit, program string) *finding {
	i := slices.IndexFunc(c.habits, func(x foundHabit) bool { return x.say == h.say })
	if i < 0 {
		x := foundHabit{habit: habit{say: h.say}}
		if len(c.habits) < mostHabits || c.habits[mostHabits-1].say.code != h.say.code {
			x.found = c.find(Editor, h.say, nil, "", "")
		} else {
			x.found = c.habits[mostHabits-1].found
		}
		i, c.habits = len(c.habits), append(c.habits, x)
	}
	x := &c.habits[i]
	x.n += h.n
	x.few = append(x.few, h.few[:min(len(h.few), fewFields+1-len(x.few))]...)
	x.text = h.say.with(x.n, program).text + x.mayBePersons()
	var texts []string
	for _, o := range c.habits {
		if o.found == x.found {
			texts = append(texts, o.text)
		}
	}
	x.found.Message = strings.Join(texts, " ")
	if h.few != nil {
		x.place(len(texts) == 1)
	}
	return x.found
}

// mayBePersons returns a sentence that says of one or two things which they are and what to do when a person has edited them, "" of more.
func (h *habit) mayBePersons() string {
	var which []string
	for _, x := range h.few {
		one := "“" + shorten(x.was) + "” is gone"
		if x.now != "" {
			one = "“" + shorten(x.was) + "” became “" + shorten(x.now) + "”"
		}
		var f finding
		if f.of(x.node); f.BlockID != "" {
			one += " (in “" + f.BlockID + "”)"
		}
		which = append(which, one)
	}
	switch len(which) {
	case 1:
		return " " + sayOnlyOne.with(which[0]).text
	case fewFields:
		return " " + sayOnlyTwo.with(which[0], which[1]).text
	}
	return ""
}

// place gives the finding the place and texts of one or two things, and none when there are more, or other kinds in it.
func (x *foundHabit) place(alone bool) {
	f := x.found
	f.Line, f.BlockID, f.Was, f.Now = 0, "", "", ""
	f.of(nil)
	if !alone || len(x.few) > fewFields {
		return
	}
	var was, now []string
	for _, one := range x.few {
		was, now = append(was, one.was), append(now, one.now)
	}
	f.of(x.few[0].node)
	f.Was, f.Now = strings.Join(was, "\n"), strings.TrimRight(strings.Join(now, "\n"), "\n")
}
