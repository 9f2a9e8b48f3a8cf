package main

import (
	"crypto/rand"
	"fmt"
	"time"

	"github.com/nomadocx/nomadocx/serve/mcp"
	"github.com/spf13/cobra"
)

func newMCP(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mcp --root DIR",
		Short: "Let an agent read and patch documents (MCP server)",
		Long: `Let an agent read and patch documents: a server of the Model Context Protocol on
standard input and output. A client starts it and talks to it; it ends when the
client closes the pipe. Standard output carries the protocol only, messages for
people go to standard error.

Only files below --root can be reached. Every operation an agent tries is
recorded in FILE.patches.

To register it in a client that is configured by JSON, as most are:

  {"mcpServers": {"noma": {
    "command": "nomadocx", "args": ["mcp", "--root", "/path/to/reports"]}}}

Tools: read_doc, list_ids, validate_doc, patch_block, patch_block_list, patch_book,
transcript_read, transcript_revert, describe_capabilities, render_doc, review_data,
review_list, review_decide, review_sync.`,
		Example: `  nomadocx mcp --root reports
  claude mcp add noma -- nomadocx mcp --root "$PWD/reports"`,
		GroupID: "source",
		RunE: func(cmd *cobra.Command, args []string) error {
			f := cmd.Flags()
			root, _ := f.GetString("root")
			if root == "" {
				return usagef("nomadocx mcp needs --root, the folder with the documents")
			}
			if len(args) > 0 {
				return usagef("nomadocx mcp takes no file; its client names files (got %q)", args[0])
			}
			return mcp.Serve(cmd.Context(), t.in, t.out, mcp.Options{
				Root: root, Version: toolVersion(), LockTimeout: lockTimeout(cmd), Now: time.Now, Random: rand.Reader,
				Notice: func(sentence string) { fmt.Fprintf(t.err, "nomadocx mcp: %s\n", oneLine(sentence)) },
			})
		},
	}
	f := cmd.Flags()
	f.String("root", "", "the `DIR` whose files the client may use")
	f.Duration("lock-timeout", defaultLockTimeout, "how long to wait for another patch of the same file: a `TIME` such as 30s")
	return cmd
}
