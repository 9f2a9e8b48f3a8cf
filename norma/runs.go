package norma

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/nomadocx/nomadocx/norma/contract"
)

// Statuses of runs and tasks.
const (
	Running = "running"
	Passed  = "passed"
	Failed  = "failed"
	Stopped = "stopped"

	Todo  = "todo"
	Doing = "doing"
	Done  = "done"
)

// Run is a row of the table runs.
type Run struct {
	RunID     string  `json:"run_id"`
	CreatedAt string  `json:"created_at"`
	Goal      string  `json:"goal"`
	Status    string  `json:"status"`
	Iteration int     `json:"iteration"`
	StepIndex int     `json:"current_step_index"`
	Verdict   *string `json:"verdict"` // PASS, FAIL or nil
	RunDir    string  `json:"run_dir"` // from the project root
}

// Step is a row of the table steps.
type Step struct {
	RunID     string  `json:"run_id"`
	Index     int     `json:"step_index"`
	Role      string  `json:"role"`
	Iteration int     `json:"iteration"`
	Status    string  `json:"status"`
	Dir       string  `json:"step_dir"` // from the project root
	StartedAt string  `json:"started_at"`
	EndedAt   *string `json:"ended_at"`
	Summary   *string `json:"summary"`
}

const runColumns = `run_id, created_at, goal, status, iteration, current_step_index, verdict, run_dir`

// Runs lists runs, newest first. status "" is any, limit 0 is all.
func (s *Store) Runs(ctx context.Context, status string, limit int) ([]Run, error) {
	if limit <= 0 {
		limit = -1
	}
	wanted, most := status, limit
	if s.worksOn != nil && (status == Running || status == Stopped) {
		status, limit = "", -1 // a killed run is stopped, whatever its row says
	}
	rows, err := s.db.QueryContext(ctx, `SELECT `+runColumns+` FROM runs WHERE ? IN ('', status) ORDER BY created_at DESC, run_id DESC LIMIT ?`, status, limit)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.path, err)
	}
	defer rows.Close()
	list := []Run{}
	for rows.Next() {
		r, err := s.scanRun(rows)
		if err != nil {
			return nil, err
		}
		if wanted == "" || r.Status == wanted {
			list = append(list, r)
		}
		if len(list) == most {
			break
		}
	}
	return list, rows.Err()
}

// Run reads one run; a *UsageError says that there is none.
func (s *Store) Run(ctx context.Context, id string) (Run, error) {
	r, err := s.scanRun(s.db.QueryRowContext(ctx, `SELECT `+runColumns+` FROM runs WHERE run_id = ?`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return r, usagef("there is no run %q; norma runs list shows all", id)
	}
	return r, err
}

func (s *Store) scanRun(row interface{ Scan(...any) error }) (r Run, err error) {
	err = row.Scan(&r.RunID, &r.CreatedAt, &r.Goal, &r.Status, &r.Iteration, &r.StepIndex, &r.Verdict, &r.RunDir)
	if r.Status == Running && s.worksOn != nil && !s.worksOn(r.RunID) {
		r.Status = Stopped
	}
	return r, err
}

// steps returns the steps of a run in order.
func (s *Store) steps(ctx context.Context, run string) ([]Step, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT run_id, step_index, role, iteration, status, step_dir, started_at, ended_at, summary
		FROM steps WHERE run_id = ? ORDER BY step_index`, run)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	list := []Step{}
	for rows.Next() {
		var x Step
		if err := rows.Scan(&x.RunID, &x.Index, &x.Role, &x.Iteration, &x.Status, &x.Dir, &x.StartedAt, &x.EndedAt, &x.Summary); err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	return list, rows.Err()
}

// maxSummary is how much of a summary the database keeps, in characters.
const maxSummary = 4096

// insertStep records a committed step and moves the run's cursor.
func (t *Tx) insertStep(x Step) {
	if x.Summary != nil {
		if r := []rune(*x.Summary); len(r) > maxSummary {
			short := string(r[:maxSummary])
			x.Summary = &short
		}
	}
	t.exec(`INSERT INTO steps (run_id, step_index, role, iteration, status, step_dir, started_at, ended_at, summary) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		x.RunID, x.Index, x.Role, x.Iteration, x.Status, x.Dir, x.StartedAt, x.EndedAt, x.Summary)
	t.exec(`UPDATE runs SET current_step_index = max(current_step_index, ?) WHERE run_id = ? AND status = 'running'`, x.Index, x.RunID)
}

// endRun gives a run its last status, and its task the same (notes, section 3). Ended runs stay.
func (t *Tx) endRun(run, status, kind, message string, data fields) {
	if t.exec(`UPDATE runs SET status = ? WHERE run_id = ? AND status = 'running'`, status, run) == 0 {
		return
	}
	t.event(run, kind, message, data)
	task := map[string]string{Passed: Done, Failed: Failed, Stopped: Stopped}[status]
	t.exec(`UPDATE tasks SET status = ?, updated_at = ? WHERE run_id = ? AND status = 'doing'`, task, stamp(time.Now()), run)
}

func (t *Tx) iteration(run string, n int) {
	t.exec(`UPDATE runs SET iteration = ? WHERE run_id = ? AND status = 'running'`, n, run)
}

func (t *Tx) verdict(run string, v *contract.Verdict) {
	t.exec(`UPDATE runs SET verdict = ? WHERE run_id = ? AND status = 'running'`, v.Verdict, run)
}

// newRunID draws an id: UTC time and six hex digits (notes, section 5).
func newRunID(now time.Time) (string, error) {
	var b [3]byte
	if _, err := rand.Read(b[:]); err != nil {
		return "", err
	}
	return now.UTC().Format("20060102-150405") + "-" + hex.EncodeToString(b[:]), nil
}
