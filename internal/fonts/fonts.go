// Package fonts has the fonts that the program writes into pages and draws pictures with. The program has them built in; the engine of
// the workbench reads them from the folder of its worker, since a page seldom needs them (cmd/engine).
package fonts

// The fonts, by the names of their files.
const (
	Math     = "STIXTwoMath-Regular.otf" // of formulas
	Regular  = "Go-Regular.ttf"
	Bold     = "Go-Bold.ttf"
	Italic   = "Go-Italic.ttf"
	Mono     = "Go-Mono.ttf"
	MonoBold = "Go-Mono-Bold.ttf"
)
