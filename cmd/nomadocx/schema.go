package main

import (
	"strings"

	"github.com/nomadocx/nomadocx/internal/schema"
	"github.com/spf13/cobra"
)

func newSchema(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "schema NAME",
		Short: "Print the JSON Schema of what commands read and write",
		Long: `Print a JSON Schema (draft 2020-12), for tools that check their data before they
call nomadocx.

NAME is ast (what parse prints), patch-op (one operation), patch-transaction
(what patch --ops takes), transcript (one line of a transcript), decisions (what
docx-review-sync --decisions takes) or capability (what agents may do). Schemas
refer to each other as NAME.schema.json: store them under these names in one
folder.`,
		Example: `  nomadocx schema patch-op --out patch-op.schema.json
  nomadocx schema patch-op --protocol 1.0 | jq '.oneOf | length'`,
		GroupID:   "source",
		ValidArgs: schema.Names(),
		RunE:      func(cmd *cobra.Command, args []string) error { return runSchema(t, cmd, args) },
	}
	cmd.Flags().String("protocol", "", "`VERSION` to keep to: 1.0 leaves out the operations added since")
	outFlag(cmd)
	return cmd
}

func runSchema(t *terminal, cmd *cobra.Command, args []string) error {
	names := strings.Join(schema.Names(), ", ")
	if len(args) == 0 {
		return usagef("nomadocx schema needs a name: one of %s", names)
	}
	find := schema.Named
	switch protocol, _ := cmd.Flags().GetString("protocol"); protocol {
	case "":
	case "1.0":
		find = schema.Protocol10
	default:
		return usagef("unknown protocol version %q (expected 1.0)", protocol)
	}
	text, ok := find(args[0])
	if !ok {
		return usagef("unknown schema %q (expected one of: %s)", args[0], names)
	}
	return t.emit(destinationOf(cmd), text)
}
