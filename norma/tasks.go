package norma

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/norma/contract"
)

// Task is something to be done; running it makes a run (notes, section 3).
type Task struct {
	ID        int64                `json:"id"`
	Title     string               `json:"title"`
	Goal      string               `json:"goal"`
	Criteria  []contract.Criterion `json:"acceptance_criteria"`
	Status    string               `json:"status"`
	RunID     *string              `json:"run_id"` // the latest run
	CreatedAt string               `json:"created_at"`
	UpdatedAt string               `json:"updated_at"`
	DependsOn []int64              `json:"depends_on"`
}

var ownID = regexp.MustCompile(`^AC[0-9]+:\s*`)

// NewCriteria names the texts of criteria AC1, AC2, … in their order, and fails with a *UsageError where one
// is empty or its command could not decide anything.
func NewCriteria(texts []string) ([]contract.Criterion, error) {
	list := []contract.Criterion{}
	for i, text := range texts {
		text = strings.TrimSpace(ownID.ReplaceAllString(strings.TrimSpace(text), ""))
		if text == "" {
			return nil, usagef("criterion %d is empty", i+1)
		}
		c := contract.Criterion{ID: fmt.Sprintf("AC%d", i+1), Text: text}
		if _, err := c.Commands(); err != nil {
			return nil, usagef("criterion %v", err)
		}
		list = append(list, c)
	}
	return list, nil
}

// AddTask inserts a task and returns its id.
func (s *Store) AddTask(ctx context.Context, title, goal string, criteria []contract.Criterion) (int64, error) {
	if strings.TrimSpace(goal) == "" {
		return 0, usagef("a task needs a goal")
	}
	if title == "" {
		title, _, _ = strings.Cut(goal, "\n")
	}
	data, err := json.Marshal(criteria)
	if err != nil {
		return 0, err
	}
	var id int64
	err = s.update(ctx, func(tx *Tx) error {
		now := stamp(time.Now())
		tx.scan(&id, `INSERT INTO tasks (title, goal, acceptance_criteria_json, status, created_at, updated_at) VALUES (?, ?, ?, 'todo', ?, ?) RETURNING id`,
			title, goal, string(data), now, now)
		return nil
	})
	return id, err
}

// Tasks lists tasks in the order of their ids; status "" is any.
func (s *Store) Tasks(ctx context.Context, status string) ([]Task, error) {
	if s.worksOn == nil || status != Doing && status != Stopped {
		return s.tasks(ctx, `? IN ('', status)`, status)
	}
	all, err := s.tasks(ctx, `? = ''`, "") // a killed run's task is stopped, whatever its row says
	return slices.DeleteFunc(all, func(t Task) bool { return t.Status != status }), err
}

// Task reads one task; a *UsageError says that there is none.
func (s *Store) Task(ctx context.Context, id int64) (Task, error) {
	list, err := s.tasks(ctx, `id = ?`, id)
	if err != nil {
		return Task{}, err
	}
	if len(list) == 0 {
		return Task{}, usagef("there is no task %d; norma task list --all shows all", id)
	}
	return list[0], nil
}

func (s *Store) tasks(ctx context.Context, where string, arg any) ([]Task, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT id, title, goal, acceptance_criteria_json, status, run_id, created_at, updated_at,
		coalesce((SELECT json_group_array(depends_on_id) FROM (SELECT depends_on_id FROM task_edges WHERE task_id = id ORDER BY depends_on_id)), '[]')
		FROM tasks WHERE `+where+` ORDER BY id`, arg)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.path, err)
	}
	defer rows.Close()
	list := []Task{}
	for rows.Next() {
		var t Task
		var criteria, edges string
		if err := rows.Scan(&t.ID, &t.Title, &t.Goal, &criteria, &t.Status, &t.RunID, &t.CreatedAt, &t.UpdatedAt, &edges); err != nil {
			return nil, err
		}
		if err := errors.Join(json.Unmarshal([]byte(criteria), &t.Criteria), json.Unmarshal([]byte(edges), &t.DependsOn)); err != nil {
			return nil, fmt.Errorf("%s: task %d: %w", s.path, t.ID, err)
		}
		if t.Status == Doing && s.worksOn != nil && !s.worksOn(deref(t.RunID)) {
			t.Status = Stopped
		}
		list = append(list, t)
	}
	return list, rows.Err()
}

// CloseTask marks a task done by hand. One that is being worked on is refused.
func (s *Store) CloseTask(ctx context.Context, id int64) error {
	if _, err := s.idle(ctx, id); err != nil {
		return err
	}
	return s.update(ctx, func(tx *Tx) error {
		tx.exec(`UPDATE tasks SET status = 'done', updated_at = ? WHERE id = ? AND status <> 'doing'`, stamp(time.Now()), id)
		return nil
	})
}

// LinkTask makes a task wait for others. Edges that would close a circle are refused.
func (s *Store) LinkTask(ctx context.Context, id int64, on []int64) error {
	for _, n := range append([]int64{id}, on...) {
		if _, err := s.Task(ctx, n); err != nil {
			return err
		}
	}
	var circle error
	err := s.update(ctx, func(tx *Tx) error {
		for _, n := range on {
			var closes bool
			tx.scan(&closes, `WITH RECURSIVE before(id) AS (
				SELECT ? UNION SELECT depends_on_id FROM task_edges JOIN before ON task_id = before.id)
				SELECT EXISTS (SELECT 1 FROM before WHERE id = ?)`, n, id)
			if tx.err == nil && closes {
				circle = usagef("task %d cannot depend on %d: %d depends on %d already", id, n, n, id)
				if n == id {
					circle = usagef("task %d cannot depend on itself", id)
				}
				return circle
			}
			tx.exec(`INSERT OR IGNORE INTO task_edges (task_id, depends_on_id) VALUES (?, ?)`, id, n)
		}
		return nil
	})
	if circle != nil {
		return circle
	}
	return err
}

// NextTask returns the ready task with the lowest id: to do, and all it depends on is done. skip are ids that
// do not count. ok is false when there is none.
func (s *Store) NextTask(ctx context.Context, skip map[int64]bool) (id int64, ok bool, err error) {
	rows, err := s.db.QueryContext(ctx, `SELECT id FROM tasks WHERE status = 'todo' AND NOT EXISTS (
		SELECT 1 FROM task_edges e JOIN tasks d ON d.id = e.depends_on_id WHERE e.task_id = tasks.id AND d.status <> 'done') ORDER BY id`)
	if err != nil {
		return 0, false, err
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(&id); err != nil {
			return 0, false, err
		}
		if !skip[id] {
			return id, true, nil
		}
	}
	return 0, false, rows.Err()
}

// claimTask binds a task to the run that begins; tasks that are done or in work are refused.
func (t *Tx) claimTask(id int64, run string) error {
	var status string
	t.scan(&status, `SELECT status FROM tasks WHERE id = ?`, id)
	if errors.Is(t.err, sql.ErrNoRows) {
		return usagef("there is no task %d", id)
	}
	if t.err == nil && status != Todo && status != Failed && status != Stopped {
		return usagef("task %d is %s; only tasks that are todo, failed or stopped can be run", id, status)
	}
	t.exec(`UPDATE tasks SET status = 'doing', run_id = ?, updated_at = ? WHERE id = ?`, run, stamp(time.Now()), id)
	return t.err
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
