package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
)

// interrupted is why the context of a command ended: a signal.
type interrupted struct{ signal syscall.Signal }

func (i *interrupted) Error() string { return "interrupted" }

// code returns the exit code that shells give a program that a signal ended.
func (i *interrupted) code() int { return 128 + int(i.signal) }

// interruption returns the signal that ended a context, nil when none did.
func interruption(ctx context.Context) *interrupted {
	var i *interrupted
	if errors.As(context.Cause(ctx), &i) {
		return i
	}
	return nil
}

// finishes is set by commands that finish their work after a first signal, and end by themselves after a
// second one.
var finishes atomic.Bool

// untilSignal returns a context that ends with the first Ctrl-C or SIGTERM. A second one ends the process, as a
// command may be at something that cannot be interrupted; what it leaves the next one removes.
func untilSignal() (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		for first := true; ; first = false {
			s, _ := (<-signals).(syscall.Signal)
			why := &interrupted{s}
			if !first && !finishes.Load() {
				fmt.Fprintln(os.Stderr, why)
				os.Exit(why.code())
			}
			cancel(why)
		}
	}()
	return ctx, func() { signal.Stop(signals); cancel(nil) }
}

// waiting is standard input that a signal ends: a read would wait for ever for somebody to type.
type waiting struct {
	io.Reader
	ctx context.Context
}

// patientReader makes reads of standard input end with the context.
func patientReader(ctx context.Context, in io.Reader) io.Reader {
	f, ok := in.(*os.File)
	if !ok {
		return in
	}
	if info, err := f.Stat(); err != nil || info.Mode().IsRegular() {
		return in
	}
	return &waiting{f, ctx}
}

// fileOf returns the file that a reader reads, if it is one.
func fileOf(in io.Reader) (*os.File, bool) {
	if w, ok := in.(*waiting); ok {
		in = w.Reader
	}
	f, ok := in.(*os.File)
	return f, ok
}

func (w *waiting) Read(b []byte) (int, error) {
	type result struct {
		n   int
		err error
	}
	buffer := make([]byte, len(b)) // b may be used again when we have left
	done := make(chan result, 1)
	go func() {
		n, err := w.Reader.Read(buffer)
		done <- result{n, err}
	}()
	select {
	case r := <-done:
		return copy(b, buffer[:r.n]), r.err
	case <-w.ctx.Done():
		return 0, context.Cause(w.ctx)
	}
}

// plainError says in words for people what package os says of a file it was asked for.
func plainError(err error) string {
	if p, ok := err.(*fs.PathError); ok { //nolint:errorlint // one that is wrapped has its words around it
		if errors.Is(p.Err, fs.ErrNotExist) {
			return "cannot read " + p.Path + ": no such file"
		}
		return "cannot " + p.Op + " " + p.Path + ": " + p.Err.Error()
	}
	return err.Error()
}
