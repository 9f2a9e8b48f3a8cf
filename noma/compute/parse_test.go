package compute

import (
	"errors"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var given = map[string]float64{"a": 3, "b": 0.5, "growth-rate": 18, "x1.y": -2, "zero": 0}

func lookup(name string) (float64, bool) {
	v, ok := given[name]
	return v, ok
}

func TestFormulas(t *testing.T) {
	for _, c := range []struct {
		formula string
		want    float64
	}{
		{"1 + 2 * 3", 7},
		{"(1 + 2) * 3", 9},
		{"8 - 4 - 2", 2},
		{"16 / 4 / 2", 2},
		{"2 ^ 3 ^ 2", 512},
		{"2 * 3 ^ 2", 18},
		{"-2 ^ 2", 4},
		{"2 ^ -1", 0.5},
		{"- - 3", 3},
		{"+-+3", -3},
		{"growth-rate / 2", 9},
		{"growth-rate - 1", 17},
		{"x1.y * 2", -4},
		{".5 + 1e2 + 2.5E-1", 100.75},
		{"a > 2", 1}, {"a >= 3", 1}, {"a < 3", 0}, {"a <= 3", 1}, {"a == 3", 1}, {"a != 3", 0},
		{"1 + 1 == 2", 1},
		{"(a > 2) + (a > 9)", 1},
		{"max(a > 2, 0)", 1},
		{"pow(1 + growth-rate / 100, 3)", math.Pow(1.18, 3)},
		{"min(4, a, 9)", 3}, {"max(4, a, 9)", 9}, {"max(7)", 7},
		{"clamp(12, 0, 10)", 10}, {"clamp(-1, 0, 10)", 0}, {"clamp(4, 0, 10)", 4},
		{"round(2.5)", 3}, {"round(-2.5)", -2}, {"round(-2.6)", -3},
		{"round(1.005 * 1000) / 1000", 1.005}, {"round(8.555, 1)", 8.6}, {"round(1234, -2)", 1200},
		{"round(1e300, 10)", 1e300},
		{"abs(-4)", 4},
		{"if(a > 2, 10, 20)", 10}, {"if(0, 10, 20)", 20},
		{"if(zero == 0, 7, 1 / zero)", 7},
	} {
		x, err := ParseFormula(c.formula)
		if err != nil {
			t.Errorf("%s: %v", c.formula, err)
			continue
		}
		if got, ok := x.Eval(lookup); !ok || math.Abs(got-c.want) > 1e-12*math.Abs(c.want) {
			t.Errorf("%s = %v, %v; want %v", c.formula, got, ok, c.want)
		}
	}
}

func TestNoValue(t *testing.T) {
	for _, s := range []string{
		"1 / 0", "1 / (1 / zero)", "unknown", "a-b", "0 ^ -1", "(0 - 8) ^ 0.5", "1e308 * 10 - 1e308 * 10",
		"min(1, 1 / 0)", "if(unknown, 1, 2)", "1 / zero > 0",
	} {
		x, err := ParseFormula(s)
		if err != nil {
			t.Errorf("%s does not parse: %v", s, err)
			continue
		}
		if v, ok := x.Eval(lookup); ok {
			t.Errorf("%s = %v, want no value", s, v)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct {
		formula, msg string
		at           int
	}{
		{"", `Expected a number, a name or "(", found the end of the formula`, 0},
		{"1 +", `Expected a number, a name or "(", found the end of the formula`, 3},
		{"(1", `Expected ")", found the end of the formula`, 2},
		{"1 2", `Expected the end of the formula, found "2"`, 2},
		{"1 < 2 < 3", `Expected the end of the formula, found "<"`, 6},
		{"a b", `Expected the end of the formula, found "b"`, 2},
		{"2x", `Expected the end of the formula, found "x"`, 1},
		{"sin(1)", `Unknown function "sin"`, 0},
		{"pow(1)", `Expected 2 arguments for function "pow", found 1`, 0},
		{"abs()", `Expected 1 argument for function "abs", found 0`, 0},
		{"round(1,2,3)", `Expected 1 to 2 arguments for function "round", found 3`, 0},
		{"min()", `Expected at least 1 argument for function "min", found 0`, 0},
		{"min(1,)", `Expected a number, a name or "(", found ")"`, 6},
		{"a = 1", `Unexpected character "="`, 2},
		{"a € b", `Unexpected character "€"`, 2},
		{"1e999", `Number 1e999 is out of range`, 0},
	} {
		_, err := ParseFormula(c.formula)
		var fe *FormulaError
		if !errors.As(err, &fe) || fe.Msg != c.msg || fe.Offset != c.at {
			t.Errorf("%q: got %v (%+v), want %q at %d", c.formula, err, fe, c.msg, c.at)
		}
	}
}

// Formulas far larger than anything useful are refused, not recursed into, and the message is short.
func TestParseBounds(t *testing.T) {
	for _, part := range []string{"(", "-(", "2^", "2^-", "1+", "abs(", "if(1,", "min(1,", "-", "1", "x", " ", "1<", ".", "a.b-", "é"} {
		for _, n := range []int{maxLength/len(part) - 1, 10 << 20 / len(part)} {
			s := strings.Repeat(part, n) + "2"
			_, err := ParseFormula(s)
			var fe *FormulaError
			if err == nil && len(s) > maxLength || err != nil && (!errors.As(err, &fe) || len(fe.Msg) > 200) {
				t.Errorf("%d times %q: %.300v", n, part, err)
			}
		}
	}
	for _, s := range []string{
		strings.Repeat("-", 1000) + "1", // a run of signs is flat
		strings.Repeat("(", 90) + "1" + strings.Repeat(")", 90),
		strings.Repeat("1+", 1500) + "1",
	} {
		if _, err := ParseFormula(s); err != nil {
			t.Errorf("%.10s…: %v", s, err)
		}
	}
}

func TestNames(t *testing.T) {
	x, err := ParseFormula("if(b > a-1, round(c.d), b) + pow(a-1, 2)")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(x.Names(), " "); got != "b a-1 c.d" {
		t.Errorf("names %q", got)
	}
}

// printed draws a formula together with the value that plain Go arithmetic gives it, so that the
// grammar's precedence is checked against a tree that needed no parsing.
func printed(t *rapid.T, depth int) (string, float64) {
	if depth == 0 || rapid.IntRange(0, 4).Draw(t, "leaf") == 0 {
		name := rapid.SampledFrom([]string{"a", "b", "growth-rate", "x1.y", "7", "0.25"}).Draw(t, "operand")
		if v, ok := given[name]; ok {
			return name, v
		}
		v, _ := parseNumber(name)
		return name, v
	}
	x, vx := printed(t, depth-1)
	y, vy := printed(t, depth-1)
	// Operands are bracketed, so any operator may join them; a chain of one level mixes two.
	switch rapid.IntRange(0, 6).Draw(t, "op") {
	case 0:
		return "(" + x + ") + (" + y + ") * 2", vx + vy*2
	case 1:
		return "(" + x + ") - (" + y + ") - 1", vx - vy - 1
	case 2:
		return "2 * (" + x + ") / 4", 2 * vx / 4
	case 3:
		return "-(" + x + ")+(" + y + ")", -vx + vy
	case 4:
		return "1 + 2 ^ 1 ^ (" + x + ")", 3
	case 5:
		return "max(" + x + " , " + y + ")", math.Max(vx, vy)
	}
	return "if((" + x + ") < (" + y + "), 1, (" + y + "))", map[bool]float64{true: 1, false: vy}[vx < vy]
}

func TestPrecedence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, want := printed(t, 4)
		x, err := ParseFormula(s)
		if err != nil {
			t.Fatalf("%s: %v", s, err)
		}
		got, ok := x.Eval(lookup)
		if ok != !(math.IsNaN(want) || math.IsInf(want, 0)) || ok && got != want {
			t.Fatalf("%s = %v, %v; want %v", s, got, ok, want)
		}
	})
}

func FuzzFormula(f *testing.F) {
	for _, s := range []string{
		"1+2*3", "if(a>2,pow(b,2),-c)", "growth-rate ^ 2", "((", "round(1e300,10)", "1..2", "\xff", "-2^-zero", "clamp(a,b,zero)",
		"min(1,)", "round(b,-1)", "if(nothing,1,2)", "if(1,2,1/0)", "a<b>1", "(a<b)>1", "2^3^2", "1e5e5", "round(zero-b*a, a)",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		x, err := ParseFormula(s)
		if len(s) <= oracleLimit {
			agree(t, s)
		}
		if err != nil {
			var fe *FormulaError
			if !errors.As(err, &fe) || fe.Offset < 0 || fe.Offset > len(s) || fe.Msg == "" {
				t.Fatalf("%q: poor error %#v", s, err)
			}
			return
		}
		v, ok := x.Eval(func(string) (float64, bool) { return 1.5, true })
		if ok && (math.IsNaN(v) || math.IsInf(v, 0)) {
			t.Fatalf("%q evaluates to %v", s, v)
		}
		for _, name := range x.Names() {
			if !isName(name) {
				t.Fatalf("%q needs the name %q", s, name)
			}
		}
	})
}
