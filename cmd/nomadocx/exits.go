package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// exits are the exit codes of commands that have more to say than done, failed and usage error.
var exits = map[string]string{
	"check":            "0 no error was found, 1 an error was found or the file cannot be read, 2 usage error",
	"fmt":              "0 done, 1 it could not be done or, with --check, the file is not formatted, 2 usage error",
	"verify":           "0 all fixtures pass, 1 one fails or is skipped, 2 usage error or no such folder",
	"proof":            "0 the patch may be made, 1 the proof fails, 2 usage error",
	"docx-review-sync": "0 done, 1 it could not be done and nothing was written, 2 usage error, 3 conflicts are left and --strategy report was given, or decisions are about findings that are not there",
	"redline":          "0 written, 1 it could not be done and nothing was written, 2 usage error, 3 written, but something in it is not tracked",
	"batch":            "0 all is done, 1 a document failed or a returned file has no source, 2 usage error, 5 another process works on this batch, 130 or 143 interrupted while documents were left",
	"worker":           "0 ended by Ctrl-C or SIGTERM, 1 the database cannot be used, 2 usage error",
	"serve":            "0 ended by Ctrl-C or SIGTERM, 1 it could not be done, 2 usage error",
	"api":              "0 ended by Ctrl-C or SIGTERM, 1 it could not be done, 2 usage error",
	"mcp":              "0 the client has gone, 1 it could not be done, 2 usage error",
}

// interrupted is what Ctrl-C and SIGTERM make of a command that has not done its work.
const interruptedExits = "130 Ctrl-C, 143 SIGTERM"

// describeExits ends the help of every command with its exit codes.
func describeExits(cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		describeExits(c)
		if c.Long == "" || strings.Contains(c.Long, "Exit codes:") || !c.Runnable() {
			continue
		}
		codes := exits[c.Name()]
		if codes == "" {
			codes = "0 done, 1 it could not be done, 2 usage error"
		}
		if !strings.HasPrefix(codes, "0 ended") && !strings.Contains(codes, "130") {
			codes += ", " + interruptedExits
		}
		c.Long += "\n\n" + wrapped("Exit codes: "+codes+".", 80)
	}
}

// wrapped breaks a text into lines of at most so many bytes, where its words allow it.
func wrapped(text string, width int) string {
	var b strings.Builder
	n := 0
	for _, word := range strings.Fields(text) {
		switch {
		case n == 0:
		case n+1+len(word) > width:
			b.WriteByte('\n')
			n = 0
		default:
			b.WriteByte(' ')
			n++
		}
		b.WriteString(word)
		n += len(word)
	}
	return b.String()
}
