package noma_test

import (
	"fmt"

	"github.com/nomadocx/nomadocx/noma"
)

func ExampleParseText() {
	d, err := noma.ParseText("plan.noma", "# Plan\n\n::risk{id=\"late\"}\nThe supplier may be late.\n::\n")
	if err != nil {
		panic(err)
	}
	risk, _ := d.ByID("late")
	fmt.Println("line", risk.At().Line)
	// Output: line 3
}
