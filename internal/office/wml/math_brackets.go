package wml

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/latex"
)

// Brackets and bars that are typed as characters, where other programs need them as structures.

// bracketed makes fences of brackets that are typed as characters where the closing one has a script,
// (a+b)^2, or is of another kind, [0,1): LibreOffice throws away what stands in and behind them. Such
// a fence does not grow, so that it reads as characters again.
func (w *mathWriter) bracketed(nodes []*latex.Node) []*latex.Node {
	shut := w.needy(nodes)
	if shut == nil {
		return nodes
	}
	var out []*latex.Node
	for i := 0; i < len(nodes); i++ {
		j := shut[i]
		if j == 0 {
			out = append(out, nodes[i])
			continue
		}
		closer := operator(nodes[j])
		fence := &latex.Node{Kind: latex.Fence, Size: latex.Small, Open: nodes[i].Text, Close: closer.Text, Kids: []*latex.Node{{Kind: latex.Row, Kids: nodes[i+1 : j]}}}
		if s := nodes[j]; s.Kind == latex.Script {
			fence = &latex.Node{Kind: latex.Script, Kids: []*latex.Node{fence}, Sub: s.Sub, Sup: s.Sup}
		}
		out = append(out, fence)
		i = j
	}
	return out
}

// needy maps the opening brackets that bracketed makes a fence of to their closing ones; nil for none.
func (w *mathWriter) needy(nodes []*latex.Node) map[int]int {
	if w.depth >= maxOperands {
		return nil
	}
	var out map[int]int
	var open []int
	for j, n := range nodes {
		closer := n
		if n.Kind == latex.Script && !n.Limits {
			closer = n.Kids[0].Single()
		}
		switch {
		case closer == nil:
		case n.Kind == latex.Symbol && n.Class == latex.Open && n.Text != "|" && n.Text != "‖":
			open = append(open, j)
		case closes(closer) && closer.Text != "|" && closer.Text != "‖" && len(open) > 0:
			i := open[len(open)-1]
			open = open[:len(open)-1]
			if j > i+1 && (n.Kind == latex.Script || !strings.Contains(bracketPairs, nodes[i].Text+closer.Text)) {
				if out == nil {
					out = map[int]int{}
				}
				out[i] = j
			}
		}
	}
	return out
}

const bracketPairs = "() [] {} ⟨⟩ ⌊⌋ ⌈⌉ ⟮⟯ ⟦⟧ ⎰⎱ ⌜⌝ ⌞⌟"

// officeKeyword reports whether a word of upright letters means something to LibreOffice's formula
// language, which then shows a sign for it: it is written as text instead.
func officeKeyword(text string) bool {
	return slices.ContainsFunc(strings.Fields(text), func(word string) bool { return officeKeywords[word] })
}

var officeKeywords = map[string]bool{"abs": true, "and": true, "approx": true, "bar": true, "binom": true, "bold": true, "check": true, "circ": true, "color": true, "def": true,
	"div": true, "dot": true, "equiv": true, "fact": true, "font": true, "from": true, "hat": true, "im": true, "Im": true, "in": true, "int": true, "ital": true, "left": true,
	"matrix": true, "neg": true, "none": true, "notin": true, "oper": true, "or": true, "over": true, "phantom": true, "prod": true, "re": true, "Re": true, "right": true,
	"size": true, "sqrt": true, "stack": true, "sub": true, "sum": true, "sup": true, "tilde": true, "times": true, "to": true, "union": true, "vec": true, "wp": true}

// insideKeyword returns a place within a stretch of letters that LibreOffice would take for one of its
// words, 0 when there is none: letters in two runs are letters.
func insideKeyword(text string) int {
	for i := 0; i < len(text); {
		n := i
		for n < len(text) && (text[n] >= 'a' && text[n] <= 'z' || text[n] >= 'A' && text[n] <= 'Z') {
			n++
		}
		if word := strings.ToLower(text[i:n]); n > i+1 && (officeKeywords[word] || officeSigns[word]) {
			return i + 1
		}
		i = max(n, i+1)
	}
	return 0
}

// officeSigns are further words of that language that are signs; as upright words they have names of
// their own in LaTeX.
var officeSigns = map[string]bool{"le": true, "ge": true, "ll": true, "gg": true, "lt": true, "gt": true, "ne": true, "neq": true, "ni": true, "mp": true, "pm": true, "sim": true,
	"prec": true, "succ": true, "owns": true, "lim": true, "func": true, "nroot": true, "ortho": true, "slash": true, "divides": true, "forall": true, "exists": true, "infty": true,
	"setn": true, "setz": true, "setq": true, "setr": true, "setc": true, "subset": true, "circle": true, "acute": true, "grave": true, "breve": true, "ddot": true, "lint": true,
	"iint": true, "coprod": true, "dot": true, "nitalic": true, "nbold": true, "boper": true, "uoper": true, "csub": true, "csup": true, "lsub": true, "lsup": true, "rsub": true,
	"rsup": true, "widevec": true, "overline": true, "underline": true, "newline": true, "alignl": true, "alignc": true, "alignr": true, "mline": true, "lline": true, "rline": true}

// paired makes fences of bare bars that stand in pairs in one row, |a|+|b|: LibreOffice takes a single
// bar for a logical or. Bars that open and close by themselves (\lvert, \bigl|) need no guess.
func paired(nodes []*latex.Node) []*latex.Node {
	var at []int // openers and closers in turn
	for i, n := range nodes {
		mark, script := barOf(n)
		if mark == nil {
			continue
		}
		opens := len(at)%2 == 0
		if opens && (script || mark.Class == latex.Close) || !opens && (mark.Class == latex.Open || mark.Text != nodes[at[len(at)-1]].Text) {
			return nodes
		}
		if !opens && !balanced(nodes[at[len(at)-1]+1:i]) {
			return nodes
		}
		at = append(at, i)
	}
	if len(at) == 0 || len(at)%2 == 1 {
		return nodes
	}
	var out []*latex.Node
	done := 0
	for i := 0; i < len(at); i += 2 {
		first, second := at[i], at[i+1]
		sign := nodes[first].Text
		fence := &latex.Node{Kind: latex.Fence, Open: sign, Close: sign, Kids: []*latex.Node{{Kind: latex.Row, Kids: nodes[first+1 : second]}}}
		if s := nodes[second]; s.Kind == latex.Script {
			fence = &latex.Node{Kind: latex.Script, Kids: []*latex.Node{fence}, Sub: s.Sub, Sup: s.Sup}
		}
		out = append(append(out, nodes[done:first]...), fence)
		done = second + 1
	}
	return append(out, nodes[done:]...)
}

// balanced reports whether nodes are something, with every bracket in them closed.
func balanced(nodes []*latex.Node) bool {
	open := 0
	for _, n := range nodes {
		if n.Kind == latex.Script {
			n = operator(n)
		}
		if n.Kind != latex.Symbol {
			continue
		}
		switch {
		case n.Class == latex.Open:
			open++
		case closes(n):
			if open--; open < 0 {
				return false
			}
		}
	}
	return open == 0 && len(nodes) > 0
}

// closes reports whether a node is a closing bracket: the class holds the signs of factorials too.
func closes(n *latex.Node) bool {
	return n.Kind == latex.Symbol && n.Class == latex.Close && n.Text != "!" && n.Text != "?"
}

// barOf returns the bare bar a node is, nil when it is none, and whether it has scripts.
func barOf(n *latex.Node) (*latex.Node, bool) {
	script := n.Kind == latex.Script && !n.Limits
	if script {
		n = n.Kids[0].Single()
	}
	switch {
	case n == nil || n.Kind != latex.Symbol:
		return nil, false
	case n.Text == "|" && n.Class == latex.Ord, (n.Text == "|" || n.Text == "‖") && (n.Class == latex.Open || n.Class == latex.Close):
		return n, script
	}
	return nil, false
}
