package layout_test

import (
	"fmt"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

func ExampleBuildText() {
	plan, err := layout.BuildText("plan.noma", "# Plan\n\nWe leave at **nine**.\n", layout.Options{})
	if err != nil {
		panic(err)
	}
	for b := range plan.Stream() {
		layout.EachPara(b, func(p *layout.Para) { fmt.Printf("%s: %s\n", p.Style, layout.Text(p.Runs(), wml.Current)) })
	}
	// Output:
	// Heading1: Plan
	// : We leave at nine.
}
