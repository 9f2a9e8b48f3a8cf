package compute

import (
	"strconv"

	"github.com/nomadocx/nomadocx/noma"
)

// A page in a browser evaluates formulas again when a reader moves a control. It gets them parsed,
// so that there is one grammar and not two.

// signs are the operators as [Expr.AppendJSON] writes them.
var signs = map[operator]string{
	opNegate: "neg", opAdd: "+", opSubtract: "-", opMultiply: "*", opDivide: "/", opPower: "^",
	opGreater: ">", opGreaterEqual: ">=", opLess: "<", opLessEqual: "<=", opEqual: "==", opNotEqual: "!=",
}

// AppendJSON appends the formula as JSON: a number for a number, a string for a name, and a list of
// the operator or function and its arguments for everything else: `["+", 1, ["min", "a", 2]]`.
func (x *Expr) AppendJSON(dst []byte) []byte {
	switch x.op {
	case opNumber:
		return strconv.AppendFloat(dst, x.num, 'g', -1, 64)
	case opName:
		return append(append(append(dst, '"'), x.name...), '"') // ASCII without quotes, see lex.go
	}
	name := signs[x.op]
	if x.op == opCall {
		name = x.fn.name()
	}
	dst = append(append(append(dst, `["`...), name...), '"')
	for _, a := range x.args {
		dst = a.AppendJSON(append(dst, ','))
	}
	return append(dst, ']')
}

// name returns what the function is called in a formula.
func (f *function) name() string {
	for name, g := range functions { // the order does not matter: no function has two names
		if f == g {
			return name
		}
	}
	panic("compute: a function without a name")
}

// Block returns the control or computed block that an id or alias means in a formula, nil for none.
func (e *Env) Block(id string) *noma.Directive {
	if c := e.byID[id]; c != nil {
		return c.node
	}
	return nil
}
