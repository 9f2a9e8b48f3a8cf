package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/nomadocx/nomadocx/norma/agent"
	"github.com/nomadocx/nomadocx/norma/contract"
	"github.com/spf13/cobra"
)

// maxRequest bounds a request in bytes.
const maxRequest = 64 << 20

func newAgent(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "agent plan|do|check|act [REQUEST]",
		Short: "Run a role of norma without a model",
		Long: `Run one of norma's roles for documents. The request, JSON as norma writes it, is
read from stdin or from the file REQUEST; the answer goes to stdout. Files are
written only into the step's folder that the request names.

  plan    which blocks the validator's findings are about
  do      evidence: the document as Word, findings, data of returned files
  check   every acceptance criterion by the command after its "=>"
  act     repairs of the validator and edits of returned Word files, tried on a
          copy, as patch.diff for the document and its transcript; where the
          document has a signed record, a draft turn of each edit for a human
          to approve (arm approve). Agents sign nothing.`,
		Example: `  nomadocx agent check input.json
  norma run 1     # calls all four, see norma init`,
		GroupID: "source",
		RunE:    func(cmd *cobra.Command, args []string) error { return runAgent(t, cmd, args) },
	}
	cmd.Flags().String("arm-party", "", "act: the `PARTY` whose agent this is (default: the only one with an agent's key)")
	cmd.Flags().String("arm-mandate", "", "act: `ID` of the mandate the agent acts under (default: made of the run's id)")
	return cmd
}

func runAgent(t *terminal, cmd *cobra.Command, args []string) error {
	if len(args) == 1 && args[0] == "criteria" {
		return judgeCriteria(t)
	}
	if len(args) == 0 || len(args) > 2 || !contract.Role(args[0]).Known() {
		return usagef("nomadocx agent needs a role: plan, do, check or act")
	}
	in := t.in
	if len(args) == 2 && args[1] != "-" {
		f, err := os.Open(args[1])
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, maxRequest+1))
	if err != nil {
		return err
	}
	if len(data) > maxRequest {
		return fmt.Errorf("the request is larger than %d bytes", maxRequest)
	}
	q, err := contract.DecodeRequest(data)
	if err != nil {
		return err
	}
	if q.Step.Role != contract.Role(args[0]) {
		return usagef("the request is for the role %s, not %s", q.Step.Role, args[0])
	}
	// Criteria name files from the project's root, where norma starts its agents.
	if err := os.Chdir(q.Paths.RepoRoot); err != nil {
		return err
	}
	a := &agent.Agent{Version: strings.TrimPrefix(version, "v"), Nomadocx: nested(t)}
	a.ArmParty, _ = cmd.Flags().GetString("arm-party")
	a.ArmMandate, _ = cmd.Flags().GetString("arm-mandate")
	enc := json.NewEncoder(t.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(a.Play(cmd.Context(), q))
}

// nested runs a command of this program within this process.
func nested(t *terminal) func(context.Context, []string, io.Writer, io.Writer) int {
	return func(ctx context.Context, args []string, out, errs io.Writer) int {
		return run(ctx, &terminal{in: bytes.NewReader(nil), out: out, err: errs, getenv: t.getenv}, args)
	}
}
