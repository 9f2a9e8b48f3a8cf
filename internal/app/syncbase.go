package app

import (
	"context"
	"fmt"
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
