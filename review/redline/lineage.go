package redline

import (
	"slices"
	"strconv"
	"strings"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/align"
	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// Step is a version between BEFORE and AFTER, and who made it of the one before.
type Step struct {
	Package              *opc.Package
	Author, Date, Commit string
}

// stepAttr is the attribute that says, in markup that is only read here, which step an element came or went in.
const stepSpace, stepKey = "nx", "redlinestep"

// stepOf returns the step that an element says, 0 for none.
func stepOf(e *etree.Element) int {
	for i := range e.Attr {
		if e.Attr[i].Key == stepKey {
			return number(e.Attr[i].Value)
		}
	}
	return 0
}

func setStep(e *etree.Element, step int) {
	if step > 0 {
		e.Attr = append(e.Attr, etree.Attr{Space: stepSpace, Key: stepKey, Value: strconv.Itoa(step)})
	}
}

// lines says for the words of a block in which step each of them came; of a block that is read backwards, in which it went.
type lines struct {
	words []string // nil: not taken apart yet
	who   []int    // nil: all in one
	all   int
	last  int // the last step in which the block was touched
}

func (l *lines) of(n int) int {
	if l.who == nil {
		return l.all
	}
	return l.who[n]
}

// lineage returns the lines of the last of the versions, as steps from the first one.
func (r *rules) lineage(versions [][]*block) []*lines {
	now := make([]*lines, len(versions[0]))
	for i := range now {
		now[i] = &lines{}
	}
	for k := 1; k < len(versions); k++ {
		was, is := versions[k-1], versions[k]
		to := pair(was, is)
		taken := map[int]bool{}
		for _, i := range to {
			taken[i] = true
		}
		moved := map[uint64]int{}
		for i, b := range was {
			if !taken[i] {
				moved[b.hash] = i + 1
			}
		}
		next := make([]*lines, len(is))
		for j, b := range is {
			i := to[j]
			if at := moved[b.hash]; i < 0 && at > 0 {
				from := now[at-1]
				next[j] = &lines{words: from.words, who: from.who, all: from.all, last: k}
				delete(moved, b.hash)
				continue
			}
			switch {
			case i < 0:
				next[j] = &lines{all: k, last: k}
			case was[i].hash == b.hash:
				next[j] = now[i]
			default:
				next[j] = r.rewritten(was[i], b, now[i], k)
			}
		}
		now = next
	}
	return now
}

// attribute finds out in which steps the blocks of the text came and went, and in which the other stories were touched.
func (j *job) attribute() error {
	steps := j.o.Steps
	if len(steps) < 2 {
		return nil
	}
	text := j.stories[0]
	versions := make([][]*block, 0, len(steps)+1)
	versions = append(versions, text.a)
	names := make([]*side, len(steps))
	for k, s := range steps[:len(steps)-1] {
		p, err := open(s.Package)
		if err != nil {
			return err
		}
		names[k] = p
		blocks, err := j.split(p.text[p.main])
		if err != nil {
			return partError(p.main, err)
		}
		versions = append(versions, blocks)
	}
	names[len(steps)-1] = j.new
	versions = append(versions, text.b)
	j.r.steps = true
	for n, l := range j.r.lineage(versions) {
		text.b[n].step = l.last
		if l.last > 0 {
			text.b[n].steps = j.r.marked(text.b[n], l)
		}
	}
	slices.Reverse(versions)
	for n, l := range j.r.lineage(versions) {
		if l.last > 0 {
			l.backwards(len(steps))
			text.a[n].step = l.last
			text.a[n].steps = j.r.marked(text.a[n], l)
		}
	}
	for _, s := range j.stories[1:] {
		s.step = touched(names, s.part)
	}
	return nil
}

// backwards turns steps that were counted from the end: what is in version k and not in the one behind it went in step k+1.
func (l *lines) backwards(n int) {
	turn := func(k *int) {
		if *k > 0 {
			*k = n + 1 - *k
		}
	}
	turn(&l.all)
	turn(&l.last)
	for i := range l.who {
		turn(&l.who[i])
	}
}

// touched returns the last step in which a part became another one, 0 for the last of all.
func touched(versions []*side, part string) int {
	for k := len(versions) - 1; k > 0; k-- {
		was, errA := versions[k-1].part(part)
		now, errB := versions[k].part(part)
		if errA != nil || errB != nil || was != now {
			return k + 1
		}
	}
	return 1
}

// rewritten returns the lines of a block that a step made of another one.
func (r *rules) rewritten(was, is *block, before *lines, step int) *lines {
	if before.words == nil {
		before.words = r.tokens(was)
	}
	out := &lines{words: r.tokens(is), all: step, last: step}
	out.who = make([]int, len(out.words))
	a, b := make([]atom, len(before.words)), make([]atom, len(out.words))
	for i, w := range before.words {
		a[i] = atom{key: w, text: w}
	}
	for j, w := range out.words {
		b[j] = atom{key: w, text: w}
	}
	for j, i := range align.Align(atoms{a, b}) {
		out.who[j] = step
		if i >= 0 {
			out.who[j] = before.of(i)
		}
	}
	return out
}

// tokens returns the words of a block, its objects and the ends of its paragraphs.
func (r *rules) tokens(b *block) (out []string) {
	e, err := parse("<all>" + b.raw + "</all>")
	if err != nil {
		return nil
	}
	r.walk(e, func(_, _ *etree.Element, text string) { out = append(out, text) })
	return out
}

// walk calls f for the words and objects in an element, each with its run and the child of that it is of, and for the ends of paragraphs.
func (r *rules) walk(e *etree.Element, f func(run, child *etree.Element, text string)) {
	for _, c := range e.ChildElements() {
		switch {
		case is(c, "pPr"), isMark(c), is(c, "rPr"):
		case is(c, "r"):
			for _, x := range c.ChildElements() {
				switch {
				case is(x, "rPr"):
				case is(x, "t"), is(x, "delText"):
					for text := x.Text(); text != ""; {
						n := r.word(text)
						f(c, x, text[:n])
						text = text[n:]
					}
				default:
					f(c, x, "\x00"+x.Tag)
				}
			}
		default:
			r.walk(c, f)
			if is(c, "p") {
				f(c, nil, "\x00¶")
			}
		}
	}
}

// marked returns the markup of a block in which runs, paragraphs, rows and links say their steps.
func (r *rules) marked(b *block, l *lines) string {
	e, err := parse("<all>" + b.raw + "</all>")
	if err != nil {
		return b.raw
	}
	n := 0
	type piece struct {
		child *etree.Element
		text  string
		step  int
	}
	pieces := map[*etree.Element][]piece{}
	var runs []*etree.Element
	r.walk(e, func(run, child *etree.Element, text string) {
		step := l.all
		if l.who != nil && n < len(l.who) {
			step = l.who[n]
		}
		n++
		if child == nil {
			setStep(run, step) // the end of a paragraph
			return
		}
		list, ok := pieces[run]
		if !ok {
			runs = append(runs, run)
		}
		if k := len(list) - 1; k >= 0 && list[k].child == child && list[k].step == step && !strings.HasPrefix(text, "\x00") {
			list[k].text += text
		} else {
			list = append(list, piece{child, text, step})
		}
		pieces[run] = list
	})
	for _, run := range runs {
		list := pieces[run]
		parent, at := run.Parent(), run.Index()
		for k := 0; k < len(list); {
			part := &etree.Element{Space: run.Space, Tag: run.Tag}
			if rpr := child(run, "rPr"); rpr != nil {
				part.AddChild(rpr.Copy())
			}
			step := list[k].step
			for ; k < len(list) && list[k].step == step; k++ {
				c := list[k].child.Copy()
				if !strings.HasPrefix(list[k].text, "\x00") {
					c.SetText(list[k].text)
				}
				part.AddChild(c)
			}
			setStep(part, step)
			parent.InsertChildAt(at, part)
			at++
		}
		parent.RemoveChild(run)
	}
	outer(e)
	var out strings.Builder
	for _, c := range e.ChildElements() {
		c.WriteTo(&out, &etree.WriteSettings{})
	}
	return out.String()
}

// outer lets what holds runs say the step of the first of them.
func outer(e *etree.Element) (first int) {
	for _, c := range e.ChildElements() {
		step := stepOf(c)
		if step == 0 {
			if step = outer(c); step > 0 && !is(c, "p") {
				setStep(c, step)
			}
		} else if !is(c, "r") {
			outer(c)
		}
		if first == 0 {
			first = step
		}
	}
	return first
}
