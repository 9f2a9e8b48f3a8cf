package app

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/internal/files"
)

// gitPatience is how long git may take to find one file of a revision.
const gitPatience = 10 * time.Second

// gitPrefix marks a revision of the source itself.
const gitPrefix = "git:"

// BaseError says why a source cannot be the one that was sent.
type BaseError struct{ Why string }

func (e *BaseError) Error() string { return "the base " + e.Why }

// LoadBase reads the source that was sent out: a file, "git:REV" for the same file as it was in a
// revision, or "REV:path" as git writes it, when no file has that name. Its datasets and pictures are
// those of today.
func LoadBase(ctx context.Context, s *Source, base string) (*Source, error) {
	rev, ok := strings.CutPrefix(base, gitPrefix)
	switch {
	case ok:
		if s.Path == "-" {
			return nil, &BaseError{base + " needs the source to be a file, not standard input"}
		}
		rev += ":./" + filepath.Base(s.Path)
	case strings.Contains(base, ":") && !exists(base):
		rev = base
	default:
		sent, err := Load(ctx, base, LoadOptions{External: s.Resources.External})
		if err == nil && sent.Book != nil {
			err = &BaseError{"needs the .noma source that was sent, not a book manifest"}
		}
		return sent, err
	}
	text, err := gitFile(ctx, filepath.Dir(absolute(s.Path)), rev)
	if err != nil {
		return nil, &BaseError{base + ": " + err.Error()}
	}
	if err := plainText(base, text); err != nil {
		return nil, err
	}
	sent, err := s.WithText(string(text))
	if err != nil {
		return nil, err
	}
	sent.Path = base
	return sent, nil
}

func exists(path string) bool {
	_, err := files.Stat(path)
	return err == nil
}

// gitFile returns a file as it was in a revision.
func gitFile(ctx context.Context, dir, object string) ([]byte, error) {
	if strings.HasPrefix(object, "-") || strings.ContainsAny(object, "\x00\n") {
		return nil, fmt.Errorf("%q is not a revision", object)
	}
	return gitOutput(ctx, dir, "cat-file", "blob", object)
}

// gitText returns the line that git prints.
func gitText(ctx context.Context, dir string, args ...string) (string, error) {
	out, err := gitOutput(ctx, dir, args...)
	return strings.TrimSpace(string(out)), err
}

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

// limited keeps what is written up to a size.
type limited struct {
	kept []byte
	most int
	over bool
}

func (l *limited) Write(p []byte) (int, error) {
	room := min(len(p), l.most-len(l.kept))
	l.kept = append(l.kept, p[:room]...)
	l.over = l.over || room < len(p)
	return len(p), nil
}
