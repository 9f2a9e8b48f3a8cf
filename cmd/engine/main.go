//go:build !js

// The engine is the verbs of internal/app for a web page: built with GOOS=js GOARCH=wasm, it answers the calls that
// render/workbench/page/engine.js sends it. See docs/workbench.md.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "engine: this program is for web pages; make build makes it with GOOS=js GOARCH=wasm")
	os.Exit(2)
}
