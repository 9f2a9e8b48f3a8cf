package norma

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/nomadocx/nomadocx/norma/contract"
)

// Finding is something recovery saw or did.
type Finding struct {
	Kind    string `json:"kind"`
	RunID   string `json:"run_id,omitempty"`
	Message string `json:"message"`
}

// Kinds of findings that are no events.
const (
	orphanKilled  = "orphan_killed"
	unknownRunDir = "unknown_run_dir"
	missingRunDir = "missing_run_dir"
)

// reconciledMessage is the text of norma.md §4.2.
const reconciledMessage = "Step dir exists but DB record was missing; inserted during recovery"

// Names of step folders, and of those that were never finished.
var (
	stepFolder = regexp.MustCompile(`^([0-9]{3,9})-(plan|do|check|act)$`)
	tmpFolder  = regexp.MustCompile(`^[0-9]{3,9}-(plan|do|check|act)\.tmp-[0-9a-f]+$`)
)

// recovery puts a project in order after a crash (notes, section 15). The lock is held, so whatever
// resembles work in progress is not. Doing it twice changes nothing.
type recovery struct {
	project *Project
	store   *Store
	known   map[string]Run
	found   []Finding
}

func recoverAll(ctx context.Context, p *Project, s *Store) ([]Finding, error) {
	ctx = context.WithoutCancel(ctx) // half a recovery helps nobody; it is short
	r := &recovery{project: p, store: s, known: map[string]Run{}, found: []Finding{}}
	runs, err := s.Runs(ctx, "", 0)
	if err != nil {
		return nil, err
	}
	for _, x := range runs {
		r.known[x.RunID] = x
		if !isDir(p.runDir(x.RunID)) {
			r.tell(missingRunDir, x.RunID, "the run's folder is gone: "+x.RunDir)
		}
	}
	entries, err := os.ReadDir(p.path("runs"))
	if err != nil {
		return nil, err
	}
	var dirs []string
	for _, e := range entries {
		if e.IsDir() {
			dirs = append(dirs, e.Name())
		}
	}
	for _, id := range dirs {
		if err := r.orphans(id); err != nil {
			return nil, err
		}
	}
	if err := r.intents(ctx); err != nil {
		return nil, err
	}
	for _, id := range dirs {
		if err := r.steps(ctx, id); err != nil {
			return nil, fmt.Errorf("run %s: %w", id, err)
		}
	}
	return r.found, r.interrupt(ctx)
}

func (r *recovery) tell(kind, run, message string) {
	r.found = append(r.found, Finding{kind, run, message})
}

// orphans kills an agent that outlived its norma; it would go on writing into folders that are about
// to be removed.
func (r *recovery) orphans(run string) error {
	name := filepath.Join(r.project.runDir(run), "agent.json")
	info, err := os.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if info.Mode().IsRegular() && info.Size() < 1<<16 {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		var record agentRecord
		if json.Unmarshal(data, &record) == nil { // a torn record names nobody
			if n := killOrphans(record, run); n > 0 {
				r.tell(orphanKilled, run, fmt.Sprintf("killed %d process(es) of an agent that was still running", n))
			}
		}
	}
	if !info.Mode().IsRegular() {
		return nil // not ours
	}
	return os.Remove(name)
}

// intents finishes or undoes patches that a crash interrupted.
func (r *recovery) intents(ctx context.Context) error {
	for _, id := range sortedRuns(r.known) {
		var in intent
		found, err := r.store.value(ctx, id, "patch_intent", &in)
		if err != nil {
			return err
		}
		if found {
			if err := r.intent(ctx, id, &in); err != nil {
				return fmt.Errorf("run %s: the interrupted patch of step %d: %w", id, in.StepIndex, err)
			}
		}
	}
	return nil
}

func (r *recovery) intent(ctx context.Context, id string, in *intent) error {
	dir := r.project.runDir(id)
	lock, err := lockPatch(ctx, r.project)
	if err != nil {
		return err
	}
	defer lock.Close()
	w, err := openWorkspace(ctx, r.project, dir)
	if err != nil {
		return err
	}
	if w.isGit != in.Git {
		return errors.New("the folder was a git work tree when the patch began and is none now, or the other way round; the old contents are in " + beforeDir(dir, in.StepIndex))
	}
	data := fields{"step_index": in.StepIndex, "patch_sha256": in.SHA256}
	if w.verify(ctx, in) == nil {
		if err := w.sync(in); err != nil {
			return err
		}
		after, err := w.snapshot(ctx, in.Files)
		if err != nil {
			return err
		}
		mine := owned{}
		if _, err := r.store.value(ctx, id, "owned_files", &mine); err != nil {
			return err
		}
		before := snapshot{Head: in.Head, Status: []string{}, Files: map[string]*string{}}
		for _, f := range in.Files {
			before.Files[f.Path] = f.Before
		}
		r.tell(patchRecovered, id, "the patch was applied completely")
		return r.store.update(ctx, func(tx *Tx) error {
			tx.settle(id, in, mine)
			tx.event(id, patchRecovered, "norma died after the patch was applied and before that was recorded", data)
			tx.event(id, patchApplied, fmt.Sprintf("the patch of step %d is applied", in.StepIndex),
				fields{"step_index": in.StepIndex, "patch_sha256": in.SHA256, "before": before, "after": after})
			tx.exec(`UPDATE runs SET iteration = iteration + 1 WHERE run_id = ? AND status = 'running'`, id)
			return nil
		})
	}
	back, err := w.restore(ctx, dir, in)
	if err != nil {
		return err
	}
	message := "the patch was undone"
	if len(back.foreign) > 0 {
		message += "; edited meanwhile and left alone: " + strings.Join(back.foreign, ", ")
	}
	r.tell(patchRolledBack, id, message)
	return r.store.update(ctx, func(tx *Tx) error {
		tx.drop(id, "patch_intent")
		back.event(tx, id, in)
		tx.exec(`UPDATE steps SET status = 'fail' WHERE run_id = ? AND step_index = ?`, id, in.StepIndex)
		if len(back.foreign) > 0 {
			tx.endRun(id, Failed, runFailed, "after a crash during a patch these files were found edited and left alone: "+strings.Join(back.foreign, ", "),
				fields{"reason": "patch_files_edited", "step_index": in.StepIndex, "paths": back.foreign})
		}
		return nil
	})
}

// removeScratch removes a folder. What the killed run had started may still write into it for a moment.
func removeScratch(ctx context.Context, dir string) error {
	for end := time.Now().Add(2 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		err := os.RemoveAll(dir)
		if !errors.Is(err, syscall.ENOTEMPTY) || time.Now().After(end) || ctx.Err() != nil {
			return err
		}
	}
}

// steps removes what was never finished and records what was finished and not recorded.
func (r *recovery) steps(ctx context.Context, id string) error {
	_, known := r.known[id]
	if !known {
		r.tell(unknownRunDir, id, "the folder has no run in the database; remove it by hand if it is of no use")
	}
	if err := removeScratch(ctx, filepath.Join(r.project.runDir(id), "scratch")); err != nil {
		return err
	}
	dir := filepath.Join(r.project.runDir(id), "steps")
	info, err := os.Lstat(dir)
	if err != nil || !info.IsDir() {
		return nil // nothing there, or a link that leads elsewhere
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var recorded map[int]bool
	for _, e := range entries {
		switch name := e.Name(); {
		case !e.IsDir():
		case tmpFolder.MatchString(name):
			if err := r.removeTmp(ctx, id, filepath.Join(dir, name), known); err != nil {
				return err
			}
		case known && stepFolder.MatchString(name):
			if recorded == nil {
				if recorded, err = r.recorded(ctx, id); err != nil {
					return err
				}
			}
			m := stepFolder.FindStringSubmatch(name)
			index, err := strconv.Atoi(m[1])
			if err != nil || index == 0 || recorded[index] {
				continue
			}
			recorded[index] = true
			if err := r.reconcile(ctx, id, filepath.Join(dir, name), index, m[2]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *recovery) removeTmp(ctx context.Context, id, dir string, known bool) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	name := r.project.relative(dir)
	r.tell(tmpRemoved, id, "removed the unfinished "+name)
	if !known {
		return nil
	}
	return r.store.update(ctx, func(tx *Tx) error {
		tx.event(id, tmpRemoved, "removed an unfinished step", fields{"dir": name})
		return nil
	})
}

func (r *recovery) recorded(ctx context.Context, id string) (map[int]bool, error) {
	steps, err := r.store.steps(ctx, id)
	indexes := map[int]bool{}
	for _, s := range steps {
		indexes[s.Index] = true
	}
	return indexes, err
}

// reconcile inserts the missing row of a step. No verdict and no patch is derived from its files.
func (r *recovery) reconcile(ctx context.Context, id, dir string, index int, role string) error {
	x := Step{RunID: id, Index: index, Role: role, Status: contract.StatusFail, Dir: r.project.relative(dir)}
	ended := time.Time{}
	for _, name := range []string{"input.json", "output.json"} {
		if info, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			if x.StartedAt == "" {
				x.StartedAt = stamp(info.ModTime())
			}
			ended = info.ModTime()
		}
	}
	if x.StartedAt == "" {
		info, err := os.Stat(dir)
		if err != nil {
			return err
		}
		x.StartedAt, ended = stamp(info.ModTime()), info.ModTime()
	}
	end := stamp(ended)
	x.EndedAt = &end
	if data, err := readBelow(dir, "input.json", maxVerdict); err == nil {
		if q, err := contract.DecodeRequest(data); err == nil && q.Step.Iteration > 0 {
			x.Iteration = q.Step.Iteration
		}
	}
	r.tell(reconciledStep, id, reconciledMessage+": "+x.Dir)
	return r.store.update(ctx, func(tx *Tx) error {
		tx.insertStep(x)
		tx.event(id, reconciledStep, reconciledMessage, fields{"step_index": index, "dir": x.Dir})
		return nil
	})
}

// interrupt ends every run that nobody works on any more.
func (r *recovery) interrupt(ctx context.Context) error {
	running, err := r.store.Runs(ctx, Running, 0)
	if err != nil {
		return err
	}
	for _, x := range running {
		r.tell(runInterrupted, x.RunID, "the run was found without a norma that works on it; it is stopped now")
		err := r.store.update(ctx, func(tx *Tx) error {
			tx.endRun(x.RunID, Stopped, runInterrupted, "found unfinished; norma ended without closing the run", fields{"reason": "crash"})
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// removeTemporary removes unfinished steps of one run.
func removeTemporary(runDir string) error {
	entries, err := os.ReadDir(filepath.Join(runDir, "steps"))
	for _, e := range entries {
		if e.IsDir() && tmpFolder.MatchString(e.Name()) {
			err = errors.Join(err, os.RemoveAll(filepath.Join(runDir, "steps", e.Name())))
		}
	}
	return err
}

func sortedRuns(m map[string]Run) []string {
	ids := make([]string, 0, len(m))
	for id := range m {
		ids = append(ids, id)
	}
	sort.Strings(ids)
	return ids
}
