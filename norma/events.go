package norma

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"
)

// Types of events (notes, section 14).
const (
	runStarted         = "run_started"
	stepCommitted      = "step_committed"
	verdictGiven       = "verdict"
	protocolError      = "protocol_error"
	agentFailed        = "agent_failed"
	agentTimeout       = "agent_timeout"
	workspaceViolation = "workspace_violation"
	responseRecovered  = "response_recovered"
	patchApplying      = "patch_applying"
	patchApplied       = "patch_applied"
	patchFailed        = "patch_failed"
	patchRolledBack    = "patch_rolled_back"
	patchRecovered     = "patch_recovered"
	budgetExceeded     = "budget_exceeded"
	runPassed          = "run_passed"
	runFailed          = "run_failed"
	runStopped         = "run_stopped"
	runInterrupted     = "run_interrupted"
	reconciledStep     = "reconciled_step"
	tmpRemoved         = "tmp_removed"
	guardIsOff         = "guard_off" // an addition: outside git nothing watches the workspace
)

// Event is one entry of a run's timeline. Seq counts from 1 without gaps.
type Event struct {
	RunID   string          `json:"run_id"`
	Seq     int             `json:"seq"`
	TS      string          `json:"ts"`
	Type    string          `json:"type"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`
}

// fields is the payload of an event.
type fields map[string]any

// event appends to a run's timeline.
func (t *Tx) event(run, kind, message string, data fields) {
	e := Event{RunID: run, TS: stamp(time.Now()), Type: kind, Message: message}
	var payload any
	if data != nil {
		raw, err := json.Marshal(data)
		if err != nil {
			t.err = errors.Join(t.err, err)
			return
		}
		e.Data, payload = raw, string(raw)
	}
	t.scan(&e.Seq, `SELECT coalesce(max(seq), 0) + 1 FROM events WHERE run_id = ?`, run)
	t.exec(`INSERT INTO events (run_id, seq, ts, type, message, data_json) VALUES (?, ?, ?, ?, ?, ?)`,
		run, e.Seq, e.TS, e.Type, e.Message, payload)
	t.events = append(t.events, e)
}

// events returns the events of a run in order.
func (s *Store) events(ctx context.Context, run string) ([]Event, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT run_id, seq, ts, type, message, data_json FROM events WHERE run_id = ? ORDER BY seq`, run)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	list := []Event{}
	for rows.Next() {
		var e Event
		var data sql.NullString
		if err := rows.Scan(&e.RunID, &e.Seq, &e.TS, &e.Type, &e.Message, &data); err != nil {
			return nil, err
		}
		if data.Valid && json.Valid([]byte(data.String)) {
			e.Data = json.RawMessage(data.String)
		}
		list = append(list, e)
	}
	return list, rows.Err()
}
