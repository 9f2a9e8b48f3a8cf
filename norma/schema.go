package norma

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// migrations bring the database from one version to the next; version n is migrations[n-1]
// (norma.md §3, notes, sections 3 and 13).
var migrations = []string{
	`CREATE TABLE runs (
		run_id TEXT PRIMARY KEY,
		created_at TEXT NOT NULL,
		goal TEXT NOT NULL,
		status TEXT NOT NULL,
		iteration INTEGER NOT NULL DEFAULT 0,
		current_step_index INTEGER NOT NULL DEFAULT 0,
		verdict TEXT NULL,
		run_dir TEXT NOT NULL
	);
	CREATE TABLE steps (
		run_id TEXT NOT NULL REFERENCES runs(run_id) ON DELETE CASCADE,
		step_index INTEGER NOT NULL,
		role TEXT NOT NULL,
		iteration INTEGER NOT NULL,
		status TEXT NOT NULL,
		step_dir TEXT NOT NULL,
		started_at TEXT NOT NULL,
		ended_at TEXT NULL,
		summary TEXT NULL,
		PRIMARY KEY (run_id, step_index)
	);
	CREATE TABLE events (
		run_id TEXT NOT NULL REFERENCES runs(run_id) ON DELETE CASCADE,
		seq INTEGER NOT NULL,
		ts TEXT NOT NULL,
		type TEXT NOT NULL,
		message TEXT NOT NULL,
		data_json TEXT NULL,
		PRIMARY KEY (run_id, seq)
	);
	CREATE TABLE kv_run (
		run_id TEXT NOT NULL REFERENCES runs(run_id) ON DELETE CASCADE,
		key TEXT NOT NULL,
		value_json TEXT NOT NULL,
		PRIMARY KEY (run_id, key)
	);`,
	`CREATE TABLE tasks (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		title TEXT NOT NULL,
		goal TEXT NOT NULL,
		acceptance_criteria_json TEXT NOT NULL DEFAULT '[]',
		status TEXT NOT NULL CHECK (status IN ('todo','doing','done','failed','stopped')),
		run_id TEXT NULL REFERENCES runs(run_id) ON DELETE SET NULL,
		created_at TEXT NOT NULL,
		updated_at TEXT NOT NULL
	);
	CREATE TABLE task_edges (
		task_id INTEGER NOT NULL REFERENCES tasks(id) ON DELETE CASCADE,
		depends_on_id INTEGER NOT NULL REFERENCES tasks(id) ON DELETE CASCADE,
		PRIMARY KEY (task_id, depends_on_id)
	);`,
}

// migrate brings a database to the newest version. One from the future is refused before anything in it
// changes.
func (s *Store) migrate(ctx context.Context) error {
	version, err := s.version(ctx)
	if err != nil {
		return err
	}
	for v := version; v < len(migrations); v++ {
		err := s.update(ctx, func(tx *Tx) error {
			if v == 0 {
				tx.exec(`CREATE TABLE schema_migrations (version INTEGER PRIMARY KEY, applied_at TEXT NOT NULL)`)
			}
			tx.exec(migrations[v])
			tx.exec(`INSERT INTO schema_migrations (version, applied_at) VALUES (?, ?)`, v+1, stamp(time.Now()))
			return nil
		})
		if err != nil {
			return fmt.Errorf("%s: migration to version %d: %w", s.path, v+1, err)
		}
	}
	return nil
}

// version of the schema, 0 for an empty database.
func (s *Store) version(ctx context.Context) (int, error) {
	var tables int
	if err := s.db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'schema_migrations'`).Scan(&tables); err != nil {
		return 0, fmt.Errorf("%s: %w", s.path, err)
	}
	if tables == 0 {
		return 0, nil
	}
	var version sql.NullInt64
	if err := s.db.QueryRowContext(ctx, `SELECT max(version) FROM schema_migrations`).Scan(&version); err != nil {
		return 0, fmt.Errorf("%s: %w", s.path, err)
	}
	if int(version.Int64) > len(migrations) {
		return 0, fmt.Errorf("%s has schema version %d, and this norma knows %d; use a newer norma", s.path, version.Int64, len(migrations))
	}
	return int(version.Int64), nil
}
