package compute

import (
	"encoding/json"
	"testing"
)

func TestAppendJSON(t *testing.T) {
	for formula, want := range map[string]string{
		"1.50":                     `1.5`,
		"growth-rate":              `"growth-rate"`,
		"-a^2":                     `["^",["neg","a"],2]`,
		"a + 2*b - 3":              `["-",["+","a",["*",2,"b"]],3]`,
		"if(a >= 1e30, min(a), 0)": `["if",[">=","a",1e+30],["min","a"],0]`,
		"a != b":                   `["!=","a","b"]`,
		"clamp(a, 0, round(b, 1))": `["clamp","a",0,["round","b",1]]`,
	} {
		x, err := ParseFormula(formula)
		if err != nil {
			t.Fatal(err)
		}
		got := string(x.AppendJSON(nil))
		if got != want || !json.Valid([]byte(got)) {
			t.Errorf("%s: %s, want %s", formula, got, want)
		}
	}
}

func TestBlock(t *testing.T) {
	a := block("control", "a", "", "default=1")
	a.Aliases = []string{"b"}
	e := Eval(doc(a, block("control", "b", "", "default=2")))
	if e.Block("a") != a || e.Block("b") == a || e.Block("nothing") != nil {
		t.Error("an id does not lead to its block")
	}
}
