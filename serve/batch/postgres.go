package batch

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

// shared is a progress store in PostgreSQL, for processes on any number of machines.
type shared struct {
	pool *pgxpool.Pool
	// inserter puts jobs into River's tables; workers have clients of their own.
	inserter *river.Client[pgx.Tx]
}

// tableLock is the key of the lock under which tables are made, so that workers that start together
// do not make them together: "noma" in ASCII.
const tableLock = 0x6e6f6d61

func openPostgres(ctx context.Context, address string) (*shared, error) {
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		// Its message repeats the address, and with it the password.
		return nil, errors.New("the address of the database cannot be read; it has the form postgres://user@host/name")
	}
	config.MaxConns = max(config.MaxConns, 16)
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	s := &shared{pool: pool}
	driver := riverpgxv5.New(pool)
	if s.inserter, err = river.NewClient(driver, &river.Config{Logger: quiet}); err == nil {
		err = s.migrate(ctx, driver)
	}
	if err != nil {
		pool.Close()
		return nil, fmt.Errorf("database %s on %s: %w", config.ConnConfig.Database, config.ConnConfig.Host, unreachable(err))
	}
	return s, nil
}

// unreachable says on one line, and each thing once, why a database cannot be reached. The driver says it
// in a line for each address it tried, behind all it got.
func unreachable(err error) error {
	var connect *pgconn.ConnectError
	if !errors.As(err, &connect) {
		return err
	}
	var reasons []string
	for line := range strings.Lines(connect.Unwrap().Error()) {
		if line = strings.TrimSpace(line); line != "" && !slices.Contains(reasons, line) {
			reasons = append(reasons, line)
		}
	}
	return fmt.Errorf("cannot connect: %s", strings.Join(reasons, "; "))
}

// migrate makes River's tables and ours. River's steps cannot share a transaction, so a lock of a
// session keeps two processes from taking them together; it ends with its connection at the latest.
func (s *shared) migrate(ctx context.Context, driver *riverpgxv5.Driver) error {
	migrator, err := rivermigrate.New(driver, &rivermigrate.Config{Logger: quiet})
	if err != nil {
		return err
	}
	return s.pool.AcquireFunc(ctx, func(c *pgxpool.Conn) (err error) {
		if _, err := c.Exec(ctx, `SELECT pg_advisory_lock($1)`, int64(tableLock)); err != nil {
			return err
		}
		defer func() {
			_, unlock := c.Exec(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, int64(tableLock))
			err = errors.Join(err, unlock)
		}()
		if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
			return err
		}
		return s.tx(ctx, func(q querier) error {
			return createTables(ctx, q, "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY")
		})
	})
}

func (s *shared) close() error {
	s.pool.Close()
	return nil
}

func (s *shared) tx(ctx context.Context, f func(querier) error) error {
	for attempt := 1; ; attempt++ {
		err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error { return f(pgTx{tx}) })
		var refused *pgconn.PgError
		// 40001, 40P01: two transactions were in each other's way, and one was to begin again.
		if attempt < 5 && errors.As(err, &refused) && strings.HasPrefix(refused.Code, "40") {
			continue
		}
		return err
	}
}

// passing reports whether an error of the progress store may go away by itself: the database is restarting
// (class 57), refuses connections (08, 53), or cannot be reached at all. SQLite has none such, since
// it waits for locks itself.
func passing(err error) bool {
	var refused *pgconn.PgError
	if errors.As(err, &refused) {
		switch refused.Code[:min(2, len(refused.Code))] {
		case "08", "53", "57":
			return true
		}
		return false
	}
	var connect *pgconn.ConnectError
	return errors.As(err, &connect) || pgconn.Timeout(err) || pgconn.SafeToRetry(err) || isNetwork(err)
}

type pgTx struct{ tx pgx.Tx }

func (q pgTx) exec(ctx context.Context, statement string, args ...any) (int64, error) {
	tag, err := q.tx.Exec(ctx, statement, args...)
	return tag.RowsAffected(), err
}

func (q pgTx) query(ctx context.Context, statement string, each func(func(...any) error) error, args ...any) error {
	rows, err := q.tx.Query(ctx, statement, args...)
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

// rest is how long a worker of PostgreSQL waits between checks of the progress store.
const rest = 250 * time.Millisecond
