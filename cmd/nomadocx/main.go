// Command nomadocx renders .noma reports to Word, HTML and PDF and brings a reviewer's edits in a
// returned Word file back into the source.
//
// Each command is one file beside this one: flags in, a call of package app, exit code out.
package main

import "os"

// version is set by the build: -ldflags "-X main.version=…".
var version = "dev"

func main() {
	keepHeapFloor()
	ctx, stop := untilSignal()
	code := run(ctx, newTerminal(os.Stdin, os.Stdout, os.Stderr), os.Args[1:])
	stop()
	os.Exit(code)
}
