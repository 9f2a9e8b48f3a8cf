// Package latex reads the mathematics of LaTeX into a tree and writes trees as LaTeX and MathML.
//
//	Parse("\\frac{a}{b}")  a tree, or an error that says where it stopped
//	Print(tree)            LaTeX in one spelling
//	MathML(tree, display)  for pages and printing
//
// Word's own notation for equations, Office Math, is read and written by package wml, on the same
// tree. The tree therefore has the structures both notations know: a fraction is a fraction; but the
// operand of a sum, which only Word marks, is no part of it.
//
//	tree.go         the nodes
//	token.go        characters, commands, groups
//	parse.go        rows, scripts, arguments
//	command.go      what each command means; symbols.go has the characters
//	environment.go  matrices, cases, aligned equations
//	macro.go        \newcommand inside a formula
//	print.go        trees as LaTeX
//	meaning.go      what a formula says, whatever its notation
//	mathml.go       trees as MathML
//
// What is not understood is an error, never a guess: the caller then shows the source.
package latex
