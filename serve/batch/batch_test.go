//go:build unix

package batch_test

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/serve/batch"
)

// The eight criteria a batch is accepted by, and who holds them:
//
//	1  one result on both databases                 TestSameOnBothEngines
//	2  five kills of the process, nothing lost      TestKilledProcesses
//	3  a long job is taken again                    TestLongJobIsTakenAgain
//	4  SIGTERM lets running jobs finish             TestTerm
//	5  asked for twice, done once; rollback         TestAskingTwice
//	6  a second process on one SQLite file          TestSecondProcess, TestBatchBusy of cmd/nomadocx
//	7  PostgreSQL restarts in the middle            TestServerRestarts
//	8  a poisonous file                             TestPoison, batch.txtar of cmd/nomadocx
//
// engines runs a test on both databases.
func engines(t *testing.T, f func(t *testing.T, db string)) {
	t.Run("sqlite", func(t *testing.T) { f(t, "") })
	t.Run("postgres", func(t *testing.T) { f(t, database(t)) })
}

// The bars are about many more jobs and kills than an ordinary run of the tests has:
//
//	go test ./batch -run Killed -batch.jobs 500 -batch.browsers 20 -timeout 2h
var (
	jobCount = flag.Int("batch.jobs", 0, "the number of jobs of the tests that kill, instead of their own")
	browsers = flag.Int("batch.browsers", 3, "how often TestKilledBrowsers kills them")
)

// size returns the number of jobs of a test.
func size(usual int) int {
	if *jobCount > 0 {
		return *jobCount
	}
	return usual
}

// TestSameOnBothEngines is the first criterion: a connection string changes nothing about the results.
func TestSameOnBothEngines(t *testing.T) {
	slow.Test(t, "processes and databases")
	pattern := sources(t, size(20), "r")
	var all []map[string]string
	engines(t, func(t *testing.T, db string) {
		o := order{DB: db, Dir: t.TempDir(), Pattern: pattern, Targets: []app.Target{"html", "docx"}, Workers: 2}
		done := 0
		q, err := o.do(t.Context(), func(batch.Item) { done++ })
		if err != nil {
			t.Fatal(err)
		}
		if q.Queued != done || q.Queued != len(q.Items) || done == 0 {
			t.Errorf("%d were queued and %d done", q.Queued, done)
		}
		noTemp(t, o.Dir)
		all = append(all, results(t, o.Dir))

		// Asking again finds all up to date, and works on nothing.
		q, err = o.do(t.Context(), func(it batch.Item) { t.Errorf("%s was made again", it.Output) })
		if err != nil || q.UpToDate != done {
			t.Errorf("asked again: %+v, %v", q, err)
		}
	})
	if len(all) != 2 || !maps.Equal(all[0], all[1]) || len(all[0]) != 2*size(20) {
		t.Errorf("the results differ, or are not %d", 2*size(20))
	}
}

// TestPoison keeps bad documents from stopping good ones.
func TestPoison(t *testing.T) {
	slow.Test(t, "processes and databases")
	engines(t, func(t *testing.T, db string) {
		pattern := sources(t, 4, "good")
		root := strings.Split(pattern, "/**")[0]
		write(t, filepath.Join(root, "q0", "latin.noma"), "# Caf\xe9\n")
		write(t, filepath.Join(root, "q0", "crash.noma"), "# x\n")
		write(t, filepath.Join(root, "q0", "hang.noma"), "# x\n")
		o := order{DB: db, Dir: t.TempDir(), Pattern: pattern, Targets: []app.Target{"html"}, Workers: 2, Attempts: 2, Deadline: time.Second}
		if _, err := o.do(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		s := o.open(t)
		if c := counts(t, s); c.Completed != 4 || c.Discarded != 3 || c.Total() != 7 {
			t.Errorf("%+v", c)
		}
		bad, err := s.Items(t.Context(), "", batch.Discarded)
		if err != nil {
			t.Fatal(err)
		}
		for _, it := range bad {
			name := filepath.Base(it.Request.Source)
			want := map[string]string{"latin.noma": "not UTF-8 text: byte 0xe9 in line 1", "crash.noma": "set aside", "hang.noma": "not done in 1s"}[name]
			if !strings.Contains(it.Error, want) || it.Failures+it.Crashes != 2 {
				t.Errorf("%s: %q after %d failures and %d crashes", name, it.Error, it.Failures, it.Crashes)
			}
			log, err := os.ReadFile(it.Log())
			if err != nil || strings.Count(string(log), " attempt ") != 2 {
				t.Errorf("the log of %s is %q, %v", name, log, err)
			}
			if name == "crash.noma" && !strings.Contains(string(log), "a fault in the renderer") {
				t.Errorf("the log does not say how the process died: %q", log)
			}
		}
		noTemp(t, o.Dir)

		// Asking again leaves them alone; a repaired one is made; retry makes all have another try.
		write(t, filepath.Join(root, "q0", "latin.noma"), "# Café\n")
		q, err := o.do(t.Context(), nil)
		if err != nil || q.SetAside != 2 || q.Queued != 1 || q.UpToDate != 4 {
			t.Errorf("asked again: %+v, %v", q, err)
		}
		if n, err := s.Retry(t.Context(), "", nil); err != nil || n != 2 {
			t.Errorf("retried %d, %v", n, err)
		}
		if n, err := s.Cancel(t.Context(), "", []int64{bad[0].ID, bad[1].ID, bad[2].ID}); err != nil || n != 2 {
			t.Errorf("cancelled %d, %v", n, err)
		}
		if c := counts(t, s); c.Completed != 5 || c.Cancelled != 2 {
			t.Errorf("%+v", c)
		}
	})
}

// TestUpToDate says what makes a result be made again.
func TestUpToDate(t *testing.T) {
	slow.Test(t, "processes and databases")
	dir := t.TempDir()
	source, picture, chapter := filepath.Join(dir, "quay.noma"), filepath.Join(dir, "plan.svg"), filepath.Join(dir, "one.noma")
	const figure = "\n::figure{id=\"f\" src=\"plan.svg\"}\n::\n"
	svg := func(width string) string {
		return `<svg xmlns="http://www.w3.org/2000/svg" width="` + width + `" height="9"><rect width="9" height="9"/></svg>`
	}
	write(t, source, "# Quay\n\n::dataset{id=\"d\" src=\"tides.csv\"}\n::\n"+figure)
	write(t, filepath.Join(dir, "tides.csv"), "hour,height\n1,2\n")
	write(t, picture, svg("9"))
	write(t, filepath.Join(dir, "guide.yml"), "title: Guide\nchapters:\n  - one.noma\n  - two.noma\n")
	write(t, chapter, "# One\n")
	write(t, filepath.Join(dir, "two.noma"), "# Two\n")
	document := order{Dir: t.TempDir(), Pattern: source, Targets: []app.Target{"html"}, Workers: 1}
	book := order{Dir: t.TempDir(), Pattern: filepath.Join(dir, "guide.yml"), Targets: []app.Target{"html"}, Workers: 1}
	out := filepath.Join(document.Dir, "quay.html")
	for _, c := range []struct {
		why    string
		order  *order
		change func()
		made   int
	}{
		{"the first time", &document, func() {}, 1},
		{"nothing", &document, func() {}, 0},
		{"a dataset", &document, func() { write(t, filepath.Join(dir, "tides.csv"), "hour,height\n1,3\n") }, 1},
		{"a picture", &document, func() { write(t, picture, svg("8")) }, 1},
		{"a picture is gone", &document, func() { os.Remove(picture) }, 1},
		{"a picture is back", &document, func() { write(t, picture, svg("8")) }, 1},
		{"the source", &document, func() { write(t, source, "# Quay\n") }, 1},
		{"a file it no longer uses", &document, func() { write(t, filepath.Join(dir, "tides.csv"), "") }, 0},
		{"the result was touched", &document, func() { write(t, out, "x") }, 1},
		{"the result is gone", &document, func() { os.Remove(out) }, 1},
		{"an option", &document, func() { document.Theme = "dark" }, 1},
		{"the tool", &document, func() { document.Version = "2" }, 1},
		{"nothing, again", &document, func() {}, 0},
		{"a book, the first time", &book, func() {}, 1},
		{"a book, nothing", &book, func() {}, 0},
		{"a chapter", &book, func() { write(t, chapter, "# One and a half\n") }, 1},
	} {
		c.change()
		made := 0
		if _, err := c.order.do(t.Context(), func(batch.Item) { made++ }); err != nil || made != c.made {
			t.Errorf("%s: made %d times, not %d (%v)", c.why, made, c.made, err)
		}
	}
}

// TestAskingTwice makes no second item, and no second job of the queue.
func TestAskingTwice(t *testing.T) {
	slow.Test(t, "processes and databases")
	engines(t, func(t *testing.T, db string) {
		o := order{DB: db, Dir: t.TempDir(), Pattern: sources(t, 5, "r"), Targets: []app.Target{"html"}, Workers: 1}
		s := o.open(t)
		for range 3 {
			if _, err := o.enqueue(t.Context(), s); err != nil {
				t.Fatal(err)
			}
		}
		if c := counts(t, s); c.Available != 5 || c.Total() != 5 {
			t.Errorf("%+v", c)
		}
		if db != "" && rows(t, db, "SELECT count(*) FROM river_job") != 5 {
			t.Errorf("the queue has %d jobs", rows(t, db, "SELECT count(*) FROM river_job"))
		}
		// What is asked for within a transaction that fails was never asked for.
		list, err := s.Items(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		if err := s.RollBack(t.Context(), list[0].ID); err == nil || err.Error() != "rolled back" {
			t.Errorf("the transaction: %v", err)
		}
		if c := counts(t, s); c.Available != 5 {
			t.Errorf("%+v", c)
		}
		if db != "" && rows(t, db, "SELECT count(*) FROM river_job") != 5 {
			t.Error("the job of a failed transaction is in the queue")
		}
	})
}

func rows(t *testing.T, db, query string) (n int) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	if err := c.QueryRow(t.Context(), query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestKilledProcesses kills the process five times; all is made in the end, once.
func TestKilledProcesses(t *testing.T) {
	slow.Test(t, "processes and databases")
	t.Parallel() // it waits for most of its time
	engines(t, func(t *testing.T, db string) {
		n := size(60)
		pattern := sources(t, n, "slow")
		o := order{DB: db, Dir: t.TempDir(), Pattern: pattern, Targets: []app.Target{"docx"}, Workers: 4, Deadline: 5 * time.Second}
		watch := o.open(t)
		for i := range 5 {
			p := o.start(t)
			want := (i + 1) * n / 7
			eventually(t, "some to be done", func() bool { return counts(t, watch).Completed >= want })
			p.Process.Kill()
			p.Wait()
		}
		// The default of five minutes would be a long test: River believes in a worker for 35 s here.
		if err := o.start(t).Wait(); err != nil {
			t.Fatal(err)
		}
		if c := counts(t, watch); c.Completed != n || c.Total() != n {
			t.Errorf("%+v", c)
		}
		all := results(t, o.Dir)
		if len(all) != n {
			t.Errorf("%d results, not %d", len(all), n)
		}
		for name := range all {
			if z, err := zip.OpenReader(filepath.Join(o.Dir, name)); err != nil {
				t.Errorf("%s: %v", name, err)
			} else {
				z.Close()
			}
		}
		noTemp(t, o.Dir)
		if db == "" {
			integrity(t, o.Dir)
		}
	})
}

// TestLongJobIsTakenAgain kills the process during its only job. With SQLite the next process takes the job
// at once; with PostgreSQL when River has lost its patience, which follows from the deadline.
func TestLongJobIsTakenAgain(t *testing.T) {
	slow.Test(t, "processes and databases")
	t.Parallel() // it waits for most of its time
	engines(t, func(t *testing.T, db string) {
		o := order{DB: db, Dir: t.TempDir(), Pattern: sources(t, 1, "long"), Targets: []app.Target{"html"}, Workers: 1, Deadline: 10 * time.Second}
		watch := o.open(t)
		p := o.start(t)
		eventually(t, "the job to start", func() bool { return counts(t, watch).Running == 1 })
		p.Process.Kill()
		p.Wait()
		o.Pattern, o.Forever = "", true
		next := o.start(t)
		eventually(t, "the job to be done", func() bool { return counts(t, watch).Completed == 1 })
		list, err := watch.Items(t.Context(), "")
		if err != nil || len(list) != 1 || list[0].Attempt != 2 || list[0].Interruptions != 1 {
			t.Errorf("%+v, %v; want the second attempt after one interruption", list, err)
		}
		next.Process.Signal(syscall.SIGTERM)
		if err := next.Wait(); err != nil {
			t.Error(err)
		}
	})
}

// TestTerm lets running jobs finish, and leaves none running.
func TestTerm(t *testing.T) {
	slow.Test(t, "processes and databases")
	engines(t, func(t *testing.T, db string) {
		o := order{DB: db, Dir: t.TempDir(), Pattern: sources(t, 40, "slow"), Targets: []app.Target{"html"}, Workers: 2}
		watch := o.open(t)
		p := o.start(t)
		eventually(t, "some to be done", func() bool { return counts(t, watch).Completed >= 3 })
		p.Process.Signal(syscall.SIGTERM)
		if err := p.Wait(); err != nil {
			t.Errorf("SIGTERM: %v", err)
		}
		c := counts(t, watch)
		if c.Running != 0 || c.Available == 0 || c.Completed+c.Available != 40 {
			t.Errorf("%+v", c)
		}
		if db != "" && rows(t, db, "SELECT count(*) FROM river_job WHERE state = 'running'") != 0 {
			t.Error("the queue believes that jobs are running")
		}
		noTemp(t, o.Dir)
	})
}

// TestSecondProcess is refused on one SQLite file, and welcome on PostgreSQL.
func TestSecondProcess(t *testing.T) {
	slow.Test(t, "processes and databases")
	o := order{Dir: t.TempDir(), Pattern: sources(t, 1, "hang"), Targets: []app.Target{"html"}, Workers: 1}
	watch := o.open(t)
	o.start(t)
	eventually(t, "the first to work", func() bool { return counts(t, watch).Running == 1 })
	o.Pattern = ""
	if _, err := o.do(t.Context(), nil); !errors.Is(err, batch.ErrBusy) {
		t.Errorf("the second process: %v", err)
	}

	o = order{DB: database(t), Dir: t.TempDir(), Pattern: sources(t, 30, "slow"), Targets: []app.Target{"html"}, Workers: 1}
	other := order{DB: o.DB, Dir: o.Dir, Forever: true, Workers: 1}
	p := other.start(t)
	mine := 0
	if _, err := o.do(t.Context(), func(batch.Item) { mine++ }); err != nil {
		t.Fatal(err)
	}
	if c := counts(t, o.open(t)); c.Completed != 30 || mine == 30 || mine == 0 {
		t.Errorf("%+v; this process did %d of 30", c, mine)
	}
	p.Process.Signal(syscall.SIGTERM)
	if err := p.Wait(); err != nil {
		t.Errorf("the worker: %v", err)
	}
}

// TestServerRestarts loses PostgreSQL in the middle, as if by a loss of power.
func TestServerRestarts(t *testing.T) {
	slow.Test(t, "processes and databases")
	n := size(60)
	o := order{DB: database(t), Dir: t.TempDir(), Pattern: sources(t, n, "slow"), Targets: []app.Target{"docx"}, Workers: 4, Deadline: 5 * time.Second}
	p := o.start(t)
	eventually(t, "some to be done", func() bool { return len(results(t, o.Dir)) >= n/3 })
	if err := theServer.down("immediate"); err != nil {
		t.Fatal(err)
	}
	if err := theServer.up(); err != nil {
		t.Fatal(err)
	}
	if err := p.Wait(); err != nil {
		t.Fatal(err)
	}
	if c := counts(t, o.open(t)); c.Completed != n || len(results(t, o.Dir)) != n {
		t.Errorf("%+v, %d results", c, len(results(t, o.Dir)))
	}
	noTemp(t, o.Dir)
}

// TestCancelStopsARunningJob and leaves no result.
func TestCancelStopsARunningJob(t *testing.T) {
	slow.Test(t, "processes and databases")
	engines(t, func(t *testing.T, db string) {
		o := order{DB: db, Dir: t.TempDir(), Pattern: sources(t, 1, "hang"), Targets: []app.Target{"html"}, Workers: 1}
		watch := o.open(t)
		p := o.start(t)
		eventually(t, "the job to start", func() bool { return counts(t, watch).Running == 1 })
		if n, err := watch.Cancel(t.Context(), "", nil); err != nil || n != 1 {
			t.Fatal(n, err)
		}
		if err := p.Wait(); err != nil {
			t.Errorf("the process: %v", err)
		}
		if c := counts(t, watch); c.Cancelled != 1 || len(results(t, o.Dir)) != 0 {
			t.Errorf("%+v", c)
		}
	})
}

// integrity asks SQLite to check its file.
func integrity(t *testing.T, dir string) {
	t.Helper()
	db := sqlite(t, filepath.Join(dir, ".nomadocx", "batch.db"))
	var said string
	if err := db.QueryRow("PRAGMA integrity_check").Scan(&said); err != nil || said != "ok" {
		t.Errorf("integrity_check: %q, %v", said, err)
	}
}

// TestRequestsStayReadable: requests are kept in databases, so their names must not change.
func TestRequestsStayReadable(t *testing.T) {
	o := order{Dir: t.TempDir(), Pattern: sources(t, 1, "r"), Targets: []app.Target{"html"}, Workers: 1}
	s := o.open(t)
	if _, err := o.enqueue(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	list, err := s.Items(t.Context(), "")
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	text, err := json.Marshal(list[0].Request)
	if err != nil || !strings.HasPrefix(string(text), `{"kind":"render","source":"`) || !strings.Contains(string(text), `"target":"html"`) {
		t.Errorf("%s, %v", text, err)
	}
}
