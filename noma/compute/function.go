package compute

import (
	"math"
	"strconv"
)

// function is one of the functions a formula may call. A call with fewer than min or more than max
// arguments does not parse; max 0 means no upper bound.
type function struct {
	min, max int
	apply    func(v []float64) float64
}

// functions is the whole allow-list (Format spec, "Formula syntax"). An unknown function is an
// error when the document is checked, never a surprise when it is shown.
var functions = map[string]*function{
	"pow":   {2, 2, func(v []float64) float64 { return math.Pow(v[0], v[1]) }},
	"min":   {1, 0, lowest},
	"max":   {1, 0, highest},
	"clamp": {3, 3, func(v []float64) float64 { return math.Min(math.Max(v[0], v[1]), v[2]) }},
	"round": {1, 2, round},
	"abs":   {1, 1, func(v []float64) float64 { return math.Abs(v[0]) }},
	"if":    {3, 3, nil},
}

// call evaluates the arguments and applies the function. `if` looks only at the branch it takes,
// so that if(n == 0, 0, total / n) has a value where n is zero.
func (f *function) call(args []*Expr, lookup func(string) (float64, bool)) (float64, bool) {
	if f.apply == nil {
		cond, ok := args[0].Eval(lookup)
		if !ok {
			return 0, false
		}
		if cond != 0 {
			return args[1].Eval(lookup)
		}
		return args[2].Eval(lookup)
	}
	v := make([]float64, len(args))
	for i, a := range args {
		var ok bool
		if v[i], ok = a.Eval(lookup); !ok {
			return 0, false
		}
	}
	return f.apply(v), true
}

func lowest(v []float64) float64 {
	m := v[0]
	for _, x := range v[1:] {
		m = math.Min(m, x)
	}
	return m
}

func highest(v []float64) float64 {
	m := v[0]
	for _, x := range v[1:] {
		m = math.Max(m, x)
	}
	return m
}

// round takes a value and a number of decimals (0 when absent, negative ones round to tens).
// A half goes up, so round(-2.5) is -2: the browser that recalculates the same formula does that.
func round(v []float64) float64 {
	decimals := 0.0
	if len(v) > 1 {
		decimals = math.Trunc(v[1])
	}
	if decimals < 0 {
		scale := math.Pow(10, math.Min(-decimals, 308))
		return halfUp(v[0]/scale) * scale
	}
	scale := math.Pow(10, math.Min(decimals, 308))
	if math.Abs(v[0]) >= 1<<52/scale {
		return v[0] // no such decimals in a float64; scaling would overflow
	}
	return halfUp(v[0]*scale) / scale
}

func halfUp(v float64) float64 {
	down := math.Floor(v)
	if v-down >= 0.5 {
		return down + 1
	}
	return down
}

// arity says how many arguments the function takes, for error messages.
func (f *function) arity() string {
	switch {
	case f.max == 0:
		return "at least " + strconv.Itoa(f.min) + " argument"
	case f.min != f.max:
		return strconv.Itoa(f.min) + " to " + strconv.Itoa(f.max) + " arguments"
	case f.min == 1:
		return "1 argument"
	}
	return strconv.Itoa(f.min) + " arguments"
}
