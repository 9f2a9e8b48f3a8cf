package batch

import (
	"context"
	"slices"
	"time"

	"github.com/nomadocx/nomadocx/serve/jobs"
)

// Summary is a batch with the number of its items by state.
type Summary struct {
	Batch
	Created time.Time
	Counts  Counts
}

// Counts are numbers of items.
type Counts struct {
	Available, Running, Completed, Discarded, Cancelled int
}

// Total returns the number of all items.
func (c Counts) Total() int { return c.Available + c.Running + c.Over() }

// Over returns the number of items to which nothing more happens by itself.
func (c Counts) Over() int { return c.Completed + c.Discarded + c.Cancelled }

// Add counts one more item.
func (c *Counts) Add(s State) { c.add(s, 1) }

func (c *Counts) add(s State, n int) {
	switch s {
	case Available:
		c.Available += n
	case Running:
		c.Running += n
	case Completed:
		c.Completed += n
	case Discarded:
		c.Discarded += n
	case Cancelled:
		c.Cancelled += n
	}
}

// Summaries returns the batches, oldest first.
func (s *Store) Summaries(ctx context.Context) (list []Summary, err error) {
	err = s.engine.tx(ctx, func(q querier) error {
		list = nil
		if err := q.query(ctx, `SELECT id, kind, dir, created FROM batches ORDER BY created, id`, func(scan func(...any) error) error {
			var b Summary
			var kind string
			var created int64
			if err := scan(&b.ID, &kind, &b.Dir, &created); err != nil {
				return err
			}
			b.Kind, b.Created = jobs.Kind(kind), moment(created)
			list = append(list, b)
			return nil
		}); err != nil {
			return err
		}
		return q.query(ctx, `SELECT batch, state, count(*) FROM batch_items GROUP BY batch, state`, func(scan func(...any) error) error {
			var id, state string
			var n int
			if err := scan(&id, &state, &n); err != nil {
				return err
			}
			if i := slices.IndexFunc(list, func(b Summary) bool { return b.ID == id }); i >= 0 {
				list[i].Counts.add(State(state), n)
			}
			return nil
		})
	})
	return list, err
}

// Counts returns the numbers of a batch; "" stands for all batches.
func (s *Store) Counts(ctx context.Context, batch string) (c Counts, err error) {
	err = s.engine.tx(ctx, func(q querier) error {
		c = Counts{}
		return q.query(ctx, `SELECT state, count(*) FROM batch_items WHERE batch = $1 OR $1 = '' GROUP BY state`,
			func(scan func(...any) error) error {
				var state string
				var n int
				if err := scan(&state, &n); err != nil {
					return err
				}
				c.add(State(state), n)
				return nil
			}, batch)
	})
	return c, err
}

// Items returns the items of a batch, or of all when batch is "", in the order they were asked for; with
// states, only those in one of them.
func (s *Store) Items(ctx context.Context, batch string, states ...State) (list []Item, err error) {
	err = s.engine.tx(ctx, func(q querier) error {
		list, err = s.pick(ctx, q, batch, nil, states...)
		return err
	})
	return list, err
}

// pick reads items by batch, ids and states; what is empty does not restrict.
func (s *Store) pick(ctx context.Context, q querier, batch string, ids []int64, states ...State) ([]Item, error) {
	list, err := items(ctx, q, `SELECT `+columns+` FROM batch_items WHERE batch = $1 OR $1 = '' ORDER BY id`, batch)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(list, func(it Item) bool {
		return len(states) > 0 && !slices.Contains(states, it.State) || len(ids) > 0 && !slices.Contains(ids, it.ID)
	}), nil
}
