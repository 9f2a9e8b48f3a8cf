package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/norma/contract"
)

// Agent is the document agent. It writes only into the step's folder.
type Agent struct {
	// Nomadocx runs a nomadocx command in the project's root and returns its exit code. It is how
	// criteria are judged.
	Nomadocx func(ctx context.Context, args []string, out, errs io.Writer) int
	Version  string // of the program, for transcripts

	// ArmParty is whose agent this is, in signed records; "" for the only party with an agent's key.
	// ArmMandate is the id of the mandate it acts under; "" is made of the run's id.
	ArmParty, ArmMandate string
}

// task is one call of an agent.
type task struct {
	*Agent
	*contract.Request
	answer contract.Response
}

// Play does what a request asks for. Whatever goes wrong is in the answer.
func (a *Agent) Play(ctx context.Context, q *contract.Request) *contract.Response {
	t := &task{Agent: a, Request: q, answer: contract.Response{Version: contract.Version, Status: contract.StatusOK,
		Files: []string{}, NextActions: []string{}, Errors: []string{}}}
	err := map[contract.Role]func(context.Context) error{contract.Plan: t.plan, contract.Do: t.do, contract.Check: t.check, contract.Act: t.act}[q.Step.Role](ctx)
	if err != nil {
		t.answer.Status = contract.StatusFail
		t.answer.Errors = append(t.answer.Errors, err.Error())
		t.answer.Summary = strings.TrimSpace(t.answer.Summary + " " + err.Error())
	}
	return &t.answer
}

// now returns when the step began, so that the same request gives the same files.
func (t *task) now() time.Time {
	if t.Now.IsZero() {
		return time.Now()
	}
	return t.Now
}

// path returns a place in the step's folder.
func (t *task) path(name string) string {
	return filepath.Join(t.Paths.StepDir, filepath.FromSlash(name))
}

// write makes a file in the step's folder and names it in the answer.
func (t *task) write(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(t.path(name)), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(t.path(name), data, 0o644); err != nil {
		return err
	}
	t.answer.Files = append(t.answer.Files, name)
	return nil
}

func (t *task) writeJSON(name string, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return t.write(name, append(data, '\n'))
}

// plan outlines: the criteria, the documents, and the blocks that the findings point at.
func (t *task) plan(ctx context.Context) error {
	documents, err := t.documents()
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# Plan of iteration %d\n\n%s\n\n## Criteria\n\n", t.Step.Iteration, t.Goal)
	for _, c := range t.Norma.Criteria {
		fmt.Fprintf(&b, "- %s: %s\n", c.ID, c.Text)
	}
	blocks := 0
	for _, d := range documents {
		s, err := t.load(ctx, d)
		if err != nil {
			return err
		}
		found, err := app.Check(ctx, s, app.CheckOptions{Now: t.now()})
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "\n## %s\n\n", d)
		if len(found) == 0 {
			b.WriteString("The validator finds nothing.\n")
		}
		for _, f := range found {
			target := f.NodeID
			if target == "" {
				target = fmt.Sprintf("line %d", f.Line)
			}
			repair := "by hand"
			if f.Fix != nil {
				repair = "a repair is known"
			}
			blocks++
			fmt.Fprintf(&b, "- `%s`: %s [%s] %s (%s)\n", target, f.Severity, f.Code, f.Message, repair)
		}
	}
	t.answer.Summary = fmt.Sprintf("%d document(s), %d place(s) to examine.", len(documents), blocks)
	return t.write("plan.md", []byte(b.String()))
}
