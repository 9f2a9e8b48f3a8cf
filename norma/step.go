package norma

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/nomadocx/nomadocx/norma/contract"
)

// attempt is one execution of a role: a step that is about to be committed.
type attempt struct {
	index, iteration int
	role             contract.Role
	number           int    // 1, and more for retries
	dir              string // temporary, absolute
	final            string // absolute
	folder           *os.Root
	request          *contract.Request
	started, ended   time.Time

	exit      *int
	response  *contract.Response
	raw       []byte // the answer as the agent gave it
	verdict   *contract.Verdict
	failure   *failure // why the step fails, nil when it is ok
	notes     []note   // events beside the failure
	cancelled bool     // norma was asked to stop
}

// failure is why a step fails.
type failure struct {
	kind    string // type of the event, "" when the agent said so itself
	message string
	data    fields
	retry   bool // another attempt may help
}

// note is an event that goes with a step.
type note struct {
	kind, message string
	data          fields
}

// stepName returns the folder name of a step: NNN-role, with more digits when it takes them.
func stepName(index int, role contract.Role) string { return fmt.Sprintf("%03d-%s", index, role) }

// execute plays one role once. The step is not committed yet. Errors are norma's own, not the agent's.
func (r *runner) execute(ctx context.Context, role contract.Role, number int, broken string) (*attempt, error) {
	agent := r.config.agent(role)
	back, err := newBackend(r.project, agent)
	if err != nil {
		return nil, err
	}
	r.index++
	a := &attempt{index: r.index, iteration: r.iteration, role: role, number: number, started: time.Now()}
	a.final = filepath.Join(r.dir, "steps", stepName(a.index, role))
	if err := a.makeFolder(); err != nil {
		return nil, err
	}
	defer a.folder.Close()
	failpoint("tmp-made")

	a.request = r.request(a, broken)
	input, err := indented(a.request)
	if err != nil {
		return nil, err
	}
	if err := a.write("input.json", input); err != nil {
		return nil, err
	}
	before, err := r.guard.look(ctx, a.dir, nil)
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	c, err := back.call(a, input, broken)
	if err != nil {
		return nil, err
	}
	c.logs, c.step, c.record = filepath.Join(a.dir, "logs"), a.dir, filepath.Join(r.dir, "agent.json")
	c.limits, c.wait, c.mirror = r.config.Limits, agent.timeout(), r.mirror
	c.env = append(agent.environment(os.Environ()), "NORMA_RUN_ID="+r.id, "NORMA_ROLE="+string(role), "NORMA_STEP_DIR="+a.dir)
	out, err := c.run(ctx)
	a.ended = time.Now()
	var unstarted *startError
	switch {
	case errors.As(err, &unstarted):
		a.failure = &failure{kind: agentFailed, message: err.Error(), data: fields{"program": unstarted.program}, retry: true}
	case err != nil:
		return nil, err
	default:
		a.exit = &out.exit
		a.judge(ctx, out, back.lenient())
	}
	if err := r.watch(ctx, a, before); err != nil {
		return nil, err
	}
	return a, a.writeOutput()
}

// makeFolder makes the temporary folder; what is in it becomes a step by one rename.
func (a *attempt) makeFolder() error {
	var b [3]byte
	if _, err := rand.Read(b[:]); err != nil {
		return err
	}
	a.dir = a.final + ".tmp-" + hex.EncodeToString(b[:])
	for _, dir := range []string{a.dir, filepath.Join(a.dir, "logs"), filepath.Join(a.dir, "files")} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			return err
		}
	}
	var err error
	a.folder, err = os.OpenRoot(a.dir)
	return err
}

// write makes a file in the step's folder. Whatever an agent put there under that name is replaced, and
// no link it left is followed.
func (a *attempt) write(name string, data []byte) error {
	if err := a.folder.RemoveAll(name); err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(a.dir, name), err)
	}
	f, err := a.folder.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(a.dir, name), err)
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(a.dir, name), err)
	}
	return nil
}

func (r *runner) request(a *attempt, broken string) *contract.Request {
	q := &contract.Request{
		Version: contract.Version, RunID: r.id, Goal: r.task.Goal, Now: a.started.UTC().Truncate(time.Millisecond),
		Step:    contract.Step{Index: a.index, Role: a.role, Iteration: a.iteration},
		Norma:   contract.Terms{Criteria: r.task.Criteria, Budgets: r.config.Budgets},
		Paths:   contract.Paths{RepoRoot: r.project.Root, RunDir: r.dir, StepDir: a.dir, FinalStepDir: a.final},
		Context: contract.Context{PreviousStepDirs: append([]string{}, r.previous...)},
	}
	if broken != "" {
		q.Context.Notes = "The attempt before this one failed: " + broken
	}
	return q
}

// writeOutput keeps the agent's answer, with members we do not know, or says why there is none.
func (a *attempt) writeOutput() error {
	if a.response != nil {
		data, err := indented(json.RawMessage(a.raw))
		if err != nil {
			return err
		}
		return a.write("output.json", data)
	}
	data, err := indented(contract.Response{
		Version: contract.Version, Status: contract.StatusFail, Summary: a.failure.message,
		Files: []string{}, NextActions: []string{}, Errors: []string{a.failure.reason()}, NormaGenerated: true,
	})
	if err != nil {
		return err
	}
	return a.write("output.json", data)
}

// reason returns a failure in one line: its kind, then what happened.
func (f *failure) reason() string {
	if f.kind == "" {
		return f.message
	}
	return f.kind + ": " + f.message
}

// commit makes a step permanent: files to the disk, one rename, one transaction (norma.md §4.1). more
// adds what else happens in the same moment.
func (r *runner) commit(ctx context.Context, a *attempt, more func(*Tx)) error {
	if err := syncTree(a.dir); err != nil {
		return err
	}
	failpoint("before-rename")
	if exists(a.final) {
		return fmt.Errorf("%s is there already; evidence is never overwritten", a.final)
	}
	if err := os.Rename(a.dir, a.final); err != nil {
		return err
	}
	if err := docfile.SyncNames(filepath.Dir(a.final)); err != nil {
		return err
	}
	failpoint("after-rename")
	status, summary := contract.StatusOK, ""
	if a.response != nil {
		summary = a.response.Summary
	}
	if a.failure != nil {
		status = contract.StatusFail
		if a.response == nil {
			summary = a.failure.reason()
		}
	}
	ended := stamp(a.ended)
	dir := r.project.relative(a.final)
	err := r.update(ctx, func(tx *Tx) error {
		tx.insertStep(Step{RunID: r.id, Index: a.index, Role: string(a.role), Iteration: a.iteration, Status: status,
			Dir: dir, StartedAt: stamp(a.started), EndedAt: &ended, Summary: &summary})
		tx.event(r.id, stepCommitted, fmt.Sprintf("%s %s: %s", stepName(a.index, a.role), status, firstLine(summary)), fields{
			"step_index": a.index, "role": a.role, "status": status, "dir": dir, "exit_code": a.exit,
			"duration_ms": a.ended.Sub(a.started).Milliseconds(), "attempt": a.number})
		for _, n := range a.notes {
			tx.event(r.id, n.kind, n.message, n.data)
		}
		if f := a.failure; f != nil && f.kind != "" {
			data := fields{"step_index": a.index}
			for k, v := range f.data {
				data[k] = v
			}
			tx.event(r.id, f.kind, f.message, data)
		}
		if more != nil {
			more(tx)
		}
		return nil
	})
	if err != nil {
		return err
	}
	r.previous = append(r.previous, a.final)
	failpoint("step-committed")
	return nil
}

// syncTree makes a folder and all in it durable. Links, pipes and devices are left alone.
func syncTree(dir string) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() && !d.Type().IsRegular() {
			return err
		}
		f, err := os.Open(path)
		if errors.Is(err, fs.ErrPermission) {
			return nil // the agent's own wish; it cannot be synced, but it can be kept
		}
		if err != nil {
			return err
		}
		return errors.Join(f.Sync(), f.Close())
	})
}

func indented(v any) ([]byte, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(v)
	return []byte(b.String()), err
}

// firstLine returns a text as part of one line, short.
func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	if r := []rune(s); len(r) > 200 {
		return string(r[:200]) + "…"
	}
	return s
}
