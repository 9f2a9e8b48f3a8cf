package norma

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/internal/proc"
)

// git runs the git program in one folder. It never runs a command that changes the user's index, refs
// or stash; `git apply` on the workspace is the only writer (patchapply.go).
type git struct {
	dir string
	env []string
}

// maxGitOutput bounds what is kept of an answer, in bytes.
const maxGitOutput = 256 << 20

func newGit(dir string) *git {
	g := &git{dir: dir}
	for _, v := range os.Environ() {
		// A norma that is called from a git hook must not inherit the hook's repository.
		name, _, _ := strings.Cut(v, "=")
		switch name {
		case "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_PREFIX", "GIT_NAMESPACE", "GIT_COMMON_DIR":
		default:
			g.env = append(g.env, v)
		}
	}
	// Looking must not refresh the user's index, nor ask anything.
	g.env = append(g.env, "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C", "LANGUAGE=C")
	return g
}

// with returns the same git with more environment.
func (g *git) with(env ...string) *git {
	return &git{dir: g.dir, env: append(slices.Clone(g.env), env...)}
}

func (g *git) in(dir string) *git { return &git{dir: dir, env: g.env} }

// gitError is what git said.
type gitError struct {
	args   []string
	stderr string
	err    error
}

func (e *gitError) Error() string {
	say := strings.TrimSpace(e.stderr)
	if say == "" {
		say = e.err.Error()
	}
	if len(say) > 2000 {
		say = say[:2000] + "…"
	}
	return fmt.Sprintf("git %s: %s", e.args[0], strings.ToValidUTF8(say, "?"))
}

func (e *gitError) Unwrap() error { return e.err }

// errNoGit says that there is no git program.
var errNoGit = errors.New("there is no git program on the PATH")

// run answers with what git prints.
func (g *git) run(ctx context.Context, stdin io.Reader, args ...string) ([]byte, error) {
	cmd, err := g.command(ctx, args...)
	if err != nil {
		return nil, err
	}
	out := &limitedBuffer{limit: maxGitOutput}
	errs := &limitedBuffer{limit: 1 << 16}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, out, errs
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, &gitError{args, errs.String(), err}
	}
	if out.cut {
		return nil, fmt.Errorf("git %s printed more than %d bytes", args[0], maxGitOutput)
	}
	return out.Bytes(), nil
}

func (g *git) command(ctx context.Context, args ...string) (*exec.Cmd, error) {
	path, err := exec.LookPath("git")
	if err != nil {
		return nil, errNoGit
	}
	// What somebody wrote into the repository's configuration must not make git run their programs when norma looks.
	cmd := exec.CommandContext(ctx, path, append([]string{"-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull}, args...)...)
	cmd.Dir, cmd.Env = g.dir, g.env
	cmd.WaitDelay = 2 * time.Second
	proc.OwnGroup(cmd) // a Ctrl-C in the terminal is for norma, which then ends things in order
	return cmd, nil
}

func (g *git) insideWorkTree(ctx context.Context) bool {
	out, err := g.run(ctx, nil, "rev-parse", "--is-inside-work-tree")
	return err == nil && strings.TrimSpace(string(out)) == "true"
}

// limitedBuffer keeps the first bytes and drops the rest.
type limitedBuffer struct {
	bytes.Buffer
	limit int
	cut   bool
}

func (b *limitedBuffer) Write(p []byte) (int, error) {
	if room := b.limit - b.Len(); len(p) > room {
		b.Buffer.Write(p[:max(0, room)])
		b.cut = true
		return len(p), nil
	}
	return b.Buffer.Write(p)
}

// zeroSplit takes apart output of a -z option.
func zeroSplit(out []byte) []string {
	s := strings.TrimSuffix(string(out), "\x00")
	if s == "" {
		return nil
	}
	return strings.Split(s, "\x00")
}
