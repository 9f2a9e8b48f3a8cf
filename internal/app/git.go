//go:build !js

package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// gitOutput returns what git prints. It is called without a shell, and only to tell what it knows: no filter, hook or pager of the
// repository runs.
func gitOutput(ctx context.Context, dir string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, gitPatience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1")
	cmd.WaitDelay = time.Second
	out, problem := &limited{most: maxSource}, &limited{most: 4 << 10}
	cmd.Stdout, cmd.Stderr = out, problem
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("git did not answer in %s", gitPatience)
	case out.over:
		return nil, fmt.Errorf("what git printed is larger than %d bytes", maxSource)
	case err != nil && len(problem.kept) > 0:
		return nil, fmt.Errorf("git: %s", strings.Join(strings.Fields(string(problem.kept)), " "))
	case err != nil:
		return nil, fmt.Errorf("git: %w", err)
	}
	return out.kept, nil
}

// limited keeps what is written up to a size; a strict one fails for more.
type limited struct {
	kept   []byte
	most   int
	strict bool
	over   bool
}

func (l *limited) Write(p []byte) (int, error) {
	room := min(len(p), l.most-len(l.kept))
	if l.strict && room < len(p) {
		return 0, errors.New("too much")
	}
	l.kept = append(l.kept, p[:room]...)
	l.over = l.over || room < len(p)
	return len(p), nil
}
