package wml

import (
	"strings"

	"github.com/beevik/etree"
	"github.com/nomadocx/nomadocx/internal/latex"
)

// equation reads an m:oMath or m:oMathPara (ECMA-376 §22.1.2.77, .78) as LaTeX in one form: what
// math writes reads as the same LaTeX whenever the equation was left alone. An equation with tracked
// changes in it is one that is deleted and one that is inserted.
func (r *reader) equation() {
	display := r.x.Local() == "oMathPara"
	e := etree.NewElement("m:e")
	var change *Revision
	r.element(e, &change)
	if r.fields.hidden > 0 {
		return
	}
	now := equationRun(e, display, Current)
	if change == nil {
		r.add(now)
		return
	}
	if was := equationRun(e, display, Original); was.Text != "" {
		r.add(was)
		r.tracked(Delete, change)
	}
	if now.Text != "" {
		r.add(now)
		r.tracked(Insert, change)
	}
}

// equationRun returns an equation as a run. Ref says what it is; where that has no representation in LaTeX it is
// something no formula reads as.
func equationRun(e *etree.Element, display bool, v View) Run {
	text, ok := equationSource(e, display, v)
	run := Run{Kind: Math, Text: text, Object: Ref(text), Display: display}
	if !ok {
		run.Object = Ref(run.Ref() + "\t(not LaTeX)") // EquationText gives no tabs
	}
	return run
}

// tracked makes the last run part of a change.
func (r *reader) tracked(kind RevisionKind, change *Revision) {
	rev := *change
	rev.Kind = kind
	if last := &r.para.runs[len(r.para.runs)-1]; kind == Insert && last.Ins == nil {
		last.Ins = &rev
	} else if kind == Delete && last.Del == nil {
		last.Del = &rev
	}
}

// EquationText returns the LaTeX an equation reads as after it was written: the form in which two
// equations are compared. A formula that is not understood is its own source.
func EquationText(src string, display bool) string {
	if src == "" {
		return ""
	}
	e := etree.NewElement("m:oMath")
	n, err := latex.Parse(src)
	if err != nil || n.Empty() {
		n = &latex.Node{Kind: latex.Words, Text: strings.Map(blankSpace, src)}
	}
	(&mathWriter{display: display}).row(e, n)
	text, _ := equationSource(e, display, Current)
	return text
}

// equationSource returns an element's content as LaTeX, ok false when that cannot be read. Words with a backslash, and words alone that are
// no LaTeX, are a formula nobody understood: its source, which was written as text.
func equationSource(e *etree.Element, display bool, v View) (text string, ok bool) {
	n := (&mathReader{display: display, original: v == Original}).row(e)
	if one := n.Single(); one != nil && one.Kind == latex.Words && one.Variant == latex.Plain {
		if _, err := latex.Parse(one.Text); err != nil || strings.Contains(one.Text, `\`) {
			return one.Text, true
		}
	}
	text = latex.Print(n)
	_, err := latex.Parse(text)
	return text, err == nil
}

// maxMathDepth bounds how deep an equation's elements nest, from the root of the part. What we write
// ourselves stays below it: package latex bounds structures, mathWriter the operands of operators.
const maxMathDepth = 600

// element copies the current element's mathematics into e: elements, values and texts. Tracked changes
// stay around what they hold for; change is the first of them. What else stands around equations is
// searched.
func (r *reader) element(e *etree.Element, change **Revision) {
	x := r.x
	for depth := x.Depth(); r.in(depth); {
		if x.Depth() > maxMathDepth {
			x.Skip()
			continue
		}
		if x.Space() != nsM {
			switch x.Local() {
			case "ins", "del", "moveTo", "moveFrom":
				if *change == nil {
					*change = r.revision(Insert)
				}
				r.element(e.CreateElement("w:"+x.Local()), change)
			case "rPr":
				r.runFormatting(e)
			case "ctrlPr":
				x.Skip()
			}
			continue
		}
		switch x.Local() {
		case "ctrlPr":
			r.structureChange(e, change)
			continue
		case "argPr":
			x.Skip()
			continue
		}
		k := e.CreateElement("m:" + x.Local())
		if v, ok := x.Value("val"); ok {
			k.CreateAttr("m:val", v)
		}
		if x.Local() == "t" {
			k.SetText(x.Text())
			continue
		}
		r.element(k, change)
	}
}

// structureChange reads the formatting of a structure's own signs (§22.1.2.23), where Word notes that the
// structure as a whole was inserted or deleted; pr is the element of its properties.
func (r *reader) structureChange(pr *etree.Element, change **Revision) {
	x := r.x
	for depth := x.Depth(); r.in(depth); {
		if k := x.Local(); (k == "ins" || k == "del") && pr.Parent() != nil {
			if *change == nil {
				*change = r.revision(Insert)
			}
			pr.Parent().CreateAttr(structureTracked, k)
		}
		x.Skip()
	}
}

// structureTracked is an attribute of our own on a structure that was inserted or deleted.
const structureTracked = "tracked"

// runFormatting notes how words of an equation look: bold, italic, and in which font.
func (r *reader) runFormatting(e *etree.Element) {
	x := r.x
	look := e.CreateElement("w:rPr")
	for depth := x.Depth(); r.in(depth); {
		switch x.Local() {
		case "b", "i":
			if r.on() {
				look.CreateElement("w:" + x.Local())
			}
		case "rFonts":
			if font, ok := x.Value("ascii"); ok {
				look.CreateElement("w:rFonts").CreateAttr("w:ascii", font)
			}
		}
		x.Skip()
	}
}
