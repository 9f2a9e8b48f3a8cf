package patch_test

import (
	"fmt"

	"github.com/nomadocx/nomadocx/patch"
)

func ExampleApplyText() {
	text, err := patch.ApplyText("::risk{id=\"ice\"  severity=high}\nThe sound may freeze.\n::\n", []patch.Op{
		{Op: "update_attribute", ID: "ice", Key: "severity", Value: "low"},
	})
	if err != nil {
		panic(err)
	}
	fmt.Print(text)
	// Output:
	// ::risk{id="ice"  severity="low"}
	// The sound may freeze.
	// ::
}
