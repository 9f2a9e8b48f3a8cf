package validate_test

import (
	"fmt"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/noma/validate"
)

func ExampleDocument() {
	text := `::claim{id="harbour-dues"}
Harbour dues will rise.
::

::evidence{id="letter" for="harbor-dues"}
The port wrote so in May.
::
`
	doc, _, err := noma.Parse(source.NewFile("dues.noma", text), noma.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	list := validate.Document(doc, validate.Options{})
	fmt.Print(validate.Format(list, "dues.noma"))
	fmt.Println(list[0].Fix["op"], list[0].Fix["key"], list[0].Fix["value"])
	// Output:
	// ERROR [broken-reference] dues.noma:5:1-7: Reference to unknown block ID "harbor-dues". Did you mean "harbour-dues"?
	// WARNING [claim-without-evidence] dues.noma:1:1-3: Claim "harbour-dues" has no evidence backing it.
	// update_attribute for harbour-dues
}
