package norma

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/nomadocx/nomadocx/norma/contract"
)

// Trial is what came of playing one role once, outside any run.
type Trial struct {
	Role    string        `json:"role"`
	OK      bool          `json:"ok"`
	Summary string        `json:"summary"`
	Problem string        `json:"problem,omitempty"` // why a run would fail with this answer
	Notes   []string      `json:"notes,omitempty"`
	Dir     string        `json:"dir"` // the step's folder
	Took    time.Duration `json:"-"`
}

// Try plays a role once with the configured agent, as a run would: the same call, the same limits, the same rules for
// the answer, the guard. Nothing is recorded and no patch is applied. dir, which must be empty, takes the place of the
// run's folder. The task's goal and criteria are the agent's; before act stands a check that failed them all.
func (s *Session) Try(ctx context.Context, role contract.Role, t Task, dir string) (*Trial, error) {
	config, err := LoadConfig(s.project)
	if err != nil {
		return nil, err
	}
	r := &runner{project: s.project, config: config, store: s.store, mirror: s.opts.Mirror, observe: s.opts.Observe, task: t, id: "trial", dir: dir, iteration: 1}
	if err := os.MkdirAll(filepath.Join(dir, "steps"), 0o755); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "config.json"), config.data, 0o644); err != nil {
		return nil, err
	}
	r.guard = newGuard(ctx, r)
	for i, before := range contract.Roles() {
		if before == role {
			r.index = i
			break
		}
		if err := r.madeUp(i+1, before); err != nil {
			return nil, err
		}
	}
	a, err := r.execute(ctx, role, 1, "")
	var missing *missingError
	if errors.As(err, &missing) {
		return &Trial{Role: string(role), Problem: err.Error(), Dir: dir}, nil
	}
	if err != nil {
		return nil, err
	}
	trial := &Trial{Role: string(role), OK: a.failure == nil, Dir: a.dir, Took: a.ended.Sub(a.started)}
	for _, n := range a.notes {
		trial.Notes = append(trial.Notes, n.message)
	}
	if a.response != nil {
		trial.Summary = a.response.Summary
	}
	switch f := a.failure; {
	case f != nil && f.kind == "" && !a.cancelled: // an answer as good as any
		trial.OK = true
		trial.Notes = append(trial.Notes, f.message+"; a run would fail here")
		return trial, nil
	case f != nil:
		trial.Problem = f.reason()
	}
	if role == contract.Act && trial.OK {
		r.tryPatch(ctx, a, trial)
	}
	return trial, nil
}

// tryPatch says what norma would make of a patch.
func (r *runner) tryPatch(ctx context.Context, a *attempt, trial *Trial) {
	data, err := readBelow(a.dir, "patch.diff", maxPatch)
	if err != nil {
		trial.Notes = append(trial.Notes, "there is no patch.diff: the run would go on without a change")
		return
	}
	if _, err := r.preparePatch(ctx, data, a.index); err != nil {
		trial.OK, trial.Problem = false, "the patch would not be applied: "+err.Error()
	}
}

// madeUp makes a step that an agent can refer back to.
func (r *runner) madeUp(index int, role contract.Role) error {
	dir := filepath.Join(r.dir, "steps", stepName(index, role))
	v := contract.Verdict{Version: contract.Version, Verdict: contract.Fail, Criteria: []contract.Judgement{}, Blockers: []string{}, RecommendedFix: []string{}}
	for _, c := range r.task.Criteria {
		v.Criteria = append(v.Criteria, contract.Judgement{ID: c.ID, Text: c.Text})
	}
	files := map[string]any{"output.json": contract.Response{Version: contract.Version, Status: contract.StatusOK, Summary: "made up for a trial",
		Files: []string{}, NextActions: []string{}, Errors: []string{}}}
	if role == contract.Check {
		files["verdict.json"] = v
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, value := range files {
		data, err := json.MarshalIndent(value, "", "  ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), append(data, '\n'), 0o644); err != nil {
			return err
		}
	}
	r.previous = append(r.previous, dir)
	return nil
}
