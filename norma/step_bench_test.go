//go:build unix

package norma

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/nomadocx/nomadocx/norma/contract"
)

// answer is what an agent that does nothing prints.
const answer = `echo '{"version":1,"status":"ok","summary":""}'`

// BenchmarkStep prints what a step of an agent that does nothing costs, what of that is starting the
// process and writing to the disk, and what is left: norma's own time (issue: under 15 ms). Beginning and
// ending the run are counted as part of its three steps. Both are measured in turn, so that whatever else
// the machine does is in both. On a busy machine the last number is the one to examine: the processor time
// that norma itself uses beyond the bare step.
func BenchmarkStep(b *testing.B) {
	ctx := context.Background()
	p, _, err := Init(ctx, b.TempDir(), "")
	if err != nil {
		b.Fatal(err)
	}
	agent := `{"type":"exec","cmd":["/bin/sh","-c",` + strconv.Quote(answer) + `]}`
	check := `{"type":"exec","cmd":["/bin/sh","-c","cd $NORMA_STEP_DIR; echo x >scorecard.md; echo '{\"version\":1,\"verdict\":\"PASS\",\"criteria\":[]}' >verdict.json; ` +
		`echo '{\"version\":1,\"status\":\"ok\",\"summary\":\"\"}'"]}`
	config := `{"agents":{"plan":` + agent + `,"do":` + agent + `,"check":` + check + `,"act":` + agent + `},"budgets":{"max_iterations":1}}`
	if err := os.WriteFile(p.Config, []byte(config), 0o644); err != nil {
		b.Fatal(err)
	}
	s, err := Begin(ctx, p, Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer s.End()
	scratch := b.TempDir()
	var whole, bare, wholeCPU, bareCPU time.Duration
	steps := 0
	for b.Loop() {
		id, err := s.store.AddTask(ctx, "", "nothing", []contract.Criterion{})
		if err != nil {
			b.Fatal(err)
		}
		start, cpu := time.Now(), processor()
		if r, err := s.Run(ctx, id); err != nil || r.Status != Passed {
			b.Fatalf("%+v %v", r, err)
		}
		whole, wholeCPU = whole+time.Since(start), wholeCPU+processor()-cpu
		start, cpu = time.Now(), processor()
		for range 3 {
			if err := bareStep(ctx, s.store, scratch, steps); err != nil {
				b.Fatal(err)
			}
			steps++
		}
		bare, bareCPU = bare+time.Since(start), bareCPU+processor()-cpu
	}
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 / float64(steps) }
	b.ReportMetric(ms(whole), "ms/step")
	b.ReportMetric(ms(bare), "ms/bare")
	b.ReportMetric(ms(whole-bare), "ms/own")
	b.ReportMetric(ms(wholeCPU-bareCPU), "cpu-ms/own")
}

// processor returns the processor time this process has used, its children left out.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // the arguments are constants
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// bareStep starts the process, makes the files of a step durable, and commits one transaction.
func bareStep(ctx context.Context, store *Store, scratch string, n int) error {
	dir := filepath.Join(scratch, strconv.Itoa(n)+".tmp")
	err := errors.Join(os.MkdirAll(filepath.Join(dir, "logs"), 0o755), os.Mkdir(filepath.Join(dir, "files"), 0o755))
	out, runErr := exec.CommandContext(ctx, "/bin/sh", "-c", answer).Output()
	for _, name := range []string{"input.json", "output.json", "logs/stdout.txt", "logs/stderr.txt"} {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), out, 0o644))
	}
	final := filepath.Join(scratch, strconv.Itoa(n))
	if err = errors.Join(err, runErr, syncTree(dir), os.Rename(dir, final), docfile.SyncNames(scratch)); err != nil {
		return err
	}
	_, err = store.updateWithEvents(ctx, func(tx *Tx) error {
		tx.exec(`UPDATE tasks SET title = ? WHERE id = 1`, strconv.Itoa(n))
		return nil
	})
	return err
}
