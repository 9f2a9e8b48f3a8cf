package norma

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/nomadocx/nomadocx/norma/contract"
)

// Options of a session.
type Options struct {
	Wait    bool        // wait for another norma instead of giving up
	Observe func(Event) // is called for every event once it is in the database; may be nil
	Mirror  io.Writer   // gets what agents print, beside the logs; may be nil
	Warn    func(string)
}

// Session is the use of a project under its lock: recovery first, then runs (notes, section 6). The
// lock is taken once and held to the end.
type Session struct {
	project *Project
	store   *Store
	lock    *runLock
	opts    Options
	digest  string // of the configuration that the session's runs have in common
	// Found is what recovery saw and did.
	Found []Finding
}

// Begin locks a project, opens its database and recovers from whatever happened before.
func Begin(ctx context.Context, p *Project, o Options) (*Session, error) {
	if o.Observe == nil {
		o.Observe = func(Event) {}
	}
	if o.Warn == nil {
		o.Warn = func(string) {}
	}
	lock, err := p.lock(ctx, o.Wait)
	if err != nil {
		return nil, err
	}
	s := &Session{project: p, lock: lock, opts: o}
	if s.store, err = openStore(ctx, p, false); err != nil {
		return nil, errors.Join(err, lock.unlock())
	}
	for _, w := range s.store.Warnings {
		o.Warn(w)
	}
	if s.Found, err = recoverAll(ctx, p, s.store); err != nil {
		return nil, errors.Join(err, s.End())
	}
	return s, nil
}

// End closes the database and lets the next one in.
func (s *Session) End() error { return errors.Join(s.store.Close(), s.lock.unlock()) }

// Store returns the session's database.
func (s *Session) Store() *Store { return s.store }

// CheckConfig reads the configuration as a run will: a mistake in it is reported also when there is nothing to run.
func (s *Session) CheckConfig() error {
	_, err := LoadConfig(s.project)
	return err
}

// Result of a run.
type Result struct {
	RunID          string  `json:"run_id"`
	TaskID         int64   `json:"task_id"`
	Status         string  `json:"status"`
	Verdict        *string `json:"verdict"`
	Reason         string  `json:"reason,omitempty"` // why it did not pass
	UncheckedPatch bool    `json:"unchecked_patch,omitempty"`
	Interrupted    bool    `json:"-"`
}

// runner is one run.
type runner struct {
	project   *Project
	config    *Config
	store     *Store
	guard     *guard
	mirror    io.Writer
	observe   func(Event)
	task      Task
	id, dir   string
	index     int // of the latest step
	iteration int
	previous  []string // folders of committed steps
	result    Result
}

// update returns a transaction whose events are reported afterwards.
func (r *runner) update(ctx context.Context, change func(*Tx) error) error {
	events, err := r.store.updateWithEvents(ctx, change)
	for _, e := range events {
		r.observe(e)
	}
	return err
}

// Run works on one task until it passes, fails or a budget is used up (norma.md §5).
func (s *Session) Run(ctx context.Context, task int64) (*Result, error) {
	t, err := s.store.Task(ctx, task)
	if err != nil {
		return nil, err
	}
	config, err := LoadConfig(s.project)
	if err != nil {
		return nil, err
	}
	if s.digest != "" && s.digest != config.digest {
		return nil, usagef("%s was changed while norma worked; read what it says now, then call norma run again", s.project.Config)
	}
	s.digest = config.digest
	unjudged, err := config.judge(ctx, s.project, t.Criteria)
	if err != nil {
		return nil, err
	}
	if len(unjudged) > 0 {
		return nil, usagef("task %d cannot be run: %s", task, strings.Join(unjudged, "; "))
	}
	r := &runner{project: s.project, config: config, store: s.store, mirror: s.opts.Mirror, observe: s.opts.Observe, task: t, iteration: 1}
	if err := s.lock.describe(""); err != nil { // the run before is not worked on any more
		return nil, err
	}
	if err := r.begin(ctx, s.lock); err != nil {
		return nil, err
	}
	if err := r.loop(ctx); err != nil {
		// Every error of this program ends the run; when even that cannot be written, recovery will do it.
		_ = r.end(ctx, Stopped, runInterrupted, "norma itself failed: "+firstLine(err.Error()), fields{"reason": "internal_error"}, nil)
		_ = removeTemporary(r.dir)
		return nil, fmt.Errorf("run %s: %w", r.id, err)
	}
	failpoint("run-ended")
	row, err := s.store.Run(context.WithoutCancel(ctx), r.id)
	if err != nil {
		return nil, err
	}
	r.result.RunID, r.result.TaskID, r.result.Status, r.result.Verdict = r.id, task, row.Status, row.Verdict
	return &r.result, nil
}

// begin makes the run's folder, then its row (notes, section 5). Whoever sees the row finds the run in the lock's file.
func (r *runner) begin(ctx context.Context, lock *runLock) error {
	now := time.Now()
	for tries := 0; ; tries++ {
		id, err := newRunID(now)
		if err != nil {
			return err
		}
		r.id, r.dir = id, r.project.runDir(id)
		err = os.Mkdir(r.dir, 0o755)
		if err == nil {
			break
		}
		if !errors.Is(err, os.ErrExist) || tries > 100 {
			return err
		}
	}
	if err := os.Mkdir(filepath.Join(r.dir, "steps"), 0o755); err != nil {
		return err
	}
	if err := writeFile(filepath.Join(r.dir, "norma.md"), r.describe(now), 0o644); err != nil {
		return err
	}
	if err := writeFile(filepath.Join(r.dir, "config.json"), r.config.data, 0o644); err != nil {
		return err
	}
	if err := docfile.SyncNames(filepath.Dir(r.dir)); err != nil {
		return err
	}
	failpoint("run-dir-made")
	r.guard = newGuard(ctx, r)
	if err := lock.describe(r.id); err != nil {
		return err
	}
	err := r.update(ctx, func(tx *Tx) error {
		tx.exec(`INSERT INTO runs (run_id, created_at, goal, status, iteration, current_step_index, run_dir) VALUES (?, ?, ?, 'running', 1, 0, ?)`,
			r.id, stamp(now), r.task.Goal, r.project.relative(r.dir))
		if err := tx.claimTask(r.task.ID, r.id); err != nil {
			return err
		}
		tx.put(r.id, "config_digest", r.config.digest)
		tx.event(r.id, runStarted, "run of task "+fmt.Sprint(r.task.ID)+": "+firstLine(r.task.Goal), fields{"task_id": r.task.ID, "budgets": r.config.Budgets})
		if r.config.Guard != guardOff && r.guard.top == "" {
			tx.event(r.id, guardIsOff, "this is no git work tree; norma watches its own folder, and nothing else, while agents run", nil)
		}
		return nil
	})
	var usage *UsageError
	if errors.As(err, &usage) {
		return errors.Join(usage, os.RemoveAll(r.dir)) // nothing began: the folder holds nobody's work
	}
	if err == nil {
		failpoint("run-row-committed")
	}
	return err
}

// describe returns norma.md, the run for people.
func (r *runner) describe(now time.Time) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "# Run %s\n\nTask %d, begun %s.\n\n## Goal\n\n%s\n\n## Acceptance criteria\n\n", r.id, r.task.ID, stamp(now), r.task.Goal)
	for _, c := range r.task.Criteria {
		fmt.Fprintf(&b, "- %s: %s\n", c.ID, c.Text)
	}
	if len(r.task.Criteria) == 0 {
		b.WriteString("None.\n")
	}
	fmt.Fprintf(&b, "\n## Budgets\n\n- iterations: %d\n", r.config.Budgets.MaxIterations)
	for _, x := range []struct {
		name  string
		limit *int
	}{{"size of a patch in KiB", r.config.Budgets.MaxPatchKB}, {"files a patch changes", r.config.Budgets.MaxChangedFiles}, {"risky files a patch changes", r.config.Budgets.MaxRiskyFiles}} {
		if x.limit != nil {
			fmt.Fprintf(&b, "- %s: %d\n", x.name, *x.limit)
		}
	}
	fmt.Fprintf(&b, "\nConfiguration (SHA-256): %s\n", r.config.digest)
	return []byte(b.String())
}

// loop returns plan, do, check, act, until the run has ended. Errors are norma's own.
func (r *runner) loop(ctx context.Context) error {
	for {
		for _, role := range []contract.Role{contract.Plan, contract.Do} {
			a, err := r.attempt(ctx, role)
			if a == nil || err != nil {
				return err
			}
			if err := r.commit(ctx, a, nil); err != nil {
				return err
			}
		}
		passed, err := r.check(ctx)
		if passed || err != nil {
			return err
		}
		again, err := r.act(ctx)
		if !again || err != nil {
			return err
		}
	}
}

// attempt plays a role, again if the configuration allows it. The answer is a step that is ok and not
// committed yet, or nil when the run has ended.
func (r *runner) attempt(ctx context.Context, role contract.Role) (*attempt, error) {
	broken := ""
	for number := 1; ; number++ {
		if ctx.Err() != nil {
			return nil, r.interrupted(ctx, nil)
		}
		a, err := r.execute(ctx, role, number, broken)
		var missing *missingError
		if errors.As(err, &missing) {
			message := fmt.Sprintf("%s: %v", role, err)
			return nil, r.end(ctx, Failed, runFailed, message, fields{"reason": agentFailed, "role": role}, func(tx *Tx) {
				tx.event(r.id, agentFailed, message, fields{"program": missing.program, "role": role})
			})
		}
		if err != nil {
			return nil, err
		}
		switch {
		case a.cancelled:
			return nil, r.interrupted(ctx, a)
		case a.failure == nil:
			return a, nil
		case a.failure.retry && number <= r.config.retries(role):
			if err := r.commit(ctx, a, nil); err != nil {
				return nil, err
			}
			broken = a.failure.reason()
		default:
			return nil, r.fail(ctx, a)
		}
	}
}

// fail commits a failed step and ends the run with it.
func (r *runner) fail(ctx context.Context, a *attempt) error {
	reason := a.failure.kind
	if reason == "" {
		reason = "agent_said_fail"
	}
	message := fmt.Sprintf("%s failed: %s", stepName(a.index, a.role), a.failure.message)
	r.result.Reason = message
	return r.commit(ctx, a, func(tx *Tx) {
		tx.endRun(r.id, Failed, runFailed, message, fields{"reason": reason, "step_index": a.index})
	})
}

// interrupted ends the run because norma was asked to; a is the step in work, or nil.
func (r *runner) interrupted(ctx context.Context, a *attempt) error {
	r.result.Interrupted, r.result.Reason = true, fmt.Sprintf("norma was asked to stop; run it again with: norma run %d", r.task.ID)
	ending := func(tx *Tx) {
		tx.endRun(r.id, Stopped, runInterrupted, "norma was asked to stop", fields{"reason": "signal"})
	}
	if a == nil {
		return r.end(ctx, Stopped, runInterrupted, "norma was asked to stop", fields{"reason": "signal"}, nil)
	}
	return r.commit(ctx, a, ending)
}

// end ends a run between steps.
func (r *runner) end(ctx context.Context, status, kind, message string, data fields, before func(*Tx)) error {
	if !r.result.Interrupted {
		r.result.Reason = message
	}
	return r.update(ctx, func(tx *Tx) error {
		if before != nil {
			before(tx)
		}
		tx.endRun(r.id, status, kind, message, data)
		return nil
	})
}

// check plays the check role and records its verdict.
func (r *runner) check(ctx context.Context) (ended bool, err error) {
	a, err := r.attempt(ctx, contract.Check)
	if a == nil || err != nil {
		return true, err
	}
	failed := a.verdict.Failed()
	data := fields{"step_index": a.index, "verdict": a.verdict.Verdict, "failed": failed}
	message := a.verdict.Verdict
	if len(failed) > 0 {
		message += ": " + strings.Join(failed, ", ") + " failed"
	}
	if a.verdict.Verdict == contract.Fail && len(failed) == 0 {
		data["inconsistent"] = true
		message += ", although every criterion passes"
	}
	passed := a.verdict.Verdict == contract.Pass
	return passed, r.commit(ctx, a, func(tx *Tx) {
		tx.verdict(r.id, a.verdict)
		tx.event(r.id, verdictGiven, message, data)
		if passed {
			tx.endRun(r.id, Passed, runPassed, fmt.Sprintf("passed in iteration %d", r.iteration), fields{"iteration": r.iteration})
		}
	})
}
