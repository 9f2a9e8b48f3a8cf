package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/noma/diag"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/patch/capability"
	"github.com/spf13/cobra"
)

func newCapability(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "capability check FILE",
		Short: "Compare operations with the permissions of agents for a source",
		Long: `Compare operations with FILE.capabilities.yml, which says what agents may do to
the source: which operations, on which kinds of blocks, with which values.
What it does not grant is reported as advice: no patch is refused for it.

Without --op and --ops only the descriptor itself is checked.`,
		Example: `  nomadocx capability check report.noma
  nomadocx capability check report.noma --op '{"op":"delete_block","id":"risk-fuel"}'
  nomadocx capability check report.noma --ops changes.json --json`,
		GroupID: "source",
		RunE:    func(cmd *cobra.Command, args []string) error { return runCapability(t, cmd, args) },
	}
	f := cmd.Flags()
	f.String("op", "", "one operation as `JSON`")
	f.String("ops", "", "`FILE` with operations")
	f.Bool("json", false, "print the advice as JSON")
	return cmd
}

func runCapability(t *terminal, cmd *cobra.Command, args []string) error {
	if len(args) < 2 || args[0] != "check" {
		return usagef("nomadocx capability needs check and a file: nomadocx capability check FILE")
	}
	file := args[1]
	if file == "-" {
		return usagef("nomadocx capability needs a file: the descriptor lies beside it")
	}
	if err := refuseManifest(cmd, file); err != nil {
		return err
	}
	f := cmd.Flags()
	op, _ := f.GetString("op")
	opsFile, _ := f.GetString("ops")
	asJSON, _ := f.GetBool("json")
	s, err := app.Load(cmd.Context(), file, app.LoadOptions{Raw: true})
	if err != nil {
		return err
	}
	tx, err := app.ReadOps(op, opsFile, t.in)
	var refused *patch.Error
	if errors.As(err, &refused) {
		return t.refused(err, false)
	} else if err != nil {
		return err
	}
	g, err := app.Grants(s, tx.Ops)
	if err != nil {
		return err
	}
	if asJSON {
		return t.adviceJSON(g)
	}
	for _, a := range g.Advice {
		fmt.Fprintln(t.out, a)
	}
	switch {
	case len(g.Advice) > 0:
	case len(tx.Ops) > 0:
		fmt.Fprintf(t.out, "✓ %s grants all operations (%d).\n", g.Path, len(tx.Ops))
	case g.Missing:
		fmt.Fprintf(t.out, "There is no %s; agents may only read.\n", g.Path)
	case g.Unknown:
		fmt.Fprintf(t.out, "%s has version %d, this program knows %d; agents may only read then.\n", g.Path, g.Version, g.Known)
	default:
		fmt.Fprintf(t.out, "✓ %s is in order; it has grants for %d kinds of blocks.\n", g.Path, len(g.Blocks))
	}
	return nil
}

func (t *terminal) adviceJSON(g *app.Granted) error {
	answer := struct {
		Advisory   bool                `json:"advisory"` // always: version 1.0 of the Protocol enforces nothing
		Descriptor string              `json:"descriptor"`
		Advice     []capability.Advice `json:"advice"`
	}{true, g.State, append([]capability.Advice{}, g.Advice...)}
	enc := json.NewEncoder(t.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(answer)
}

// advise tells on stderr what the descriptor of a file does not grant, when there is one, and reports
// whether it wants to hear of errors in the result. It stops nothing: whatever is wrong here, the
// patch itself will say what matters.
func (t *terminal) advise(ctx context.Context, file string, rq *app.Request) (required bool) {
	advice, required, err := app.Advise(ctx, file, rq)
	if err != nil {
		fmt.Fprintf(t.err, "advisory only: %s\n", oneLine(err.Error()))
	}
	for _, a := range advice {
		fmt.Fprintln(t.err, a)
	}
	return required
}

// adviseErrors is what validation.required of a descriptor asks for (Protocol A.3).
func (t *terminal) adviseErrors(list diag.List) {
	errors := 0
	for _, d := range list {
		if d.Severity == diag.Error {
			errors++
		}
	}
	if errors > 0 {
		fmt.Fprintf(t.err, "advisory only: the document has %s now, and its descriptor asks for none\n", counted(errors, "error"))
	}
}
