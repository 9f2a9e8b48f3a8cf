package batch

import (
	"context"
	"errors"
)

// RollBack announces an item, as one that was asked for anew, in a transaction that fails.
func (s *Store) RollBack(ctx context.Context, item int64) error {
	return s.engine.tx(ctx, func(q querier) error {
		if _, err := q.exec(ctx, `UPDATE batch_items SET generation = 99, state = 'completed' WHERE id = $1`, item); err != nil {
			return err
		}
		if err := s.engine.announce(ctx, q, []ref{{item, 99}}); err != nil {
			return err
		}
		return errors.New("rolled back")
	})
}
