package main

import (
	"context"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
)

// A command that waits for standard input ends when a signal comes, says one word, and exits with the code
// shells give to a program that the signal ended.
func TestInterrupted(t *testing.T) {
	for signal, code := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		defer r.Close()
		ctx, cancel := context.WithCancelCause(context.Background())
		cancel(&interrupted{signal})
		var out, errs strings.Builder
		term := &terminal{in: r, out: &out, err: &errs, getenv: os.Getenv}
		if got := run(ctx, term, []string{"check", "-"}); got != code || errs.String() != "interrupted\n" || out.Len() > 0 {
			t.Errorf("exit code %d, want %d; %q%q", got, code, errs.String(), out.String())
		}
		// A usage error is one, interrupted or not.
		errs.Reset()
		if got := run(ctx, term, []string{"check", "--nope"}); got != exitUsage {
			t.Errorf("exit code %d; %q", got, errs.String())
		}
	}
	if in := patientReader(context.Background(), strings.NewReader("text")); in == nil {
		t.Error("no reader")
	} else if data, err := io.ReadAll(in); err != nil || string(data) != "text" {
		t.Errorf("%q, %v", data, err)
	}
}
