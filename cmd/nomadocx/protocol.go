package main

import "github.com/spf13/cobra"

// protocolFlag lets a user keep to an older catalogue of operations.
func protocolFlag(cmd *cobra.Command) {
	cmd.Flags().String("protocol", "", "`VERSION` to keep to: 1.0 refuses the operations added since")
	choice(cmd, "protocol", "1.0")
}

// protocol10 reports whether only the operations of version 1.0 may be used.
func protocol10(cmd *cobra.Command) (bool, error) {
	switch v, _ := cmd.Flags().GetString("protocol"); v {
	case "":
		return false, nil
	case "1.0":
		return true, nil
	default:
		return false, usagef("--protocol must be 1.0, not %q; without it every operation is taken", v)
	}
}
