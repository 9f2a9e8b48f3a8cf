package norma

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite", without CGO

	"github.com/nomadocx/nomadocx/internal/files"
)

// Store is .norma/norma.db, the authority on runs, steps, events and tasks (norma.md §2).
type Store struct {
	db   *sql.DB
	path string
	// worksOn tells, for one who only looks, whether a norma is at work on a run; nil where the lock is held.
	worksOn func(run string) bool
	// Warnings are for people: what is not as it should be and stops nothing.
	Warnings []string
}

// openStore opens the database; create allows to make and migrate it.
func openStore(ctx context.Context, p *Project, create bool) (*Store, error) {
	s := &Store{path: p.path("norma.db")}
	if !create && !exists(s.path) {
		return nil, usagef("there is no %s; run norma init", s.path)
	}
	// A database of the future is left as it is to the last byte: looking comes before the journal mode.
	if exists(s.path) {
		peek, err := openReader(ctx, s.path)
		if err != nil {
			return nil, err
		}
		if err := peek.Close(); err != nil {
			return nil, err
		}
	}
	if err := s.open("_pragma=busy_timeout(5000)&_pragma=foreign_keys(1)&_pragma=synchronous(2)&_txlock=immediate"); err != nil {
		return nil, err
	}
	var mode string
	if err := s.db.QueryRowContext(ctx, `PRAGMA journal_mode=WAL`).Scan(&mode); err != nil || !strings.EqualFold(mode, "wal") {
		s.Warnings = append(s.Warnings, fmt.Sprintf("%s cannot use write-ahead logging here (mode %q); going on without", s.path, mode))
	}
	if err := s.migrate(ctx); err != nil {
		return nil, errors.Join(err, s.db.Close())
	}
	return s, nil
}

// openReader opens the database for looking only; it needs no lock (notes, section 6).
func openReader(ctx context.Context, path string) (*Store, error) {
	if !exists(path) {
		return nil, usagef("there is no %s; run norma init", path)
	}
	s := &Store{path: path}
	if err := s.open("mode=ro&_pragma=busy_timeout(5000)&_pragma=query_only(1)"); err != nil {
		return nil, err
	}
	if _, err := s.version(ctx); err != nil {
		return nil, errors.Join(err, s.db.Close())
	}
	return s, nil
}

// open connects. One connection serves all: with more, writers of one process would wait for each other.
func (s *Store) open(options string) (err error) {
	name := files.URL(s.path)
	name.RawQuery = options
	if s.db, err = sql.Open("sqlite", name.String()); err != nil {
		return err
	}
	s.db.SetMaxOpenConns(1)
	s.db.SetMaxIdleConns(1)
	return nil
}

// Close ends the use of the database.
func (s *Store) Close() error { return s.db.Close() }

// Tx is one transaction. Its methods remember the first error, which then undoes the transaction.
type Tx struct {
	ctx    context.Context
	tx     *sql.Tx
	err    error
	events []Event
}

// update runs one BEGIN IMMEDIATE transaction. The pool has one connection, so nothing else of the
// store may be used before it returns.
func (s *Store) update(ctx context.Context, change func(*Tx) error) error {
	_, err := s.updateWithEvents(ctx, change)
	return err
}

// updateWithEvents returns what was appended to timelines, once it is committed.
func (s *Store) updateWithEvents(ctx context.Context, change func(*Tx) error) ([]Event, error) {
	ctx = context.WithoutCancel(ctx) // a signal ends the run between transactions, never within
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.path, err)
	}
	t := &Tx{ctx: ctx, tx: tx}
	err = change(t)
	if err == nil {
		err = t.err
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.path, errors.Join(err, tx.Rollback()))
	}
	if err := tx.Commit(); err != nil {
		return nil, fmt.Errorf("%s: %w", s.path, err)
	}
	return t.events, nil
}

func (t *Tx) exec(query string, args ...any) (changed int64) {
	if t.err != nil {
		return 0
	}
	r, err := t.tx.ExecContext(t.ctx, query, args...)
	if err != nil {
		t.err = err
		return 0
	}
	changed, t.err = r.RowsAffected()
	return changed
}

func (t *Tx) scan(into any, query string, args ...any) {
	if t.err == nil {
		t.err = t.tx.QueryRowContext(t.ctx, query, args...).Scan(into)
	}
}

// put keeps a value of a run (table kv_run).
func (t *Tx) put(run, key string, value any) {
	data, err := json.Marshal(value)
	if err != nil {
		t.err = errors.Join(t.err, err)
		return
	}
	t.exec(`INSERT INTO kv_run (run_id, key, value_json) VALUES (?, ?, ?)
		ON CONFLICT (run_id, key) DO UPDATE SET value_json = excluded.value_json`, run, key, string(data))
}

func (t *Tx) drop(run, key string) {
	t.exec(`DELETE FROM kv_run WHERE run_id = ? AND key = ?`, run, key)
}

// value reads what put kept; found is false when there is none.
func (s *Store) value(ctx context.Context, run, key string, into any) (found bool, err error) {
	var data string
	err = s.db.QueryRowContext(ctx, `SELECT value_json FROM kv_run WHERE run_id = ? AND key = ?`, run, key).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(data), into)
	}
	if err != nil {
		return false, fmt.Errorf("%s: run %s: %s: %w", s.path, run, key, err)
	}
	return true, nil
}

// stamp returns a time as the database keeps it: UTC, RFC 3339, milliseconds.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z07:00") }

// Examine lets SQLite search for damage in the database; a damaged one is an error.
func (s *Session) Examine(ctx context.Context) error {
	for _, pragma := range []string{"integrity_check", "foreign_key_check"} {
		rows, err := s.store.db.QueryContext(ctx, "PRAGMA "+pragma)
		if err != nil {
			return fmt.Errorf("%s: %w", s.store.path, err)
		}
		var first sql.NullString
		if rows.Next() {
			if err := rows.Scan(&first); err != nil && pragma == "integrity_check" {
				return errors.Join(err, rows.Close())
			}
			if pragma == "foreign_key_check" || first.String != "ok" {
				return errors.Join(fmt.Errorf("%s is damaged (%s: %s)", s.store.path, pragma, first.String), rows.Close())
			}
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			return err
		}
	}
	return nil
}
