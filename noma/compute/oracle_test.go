package compute

import (
	"errors"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The oracle is a second evaluator that shares no code and no technique with the package: words are
// cut by regular expressions, and Dijkstra's shunting yard turns them into reverse Polish notation,
// which a stack machine runs. "No value" is NaN there, and nothing is computed lazily.

var oracleWords = []struct {
	kind    string
	pattern *regexp.Regexp
}{
	{"space", regexp.MustCompile(`^[ \t\r\n]+`)},
	{"number", regexp.MustCompile(`^([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?`)},
	{"name", regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]*`)},
	{"sign", regexp.MustCompile(`^(>=|<=|==|!=|[-+*/^(),<>])`)},
}

type oracleWord struct{ kind, text string }

var errOracle = errors.New("not a formula")

func oracleCut(s string) ([]oracleWord, error) {
	var words []oracleWord
next:
	for s != "" {
		for _, w := range oracleWords {
			if text := w.pattern.FindString(s); text != "" {
				if w.kind != "space" {
					words = append(words, oracleWord{w.kind, text})
				}
				s = s[len(text):]
				continue next
			}
		}
		return nil, errOracle
	}
	return words, nil
}

var oracleRank = map[string]int{
	"<": 1, ">": 1, "<=": 1, ">=": 1, "==": 1, "!=": 1, "+": 2, "-": 2, "*": 3, "/": 3, "^": 4, "neg": 5, "pos": 5,
}

var oracleArity = map[string][2]int{
	"pow": {2, 2}, "min": {1, 1 << 20}, "max": {1, 1 << 20}, "clamp": {3, 3}, "round": {1, 2}, "abs": {1, 1}, "if": {3, 3},
}

// oracleInstruction is a step of the stack machine: a number, a name, or a function of n values.
type oracleInstruction struct {
	number float64
	name   string
	call   string
	n      int
}

// oracleFrame is an open bracket: that of a function, or a plain one.
type oracleFrame struct {
	function string
	arguments,
	base int // where its operators begin
	compared bool
}

type oracleYard struct {
	program   []oracleInstruction
	operators []string
	frames    []oracleFrame
}

func (y *oracleYard) frame() *oracleFrame { return &y.frames[len(y.frames)-1] }

func (y *oracleYard) pop() {
	last := len(y.operators) - 1
	n := 2
	if op := y.operators[last]; op == "neg" || op == "pos" {
		n = 1
	}
	y.program = append(y.program, oracleInstruction{call: y.operators[last], n: n})
	y.operators = y.operators[:last]
}

// flush pops the operators of the open bracket.
func (y *oracleYard) flush() {
	for len(y.operators) > y.frame().base {
		y.pop()
	}
	y.frame().compared = false
}

func (y *oracleYard) open(function string) {
	y.frames = append(y.frames, oracleFrame{function: function, base: len(y.operators)})
}

func (y *oracleYard) binary(op string) error {
	rank := oracleRank[op]
	if rank == 1 {
		if y.frame().compared {
			return errOracle
		}
		y.frame().compared = true
	}
	for len(y.operators) > y.frame().base {
		top := oracleRank[y.operators[len(y.operators)-1]]
		if top < rank || top == rank && op == "^" {
			break
		}
		y.pop()
	}
	y.operators = append(y.operators, op)
	return nil
}

func oracleCompile(s string) ([]oracleInstruction, error) {
	words, err := oracleCut(s)
	if err != nil {
		return nil, err
	}
	y := &oracleYard{}
	y.open("")
	operand := true // what has to come next
	for i := 0; i < len(words); i++ {
		w := words[i]
		calls := i+1 < len(words) && words[i+1].text == "("
		switch {
		case operand && w.kind == "number":
			v, err := strconv.ParseFloat(w.text, 64)
			if err != nil {
				return nil, errOracle
			}
			y.program = append(y.program, oracleInstruction{number: v})
			operand = false
		case operand && w.kind == "name" && calls:
			if _, known := oracleArity[w.text]; !known {
				return nil, errOracle
			}
			y.open(w.text)
			if i++; i+1 < len(words) && words[i+1].text == ")" { // no arguments
				return nil, errOracle // every function takes some
			}
		case operand && w.kind == "name":
			y.program = append(y.program, oracleInstruction{name: w.text})
			operand = false
		case operand && w.text == "(":
			y.open("")
		case operand && w.text == "-":
			y.operators = append(y.operators, "neg")
		case operand && w.text == "+":
			y.operators = append(y.operators, "pos")
		case operand, w.kind != "sign", w.text == "(":
			return nil, errOracle
		case w.text == "," || w.text == ")":
			y.flush()
			f := y.frame()
			if len(y.frames) == 1 || w.text == "," && f.function == "" {
				return nil, errOracle
			}
			f.arguments++
			if operand = w.text == ","; operand {
				continue
			}
			if f.function != "" {
				if a := oracleArity[f.function]; f.arguments < a[0] || f.arguments > a[1] {
					return nil, errOracle
				}
				y.program = append(y.program, oracleInstruction{call: f.function, n: f.arguments})
			}
			y.frames = y.frames[:len(y.frames)-1]
		default:
			if err := y.binary(w.text); err != nil {
				return nil, err
			}
			operand = true
		}
	}
	if operand || len(y.frames) != 1 {
		return nil, errOracle
	}
	y.flush()
	return y.program, nil
}

// oracle returns the value of a formula, NaN for none, or an error when it is no formula.
func oracle(s string, value func(string) float64) (float64, error) {
	program, err := oracleCompile(s)
	if err != nil {
		return 0, err
	}
	var stack []float64
	for _, step := range program {
		v := step.number
		switch {
		case step.name != "":
			v = value(step.name)
		case step.call != "":
			at := len(stack) - step.n
			v = oracleCall(step.call, stack[at:])
			stack = stack[:at]
		}
		if math.IsInf(v, 0) {
			v = math.NaN()
		}
		stack = append(stack, v)
	}
	if len(stack) != 1 {
		panic("the oracle's program is wrong")
	}
	return stack[0], nil
}

func oracleCall(name string, v []float64) float64 {
	nothing := slices.ContainsFunc(v, math.IsNaN)
	if name == "if" && !math.IsNaN(v[0]) {
		if v[0] == 0 {
			return v[2]
		}
		return v[1]
	}
	if nothing {
		return math.NaN()
	}
	holds := func(b bool) float64 {
		if b {
			return 1
		}
		return 0
	}
	switch name {
	case "neg":
		return -v[0]
	case "pos":
		return v[0]
	case "+":
		return v[0] + v[1]
	case "-":
		return v[0] - v[1]
	case "*":
		return v[0] * v[1]
	case "/":
		if v[1] == 0 {
			return math.NaN()
		}
		return v[0] / v[1]
	case "^", "pow":
		return math.Pow(v[0], v[1])
	case "<":
		return holds(v[0] < v[1])
	case ">":
		return holds(v[0] > v[1])
	case "<=":
		return holds(v[0] <= v[1])
	case ">=":
		return holds(v[0] >= v[1])
	case "==":
		return holds(v[0] == v[1])
	case "!=":
		return holds(v[0] != v[1])
	case "min":
		return slices.Min(v)
	case "max":
		return slices.Max(v)
	case "clamp": // as CSS and JavaScript libraries have it: the upper bound wins
		return slices.Min([]float64{slices.Max(v[:2]), v[2]})
	case "abs":
		return math.Abs(v[0])
	case "round":
		return oracleRound(v)
	}
	panic("the oracle does not know " + name)
}

// oracleRound rounds a half up at a number of decimals.
func oracleRound(v []float64) float64 {
	up := func(x float64) float64 {
		if r := math.Round(x); r-x == -0.5 { // a half that went away from zero, downwards
			return r + 1
		} else {
			return r
		}
	}
	decimals := 0
	if len(v) == 2 {
		decimals = int(min(max(v[1], -308), 308))
	}
	if decimals < 0 {
		tens := math.Pow10(-decimals)
		return up(v[0]/tens) * tens
	}
	parts := math.Pow10(decimals)
	if math.Abs(v[0])*parts >= 1<<52 || math.IsInf(v[0]*parts, 0) {
		return v[0]
	}
	return up(v[0]*parts) / parts
}

var oracleValues = map[string]float64{"a": 3, "b": 0.5, "growth-rate": 18, "x1.y": -2, "zero": 0, "e5": 1e300}

// agree compares the two evaluators on one text.
func agree(t interface{ Fatalf(string, ...any) }, s string) {
	want, wrong := oracle(s, func(name string) float64 {
		if v, ok := oracleValues[name]; ok {
			return v
		}
		return math.NaN()
	})
	x, err := ParseFormula(s)
	if (err != nil) != (wrong != nil) {
		t.Fatalf("%q: %v, but the oracle says %v", s, err, wrong)
	}
	if err != nil {
		return
	}
	got, ok := x.Eval(func(name string) (float64, bool) { v, known := oracleValues[name]; return v, known })
	if ok == math.IsNaN(want) || ok && got != want {
		t.Fatalf("%q = %v, %v, but the oracle has %v", s, got, ok, want)
	}
}

// oracleLimit is the length up to which no bound of the parser can be met.
const oracleLimit = 180

// formulaText draws a formula by its grammar, or nearly one: some of its bytes are changed.
func formulaText() *rapid.Generator[string] {
	words := rapid.SampledFrom([]string{"a", "b", "growth-rate", "x1.y", "zero", "e5", "nothing", "7", "0.25", ".5", "1.", "1e2", "2E-1", "1e999", "9007199254740993"})
	var formula func(t *rapid.T, depth int) string
	formula = func(t *rapid.T, depth int) string {
		if depth == 0 {
			return words.Draw(t, "word")
		}
		part := func() string { return formula(t, depth-rapid.IntRange(1, depth).Draw(t, "down")) }
		space := rapid.SampledFrom([]string{"", " ", "\t"}).Draw(t, "space")
		switch rapid.IntRange(0, 5).Draw(t, "shape") {
		case 0:
			return "(" + part() + space + ")"
		case 1:
			return rapid.SampledFrom([]string{"-", "+", "- -"}).Draw(t, "prefix") + part()
		case 2:
			name := rapid.SampledFrom([]string{"pow", "min", "max", "clamp", "round", "abs", "if", "sin"}).Draw(t, "function")
			var args []string
			for range rapid.SampledFrom([]int{1, 1, 2, 2, 3, 3, 4}).Draw(t, "arguments") {
				args = append(args, part())
			}
			return name + "(" + strings.Join(args, ","+space) + ")"
		}
		op := rapid.SampledFrom([]string{"+", "-", "*", "/", "^", "^", "<", ">", "<=", ">=", "==", "!="}).Draw(t, "operator")
		return part() + " " + op + space + part()
	}
	return rapid.Custom(func(t *rapid.T) string {
		s := formula(t, rapid.IntRange(0, 5).Draw(t, "depth"))
		for range rapid.SampledFrom([]int{0, 0, 0, 1, 2}).Draw(t, "changes") {
			at := rapid.IntRange(0, len(s)).Draw(t, "at")
			cut := rapid.IntRange(0, min(2, len(s)-at)).Draw(t, "cut")
			s = s[:at] + rapid.SampledFrom([]string{"", "(", ")", ",", "-", "^", " ", "1", "a", ".", "=", "e", "é"}).Draw(t, "new") + s[at+cut:]
		}
		return s
	}).Filter(func(s string) bool { return len(s) <= oracleLimit })
}

// TestAgainstOracle: the same value, both no value, or both no formula.
func TestAgainstOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { agree(t, formulaText().Draw(t, "formula")) })
}
