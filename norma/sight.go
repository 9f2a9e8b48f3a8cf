package norma

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// What the guard sees of files. Content is hashed once; later a file is read again only when its times, its size
// or its number have changed, none of which an agent can keep while it changes the content.

// fingerprinted is a file as it was when it was hashed.
type fingerprinted struct{ status, hash string }

// maxHashed is the size in bytes up to which files are compared by content, not by their times.
const maxHashed = 16 << 20

// fresh is how long a change may share its time with another one of the same file.
const fresh = time.Second

// fingerprint identifies a file's kind, permissions and content.
func (g *guard) fingerprint(path string) string {
	info, err := os.Lstat(path)
	if err != nil {
		return "absent"
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		to, _ := os.Readlink(path)
		return "link to " + to
	}
	if info.IsDir() {
		return info.Mode().String()
	}
	changed, number := changeOf(info)
	status := fmt.Sprintf("%s %d %d %d %d", info.Mode(), info.Size(), info.ModTime().UnixNano(), changed.UnixNano(), number)
	if !info.Mode().IsRegular() || info.Size() > maxHashed {
		return status
	}
	if was, ok := g.seen[path]; ok && was.status == status {
		return was.hash
	}
	f, err := os.Open(path)
	if err != nil {
		return "unreadable " + status
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, io.LimitReader(f, maxHashed)); err != nil {
		return "unreadable " + status
	}
	hash := info.Mode().String() + " " + hex.EncodeToString(h.Sum(nil))
	if time.Since(changed) > fresh {
		g.seen[path] = fingerprinted{status, hash}
	}
	return hash
}

// status identifies a file by its times: enough for runs that have ended, which nobody has a reason to touch.
func status(path string) string {
	info, err := os.Lstat(path)
	if err != nil {
		return "absent"
	}
	if info.IsDir() {
		return info.Mode().String()
	}
	changed, number := changeOf(info)
	return fmt.Sprintf("%s %d %d %d", info.Mode(), info.Size(), changed.UnixNano(), number)
}

// folders takes in norma's folder, the configuration wherever it lies, and git's folders, but not the folder own.
func (g *guard) folders(s sight, own string) error {
	home, runs := g.project.path(), g.project.path("runs")
	err := walk(home, func(path string, d fs.DirEntry) error {
		switch {
		case path == own || path == g.project.path("locks"):
			return fs.SkipDir
		case filepath.Dir(path) == home && strings.HasPrefix(d.Name(), "norma.db"):
			return nil
		case below(path, runs) && !below(path, g.dir):
			s[g.project.relative(path)] = status(path)
		default:
			s[g.project.relative(path)] = g.fingerprint(path)
		}
		return nil
	})
	if err != nil {
		return err
	}
	s[g.project.relative(g.project.Config)] = g.fingerprint(g.project.Config)
	for _, dir := range g.gitDirs {
		if err := g.gitFolder(s, dir); err != nil {
			return err
		}
	}
	return nil
}

// gitFolder takes in what git keeps, but for its store of content, its logs, and the index, which git writes anew
// when it only looks.
func (g *guard) gitFolder(s sight, dir string) error {
	return walk(dir, func(path string, d fs.DirEntry) error {
		if slices.Contains([]string{"objects", "logs", "lfs", "index", "fsmonitor--daemon", "fsmonitor--daemon.ipc"}, d.Name()) && exists(filepath.Join(filepath.Dir(path), "HEAD")) {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		s[g.project.relative(path)] = g.fingerprint(path)
		return nil
	})
}

// walk goes through a folder without following links. What vanishes meanwhile was not there.
func walk(dir string, visit func(string, fs.DirEntry) error) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case errors.Is(err, fs.ErrPermission) && d != nil && d.IsDir():
			return fs.SkipDir
		case err != nil:
			return err
		}
		return visit(path, d)
	})
}

// below reports whether a path lies in a folder or is it. Windows and macOS see no difference between capitals and small letters.
func below(path, dir string) bool {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		path, dir = strings.ToLower(path), strings.ToLower(dir)
	}
	return path == dir || strings.HasPrefix(path, dir+string(filepath.Separator))
}

// ofGit reports whether a path of a sight lies in one of git's folders.
func (g *guard) ofGit(path string) bool {
	at := filepath.Join(g.project.Root, filepath.FromSlash(path))
	return slices.ContainsFunc(g.gitDirs, func(dir string) bool { return below(at, dir) })
}

// workTree takes in what git says of tracked files, with their content where it changed, git's index, and all other
// files by their content, ignored or not.
func (g *guard) workTree(ctx context.Context) (sight, error) {
	s := sight{}
	out, err := g.git.run(ctx, nil, "status", "--porcelain=v2", "-z", "--untracked-files=no", "--no-renames", "--", ":(top)", ":(exclude)"+folder)
	if err != nil {
		return nil, err
	}
	for _, line := range zeroSplit(out) {
		if !strings.HasPrefix(line, "#") {
			at := filepath.Join(g.top, filepath.FromSlash(statusPath(line)))
			s[g.project.relative(at)] = line + " " + g.fingerprint(at)
		}
	}
	// The index names what git compares, and what it was asked to overlook: tracked files, in full. Other files have their names only.
	if out, err = g.git.in(g.top).run(ctx, nil, "ls-files", "-s", "-v", "--others", "-z"); err != nil {
		return nil, err
	}
	index := sha256.New()
	for _, line := range zeroSplit(out) {
		name, isOther := strings.CutPrefix(line, other)
		if !isOther {
			index.Write(append([]byte(line), 0))
		} else if err := g.untracked(s, name); err != nil {
			return nil, err
		}
	}
	s[gitIndex] = hex.EncodeToString(index.Sum(nil))
	return s, nil
}

// untracked takes in a file that git does not track, by its path from the top, unless it lies in norma's folder.
func (g *guard) untracked(s sight, name string) error {
	at := filepath.Join(g.top, filepath.FromSlash(name))
	if name == g.prefix+folder || strings.HasPrefix(name, g.prefix+folder+"/") {
		return nil
	}
	if strings.HasSuffix(name, "/") { // a repository of its own
		return g.gitFolder(s, at)
	}
	s[g.project.relative(at)] = other + g.fingerprint(at)
	return nil
}

// gitIndex stands for what git's index says; other begins the identity of a file that git does not track.
const (
	gitIndex = ".git/index"
	other    = "? "
)

// statusPath returns the path in a line of porcelain v2: the rest after a number of fields that depends on
// the kind of the line.
func statusPath(line string) string {
	n := map[byte]int{'1': 8, 'u': 10, '?': 1, '!': 1}[line[0]]
	parts := strings.SplitN(line, " ", n+1)
	return parts[len(parts)-1]
}

// digest identifies what the database says of all runs, and of one run in full. Tasks may change while a run goes on.
func (s *Store) digest(ctx context.Context, run string) (string, error) {
	h := sha256.New()
	for _, q := range []struct {
		query string
		args  []any
	}{
		{`SELECT run_id, created_at, goal, status, iteration, current_step_index, coalesce(verdict, ''), run_dir FROM runs ORDER BY run_id`, nil},
		{`SELECT step_index, role, iteration, status, step_dir, started_at, coalesce(ended_at, ''), coalesce(summary, '') FROM steps WHERE run_id = ? ORDER BY step_index`, []any{run}},
		{`SELECT seq, ts, type, message, coalesce(data_json, '') FROM events WHERE run_id = ? ORDER BY seq`, []any{run}},
		{`SELECT key, value_json FROM kv_run WHERE run_id = ? ORDER BY key`, []any{run}},
	} {
		if err := s.hashRows(ctx, h, q.query, q.args...); err != nil {
			return "", fmt.Errorf("%s: %w", s.path, err)
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// hashRows writes the rows of a query into a hash.
func (s *Store) hashRows(ctx context.Context, h io.Writer, query string, args ...any) error {
	rows, err := s.db.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	values, into := make([]string, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(h, "%q\n", values); err != nil {
			return err
		}
	}
	return rows.Err()
}
