package norma

import (
	"bytes"
	"context"
	"crypto/sha1" //nolint:gosec // the name git gives to content, not a seal
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// workspace is the project's files as a patch sees them. In a git work tree, content is named by git
// with its filters (line ends, say); elsewhere by the same hash of the plain bytes.
type workspace struct {
	project *Project
	isGit   bool
	git     *git   // in the top folder of the work tree, or in the root
	prefix  string // from the top to the project's root, with a slash at the end, or ""
	scratch string // a folder of this program for throw-away work
}

func openWorkspace(ctx context.Context, p *Project, runDir string) (*workspace, error) {
	w := &workspace{project: p, git: newGit(p.Root), scratch: filepath.Join(runDir, "scratch")}
	switch lines, err := w.git.about(ctx); {
	case errors.Is(err, errNoGit):
		return nil, &patchError{patchMismatch, errNoGit.Error() + "; a patch cannot be applied without it", nil}
	case err != nil:
		return nil, err
	case lines != nil:
		w.isGit, w.prefix, w.git = true, lines[1], w.git.in(lines[0])
	default:
		// Nobody's settings shall change bytes where no repository says so.
		w.git = w.git.with("GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull)
	}
	return w, nil
}

// about returns the folder of the work tree, the way from there to where git runs, and what else rev-parse is asked for.
// It returns nil outside a work tree.
func (g *git) about(ctx context.Context, more ...string) ([]string, error) {
	out, err := g.run(ctx, nil, append([]string{"rev-parse", "--is-inside-work-tree", "--show-toplevel", "--show-prefix"}, more...)...)
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	var outside *exec.ExitError
	if err != nil && !errors.As(err, &outside) {
		return nil, err
	}
	if err != nil || lines[0] != "true" {
		return nil, nil
	}
	if len(lines) != 3+len(more) {
		return nil, fmt.Errorf("the path of %s has a line end, which norma cannot read from git", g.dir)
	}
	return lines[1:], nil
}

func (w *workspace) close() { _ = os.RemoveAll(w.scratch) }

// apply returns the git apply that all uses share, so that what is checked is what is done.
func (w *workspace) apply(more ...string) []string {
	args := []string{"apply", "--whitespace=nowarn", "--no-ignore-whitespace"}
	if w.prefix != "" {
		args = append(args, "--directory="+strings.TrimSuffix(w.prefix, "/"))
	}
	return append(args, more...)
}

// names counts the entries of a patch and lists the files they are about, new and old names alike: git
// reads the patch forward and backward.
func (w *workspace) names(ctx context.Context, data []byte) (entries int, touched []string, err error) {
	for i, direction := range [][]string{nil, {"-R"}} {
		out, err := w.git.run(ctx, bytes.NewReader(data), w.apply(append(direction, "--numstat", "-z", "-")...)...)
		if err != nil {
			return 0, nil, notApplicable(patchUnreadable, err)
		}
		for _, line := range zeroSplit(out) {
			_, rest, _ := strings.Cut(line, "\t")
			_, name, ok := strings.Cut(rest, "\t")
			if !ok {
				return 0, nil, &patchError{patchUnreadable, "git cannot name the files of the patch", nil}
			}
			if i == 0 {
				entries++
			}
			name, inside := strings.CutPrefix(name, w.prefix)
			if !inside {
				return 0, nil, &patchError{patchPath, fmt.Sprintf("%q leads out of the project", name), []string{name}}
			}
			touched = append(touched, name)
		}
	}
	if entries == 0 {
		return 0, nil, &patchError{patchEmpty, "patch.diff changes nothing", nil}
	}
	slices.Sort(touched)
	return entries, slices.Compact(touched), nil
}

func notApplicable(reason string, err error) error {
	var refused *gitError
	if errors.As(err, &refused) {
		return &patchError{reason, refused.Error(), nil}
	}
	return err
}

// check is git's own trial.
func (w *workspace) check(ctx context.Context, data []byte) error {
	_, err := w.git.run(ctx, bytes.NewReader(data), w.apply("--check", "-")...)
	return notApplicable(patchMismatch, err)
}

// hashes name the content of files; nil is absent.
func (w *workspace) hashes(ctx context.Context, paths []string) (map[string]*string, error) {
	hashes := make(map[string]*string, len(paths))
	var there []string
	var list bytes.Buffer
	for _, p := range paths {
		at := filepath.Join(w.project.Root, filepath.FromSlash(p))
		info, err := os.Lstat(at)
		switch {
		case errors.Is(err, fs.ErrNotExist) || isNotDir(err):
			hashes[p] = nil
		case err != nil:
			return nil, err
		case !info.Mode().IsRegular():
			odd := "not a regular file"
			hashes[p] = &odd
		case w.isGit:
			there = append(there, p)
			fmt.Fprintf(&list, "%s\n", w.prefix+p)
		default:
			data, err := os.ReadFile(at)
			if err != nil {
				return nil, err
			}
			h := blobHash(data)
			hashes[p] = &h
		}
	}
	if len(there) == 0 {
		return hashes, nil
	}
	out, err := w.git.run(ctx, &list, "hash-object", "--stdin-paths")
	if err != nil {
		return nil, err
	}
	names := strings.Fields(string(out))
	if len(names) != len(there) {
		return nil, fmt.Errorf("git hash-object named %d of %d files", len(names), len(there))
	}
	for i, p := range there {
		hashes[p] = &names[i]
	}
	return hashes, nil
}

// blobHash returns git's name of plain bytes.
func blobHash(data []byte) string {
	h := sha1.New() //nolint:gosec // as above
	fmt.Fprintf(h, "blob %d\x00", len(data))
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}

// head returns the commit the work tree stands on, "" when there is none.
func (w *workspace) head(ctx context.Context) (string, error) {
	if !w.isGit {
		return "", nil
	}
	out, err := w.git.run(ctx, nil, "rev-parse", "--verify", "-q", "HEAD")
	var none *gitError
	if errors.As(err, &none) {
		return "", nil
	}
	return strings.TrimSpace(string(out)), err
}

// committed names the content of files in the last commit.
func (w *workspace) committed(ctx context.Context, paths []string) (map[string]*string, error) {
	hashes := map[string]*string{}
	head, err := w.head(ctx)
	if head == "" || err != nil {
		return hashes, err
	}
	args := []string{"ls-tree", "-z", "--full-tree", head, "--"}
	for _, p := range paths {
		args = append(args, w.prefix+p)
	}
	out, err := w.git.with("GIT_LITERAL_PATHSPECS=1").run(ctx, nil, args...)
	if err != nil {
		return nil, err
	}
	for _, line := range zeroSplit(out) {
		about, name, _ := strings.Cut(line, "\t")
		f := strings.Fields(about)
		if len(f) == 3 {
			hash := f[2]
			if f[0] != "100644" && f[0] != "100755" {
				hash = f[1] + " " + hash // a link or a folder: never what a regular file holds
			}
			hashes[strings.TrimPrefix(name, w.prefix)] = &hash
		}
	}
	return hashes, nil
}

// expect applies a patch to a throw-away index and says what changes. Neither the user's index nor the
// user's objects are written.
func (w *workspace) expect(ctx context.Context, data []byte, touched []string) ([]patchFile, error) {
	if err := errors.Join(os.RemoveAll(w.scratch), os.MkdirAll(filepath.Join(w.scratch, "objects"), 0o755)); err != nil {
		return nil, err
	}
	g, err := w.throwAway(ctx)
	if err != nil {
		return nil, err
	}
	var list bytes.Buffer
	for _, p := range touched {
		list.WriteString(w.prefix + p + "\x00")
	}
	if _, err := g.run(ctx, &list, "update-index", "--add", "--remove", "-z", "--stdin"); err != nil {
		return nil, notApplicable(patchMismatch, err)
	}
	tree, err := g.run(ctx, nil, "write-tree")
	if err != nil {
		return nil, err
	}
	if _, err := g.run(ctx, bytes.NewReader(data), w.apply("--cached", "-")...); err != nil {
		return nil, notApplicable(patchMismatch, err)
	}
	out, err := g.run(ctx, nil, "diff-index", "--cached", "--raw", "-z", "--no-renames", "--no-abbrev", strings.TrimSpace(string(tree)))
	if err != nil {
		return nil, err
	}
	return w.changes(out, touched)
}

// throwAway is git with another index and another place for objects.
func (w *workspace) throwAway(ctx context.Context) (*git, error) {
	if !w.isGit {
		g := w.git.with("GIT_DIR="+filepath.Join(w.scratch, "git"), "GIT_WORK_TREE="+w.project.Root)
		_, err := g.run(ctx, nil, "init", "-q", "--template=")
		return g, err
	}
	objects, err := w.git.run(ctx, nil, "rev-parse", "--git-path", "objects")
	if err != nil {
		return nil, err
	}
	at := strings.TrimSpace(string(objects))
	if !filepath.IsAbs(at) {
		at = filepath.Join(w.git.dir, at)
	}
	g := w.git.with("GIT_INDEX_FILE="+filepath.Join(w.scratch, "index"),
		"GIT_OBJECT_DIRECTORY="+filepath.Join(w.scratch, "objects"), "GIT_ALTERNATE_OBJECT_DIRECTORIES="+at)
	head, err := w.head(ctx)
	if head != "" && err == nil {
		_, err = g.run(ctx, nil, "read-tree", head)
	}
	return g, err
}

// changes reads the raw difference of two trees.
func (w *workspace) changes(out []byte, touched []string) ([]patchFile, error) {
	parts := zeroSplit(out)
	var files []patchFile
	for i := 0; i+1 < len(parts); i += 2 {
		f := strings.Fields(strings.TrimPrefix(parts[i], ":"))
		p, inside := strings.CutPrefix(parts[i+1], w.prefix)
		if len(f) != 5 || !inside || !slices.Contains(touched, p) {
			return nil, &patchError{patchPath, fmt.Sprintf("the patch would change %q, which it does not name", parts[i+1]), []string{parts[i+1]}}
		}
		file := patchFile{Path: p}
		for _, side := range []struct {
			mode, hash string
			outMode    *string
			outHash    **string
		}{{f[0], f[2], &file.BeforeMode, &file.Before}, {f[1], f[3], &file.AfterMode, &file.After}} {
			switch side.mode {
			case "000000":
			case "100644", "100755":
				*side.outMode, *side.outHash = side.mode, &side.hash
			default:
				return nil, &patchError{patchPath, fmt.Sprintf("%q would be of the kind %s: a link or a submodule", p, side.mode), []string{p}}
			}
		}
		files = append(files, file)
	}
	if len(files) == 0 {
		return nil, &patchError{patchEmpty, "patch.diff changes nothing", nil}
	}
	return files, nil
}

// isNotDir says that a file stands where a path needs a folder, so that nothing can be below it.
func isNotDir(err error) bool { return errors.Is(err, syscall.ENOTDIR) }
