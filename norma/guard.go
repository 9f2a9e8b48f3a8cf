package norma

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// guard notices what an agent does beside its step's folder (notes, section 7): it compares what lies there before
// and after. Nothing is undone, because it may be the user's own edit; undo.go says how to undo it.
//
//	norma's folder, the git folder   every file by its content (sight.go)
//	the database                     the rows of runs and of this run
//	the work tree                    what git says of tracked files, all others by their content
type guard struct {
	mode    string
	git     *git
	top     string   // of the work tree; "" when there is none
	prefix  string   // from the top to the project's root, with a slash at the end, or ""
	gitDirs []string // where git keeps what it knows: hooks, configuration, branches
	project *Project
	store   *Store
	run     string
	dir     string // of the run
	seen    map[string]fingerprinted
}

// newGuard finds what there is to watch.
func newGuard(ctx context.Context, r *runner) *guard {
	p := r.project
	g := &guard{mode: r.config.Guard, git: newGit(p.Root), project: p, store: r.store, run: r.id, dir: r.dir, seen: map[string]fingerprinted{}}
	lines, err := g.git.about(ctx, "--git-dir", "--git-common-dir")
	if err != nil || lines == nil {
		return g
	}
	g.top, g.prefix = lines[0], lines[1]
	for _, dir := range lines[2:] {
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(p.Root, dir)
		}
		g.gitDirs = append(g.gitDirs, dir)
	}
	return g
}

// sight is the state of what the guard watches: paths from the project's root, with what identifies their content.
type sight map[string]string

// state is one reading of the guard. The work tree is nil when git was not asked.
type state struct{ folders, tree sight }

// look takes in everything but one folder, that of the step. It returns nil when nothing is watched. before is the
// look to compare with, or nil: when the git folder is not as it was, git is not asked about the work tree, because
// its configuration names programs that it would run.
func (g *guard) look(ctx context.Context, own string, before *state) (*state, error) {
	if g.mode == guardOff {
		return nil, nil
	}
	s := &state{folders: sight{}}
	if err := g.folders(s.folders, own); err != nil {
		return nil, err
	}
	rows, err := g.store.digest(ctx, g.run)
	if err != nil {
		return nil, err
	}
	s.folders[folder+"/norma.db"] = rows
	if g.top == "" {
		return s, nil
	}
	if before != nil {
		for _, path := range before.folders.differences(s.folders) {
			if g.ofGit(path) {
				return s, nil
			}
		}
	}
	s.tree, err = g.workTree(ctx)
	return s, err
}

// differences lists the paths that are not as they were, sorted.
func (before sight) differences(after sight) (list []string) {
	for k, v := range before {
		if now, ok := after[k]; !ok || now != v {
			list = append(list, k)
		}
	}
	for k := range after {
		if _, ok := before[k]; !ok {
			list = append(list, k)
		}
	}
	sort.Strings(list)
	return list
}

// changes lists what is not as it was, with the command that undoes it where there is one.
func (g *guard) changes(before, after *state) (list []change) {
	was, is := maps.Clone(before.folders), maps.Clone(after.folders)
	if after.tree != nil {
		maps.Copy(was, before.tree)
		maps.Copy(is, after.tree)
	}
	for _, path := range was.differences(is) {
		list = append(list, change{path, g.undo(path, was[path], is[path])})
	}
	return list
}

// maxReported is how many paths an event names.
const maxReported = 50

// watch holds the workspace against what it was before the agent ran. A change fails the step, or is only noted.
func (r *runner) watch(ctx context.Context, a *attempt, before *state) error {
	foreign, err := r.foreignSteps(a)
	if err != nil {
		return err
	}
	if len(foreign) > 0 {
		r.violated(a, fmt.Sprintf("the agent made %s, where only norma makes folders; what it made is kept in %s", strings.Join(foreign, ", "), stepName(a.index, a.role)),
			fields{"paths": foreign, "count": len(foreign)}, true)
	}
	if before == nil || a.cancelled || ctx.Err() != nil {
		return nil
	}
	after, err := r.guard.look(ctx, a.dir, before)
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return err
	}
	if changed := r.guard.changes(before, after); len(changed) > 0 {
		message, paths := describeChanges(changed)
		r.violated(a, message, fields{"paths": paths[:min(len(paths), maxReported)], "count": len(changed)}, false)
	}
	return nil
}

// violated fails a step because of what its agent did elsewhere, or notes it: when the guard only warns, or the step
// fails for another reason. always is for what norma cannot go on with.
func (r *runner) violated(a *attempt, message string, data fields, always bool) {
	if a.failure != nil || a.cancelled || r.config.Guard == guardWarn && !always {
		data["step_index"] = a.index
		a.notes = append(a.notes, note{workspaceViolation, message, data})
		return
	}
	a.failure = &failure{kind: workspaceViolation, message: message, data: data}
}

// foreignSteps moves what an agent made among the steps into its own step: a folder there would be booked as a step.
func (r *runner) foreignSteps(a *attempt) (made []string, err error) {
	steps := filepath.Dir(a.final)
	entries, err := os.ReadDir(steps)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{filepath.Base(a.dir): true}
	for _, dir := range r.previous {
		known[filepath.Base(dir)] = true
	}
	for _, e := range entries {
		if known[e.Name()] {
			continue
		}
		made = append(made, "steps/"+e.Name())
		into := fmt.Sprintf("foreign-%d", len(made))
		for i := len(made) + 1; a.folder.Mkdir(into, 0o755) != nil; i++ {
			if into = fmt.Sprintf("foreign-%d", i); i > 1000 {
				return made, fmt.Errorf("%s: there is no room for what the agent made", a.dir)
			}
		}
		if err := os.Rename(filepath.Join(steps, e.Name()), filepath.Join(a.dir, into, e.Name())); err != nil {
			return made, err
		}
	}
	return made, nil
}
