package batch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Options say where the progress store is kept.
type Options struct {
	// Dir is the folder with .nomadocx/batch.db. It is not used when DB is given.
	Dir string
	// DB is the address of a PostgreSQL database, postgres://…, "" for SQLite in Dir.
	DB string
	// Existing refuses to make a progress store where there is none.
	Existing bool
	// Now is the clock; nil means time.Now.
	Now func() time.Time
}

// Store is an open progress store of batches.
type Store struct {
	engine engine
	now    func() time.Time
}

// engine is a database with what hands its items to workers.
type engine interface {
	// tx runs f in one transaction, and again when the database asks for that.
	tx(ctx context.Context, f func(querier) error) error
	// announce tells the queue of items that became available, within the transaction of q.
	announce(ctx context.Context, q querier, refs []ref) error
	// work hands items to perform until ctx is done or idle says that there is nothing left to do;
	// then it waits for those that are being performed.
	work(ctx context.Context, s *Store, w *worker) error
	close() error
}

// ref names an item as it was asked for.
type ref struct {
	Item       int64 `json:"item"`
	Generation int64 `json:"generation"`
}

// Open opens the progress store, and makes its tables when they are not there.
func Open(ctx context.Context, o Options) (*Store, error) {
	s := &Store{now: o.Now}
	if s.now == nil {
		s.now = time.Now
	}
	var err error
	switch {
	case strings.HasPrefix(o.DB, "postgres://"), strings.HasPrefix(o.DB, "postgresql://"):
		s.engine, err = openPostgres(ctx, o.DB)
	case o.DB != "":
		return nil, errors.New("the address of a database begins with postgres://")
	case o.Dir == "":
		return nil, errors.New("no folder is given for the progress of batches")
	default:
		if o.Dir, err = filepath.Abs(o.Dir); err == nil {
			s.engine, err = openSQLite(ctx, o.Dir, o.Existing)
		}
	}
	if err != nil {
		return nil, writable(err)
	}
	return s, nil
}

// writable says in plain words that the disk of a progress store is full. The numbers are SQLite's: SQLITE_FULL, and the
// writes and the growing of files that fail for want of room (IOERR_WRITE, IOERR_FSYNC, IOERR_SHMSIZE, IOERR_SHMMAP).
func writable(err error) error {
	var failed interface{ Code() int }
	if errors.As(err, &failed) && slices.Contains([]int{13, 778, 1034, 4874, 5386}, failed.Code()) {
		return fmt.Errorf("the progress of the batch cannot be stored: the disk is full, or cannot be written to (%w); make room and give the same command again", err)
	}
	return err
}

// Close ends the connections.
func (s *Store) Close() error { return s.engine.close() }

func (s *Store) nowMS() int64 { return s.now().UnixMilli() }

// The folder .nomadocx beside the results.
func stateDir(dir string) string { return filepath.Join(dir, ".nomadocx") }
func tempDir(dir string) string  { return filepath.Join(stateDir(dir), "tmp") }
func logDir(dir string) string   { return filepath.Join(stateDir(dir), "logs") }

// makeStateDir makes the folder with a note for whoever finds it.
func makeStateDir(dir string) error {
	for _, d := range []string{tempDir(dir), logDir(dir)} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			return err
		}
	}
	ignore := filepath.Join(stateDir(dir), ".gitignore")
	if _, err := os.Lstat(ignore); err == nil {
		return nil
	}
	return os.WriteFile(ignore, []byte("# The progress of nomadocx batch. It can be deleted; then all is made again.\n*\n"), 0o644)
}
