package wml

import "strings"

// equation reads an m:oMath or m:oMathPara (ECMA-376 §22.1.2.77, .78) as one run of linear text: the
// characters in reading order, with a sign for each structure. It is for people and for telling
// equations apart, not for making them again.
func (r *reader) equation() {
	var b strings.Builder
	r.linear(&b)
	if s := b.String(); r.fields.hidden == 0 {
		r.add(Run{Kind: Math, Text: s})
	}
}

// linear writes the children of the current element.
func (r *reader) linear(b *strings.Builder) {
	x := r.x
	for depth := x.Depth(); r.in(depth); {
		if x.Space() != nsM {
			// Runs of text and revision marks in between are looked through for their equations.
			switch x.Local() {
			case "t":
				b.WriteString(x.Text())
			case "rPr", "ctrlPr":
				x.Skip()
			case "del", "moveFrom":
				x.Skip()
			}
			continue
		}
		switch x.Local() {
		case "t":
			b.WriteString(x.Text())
		case "f":
			r.structure(b, "num", "", "den", "/")
		case "sSup":
			r.structure(b, "e", "", "sup", "^")
		case "sSub":
			r.structure(b, "e", "", "sub", "_")
		case "sSubSup":
			r.structure(b, "e", "", "sub", "_", "sup", "^")
		case "rad":
			b.WriteString("√")
			r.structure(b, "deg", "", "e", "")
		case "d":
			b.WriteByte('(')
			r.linear(b)
			b.WriteByte(')')
		case "nary":
			r.nary(b)
		case "rPr", "fPr", "sSupPr", "sSubPr", "sSubSupPr", "radPr", "dPr", "naryPr", "ctrlPr", "argPr", "oMathParaPr", "accPr",
			"barPr", "boxPr", "borderBoxPr", "eqArrPr", "funcPr", "groupChrPr", "limLowPr", "limUppPr", "mPr", "mrPr", "phantPr", "sPrePr":
			x.Skip()
		case "mr":
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
		}
	}
}

// structure writes the arguments of a structure, each behind its sign. parts are pairs of element
// name and sign. An argument of more than one character gets brackets.
func (r *reader) structure(b *strings.Builder, parts ...string) {
	x := r.x
	for depth := x.Depth(); r.in(depth); {
		if x.Space() == nsM {
			for i := 0; i < len(parts); i += 2 {
				if x.Local() != parts[i] {
					continue
				}
				var arg strings.Builder
				r.linear(&arg)
				r.argument(b, parts[i+1], arg.String())
				break
			}
		}
		if x.Opened() && x.Depth() > depth {
			x.Skip()
		}
	}
}

func (r *reader) argument(b *strings.Builder, sign, arg string) {
	if arg == "" {
		return
	}
	b.WriteString(sign)
	if len([]rune(arg)) > 1 && strings.ContainsAny(arg, " +-−·/=,") || sign != "" && len([]rune(arg)) > 1 {
		arg = "(" + arg + ")"
	}
	b.WriteString(arg)
}

// nary writes a sum, integral or product (§22.1.2.70).
func (r *reader) nary(b *strings.Builder) {
	x := r.x
	sign := "∫" // the default
	var sub, sup, arg strings.Builder
	for depth := x.Depth(); r.in(depth); {
		switch {
		case x.Space() == nsM && x.Local() == "naryPr":
			continue // its m:chr comes next
		case x.Space() == nsM && x.Local() == "chr":
			sign = r.value("val")
			x.Skip()
		case x.Space() == nsM && x.Local() == "sub":
			r.linear(&sub)
		case x.Space() == nsM && x.Local() == "sup":
			r.linear(&sup)
		case x.Space() == nsM && x.Local() == "e":
			r.linear(&arg)
		default:
			x.Skip()
		}
	}
	b.WriteString(sign)
	r.argument(b, "_", sub.String())
	r.argument(b, "^", sup.String())
	b.WriteString(arg.String())
}
