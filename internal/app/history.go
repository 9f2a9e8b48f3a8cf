package app

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/review/redline"
)

// commit is a commit that touched a document.
type commit struct {
	hash, author, date string
	file               string // where the document was then, an absolute path
}

// mostCommits bounds how many commits a redline goes through.
const mostCommits = 500

// ManyCommitsError says that more commits touched a file than a redline goes through.
type ManyCommitsError struct{ File, Since string }

func (e *ManyCommitsError) Error() string {
	return fmt.Sprintf("more than %d commits touched %s since %s", mostCommits, e.File, e.Since)
}

// history returns the commits that touched a document between two revisions, the oldest first. The last revision is "HEAD" for the
// files as they are. Of merges the side counts that they were merged into.
func history(ctx context.Context, file, from, to string) ([]commit, error) {
	dir, subject := inGit(file)
	prefix, err := gitText(ctx, dir, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	args := []string{"-c", "log.showSignature=false", "log", "--first-parent", "-z", "--format=%x01%H%x02%an%x02%aI", "--name-only", fmt.Sprintf("--max-count=%d", mostCommits+1)}
	if IsManifest(file) {
		subject = path.Dir(subject) // chapters, data and pictures lie there
	} else {
		args = append(args, "--follow")
	}
	out, err := gitOutput(ctx, dir, append(args, from+".."+to, "--", subject)...)
	if err != nil {
		return nil, err
	}
	var list []commit
	for _, entry := range strings.Split(string(out), "\x01")[1:] {
		head, names, _ := strings.Cut(entry, "\n")
		f := strings.Split(strings.Trim(head, "\x00"), "\x02")
		if len(f) != 3 {
			continue
		}
		at, err := time.Parse(time.RFC3339, f[2])
		if err != nil {
			return nil, fmt.Errorf("git: commit %s has the date %q", f[0], f[2])
		}
		c := commit{hash: f[0], author: f[1], date: at.UTC().Format(layout.WordTime), file: absolute(file)}
		if name := strings.Trim(names, "\x00\n"); !IsManifest(file) && name != "" {
			name, _, _ = strings.Cut(name, "\x00")
			c.file = below(dir, prefix, name)
		}
		list = append(list, c)
	}
	if len(list) > mostCommits {
		return nil, &ManyCommitsError{filepath.Base(file), from}
	}
	slices.Reverse(list)
	return list, nil
}

// inGit returns the folder in which git is asked about a file, and what the file is called there: its own one, or when that is gone the
// nearest above it.
func inGit(file string) (dir, name string) {
	file = absolute(file)
	for dir = filepath.Dir(file); !exists(dir) && dir != filepath.Dir(dir); {
		dir = filepath.Dir(dir)
	}
	rel, err := filepath.Rel(dir, file)
	if err != nil {
		rel = filepath.Base(file)
	}
	return dir, "./" + filepath.ToSlash(rel)
}

// below returns the absolute path of a file that git calls name, where it calls the folder dir prefix.
func below(dir, prefix, name string) string {
	rel, err := filepath.Rel(filepath.FromSlash(path.Clean("/"+prefix)), filepath.FromSlash("/"+name))
	if err != nil {
		return ""
	}
	return filepath.Join(dir, rel)
}

// formerName returns the path that a file had in a revision, "" when it was not there.
func formerName(ctx context.Context, file, rev string) string {
	dir, subject := inGit(file)
	prefix, err := gitText(ctx, dir, "rev-parse", "--show-prefix")
	if err != nil {
		return ""
	}
	out, err := gitOutput(ctx, dir, "-c", "log.showSignature=false", "log", "--follow", "--format=", "--name-status", "--diff-filter=R", "-z", rev+"..HEAD", "--",
		subject)
	if err != nil {
		return ""
	}
	former := ""
	for f := strings.Split(string(out), "\x00"); len(f) >= 3; f = f[3:] { // R100, the old name, the new one; the newest first
		former = f[1]
	}
	if former == "" {
		return ""
	}
	return below(dir, prefix, former)
}

// steps returns the versions between two of one document, when git has them; none when it has not.
func (o *RedlineOptions) steps(ctx context.Context, was, now *version) ([]redline.Step, error) {
	if was.rev == nil || o.By == "file" || now.rev != nil && now.rev.dir != was.rev.dir {
		return nil, nil
	}
	to := "HEAD"
	if now.rev != nil {
		to = now.rev.rev
	}
	list, err := history(ctx, now.file, was.rev.rev, to)
	if err != nil {
		return nil, err
	}
	gitDir, _ := inGit(now.file)
	var out []redline.Step
	last := was.pkg
	for _, c := range list {
		halt.Of(ctx).Now()
		v := &version{name: c.hash[:min(len(c.hash), 8)], file: c.file, rev: &revision{ctx, gitDir, c.hash}}
		if err := v.load(ctx, o); err != nil {
			if ctx.Err() != nil {
				return nil, err
			}
			continue // a state that cannot be shown belongs to the one that mended it
		}
		if v.pkg.Equal(last) {
			continue
		}
		last = v.pkg
		out = append(out, redline.Step{Package: v.pkg, Author: c.author, Date: c.date, Commit: c.hash})
	}
	if !last.Equal(now.pkg) { // what is not committed
		out = append(out, redline.Step{Author: o.author(ctx), Date: o.date(now)})
	}
	if len(out) > 0 {
		out[len(out)-1].Package = now.pkg
	}
	return out, nil
}

// explain says more about a version that git does not have.
func (v *version) explain(ctx context.Context, err error) error {
	if v.rev == nil || err == nil {
		return err
	}
	dir, rev := v.rev.dir, v.rev.rev
	if _, unknown := gitText(ctx, dir, "rev-parse", "--verify", "--quiet", rev+"^{commit}"); unknown != nil {
		if _, broken := gitText(ctx, dir, "rev-parse", "--git-dir"); broken != nil {
			return fmt.Errorf("%s: %w", v.name, broken)
		}
		if shallow, _ := gitText(ctx, dir, "rev-parse", "--is-shallow-repository"); shallow == "true" {
			return fmt.Errorf("%s: git knows no revision %s here; the clone is shallow, git fetch --unshallow --tags brings the rest", v.name, rev)
		}
		return fmt.Errorf("%s: git knows no revision %s", v.name, rev)
	}
	var missing *missingError
	if !errors.As(err, &missing) {
		return fmt.Errorf("%s: %w", v.name, err)
	}
	base := filepath.Base(v.file)
	_, subject := inGit(v.file)
	if former := formerName(ctx, v.file, rev); former != "" && !strings.HasPrefix(v.name, gitPrefix) { // with that it was looked for there
		if there, err := filepath.Rel(absolute("."), former); err == nil {
			return fmt.Errorf("%s: %s is not there in %s; it has been renamed since: %s:%s", v.name, base, rev, rev, filepath.ToSlash(there))
		}
	}
	first, _ := gitText(ctx, dir, "log", "--diff-filter=A", "--format=%h of %as", "--max-count=1", "--", subject)
	if first == "" {
		return fmt.Errorf("%s: %s is not there in %s", v.name, base, rev)
	}
	return fmt.Errorf("%s: %s is not there in %s; commit %s is the first that has it", v.name, base, rev, first)
}
