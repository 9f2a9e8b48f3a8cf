package noma_test

import (
	"fmt"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

func ExampleParse() {
	f := source.NewFile("plan.noma", `# Plan

::risk{id="late" owner="Ann"}
The **supplier** may be late.
::
`)
	d, _, err := noma.Parse(f, noma.Options{})
	if err != nil {
		panic(err)
	}
	n, _ := d.ByID("late")
	risk := n.(*noma.Directive)
	owner, _ := risk.Attr("owner")

	fmt.Println(risk.Name, "in lines", risk.Line, "to", risk.EndLine)
	fmt.Println("body:", risk.Body)
	// The tree says where; a change is an edit of these bytes.
	text, _ := source.Apply(f.Text, []source.Edit{{Span: owner.ValueSpan, New: "Bob"}})
	fmt.Print(text)
	// Output:
	// risk in lines 3 to 5
	// body: The **supplier** may be late.
	// # Plan
	//
	// ::risk{id="late" owner="Bob"}
	// The **supplier** may be late.
	// ::
}

func ExampleParseInline() {
	const s = "See [the *plan*](#plan), `x*y` and [[late|the risk]]."
	for _, n := range noma.ParseInline(s) {
		fmt.Printf("%2d-%2d %q\n", n.Start, n.End, noma.PlainText([]noma.Inline{n}))
	}
	// Output:
	//  0- 4 "See "
	//  4-23 "the plan"
	// 23-25 ", "
	// 25-30 "x*y"
	// 30-35 " and "
	// 35-52 "the risk"
	// 52-53 "."
}

func ExampleText_Span() {
	const text = "> two\r\n> lines\r\n"
	d, _, _ := noma.Parse(source.NewFile("", text), noma.Options{})
	quote := d.Children[0].(*noma.Quote)
	fmt.Printf("%q\n", quote.Content.S)
	fmt.Printf("%q\n", quote.Content.Span(4, 9).Of(text))
	// Output:
	// "two\nlines"
	// "lines"
}

func ExampleDocument_Block() {
	d, _, _ := noma.Parse(source.NewFile("", "# Risks {aliases=\"dangers\"}\n"), noma.Options{})
	n, ok := d.Block("dangers")
	fmt.Println(ok, n.At().ID)
	_, ok = d.ByID("dangers")
	fmt.Println(ok)
	// Output:
	// true risks
	// false
}

func ExampleWalk() {
	d, _, _ := noma.Parse(source.NewFile("", "# A\n\n- b\n- c\n"), noma.Options{})
	for n := range noma.Walk(d) {
		fmt.Printf("%T in line %d\n", n, n.At().Line)
	}
	// Output:
	// *noma.Document in line 1
	// *noma.Section in line 1
	// *noma.List in line 3
	// *noma.ListItem in line 3
	// *noma.ListItem in line 4
}

func ExampleFormatNumber() {
	fmt.Println(noma.FormatNumber(1.10), noma.FormatNumber(1e21), noma.FormatNumber(1e-7))
	// Output: 1.1 1e+21 1e-7
}

func ExampleSlugify() {
	fmt.Println(noma.Slugify("Über `code` & Prices, 2026"))
	// Output: uber-code-prices-2026
}
