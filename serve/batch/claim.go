package batch

import (
	"context"
	"time"

	"github.com/nomadocx/nomadocx/serve/jobs"
)

// claimNext takes the next item, nil when none is ready. Items that have cost a worker or failed
// come last, so that one bad document never stands in the way of the others.
func (s *Store) claimNext(ctx context.Context) (it *Item, err error) {
	err = s.engine.tx(ctx, func(q querier) error {
		it, err = one(ctx, q, `UPDATE batch_items SET state = 'running', attempt = attempt + 1, started = $1
			WHERE id = (SELECT id FROM batch_items WHERE state = 'available' AND not_before <= $1
				ORDER BY interruptions, failures, id LIMIT 1)
			RETURNING `+columns, s.nowMS())
		return err
	})
	return it, err
}

// claim takes the item a queue names, nil when there is nothing to do for it any more. One that runs
// has lost its worker, for a queue names an item to one worker at a time.
func (s *Store) claim(ctx context.Context, r ref) (it *Item, err error) {
	err = s.engine.tx(ctx, func(q querier) error {
		it, err = one(ctx, q, `UPDATE batch_items SET
				interruptions = interruptions + CASE WHEN state = 'running' THEN 1 ELSE 0 END,
				state = 'running', attempt = attempt + 1, started = $1
			WHERE id = $2 AND generation = $3 AND state IN ('available', 'running')
			RETURNING `+columns, s.nowMS(), r.Item, r.Generation)
		return err
	})
	return it, err
}

// takeBack makes all running items available: their workers are gone.
func (s *Store) takeBack(ctx context.Context) error {
	return s.engine.tx(ctx, func(q querier) error {
		_, err := q.exec(ctx, `UPDATE batch_items SET state = 'available', interruptions = interruptions + 1 WHERE state = 'running'`)
		return err
	})
}

// ours reports whether a claim still counts.
func (s *Store) ours(ctx context.Context, it *Item) (yes bool, err error) {
	err = s.engine.tx(ctx, func(q querier) error {
		yes = false
		return q.query(ctx, `SELECT 1 FROM batch_items WHERE id = $1 AND attempt = $2 AND state = 'running'`,
			func(scan func(...any) error) error {
				var n int
				yes = true
				return scan(&n)
			}, it.ID, it.Attempt)
	})
	return yes, err
}

// finish writes what became of a claim. It changes nothing when the claim does not count any more,
// so it may be tried again after a failure that leaves open whether it was done.
func (s *Store) finish(ctx context.Context, it *Item, notBefore time.Time) error {
	inputs, err := asJSON(it.Inputs)
	if err != nil {
		return err
	}
	outputs, err := asJSON(it.Outputs)
	if err != nil {
		return err
	}
	wait := int64(0)
	if !notBefore.IsZero() {
		wait = notBefore.UnixMilli()
	}
	return s.engine.tx(ctx, func(q querier) error {
		_, err := q.exec(ctx, `UPDATE batch_items SET state = $1, failures = $2, crashes = $3, interruptions = $4,
				not_before = $5, finished = $6, error = $7, inputs = $8, outputs = $9
			WHERE id = $10 AND attempt = $11 AND state = 'running'`,
			string(it.State), int64(it.Failures), int64(it.Crashes), int64(it.Interruptions),
			wait, it.Finished.UnixMilli(), it.Error, inputs, outputs, it.ID, it.Attempt)
		return err
	})
}

// Retry makes discarded and cancelled items of a batch available again, those with one of the ids, or
// all when there are none. It returns how many.
func (s *Store) Retry(ctx context.Context, batch string, ids []int64) (n int, err error) {
	err = s.engine.tx(ctx, func(q querier) error {
		list, err := s.pick(ctx, q, batch, ids, Discarded, Cancelled)
		if err != nil {
			return err
		}
		var refs []ref
		for _, it := range list {
			if _, err := q.exec(ctx, `UPDATE batch_items SET state = 'available', generation = generation + 1,
				failures = 0, crashes = 0, interruptions = 0, not_before = 0, finished = 0, error = '' WHERE id = $1`, it.ID); err != nil {
				return err
			}
			refs = append(refs, ref{it.ID, it.Generation + 1})
		}
		n = len(refs)
		return s.engine.announce(ctx, q, refs)
	})
	return n, err
}

// Cancel takes items back that are not done, as Retry picks them. A running one is stopped within a
// second or so. It returns how many.
func (s *Store) Cancel(ctx context.Context, batch string, ids []int64) (n int, err error) {
	err = s.engine.tx(ctx, func(q querier) error {
		list, err := s.pick(ctx, q, batch, ids, Available, Running)
		if err != nil {
			return err
		}
		for _, it := range list {
			if _, err := q.exec(ctx, `UPDATE batch_items SET state = 'cancelled', finished = $1, error = 'cancelled' WHERE id = $2`,
				s.nowMS(), it.ID); err != nil {
				return err
			}
		}
		n = len(list)
		return nil
	})
	return n, err
}

// hashesOf returns the inputs of a job nobody could report, because its process died: the documents.
func hashesOf(r *jobs.Request) []jobs.Input {
	paths := []string{r.Source}
	for _, back := range r.Returned {
		paths = append(paths, back.Path)
	}
	var list []jobs.Input
	for _, path := range paths {
		sum, _ := jobs.HashFile(path) // "" stands for a file that cannot be read
		list = append(list, jobs.Input{Path: path, SHA256: sum})
	}
	return list
}
