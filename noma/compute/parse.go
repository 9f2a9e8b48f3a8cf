package compute

// Formulas come from files people receive, so both the nesting (which is recursion here and in
// Eval) and the size of a formula are bounded, far above anything written by hand.
const (
	maxDepth  = 200
	maxNodes  = 4000
	maxLength = 64 << 10 // bytes
)

// ParseFormula parses a formula:
//
//	formula    = sum [ comparison sum ]            comparison: > >= < <= == !=
//	sum        = product { ("+" | "-") product }
//	product    = power { ("*" | "/") power }
//	power      = signed [ "^" power ]              right associative
//	signed     = { "+" | "-" } primary             binds tighter than "^": -2^2 is 4
//	primary    = number | name | name "(" formula { "," formula } ")" | "(" formula ")"
//
// The error is a *[FormulaError].
func ParseFormula(s string) (*Expr, error) {
	if len(s) > maxLength {
		return nil, fail(maxLength, "Expected a shorter formula: at most %d KB", maxLength>>10)
	}
	p := &parser{lex: lexer{s: s}}
	if err := p.advance(); err != nil {
		return nil, err
	}
	x, err := p.formula()
	if err != nil {
		return nil, err
	}
	if p.tok.kind != tokenEnd {
		return nil, fail(p.tok.at, "Expected the end of the formula, found %s", p.tok)
	}
	return x, nil
}

// parser is a Pratt parser: binary examines the binding power of the sign ahead and goes on as
// long as it binds tighter than what is being built.
type parser struct {
	lex          lexer
	tok          token // the token ahead
	depth, nodes int
}

type binding struct {
	op    operator
	power int
	right bool // associates to the right
}

const (
	powerSum = iota + 1
	powerProduct
	powerPower
)

var binary = map[string]binding{
	"+": {opAdd, powerSum, false},
	"-": {opSubtract, powerSum, false},
	"*": {opMultiply, powerProduct, false},
	"/": {opDivide, powerProduct, false},
	"^": {opPower, powerPower, true},
}

var comparison = map[string]operator{
	">": opGreater, ">=": opGreaterEqual, "<": opLess, "<=": opLessEqual, "==": opEqual, "!=": opNotEqual,
}

func (p *parser) advance() (err error) {
	p.tok, err = p.lex.next()
	return err
}

func (p *parser) node(x Expr) (*Expr, error) {
	if p.nodes++; p.nodes > maxNodes {
		return nil, fail(p.tok.at, "Expected a shorter formula: at most %d terms", maxNodes)
	}
	return &x, nil
}

func (p *parser) sign(text string) bool { return p.tok.kind == tokenSign && p.tok.text == text }

func (p *parser) expect(text string) error {
	if !p.sign(text) {
		return fail(p.tok.at, "Expected %q, found %s", text, p.tok)
	}
	return p.advance()
}

func (p *parser) formula() (*Expr, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, fail(p.tok.at, "Expected a flatter formula: it is nested more than %d levels deep", maxDepth)
	}
	defer func() { p.depth-- }()
	x, err := p.binary(powerSum)
	if err != nil || p.tok.kind != tokenSign {
		return x, err
	}
	op, ok := comparison[p.tok.text]
	if !ok {
		return x, nil
	}
	if err := p.advance(); err != nil {
		return nil, err
	}
	y, err := p.binary(powerSum)
	if err != nil {
		return nil, err
	}
	return p.node(Expr{op: op, args: []*Expr{x, y}})
}

func (p *parser) binary(power int) (*Expr, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, fail(p.tok.at, "Expected a flatter formula: it is nested more than %d levels deep", maxDepth)
	}
	defer func() { p.depth-- }()
	x, err := p.signed()
	for err == nil && p.tok.kind == tokenSign {
		b, ok := binary[p.tok.text]
		if !ok || b.power < power {
			break
		}
		if err := p.advance(); err != nil {
			return nil, err
		}
		next := b.power + 1
		if b.right {
			next = b.power
		}
		y, err := p.binary(next)
		if err != nil {
			return nil, err
		}
		if x, err = p.node(Expr{op: b.op, args: []*Expr{x, y}}); err != nil {
			return nil, err
		}
	}
	return x, err
}

func (p *parser) signed() (*Expr, error) {
	negative := false
	for p.sign("+") || p.sign("-") {
		negative = negative != p.sign("-")
		if err := p.advance(); err != nil {
			return nil, err
		}
	}
	x, err := p.primary()
	if err != nil || !negative {
		return x, err
	}
	return p.node(Expr{op: opNegate, args: []*Expr{x}})
}

func (p *parser) primary() (*Expr, error) {
	t := p.tok
	switch {
	case t.kind == tokenNumber:
		if err := p.advance(); err != nil {
			return nil, err
		}
		return p.node(Expr{op: opNumber, num: t.num})
	case t.kind == tokenName:
		if err := p.advance(); err != nil {
			return nil, err
		}
		if p.sign("(") {
			return p.call(t)
		}
		return p.node(Expr{op: opName, name: t.text})
	case p.sign("("):
		if err := p.advance(); err != nil {
			return nil, err
		}
		x, err := p.formula()
		if err != nil {
			return nil, err
		}
		return x, p.expect(")")
	}
	return nil, fail(t.at, "Expected a number, a name or \"(\", found %s", t)
}

// call reads the arguments of a function; the token ahead is its bracket.
func (p *parser) call(name token) (*Expr, error) {
	f := functions[name.text]
	if f == nil {
		return nil, fail(name.at, "Unknown function %q", short(name.text))
	}
	var args []*Expr
	if err := p.advance(); err != nil {
		return nil, err
	}
	for !p.sign(")") {
		if len(args) > 0 {
			if err := p.expect(","); err != nil {
				return nil, err
			}
		}
		x, err := p.formula()
		if err != nil {
			return nil, err
		}
		args = append(args, x)
	}
	if err := p.advance(); err != nil {
		return nil, err
	}
	if len(args) < f.min || f.max > 0 && len(args) > f.max {
		return nil, fail(name.at, "Expected %s for function %q, found %d", f.arity(), name.text, len(args))
	}
	return p.node(Expr{op: opCall, fn: f, args: args})
}
