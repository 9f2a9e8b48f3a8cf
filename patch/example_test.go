package patch_test

import (
	"fmt"

	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/patch"
)

// A list of operations is applied as a whole. What it does not name stays as it is written, here the
// odd spacing and the comment's body.
func ExampleApply() {
	f := source.NewFile("ferries.noma", `# Winter timetable

::risk{id="ice"  severity=high}
The sound may freeze.
::
`)
	tx, err := patch.DecodeOps([]byte(`[
		{"op": "update_attribute", "id": "ice", "key": "severity", "value": "low"},
		{"op": "add_comment", "id": "q1", "target": "ice", "content": "Since when?", "author": "Ana"},
		{"op": "update_heading", "id": "winter-timetable", "title": "Timetable"}
	]`))
	if err != nil {
		fmt.Println(err)
		return
	}
	res, err := patch.Apply(f, tx.Ops, patch.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s(%d stage)\n", res.Text, res.Stages)
	// Output:
	// # Timetable {id="winter-timetable"}
	//
	// ::risk{id="ice"  severity="low"}
	// The sound may freeze.
	// ::
	//
	// ::comment{id="q1" parent="ice" author="Ana"}
	// Since when?
	// ::
	// (1 stage)
}

// A refused list says which operation cannot be done and why; the text stays.
func ExampleError() {
	f := source.NewFile("", "::note{id=\"n\"}\n::\n")
	_, err := patch.Apply(f, []patch.Op{
		{Op: "update_attribute", ID: "n", Key: "tone", Value: "warning"},
		{Op: "delete_block", ID: "m"},
	}, patch.Options{})
	e := err.(*patch.Error)
	fmt.Println(e.OpIndex, e.Code, e)
	// Output: 1 target_missing block "m" not found; read the document again for its ids
}
