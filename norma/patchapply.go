package norma

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/nomadocx/nomadocx/internal/docfile"
)

// snapshot is the workspace at one moment, for the timeline.
type snapshot struct {
	Head   string             `json:"head"`
	Status []string           `json:"status"` // lines of git status, .norma left out
	Files  map[string]*string `json:"files"`  // the patch's files by their hashes
}

func (w *workspace) snapshot(ctx context.Context, files []patchFile) (snapshot, error) {
	s := snapshot{Status: []string{}}
	var err error
	if s.Files, err = w.hashes(ctx, pathsOf(files)); err != nil || !w.isGit {
		return s, err
	}
	if s.Head, err = w.head(ctx); err != nil {
		return s, err
	}
	out, err := w.git.run(ctx, nil, "status", "--porcelain", "-z", "--no-renames", "--", ":(top)", ":(exclude)"+w.prefix+folder)
	if lines := zeroSplit(out); lines != nil {
		s.Status = lines[:min(len(lines), maxReported)]
	}
	return s, err
}

func pathsOf(files []patchFile) []string {
	paths := make([]string, len(files))
	for i, f := range files {
		paths[i] = f.Path
	}
	return paths
}

// beforeDir returns where the old contents lie while a patch is applied, and afterwards.
func beforeDir(runDir string, step int) string {
	return filepath.Join(runDir, "patch", fmt.Sprintf("%03d", step), "before")
}

// keepBefore copies what a patch will overwrite.
func keepBefore(p *Project, runDir string, in *intent) error {
	dir := beforeDir(runDir, in.StepIndex)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, f := range in.Files {
		if f.Before == nil {
			continue
		}
		from, to := filepath.Join(p.Root, filepath.FromSlash(f.Path)), filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := copyFile(from, to); err != nil {
			return err
		}
	}
	return syncTree(filepath.Dir(dir))
}

func copyFile(from, to string) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return writeFile(to, data, info.Mode().Perm())
}

// applyPatch does what the committed intent says. It lets nothing interrupt it. A *patchError says that
// the workspace is as before, or names the files that are not.
func (r *runner) applyPatch(ctx context.Context, a *attempt, in *intent, more func(*Tx)) error {
	ctx = context.WithoutCancel(ctx)
	w, err := openWorkspace(ctx, r.project, r.dir)
	if err != nil {
		return err
	}
	before, err := w.snapshot(ctx, in.Files)
	if err != nil {
		return err
	}
	failed := w.perform(ctx, filepath.Join(a.final, "patch.diff"), in)
	failpoint("patch-done")
	if failed == nil {
		if failed = w.verify(ctx, in); failed == nil {
			failed = w.sync(in)
		}
	}
	if failed != nil {
		return r.undo(ctx, w, in, failed)
	}
	after, err := w.snapshot(ctx, in.Files)
	if err != nil {
		return err
	}
	mine := owned{}
	if _, err := r.store.value(ctx, r.id, "owned_files", &mine); err != nil {
		return err
	}
	err = r.update(ctx, func(tx *Tx) error {
		tx.settle(r.id, in, mine)
		tx.event(r.id, patchApplied, fmt.Sprintf("the patch of step %d is applied: %s", in.StepIndex, strings.Join(pathsOf(in.Files), ", ")),
			fields{"step_index": in.StepIndex, "patch_sha256": in.SHA256, "before": before, "after": after})
		more(tx)
		return nil
	})
	if err == nil {
		failpoint("patch-recorded")
	}
	return err
}

// settle takes an intent off the list because it is done.
func (t *Tx) settle(run string, in *intent, mine owned) {
	for _, f := range in.Files {
		mine[f.Path] = f.After
	}
	t.put(run, "owned_files", mine)
	t.drop(run, "patch_intent")
}

// perform runs git apply on the workspace. The child holds the patch lock, also when norma is killed, so
// that recovery waits for it.
func (w *workspace) perform(ctx context.Context, patch string, in *intent) error {
	data, err := os.ReadFile(patch)
	if err != nil {
		return err
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != in.SHA256 {
		return errors.New("patch.diff was changed after it was checked")
	}
	lock, err := lockPatch(ctx, w.project)
	if err != nil {
		return err
	}
	defer lock.Close()
	if failpointArmed("patch-half") && len(in.Files) > 0 {
		_, _ = w.git.run(ctx, nil, w.apply("--include="+w.prefix+in.Files[0].Path, patch)...)
		dieNow()
	}
	cmd, err := w.git.command(ctx, w.apply(patch)...)
	if err != nil {
		return err
	}
	errs := &limitedBuffer{limit: 1 << 16}
	cmd.Stderr = errs
	cmd.ExtraFiles = []*os.File{lock}
	if err := cmd.Run(); err != nil {
		return &gitError{w.apply(), errs.String(), err}
	}
	return nil
}

// verify holds every file against what was expected of it.
func (w *workspace) verify(ctx context.Context, in *intent) error {
	now, err := w.hashes(ctx, pathsOf(in.Files))
	if err != nil {
		return err
	}
	for _, f := range in.Files {
		if !same(now[f.Path], f.After) {
			return fmt.Errorf("%s is not what the patch should have made of it", f.Path)
		}
	}
	return nil
}

// sync makes the changed files durable before the database says that they are changed.
func (w *workspace) sync(in *intent) error {
	for _, f := range in.Files {
		at := filepath.Join(w.project.Root, filepath.FromSlash(f.Path))
		if f.After != nil {
			file, err := os.Open(at)
			if err != nil {
				return err
			}
			if err := errors.Join(file.Sync(), file.Close()); err != nil {
				return err
			}
		}
		if dir := filepath.Dir(at); isDir(dir) {
			if err := docfile.SyncNames(dir); err != nil {
				return err
			}
		}
	}
	return nil
}

// undo brings the workspace back after a patch that did not go well, and ends the run.
func (r *runner) undo(ctx context.Context, w *workspace, in *intent, failed error) error {
	back, err := w.restore(ctx, r.dir, in)
	if err != nil {
		return err
	}
	message := "the patch could not be applied: " + failed.Error()
	err = r.update(ctx, func(tx *Tx) error {
		tx.drop(r.id, "patch_intent")
		tx.exec(`UPDATE steps SET status = 'fail' WHERE run_id = ? AND step_index = ?`, r.id, in.StepIndex)
		tx.event(r.id, patchFailed, message, fields{"step_index": in.StepIndex, "reason": patchMismatch})
		back.event(tx, r.id, in)
		tx.endRun(r.id, Failed, runFailed, message, fields{"reason": patchMismatch, "step_index": in.StepIndex})
		return nil
	})
	return err
}

// restored says what became of the files of an intent.
type restored struct {
	foreign []string // neither as before nor as after: somebody else's, left alone
	written []string // put back
}

// restore puts the old content back into the files that have the new one. Files that are neither are
// somebody's edit and stay.
func (w *workspace) restore(ctx context.Context, runDir string, in *intent) (*restored, error) {
	now, err := w.hashes(ctx, pathsOf(in.Files))
	if err != nil {
		return nil, err
	}
	r := &restored{}
	for _, f := range in.Files {
		at := filepath.Join(w.project.Root, filepath.FromSlash(f.Path))
		switch {
		case same(now[f.Path], f.Before):
			if f.Before != nil && f.BeforeMode != f.AfterMode {
				if err := restoreMode(at, filepath.Join(beforeDir(runDir, in.StepIndex), filepath.FromSlash(f.Path))); err != nil {
					return nil, err
				}
			}
			continue
		case !same(now[f.Path], f.After):
			r.foreign = append(r.foreign, f.Path)
			continue
		case f.Before == nil:
			if err := os.Remove(at); err != nil {
				return nil, err
			}
		default:
			if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
				return nil, err
			}
			if err := copyFile(filepath.Join(beforeDir(runDir, in.StepIndex), filepath.FromSlash(f.Path)), at); err != nil {
				return nil, err
			}
		}
		r.written = append(r.written, f.Path)
	}
	return r, nil
}

// restoreMode gives a file whose content did not change its permissions back.
func restoreMode(at, copied string) error {
	info, err := os.Stat(copied)
	if err != nil {
		return err
	}
	return os.Chmod(at, info.Mode().Perm())
}

func (b *restored) event(tx *Tx, run string, in *intent) {
	message := "the workspace is as it was before the patch"
	if len(b.foreign) > 0 {
		message = "edited meanwhile and left alone: " + strings.Join(b.foreign, ", ") + "; the other files are as before the patch"
	}
	tx.event(run, patchRolledBack, message, fields{"step_index": in.StepIndex, "restored": b.written, "left_alone": b.foreign,
		"backup": filepath.ToSlash(filepath.Join("patch", fmt.Sprintf("%03d", in.StepIndex), "before"))})
}
