package jobs

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nomadocx/nomadocx/internal/memory"
	"github.com/nomadocx/nomadocx/internal/proc"
)

const (
	// keepStderr is how much of a child's standard error is kept for the error that tells how it ended.
	keepStderr = 32 << 10
	// look is how often a child's memory is measured.
	look = 500 * time.Millisecond
)

// child is one process that serves requests.
type child struct {
	cmd     *exec.Cmd
	stdin   io.WriteCloser
	replies chan Reply
	ended   chan struct{} // closed once the process has been waited for; state is set then
	state   string
	stderr  tail
	memory  int64
	served  int
}

// start makes a child.
func start(c Config) (*child, error) {
	if len(c.Command) == 0 {
		return nil, errors.New("no program is given")
	}
	k := &child{replies: make(chan Reply), ended: make(chan struct{}), memory: c.Memory}
	k.cmd = exec.Command(c.Command[0], c.Command[1:]...)
	k.cmd.Env = append(append(os.Environ(), memory.Variable+"="+strconv.FormatInt(memory.Limit(), 10)), c.Env...)
	k.cmd.Stderr = &k.stderr
	k.cmd.WaitDelay = 2 * time.Second // for a grandchild that keeps standard error open
	proc.OwnGroup(k.cmd)
	var err error
	if k.stdin, err = k.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	stdout, err := k.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := k.cmd.Start(); err != nil {
		return nil, err
	}
	proc.Expendable(k.cmd.Process.Pid)
	go k.listen(stdout)
	return k, nil
}

// listen passes replies on until the child ends.
func (k *child) listen(stdout io.Reader) {
	r := json.NewDecoder(bufio.NewReader(stdout))
	for {
		var reply Reply
		if err := r.Decode(&reply); err != nil {
			break
		}
		k.replies <- reply
	}
	// Whatever it goes on to do, nobody hears it any more.
	proc.Kill(k.cmd.Process.Pid)
	if err := k.cmd.Wait(); err != nil {
		k.state = err.Error()
	} else {
		k.state = "it ended"
	}
	close(k.ended)
}

// ask hands over a request and waits for its reply. After an error the child is of no more use.
func (k *child) ask(ctx context.Context, request Request, limit time.Duration) (Reply, error) {
	k.served++
	deadline := time.NewTimer(limit)
	defer deadline.Stop()
	sent := make(chan error, 1)
	go func() { sent <- json.NewEncoder(k.stdin).Encode(request) }()
	ticks := time.NewTicker(look)
	defer ticks.Stop()
	for {
		select {
		case reply := <-k.replies:
			return reply, nil
		case <-k.ended:
			return Reply{}, &CrashError{State: k.state, Stderr: k.stderr.String()}
		case <-deadline.C:
			return Reply{}, ErrDeadline
		case <-ctx.Done():
			return Reply{}, context.Cause(ctx)
		case <-ticks.C:
			if proc.Resident(k.cmd.Process.Pid) > k.memory {
				return Reply{}, ErrMemory
			}
		case <-sent: //nolint:errcheck // a pipe that cannot be written means that the child has ended
			sent = nil
		}
	}
}

func (k *child) hasEnded() bool {
	select {
	case <-k.ended:
		return true
	default:
		return false
	}
}

// kill ends the child and all it started, at once.
func (k *child) kill() {
	if !k.hasEnded() { // the number of a process that was waited for may be another's
		proc.Kill(k.cmd.Process.Pid)
	}
	_ = k.stdin.Close() // it has ended
	for {
		select {
		case <-k.ended:
			return
		case <-k.replies: // one that came too late
		}
	}
}

// retire lets the child end by itself, so that it can end its browser.
func (k *child) retire() {
	_ = k.stdin.Close() // it may have ended
	patience := time.NewTimer(2 * farewell)
	defer patience.Stop()
	for {
		select {
		case <-k.ended:
			return
		case <-k.replies:
		case <-patience.C:
			k.kill()
			return
		}
	}
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, b...)
	if over := len(t.kept) - keepStderr; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ToValidUTF8(string(t.kept), "�")
}
