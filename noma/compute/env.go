package compute

import (
	"github.com/nomadocx/nomadocx/noma"
)

// Env is an evaluated document.
type Env struct {
	byID     map[string]*cell
	cells    map[*noma.Directive]*cell
	computed []*cell // in document order
}

// cell is one control or computed block. Like a spreadsheet's cell it has a value, or none.
type cell struct {
	node    *noma.Directive
	formula *Formula // nil for a control
	value   float64
	ok      bool
	depth   int  // computed blocks in the longest chain that ends here; 0 for a control
	cyclic  bool // depends on itself, directly or not, or on a block that does
}

// Formula is the formula of a computed block as written and as understood.
type Formula struct {
	Text     string // "" when the block has none
	Key      string // the attribute or body line that holds it
	FromBody bool
	Expr     *Expr  // nil when there is no formula or it does not parse
	Err      error  // why it does not parse; a *FormulaError
	Variable string // the variable of the block's domain, "" without a domain
}

// Point is one value of a series.
type Point struct{ X, Y float64 }

// Series is a formula over a domain.
type Series struct {
	Variable string
	Points   []Point // at most maxPoints
}

// IsComputed reports whether the block is one that a formula fills.
func IsComputed(n *noma.Directive) bool {
	return n.Is(noma.Computed)
}

// Eval evaluates every control and computed block of a document, each once, after the blocks it
// needs. Blocks on a cycle have no value. Of two blocks with one id the first counts.
func Eval(d *noma.Document) *Env {
	e := &Env{byID: map[string]*cell{}, cells: map[*noma.Directive]*cell{}}
	var aliased []*cell
	var walk func(noma.Node)
	walk = func(n noma.Node) {
		if x, ok := n.(*noma.Directive); ok && (x.Is(noma.Control) || IsComputed(x)) {
			c := &cell{node: x}
			e.cells[x] = c
			if x.Is(noma.Control) {
				c.value, c.ok = Control(x)
			} else {
				c.formula = formulaOf(x)
				e.computed = append(e.computed, c)
			}
			if _, taken := e.byID[x.ID]; x.ID != "" && !taken {
				e.byID[x.ID] = c
			}
			if len(x.Aliases) > 0 {
				aliased = append(aliased, c)
			}
		}
		switch n.(type) {
		case *noma.Document, *noma.Section, *noma.Directive:
			for _, k := range n.Kids() {
				walk(k)
			}
		}
	}
	walk(d)
	for _, c := range aliased { // an id wins over any alias
		for _, a := range c.node.Aliases {
			if _, taken := e.byID[a]; !taken {
				e.byID[a] = c
			}
		}
	}
	e.evaluate()
	return e
}

// evaluate visits the computed blocks in dependency order. It counts down open dependencies
// instead of recursing, so that a chain as long as the document needs no deep stack.
func (e *Env) evaluate() {
	open := map[*cell]int{}
	users := map[*cell][]*cell{}
	var ready []*cell
	for _, c := range e.computed {
		c.cyclic = true
		for _, dep := range e.needs(c) {
			if dep.formula != nil {
				open[c]++
				users[dep] = append(users[dep], c)
			}
		}
		if open[c] == 0 {
			ready = append(ready, c)
		}
	}
	for len(ready) > 0 {
		c := ready[0]
		ready = ready[1:]
		c.cyclic = false
		c.depth++
		c.value, c.ok = e.scalar(c.formula)
		for _, u := range users[c] {
			u.depth = max(u.depth, c.depth)
			if open[u]--; open[u] == 0 {
				ready = append(ready, u)
			}
		}
	}
}

// needs returns the cells a computed block refers to. The variable of its own domain hides an id.
func (e *Env) needs(c *cell) []*cell {
	if c.formula.Expr == nil {
		return nil
	}
	var out []*cell
	for _, name := range c.formula.Expr.Names() {
		if dep := e.byID[name]; dep != nil && name != c.formula.Variable {
			out = append(out, dep)
		}
	}
	return out
}

func formulaOf(n *noma.Directive) *Formula {
	f := &Formula{}
	f.Text, f.Key, f.FromBody = Field(n, "formula")
	if f.Text != "" {
		f.Expr, f.Err = ParseFormula(f.Text)
	}
	if d, ok := domainOf(n); ok {
		f.Variable = d.Variable
	}
	return f
}

// scalar returns the value of a formula without its domain.
func (e *Env) scalar(f *Formula) (float64, bool) {
	if f.Expr == nil {
		return 0, false
	}
	return f.Expr.Eval(func(name string) (float64, bool) {
		if name == f.Variable {
			return 0, false
		}
		return e.Value(name)
	})
}

// Known reports whether a formula may refer to the id: a control or a computed block has it.
func (e *Env) Known(id string) bool { return e.byID[id] != nil }

// Value returns the value of the control or computed block with the id or alias.
func (e *Env) Value(id string) (float64, bool) {
	c := e.byID[id]
	if c == nil {
		return 0, false
	}
	return c.value, c.ok
}

// Metric returns the single value of a computed block: for a plot or table that of a formula which
// does not use the variable of its domain.
func (e *Env) Metric(n *noma.Directive) (float64, bool) {
	c := e.cells[n]
	if c == nil || c.formula == nil {
		return 0, false
	}
	return c.value, c.ok
}

// Series returns the values of a computed block over its domain. It is false without a domain and when
// the formula has no value somewhere in it: half a curve would resemble a whole one.
func (e *Env) Series(n *noma.Directive) (Series, bool) {
	f := e.Formula(n)
	if f == nil || f.Expr == nil {
		return Series{}, false
	}
	d, ok := domainOf(n)
	if !ok {
		return Series{}, false
	}
	s := Series{Variable: d.Variable}
	for _, x := range d.points() {
		y, ok := f.Expr.Eval(func(name string) (float64, bool) {
			if name == d.Variable {
				return x, true
			}
			return e.Value(name)
		})
		if !ok {
			return Series{}, false
		}
		s.Points = append(s.Points, Point{x, y})
	}
	return s, true
}

// Formula returns the formula of a computed block of this document, nil for any other block.
func (e *Env) Formula(n *noma.Directive) *Formula {
	if c := e.cells[n]; c != nil {
		return c.formula
	}
	return nil
}

// Depth returns the number of computed blocks in the longest chain that ends with this one, itself
// included. Cyclic means the chain never ends.
func (e *Env) Depth(n *noma.Directive) (depth int, cyclic bool) {
	if c := e.cells[n]; c != nil {
		return c.depth, c.cyclic
	}
	return 0, false
}
