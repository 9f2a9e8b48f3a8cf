package redline

import (
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

// The attributes that say, in markup that is only read here, which step an element came or went in, and which gave it its formatting.
const stepSpace, stepKey, lookKey = "nx", "redlinestep", "redlinelook"

// stepOf returns the step that an element says, 0 for none.
func stepOf(e *etree.Element) int { return stepAttr(e, stepKey) }

// lookOf returns the step that gave a run or paragraph its formatting, 0 for none.
func lookOf(e *etree.Element) int { return stepAttr(e, lookKey) }

func stepAttr(e *etree.Element, key string) int {
	if e == nil {
		return 0
	}
	for i := range e.Attr {
		if e.Attr[i].Key == key {
			return number(e.Attr[i].Value)
		}
	}
	return 0
}

func setStep(e *etree.Element, key string, step int) {
	if step > 0 {
		e.Attr = append(e.Attr, etree.Attr{Space: stepSpace, Key: key, Value: strconv.Itoa(step)})
	}
}

// token is a word of a block, an object or the end of a paragraph, with what counts of its formatting.
type token struct{ text, shape string }

// lines says for the words of a block in which step each of them came; of a block that is read backwards, in which it went.
type lines struct {
	words []token // nil: not taken apart yet
	who   []int   // nil: all in one
	look  []int   // likewise the steps that gave them their formatting
	all   int
	came  int // the step in which the block came to its place
	last  int // the last step in which the block was touched
}

// of returns the step of a word, and that of its formatting.
func (l *lines) of(n int) (step, look int) {
	if n >= len(l.who) {
		return l.all, l.all
	}
	return l.who[n], l.look[n]
}

// lineage returns the lines of the blocks of the last of several versions, as steps from the first one, which has the blocks given. steps
// are the groups in which each version is written as the next one; back says that what is newer there is the version before.
func (r *rules) lineage(first []*block, steps [][]group, back bool) map[*block]*lines {
	now := make(map[*block]*lines, len(first))
	for _, b := range first {
		now[b] = &lines{}
	}
	for k, groups := range steps {
		next := make(map[*block]*lines, len(now))
		for _, g := range groups {
			if back {
				g = g.turned()
			}
			r.hand(&g, now, next, k+1, back)
		}
		now = next
	}
	return now
}

// turned returns the group with its sides the other way round.
func (g group) turned() group {
	g.a, g.b = g.b, g.a
	if g.move != nil {
		g.move = &move{a: g.move.b, b: g.move.a}
	}
	return g
}

// hand adds the lines of the blocks that a step made of others.
func (r *rules) hand(g *group, was, is map[*block]*lines, step int, back bool) {
	switch {
	case g.move != nil:
		for n, b := range g.b {
			r.rewritten(g.move.a[n:n+1], g.b[n:n+1], was, is, step, back)
			is[b].came, is[b].last = step, step
		}
	case len(g.a) == 1 && len(g.b) == 1 && g.a[0].kind == g.b[0].kind && g.a[0].hash == g.b[0].hash:
		is[g.b[0]] = was[g.a[0]]
	case len(g.a) == 0, gap(g) && !g.paragraphs():
		for _, b := range g.b {
			is[b] = &lines{all: step, came: step, last: step}
		}
	case len(g.b) > 0:
		r.rewritten(g.a, g.b, was, is, step, back)
	}
}

// backwards turns steps that were counted from the end: what is in version k and not in the one behind it went in step k+1.
func (l *lines) backwards(n int) {
	turn := func(k *int) {
		if *k > 0 {
			*k = n + 1 - *k
		}
	}
	turn(&l.all)
	turn(&l.came)
	turn(&l.last)
	for i := range l.who {
		turn(&l.who[i])
		turn(&l.look[i])
	}
}

// rewritten adds the lines of blocks that a step made of others by their words.
func (r *rules) rewritten(before, after []*block, was, is map[*block]*lines, step int, back bool) {
	var words []token
	var who, look []int
	for _, x := range before {
		l := was[x]
		if l.words == nil {
			l.words = r.tokens(x)
		}
		words = append(words, l.words...)
		for n := range l.words {
			by, shaped := l.of(n)
			who, look = append(who, by), append(look, shaped)
		}
	}
	var now []token
	for _, x := range after {
		l := &lines{words: r.tokens(x), all: step, last: step}
		if len(before)+len(after) == 2 {
			l.came = was[before[0]].came
		}
		is[x] = l
		now = append(now, l.words...)
	}
	whoNow, lookNow := make([]int, len(now)), make([]int, len(now))
	for j, i := range alignedTokens(words, now, back) {
		if whoNow[j], lookNow[j] = step, step; i < 0 {
			continue
		}
		if whoNow[j] = who[i]; words[i].shape == now[j].shape {
			lookNow[j] = look[i]
		}
	}
	for _, x := range after {
		l := is[x]
		n := len(l.words)
		l.who, l.look, whoNow, lookNow = whoNow[:n:n], lookNow[:n:n], whoNow[n:], lookNow[n:]
	}
}

// alignedTokens returns for each token of b the one of a that it is, or -1. The last ones, which end paragraphs, are one. back says that a
// is newer than b.
func alignedTokens(a, b []token, back bool) []int {
	if back {
		out := make([]int, len(b))
		for i := range out {
			out[i] = -1
		}
		for i, j := range alignedTokens(b, a, false) {
			if j >= 0 {
				out[j] = i
			}
		}
		return out
	}
	m, n := len(a)-1, len(b)-1
	if m < 0 || n < 0 {
		return align.Align(atoms{make([]atom, m+1), make([]atom, n+1)})
	}
	list := atoms{make([]atom, m), make([]atom, n)}
	for i := range list.a {
		list.a[i] = atom{key: a[i].text, text: a[i].text}
	}
	for j := range list.b {
		list.b[j] = atom{key: b[j].text, text: b[j].text}
	}
	return append(align.Align(list), m)
}

// tokens returns the words of a block, its objects and the ends of its paragraphs.
func (r *rules) tokens(b *block) (out []token) {
	e, err := parse("<all>" + b.raw + "</all>")
	if err != nil {
		return nil
	}
	var of *etree.Element
	shape := ""
	r.walk(e, func(run, piece *etree.Element, text string) {
		switch {
		case piece == nil && !r.noFormatting:
			of, shape = run, r.base(child(run, "pPr"))
		case run != of:
			of, shape = run, r.shape(child(run, "rPr"))
		}
		out = append(out, token{text, shape})
	})
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
		child      *etree.Element
		text       string
		step, look int
	}
	pieces := map[*etree.Element][]piece{}
	var runs []*etree.Element
	r.walk(e, func(run, child *etree.Element, text string) {
		step, look := l.of(n)
		n++
		if child == nil { // the end of a paragraph
			setStep(run, stepKey, step)
			setStep(run, lookKey, look)
			return
		}
		list, ok := pieces[run]
		if !ok {
			runs = append(runs, run)
		}
		if k := len(list) - 1; k >= 0 && list[k].child == child && list[k].step == step && list[k].look == look && !strings.HasPrefix(text, "\x00") {
			list[k].text += text
		} else {
			list = append(list, piece{child, text, step, look})
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
			step, look := list[k].step, list[k].look
			for ; k < len(list) && list[k].step == step && list[k].look == look; k++ {
				c := list[k].child.Copy()
				if !strings.HasPrefix(list[k].text, "\x00") {
					c.SetText(list[k].text)
				}
				part.AddChild(c)
			}
			setStep(part, stepKey, step)
			setStep(part, lookKey, look)
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
				setStep(c, stepKey, step)
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
