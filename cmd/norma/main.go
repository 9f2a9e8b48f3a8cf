// Command norma runs tasks through plan, do, check and act until every acceptance criterion passes.
// Agents, any programs, play the four roles; see docs/norma.md.
//
// Each file here is one command: flags in, a call of package workflow, exit code out.
package main

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"

	"github.com/nomadocx/nomadocx/internal/screen"
)

// version is set by the build: -ldflags "-X main.version=…".
var version = "dev"

func main() {
	if len(os.Args) == 2 && os.Args[1] == "--version" {
		_, _ = os.Stdout.WriteString(version + "\n")
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	t := &terminal{out: screen.Of(os.Stdout), err: screen.Of(os.Stderr)}
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		s := <-signals
		if n, ok := s.(syscall.Signal); ok {
			t.signal.Store(int32(n))
		}
		cancel()
	}()
	code := run(ctx, t, os.Args[1:])
	cancel()
	os.Exit(code)
}

// terminal is where a command writes, and which signal asked it to stop.
type terminal struct {
	out, err interface{ Write([]byte) (int, error) }
	signal   atomic.Int32
}
