package compute

import "math"

// operator is what an inner node of a formula does with its arguments.
type operator uint8

const (
	opNumber operator = iota
	opName
	opNegate
	opAdd
	opSubtract
	opMultiply
	opDivide
	opPower
	opGreater
	opGreaterEqual
	opLess
	opLessEqual
	opEqual
	opNotEqual
	opCall
)

// Expr is a parsed formula. It holds no values: the same formula is evaluated at every point of a
// domain.
type Expr struct {
	op   operator
	num  float64   // opNumber
	name string    // opName
	fn   *function // opCall
	args []*Expr
}

// Names returns the identifiers the formula needs, each once, in the order of their first mention.
// Function names are not among them.
func (x *Expr) Names() []string {
	var names []string
	seen := map[string]bool{}
	x.visit(func(y *Expr) {
		if y.op == opName && !seen[y.name] {
			seen[y.name] = true
			names = append(names, y.name)
		}
	})
	return names
}

func (x *Expr) visit(f func(*Expr)) {
	f(x)
	for _, a := range x.args {
		a.visit(f)
	}
}

// Eval returns the value of the formula. Comparisons give 1 or 0. It is false when a name has no value
// or when any intermediate result is not finite, so an infinity never becomes a plausible number
// further up (1/(1/0) is no value, not 0).
func (x *Expr) Eval(lookup func(name string) (float64, bool)) (float64, bool) {
	v, ok := x.eval(lookup)
	if !ok || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, false
	}
	return v, true
}

func (x *Expr) eval(lookup func(string) (float64, bool)) (float64, bool) {
	switch x.op {
	case opNumber:
		return x.num, true
	case opName:
		return lookup(x.name)
	case opNegate:
		v, ok := x.args[0].Eval(lookup)
		return -v, ok
	case opCall:
		return x.fn.call(x.args, lookup)
	}
	a, ok := x.args[0].Eval(lookup)
	if !ok {
		return 0, false
	}
	b, ok := x.args[1].Eval(lookup)
	if !ok {
		return 0, false
	}
	switch x.op {
	case opAdd:
		return a + b, true
	case opSubtract:
		return a - b, true
	case opMultiply:
		return a * b, true
	case opDivide:
		return a / b, b != 0
	case opPower:
		return math.Pow(a, b), true
	case opGreater:
		return truth(a > b), true
	case opGreaterEqual:
		return truth(a >= b), true
	case opLess:
		return truth(a < b), true
	case opLessEqual:
		return truth(a <= b), true
	case opEqual:
		return truth(a == b), true
	case opNotEqual:
		return truth(a != b), true
	}
	panic("compute: operator without a meaning")
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
