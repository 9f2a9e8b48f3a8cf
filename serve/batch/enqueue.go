package batch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/nomadocx/nomadocx/serve/jobs"
)

const (
	defaultAttempts = 3
	defaultDeadline = 5 * time.Minute
)

// Enqueued says what became of the jobs that were asked for, one item each.
type Enqueued struct {
	Batch string
	Items []int64 // in the order of the jobs
	// Of these:
	Queued   int // are to be made now
	Waiting  int // were asked for before and are not done yet
	UpToDate int // need not be made again
	SetAside int // failed before, and nothing has changed since; see [Store.Retry]
}

// Enqueue asks for jobs. version is that of the tool: results of another one are made again.
// Asking twice for the same makes no second item.
func (s *Store) Enqueue(ctx context.Context, b Batch, list []Job, version string) (*Enqueued, error) {
	if err := makeStateDir(b.Dir); err != nil {
		return nil, err
	}
	known := make([]*Item, len(list))
	if err := s.engine.tx(ctx, func(q querier) error {
		for i := range list {
			var err error
			if known[i], err = one(ctx, q, `SELECT `+columns+` FROM batch_items WHERE output = $1`, list[i].Output); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return nil, writable(err)
	}
	// Files are read between the transactions, since that may take a while. Should an item change
	// meanwhile, the conditions of the second one notice.
	asked := make([]asking, len(list))
	var hashes jobs.Hashes
	for i := range list {
		j := &list[i]
		if j.Attempts <= 0 {
			j.Attempts = defaultAttempts
		}
		if j.Deadline <= 0 {
			j.Deadline = defaultDeadline
		}
		request, err := asJSON(j.Request)
		if err != nil {
			return nil, writable(err)
		}
		a := &asked[i]
		a.job, a.known, a.request, a.fingerprint = j, known[i], request, fingerprint(request, version)
		a.judge(&hashes)
	}
	q := &Enqueued{Batch: b.ID}
	err := s.engine.tx(ctx, func(tx querier) error {
		*q = Enqueued{Batch: b.ID} // the transaction may run more than once
		if _, err := tx.exec(ctx, `INSERT INTO batches (id, kind, dir, created) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING`,
			b.ID, string(b.Kind), b.Dir, s.nowMS()); err != nil {
			return err
		}
		var refs []ref
		for i := range asked {
			r, err := asked[i].put(ctx, tx, b, q)
			if err != nil {
				return err
			}
			q.Items = append(q.Items, r.Item)
			if r.Generation > 0 {
				refs = append(refs, r)
			}
		}
		return s.engine.announce(ctx, tx, refs)
	})
	return q, err
}

// fingerprint returns the hash of all a result depends on that is no file.
func fingerprint(request, version string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s %s", schemaVersion, version, request))
	return hex.EncodeToString(sum[:])
}

// asking is a job that is asked for, with the item that is known for it.
type asking struct {
	job                  *Job
	known                *Item
	request, fingerprint string
	keep                 bool // the item stays as it is
}

// judge decides whether the item can stay as it is.
func (a *asking) judge(hashes *jobs.Hashes) {
	k := a.known
	if k == nil || k.fingerprint != a.fingerprint {
		return
	}
	switch k.State {
	case Available, Running:
		a.keep = true
	case Completed:
		a.keep = hashes.Same(k.Inputs) && intact(k.Outputs)
	case Discarded:
		a.keep = hashes.Same(k.Inputs)
	}
}

// intact reports whether results are still what they were.
func intact(outputs []jobs.Output) bool {
	for _, o := range outputs {
		if sum, err := jobs.HashFile(o.Path); err != nil || sum != o.SHA256 {
			return false
		}
	}
	return true
}

// put writes the item. The ref has a generation when the queue must hear of it.
func (a *asking) put(ctx context.Context, q querier, b Batch, count *Enqueued) (ref, error) {
	if a.keep {
		if a.known.Batch != b.ID {
			if _, err := q.exec(ctx, `UPDATE batch_items SET batch = $1 WHERE id = $2`, b.ID, a.known.ID); err != nil {
				return ref{}, err
			}
		}
		r := ref{Item: a.known.ID}
		switch a.known.State {
		case Completed:
			count.UpToDate++
		case Discarded:
			count.SetAside++
		default:
			count.Waiting++
			r.Generation = a.known.Generation // a queue that lost it hears of it again
		}
		return r, nil
	}
	count.Queued++
	// An item that exists starts anew. Whoever works on it now finds that its claim counts no more.
	var r ref
	err := q.query(ctx, `INSERT INTO batch_items (batch, dir, output, request, fingerprint, max_attempts, deadline, state)
		VALUES ($1, $2, $3, $4, $5, $6, $7, 'available')
		ON CONFLICT (output) DO UPDATE SET batch = excluded.batch, dir = excluded.dir, request = excluded.request,
			fingerprint = excluded.fingerprint, max_attempts = excluded.max_attempts, deadline = excluded.deadline,
			state = 'available', generation = batch_items.generation + 1, attempt = batch_items.attempt + 1,
			failures = 0, crashes = 0, interruptions = 0, not_before = 0, started = 0, finished = 0, error = '',
			inputs = 'null', outputs = 'null'
		RETURNING id, generation`,
		func(scan func(...any) error) error { return scan(&r.Item, &r.Generation) },
		b.ID, b.Dir, a.job.Output, a.request, a.fingerprint, int64(a.job.Attempts), a.job.Deadline.Milliseconds())
	return r, err
}
