// Package arch holds no code: its test compares the imports of the whole module with the layer
// table of ARCHITECTURE.md, so that a broken boundary is a red build and not advice.
//
// Imports go down only. Adding a package means adding one line to the table in packages.go; the test
// fails for a package that is not in it.
package arch
