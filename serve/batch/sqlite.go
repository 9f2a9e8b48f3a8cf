package batch

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite", without CGO

	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/nomadocx/nomadocx/internal/files"
)

// local is a progress store in a file, for the workers of one process.
type local struct {
	db  *sql.DB
	dir string
}

func openSQLite(ctx context.Context, dir string, existing bool) (*local, error) {
	file := filepath.Join(stateDir(dir), "batch.db")
	if existing {
		if _, err := os.Stat(file); err != nil {
			return nil, fmt.Errorf("%w in %s", errNoBatches, dir)
		}
	}
	if err := makeStateDir(dir); err != nil {
		return nil, err
	}
	// After a loss of power the last transactions may be gone, never the file; their items are done
	// again. immediate: a transaction that reads and then writes never meets another in between.
	address := files.URL(file)
	address.RawQuery = url.Values{"_pragma": {"journal_mode(wal)", "synchronous(normal)", "busy_timeout(20000)", "foreign_keys(1)"},
		"_txlock": {"immediate"}}.Encode()
	db, err := sql.Open("sqlite", address.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	l := &local{db: db, dir: dir}
	if err := l.tx(ctx, func(q querier) error {
		var version int
		if err := q.query(ctx, "PRAGMA user_version", func(scan func(...any) error) error { return scan(&version) }); err != nil {
			return err
		}
		if version > schemaVersion {
			return errors.New("it was made by a later version of nomadocx")
		}
		if version == schemaVersion {
			return nil
		}
		if err := createTables(ctx, q, "INTEGER PRIMARY KEY"); err != nil {
			return err
		}
		_, err := q.exec(ctx, fmt.Sprintf("PRAGMA user_version = %d", schemaVersion))
		return err
	}); err != nil {
		_ = db.Close() // what went wrong is said already
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return l, nil
}

func (l *local) close() error { return l.db.Close() }

func (l *local) tx(ctx context.Context, f func(querier) error) error {
	tx, err := l.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(sqliteTx{tx}); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// announce does nothing: the table is the queue.
func (l *local) announce(context.Context, querier, []ref) error { return nil }

// pause is how long a worker without an item waits before it looks again.
const pause = 50 * time.Millisecond

func (l *local) work(ctx context.Context, s *Store, w *worker) error {
	lock, err := os.OpenFile(filepath.Join(stateDir(l.dir), "batch.lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer lock.Close()
	ours, err := docfile.TryLock(lock)
	if err != nil {
		return err
	}
	if !ours {
		return fmt.Errorf("%s: %w", l.dir, ErrBusy)
	}
	// Only the holder of the lock works, so whatever runs has lost its worker.
	if err := s.takeBack(ctx); err != nil {
		return err
	}
	if err := sweepTemp(l.dir); err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var all sync.WaitGroup
	for range w.options.Workers {
		all.Go(func() {
			for ctx.Err() == nil {
				it, err := s.claimNext(w.hard)
				if err == nil && it != nil {
					_, err = w.perform(it)
				}
				if err == nil && it == nil {
					var idle bool
					if idle, err = w.idle(w.hard); idle {
						return
					}
					select {
					case <-ctx.Done():
					case <-time.After(pause):
					}
				}
				if err != nil {
					stop(err) // the database is a file of this program: when it fails, waiting mends nothing
				}
			}
		})
	}
	all.Wait()
	if err := context.Cause(ctx); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return sweepTemp(l.dir)
}

// sweepTemp removes what killed workers left.
func sweepTemp(dir string) error {
	entries, err := os.ReadDir(tempDir(dir))
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err := os.RemoveAll(filepath.Join(tempDir(dir), e.Name())); err != nil {
			return err
		}
	}
	return nil
}

type sqliteTx struct{ tx *sql.Tx }

func (q sqliteTx) exec(ctx context.Context, statement string, args ...any) (int64, error) {
	r, err := q.tx.ExecContext(ctx, statement, args...)
	if err != nil {
		return 0, err
	}
	return r.RowsAffected()
}

func (q sqliteTx) query(ctx context.Context, statement string, each func(func(...any) error) error, args ...any) error {
	rows, err := q.tx.QueryContext(ctx, statement, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}
