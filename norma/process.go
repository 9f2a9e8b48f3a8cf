package norma

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/nomadocx/nomadocx/internal/proc"
)

// grace is how long an agent may take to end after SIGTERM.
const grace = 10 * time.Second

// agentRecord is runs/<id>/agent.json: enough to find an agent that outlived its norma, and to know
// that it is the same one.
type agentRecord struct {
	PID   int    `json:"pid"`
	Group int    `json:"process_group"`
	Start uint64 `json:"start_time"` // ticks since boot
	Boot  string `json:"boot_id"`
	Step  string `json:"step_dir"`
}

// call is one program to run for a step.
type call struct {
	path   string // absolute
	args   []string
	dir    string
	env    []string // all of it
	stdin  []byte
	logs   string // folder of stdout.txt and stderr.txt
	record string // where agent.json goes
	step   string
	limits Limits
	wait   time.Duration
	mirror io.Writer // gets all the agent prints, or nil
}

// outcome is what became of a call.
type outcome struct {
	exit     int // -1: killed by a signal
	stdout   []byte
	tooLong  bool // stdout passed its limit
	timedOut bool
	took     time.Duration
	wait     time.Duration // that the agent may take
	limit    int           // of stdout, in MiB
}

// late says that the agent took too long, and how it ended.
func (o *outcome) late() string {
	end := "ended"
	if o.exit < 0 {
		end = "killed"
	}
	return fmt.Sprintf("timeout_sec is %d; the agent was asked to stop and %s after %d s", int(o.wait.Seconds()), end, int(o.took.Round(time.Second).Seconds()))
}

// run runs the program to its end. Errors are ours (a disk that is full, a program that cannot be
// started is a *startError); what the agent does wrong is in the outcome.
func (c *call) run(ctx context.Context) (out *outcome, err error) {
	stdout, err := newLog(filepath.Join(c.logs, "stdout.txt"), int64(c.limits.LogMB)<<20, c.mirror)
	if err != nil {
		return nil, err
	}
	stderr, err := newLog(filepath.Join(c.logs, "stderr.txt"), int64(c.limits.LogMB)<<20, c.mirror)
	if err != nil {
		return nil, errors.Join(err, stdout.close())
	}
	stdout.keep = c.limits.StdoutMB << 20
	done := make(chan struct{})
	go func() {
		defer close(done)
		// The kernel kills the child when this thread ends; so nothing else may use it.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		out, err = c.start(ctx, stdout, stderr)
	}()
	<-done
	if err2 := errors.Join(stdout.close(), stderr.close()); err2 != nil {
		return nil, err2
	}
	if err != nil {
		return nil, err
	}
	out.stdout, out.tooLong = stdout.kept.Bytes(), stdout.tooLong
	return out, nil
}

// startError says that a program could not be started.
type startError struct {
	program string
	err     error
}

func (e *startError) Error() string { return fmt.Sprintf("cannot start %s: %v", e.program, e.err) }

func (c *call) start(ctx context.Context, stdout, stderr io.Writer) (*outcome, error) {
	cmd := exec.Command(c.path, c.args...)
	cmd.Dir, cmd.Env = c.dir, c.env
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(c.stdin), stdout, stderr
	cmd.WaitDelay = 2 * time.Second // for pipes held open by processes that left the group
	proc.OwnGroup(cmd)
	proc.DieWithParent(cmd)
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, &startError{c.path, err}
	}
	pid := cmd.Process.Pid
	var problem error
	record := agentRecord{PID: pid, Group: pid, Start: startTime(pid), Boot: bootID(), Step: c.step}
	if data, err := json.Marshal(record); err != nil {
		problem = err
	} else {
		problem = os.WriteFile(c.record, append(data, '\n'), 0o644)
	}
	failpoint("agent-running")

	over := make(chan struct{})
	watched := make(chan bool)
	go func() { watched <- c.watch(ctx, pid, over) }()
	if problem != nil {
		proc.Kill(pid)
	}
	reap(cmd, func() { close(over) })
	timedOut := <-watched
	problem = errors.Join(problem, os.Remove(c.record))
	if problem != nil {
		return nil, problem
	}
	return &outcome{exit: cmd.ProcessState.ExitCode(), timedOut: timedOut, took: time.Since(began), wait: c.wait, limit: c.limits.StdoutMB}, nil
}

// watch ends a process group that takes too long or is not wanted any more: SIGTERM, grace, SIGKILL. It
// reports whether the time was up.
func (c *call) watch(ctx context.Context, pid int, over <-chan struct{}) (timedOut bool) {
	timer := time.NewTimer(c.wait)
	defer timer.Stop()
	select {
	case <-over:
		return false
	case <-timer.C:
		timedOut = true
	case <-ctx.Done():
	}
	proc.Terminate(pid)
	timer.Reset(grace)
	select {
	case <-over:
	case <-timer.C:
		proc.Kill(pid)
	}
	return timedOut
}

// agentLog takes what an agent prints: into a file up to a limit, into memory up to a smaller one.
type agentLog struct {
	mu      sync.Mutex
	file    *os.File
	room    int64 // bytes the file may still take
	cut     bool
	keep    int // bytes to keep in memory
	kept    bytes.Buffer
	tooLong bool
	mirror  io.Writer
	err     error
}

func newLog(path string, limit int64, mirror io.Writer) (*agentLog, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	return &agentLog{file: f, room: limit, mirror: mirror}, nil
}

// Write never tells the agent to stop: an agent that prints too much must not block on a full pipe.
func (l *agentLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if room := l.keep - l.kept.Len(); len(p) > room {
		l.tooLong = true
	} else {
		l.kept.Write(p)
	}
	if l.mirror != nil {
		_, _ = io.WriteString(l.mirror, Plain(string(p)))
	}
	if l.err != nil || l.cut {
		return len(p), nil
	}
	part := p
	if int64(len(part)) > l.room {
		part = append(bytes.Clone(p[:l.room]), "\n[norma: the rest was cut off, see limits.log_mb]\n"...)
		l.cut = true
	}
	l.room -= int64(len(part))
	_, l.err = l.file.Write(part)
	return len(p), nil
}

func (l *agentLog) close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return errors.Join(l.err, l.file.Close())
}
