// Package validate finds what is wrong with a document: dangling references, ids given twice, claims
// without evidence, formulas that do not parse (Format spec, "Validator rules"; Protocol §4.4;
// contract ast.md §9).
//
//	list := validate.Document(doc, validate.Options{Now: time.Now()})
//	os.Stdout.WriteString(validate.Format(list, "report.noma"))
//
// A rule is an entry of a table: a code, a severity, and a small function that examines one block
// (blocks.go and its neighbours) or at the whole document (references.go, document.go). The order of
// the tables is the order of the diagnostics. To add a rule, add an entry; its code then is known
// to --ignore-rule as well. Tests ask for testdata/rules/CODE.txtar, with documents that show the
// rule and documents that are free of it, and for a row in docs/check.md.
//
// A misspelt name is guessed by spelling.go, and where that is the one obvious repair the diagnostic
// carries it as a patch operation. format.go, wire.go and github.go print a list.
//
// Three things can silence a rule: noverify on the block, but for ids given twice; Options.IgnoreRules;
// and for stale citations a longer window. Nothing here reads files or the clock.
package validate
