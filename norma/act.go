package norma

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/nomadocx/nomadocx/norma/contract"
)

// act plays the act role, applies its patch and goes on to the next iteration. again is false when the
// run has ended.
func (r *runner) act(ctx context.Context) (again bool, err error) {
	a, err := r.attempt(ctx, contract.Act)
	if a == nil || err != nil {
		return false, err
	}
	last := r.iteration >= r.config.Budgets.MaxIterations
	data, err := readBelow(a.dir, "patch.diff", maxPatch)
	switch {
	case errors.Is(err, fs.ErrNotExist) || err != nil && !exists(a.dir+"/patch.diff"):
		return !last, r.commit(ctx, a, func(tx *Tx) { r.advance(tx, fields{}) })
	case err != nil:
		return false, r.refuse(ctx, a, &patchError{patchUnreadable, err.Error(), nil})
	case last && r.config.Patch.HoldOnLastIteration:
		return false, r.commit(ctx, a, func(tx *Tx) { r.advance(tx, fields{"held_patch": true}) })
	}
	in, err := r.preparePatch(ctx, data, a.index)
	var refused *patchError
	var tooBig *budgetError
	switch {
	case ctx.Err() != nil:
		a.failure = &failure{message: "interrupted: norma was asked to stop"}
		return false, r.interrupted(ctx, a)
	case errors.As(err, &refused):
		return false, r.refuse(ctx, a, refused)
	case errors.As(err, &tooBig):
		return false, r.exceeded(ctx, a, tooBig)
	case err != nil:
		return false, err
	}
	if err := keepBefore(r.project, r.dir, in); err != nil {
		return false, err
	}
	err = r.commit(ctx, a, func(tx *Tx) {
		tx.put(r.id, "patch_intent", in)
		tx.event(r.id, patchApplying, fmt.Sprintf("applying the patch of step %d to %d file(s)", a.index, len(in.Files)),
			fields{"step_index": a.index, "patch_sha256": in.SHA256, "head": in.Head, "files": in.Files})
	})
	if err != nil {
		return false, err
	}
	failpoint("patch-intent-committed")
	err = r.applyPatch(ctx, a, in, func(tx *Tx) {
		more := fields{}
		if last {
			more["unchecked_patch"] = true
		}
		r.advance(tx, more)
	})
	if err != nil {
		return false, err
	}
	row, err := r.store.Run(ctx, r.id)
	return err == nil && row.Status == Running, err
}

// advance goes to the next iteration, or ends the run when there is none.
func (r *runner) advance(tx *Tx, data fields) {
	limit := r.config.Budgets.MaxIterations
	if r.iteration < limit {
		r.iteration++
		tx.iteration(r.id, r.iteration)
		return
	}
	message := fmt.Sprintf("stopped: all %d iteration(s) are used up", limit)
	if data["unchecked_patch"] == true {
		message += "; the last patch is applied and nobody has checked it"
		r.result.UncheckedPatch = true
	}
	if data["held_patch"] == true {
		message += "; the last patch is kept in its step and was not applied"
	}
	r.result.Reason = message
	data["reason"] = budgetExceeded
	tx.event(r.id, budgetExceeded, "max_iterations", fields{"budget": "max_iterations", "limit": limit, "actual": limit + 1})
	tx.endRun(r.id, Stopped, runStopped, message, data)
}

// refuse commits an act whose patch is not applied, and fails the run. Nothing was touched.
func (r *runner) refuse(ctx context.Context, a *attempt, why *patchError) error {
	a.failure = &failure{kind: patchFailed, message: why.Error(), data: fields{"reason": why.reason, "paths": why.paths}}
	message := fmt.Sprintf("%s: the patch was not applied: %s", stepName(a.index, contract.Act), why)
	r.result.Reason = message
	return r.commit(ctx, a, func(tx *Tx) {
		tx.endRun(r.id, Failed, runFailed, message, fields{"reason": why.reason, "step_index": a.index})
	})
}

// exceeded commits an act whose patch is too big, and stops the run.
func (r *runner) exceeded(ctx context.Context, a *attempt, why *budgetError) error {
	a.failure = &failure{kind: budgetExceeded, message: why.Error(), data: fields{"budget": why.budget, "limit": why.limit, "actual": why.actual}}
	r.result.Reason = why.Error()
	return r.commit(ctx, a, func(tx *Tx) {
		tx.endRun(r.id, Stopped, runStopped, why.Error(), fields{"reason": budgetExceeded, "step_index": a.index})
	})
}
