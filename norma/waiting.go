package norma

import (
	"context"
	"fmt"
)

// Waiting is a task that is to do and waits for another.
type Waiting struct {
	Task   int64  `json:"task_id"`
	For    int64  `json:"waits_for"`
	Status string `json:"status"` // of the task it waits for
	RunID  string `json:"run_id,omitempty"`
}

// String says what waits for what, and which command helps.
func (w Waiting) String() string {
	switch w.Status {
	case Failed:
		return fmt.Sprintf("task %d waits for %d, which failed: norma runs show %s, then norma run %d", w.Task, w.For, w.RunID, w.For)
	case Stopped:
		return fmt.Sprintf("task %d waits for %d, which was stopped: norma run %d", w.Task, w.For, w.For)
	}
	return fmt.Sprintf("task %d waits for %d, which is %s", w.Task, w.For, map[string]string{Todo: "to do", Doing: "in work"}[w.Status])
}

// Waiting lists what waits for what: every task that is to do with each task it depends on that is not done, in the
// order of their ids. task 0 is any.
func (s *Store) Waiting(ctx context.Context, task int64) (list []Waiting, err error) {
	rows, err := s.db.QueryContext(ctx, `SELECT t.id, d.id, d.status, coalesce(d.run_id, '') FROM tasks t
		JOIN task_edges e ON e.task_id = t.id JOIN tasks d ON d.id = e.depends_on_id
		WHERE d.status <> 'done' AND (t.status = 'todo' AND ? = 0 OR t.id = ?) ORDER BY t.id, d.id`, task, task)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.path, err)
	}
	defer rows.Close()
	for rows.Next() {
		var w Waiting
		if err := rows.Scan(&w.Task, &w.For, &w.Status, &w.RunID); err != nil {
			return nil, err
		}
		list = append(list, w)
	}
	return list, rows.Err()
}

// Unfinished lists the tasks that were begun and did not pass; norma run without an id leaves them alone.
func (s *Store) Unfinished(ctx context.Context) ([]Task, error) {
	return s.tasks(ctx, `status IN ('failed', 'stopped') AND ? = 0`, 0)
}
