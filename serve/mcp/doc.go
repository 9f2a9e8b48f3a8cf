// Package mcp serves the verbs of package app as tools of the Model Context Protocol, over a pair
// of pipes (Agent Protocol, Annex B).
//
//	err := mcp.Serve(ctx, os.Stdin, os.Stdout, mcp.Options{Root: "reports", Version: "1.0.0", …})
//
// Every tool is one file: its input as a struct, its answer as a struct, and the function between
// them. server.go lists them. The four of Annex B have exactly its shapes; the others are additions,
// and so are the fields hash and sha256 of read_doc.
//
// # Two kinds of failure (§B.7)
//
// What an agent can mend by another request is an ordinary answer, {"ok": false, "code": …}: every
// refusal of the patch engine. What it cannot is a result with isError and a sentence: files that are
// missing or too large, a book manifest, arguments of the wrong shape. Errors of JSON-RPC itself are
// for messages that are no calls of a tool of this program.
//
// # What a client can reach
//
// Only files below the root, given by absolute paths or by paths relative to it. Neither ".." nor a
// symbolic link leads out, and the datasets and pictures of a document are confined further, to its
// folder (folder.go). The process is confined to the handle of the root (package internal/files): what
// is exchanged for a link between the check of a path and its use leads nowhere.
//
// # The wire
//
// One JSON message per line. A line that is no JSON, or is longer than MaxLine, is answered with an
// error and skipped; the session goes on (wire.go).
package mcp
