package batch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// schemaVersion changes when the tables do.
const schemaVersion = 1

// schema makes the tables; both engines read it, but for the type of the key. Times are milliseconds
// since 1970, 0 for none.
const schema = `
CREATE TABLE IF NOT EXISTS batches (
	id TEXT PRIMARY KEY, kind TEXT NOT NULL, dir TEXT NOT NULL, created BIGINT NOT NULL);
CREATE TABLE IF NOT EXISTS batch_items (
	id {key}, batch TEXT NOT NULL REFERENCES batches(id), dir TEXT NOT NULL,
	output TEXT NOT NULL UNIQUE, request TEXT NOT NULL, fingerprint TEXT NOT NULL,
	max_attempts BIGINT NOT NULL, deadline BIGINT NOT NULL,
	state TEXT NOT NULL CHECK (state IN ('available', 'running', 'completed', 'discarded', 'cancelled')),
	generation BIGINT NOT NULL DEFAULT 1, attempt BIGINT NOT NULL DEFAULT 0,
	failures BIGINT NOT NULL DEFAULT 0, crashes BIGINT NOT NULL DEFAULT 0, interruptions BIGINT NOT NULL DEFAULT 0,
	not_before BIGINT NOT NULL DEFAULT 0, started BIGINT NOT NULL DEFAULT 0, finished BIGINT NOT NULL DEFAULT 0,
	error TEXT NOT NULL DEFAULT '', inputs TEXT NOT NULL DEFAULT 'null', outputs TEXT NOT NULL DEFAULT 'null');
CREATE INDEX IF NOT EXISTS batch_items_waiting ON batch_items (state, not_before);
CREATE INDEX IF NOT EXISTS batch_items_batch ON batch_items (batch, state);
`

// columns are what an Item is read from, in this order.
const columns = `id, batch, dir, output, request, fingerprint, max_attempts, deadline, state, generation, attempt,
	failures, crashes, interruptions, started, finished, error, inputs, outputs`

// querier runs statements. Both engines take $1, $2 … for arguments.
type querier interface {
	exec(ctx context.Context, sql string, args ...any) (rows int64, err error)
	query(ctx context.Context, sql string, each func(scan func(...any) error) error, args ...any) error
}

// createTables makes the tables that are not there.
func createTables(ctx context.Context, q querier, key string) error {
	for statement := range strings.SplitSeq(strings.ReplaceAll(schema, "{key}", key), ";") {
		if strings.TrimSpace(statement) == "" {
			continue
		}
		if _, err := q.exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// items runs a query that returns [columns].
func items(ctx context.Context, q querier, sql string, args ...any) ([]Item, error) {
	var list []Item
	err := q.query(ctx, sql, func(scan func(...any) error) error {
		var it Item
		var request, inputs, outputs, state string
		var attempts, deadline, started, finished int64
		if err := scan(&it.ID, &it.Batch, &it.Dir, &it.Output, &request, &it.fingerprint, &attempts, &deadline, &state,
			&it.Generation, &it.Attempt, &it.Failures, &it.Crashes, &it.Interruptions,
			&started, &finished, &it.Error, &inputs, &outputs); err != nil {
			return err
		}
		it.State, it.Attempts, it.Deadline = State(state), int(attempts), time.Duration(deadline)*time.Millisecond
		it.Started, it.Finished = moment(started), moment(finished)
		if err := errors.Join(json.Unmarshal([]byte(request), &it.Request),
			json.Unmarshal([]byte(inputs), &it.Inputs), json.Unmarshal([]byte(outputs), &it.Outputs)); err != nil {
			return fmt.Errorf("item %d: %w", it.ID, err)
		}
		list = append(list, it)
		return nil
	}, args...)
	return list, err
}

// one returns the only item of a query, nil when there is none.
func one(ctx context.Context, q querier, sql string, args ...any) (*Item, error) {
	list, err := items(ctx, q, sql, args...)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return &list[0], nil
}

func moment(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}

func asJSON(v any) (string, error) {
	data, err := json.Marshal(v)
	return string(data), err
}
