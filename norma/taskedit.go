package norma

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/norma/contract"
)

// TaskChange is what EditTask changes of a task; nil is left as it is.
type TaskChange struct {
	Title, Goal *string
	Criteria    []contract.Criterion
}

// idle returns a task that no run works on, or a *UsageError.
func (s *Store) idle(ctx context.Context, id int64) (Task, error) {
	t, err := s.Task(ctx, id)
	if err == nil && t.Status == Doing {
		err = usagef("task %d is being worked on by run %s; wait for its end, or stop that norma", id, deref(t.RunID))
	}
	return t, err
}

// EditTask changes a task. The criteria are replaced as a whole. What runs have recorded of it stays.
func (s *Store) EditTask(ctx context.Context, id int64, c TaskChange) error {
	t, err := s.idle(ctx, id)
	if err != nil {
		return err
	}
	if c.Goal != nil {
		if strings.TrimSpace(*c.Goal) == "" {
			return usagef("a task needs a goal")
		}
		if first, _, _ := strings.Cut(t.Goal, "\n"); t.Title == first && c.Title == nil { // it follows the goal
			t.Title, _, _ = strings.Cut(*c.Goal, "\n")
		}
		t.Goal = *c.Goal
	}
	if c.Title != nil {
		t.Title = *c.Title
	}
	if c.Criteria != nil {
		t.Criteria = c.Criteria
	}
	data, err := json.Marshal(t.Criteria)
	if err != nil {
		return err
	}
	return s.changeIdle(ctx, id, `UPDATE tasks SET title = ?, goal = ?, acceptance_criteria_json = ?, updated_at = ? WHERE id = ? AND status <> 'doing'`,
		t.Title, t.Goal, string(data), stamp(time.Now()), id)
}

// RetryTask puts a task that failed, was stopped or is done back among those to do.
func (s *Store) RetryTask(ctx context.Context, id int64) error {
	if _, err := s.idle(ctx, id); err != nil {
		return err
	}
	return s.changeIdle(ctx, id, `UPDATE tasks SET status = 'todo', updated_at = ? WHERE id = ? AND status <> 'doing'`, stamp(time.Now()), id)
}

// RemoveTask deletes a task. Its runs stay. One that others wait for is refused: they would begin without it.
func (s *Store) RemoveTask(ctx context.Context, id int64) error {
	if _, err := s.idle(ctx, id); err != nil {
		return err
	}
	waiting, err := s.tasks(ctx, `id IN (SELECT task_id FROM task_edges WHERE depends_on_id = ?)`, id)
	if err != nil {
		return err
	}
	if len(waiting) > 0 {
		return usagef("task %d depends on %d; first take that away: norma task unlink %d --depends-on %d", waiting[0].ID, id, waiting[0].ID, id)
	}
	return s.changeIdle(ctx, id, `DELETE FROM tasks WHERE id = ? AND status <> 'doing'`, id)
}

// UnlinkTask lets a task wait for some others no longer.
func (s *Store) UnlinkTask(ctx context.Context, id int64, on []int64) error {
	t, err := s.Task(ctx, id)
	if err != nil {
		return err
	}
	known := map[int64]bool{}
	for _, d := range t.DependsOn {
		known[d] = true
	}
	for _, n := range on {
		if !known[n] {
			return usagef("task %d does not depend on %d", id, n)
		}
	}
	return s.update(ctx, func(tx *Tx) error {
		for _, n := range on {
			tx.exec(`DELETE FROM task_edges WHERE task_id = ? AND depends_on_id = ?`, id, n)
		}
		return nil
	})
}

// changeIdle changes one task unless a run has begun with it meanwhile.
func (s *Store) changeIdle(ctx context.Context, id int64, query string, args ...any) error {
	var changed int64
	err := s.update(ctx, func(tx *Tx) error {
		changed = tx.exec(query, args...)
		return nil
	})
	if err == nil && changed == 0 {
		err = usagef("task %d is being worked on; wait for the end of its run", id)
	}
	if err != nil {
		return fmt.Errorf("task %d is as it was: %w", id, err)
	}
	return nil
}
