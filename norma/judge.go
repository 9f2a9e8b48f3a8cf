package norma

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/norma/contract"
)

// Bounds of what is read of a step's files, in bytes.
const (
	maxVerdict = 16 << 20
	maxPatch   = 64 << 20
)

// judge decides what an agent's answer is worth (notes, sections 9 and 10). lenient allows an answer
// with a frame around it, as models make it.
func (a *attempt) judge(ctx context.Context, out *outcome, lenient bool) {
	switch {
	case out.timedOut:
		a.failure = &failure{kind: agentTimeout, message: out.late(), data: fields{"duration_ms": out.took.Milliseconds()}, retry: true}
	case ctx.Err() != nil:
		a.cancelled = true
		a.failure = &failure{message: "interrupted: norma was asked to stop"}
	case out.exit != 0:
		a.failure = &failure{kind: agentFailed, message: exitMessage(out.exit) + "; see " + a.log("stderr.txt"), data: fields{"exit_code": out.exit}, retry: true}
	case out.tooLong:
		a.protocolError(fmt.Errorf("limits.stdout_mb is %d, and the agent printed more than %d MiB on stdout", out.limit, out.limit))
	default:
		a.read(out.stdout, lenient)
	}
}

// log returns where a log of the step will lie, from the project's root.
func (a *attempt) log(name string) string {
	return (&Project{Root: a.request.Paths.RepoRoot}).relative(filepath.Join(a.final, "logs", name))
}

// beginning quotes the first characters of what an agent printed.
func beginning(stdout []byte) string {
	text := []rune(firstLine(string(stdout[:min(len(stdout), 200)])))
	if len(text) == 0 {
		return "with nothing"
	}
	return fmt.Sprintf("%q", string(text[:min(len(text), 40)]))
}

func exitMessage(code int) string {
	if code < 0 {
		return "the agent was killed by a signal"
	}
	return fmt.Sprintf("the agent ended with exit code %d", code)
}

func (a *attempt) protocolError(err error) {
	a.failure = &failure{kind: protocolError, message: err.Error(), data: fields{"rule": err.Error()}, retry: a.role != contract.Check}
}

func (a *attempt) read(stdout []byte, lenient bool) {
	raw := stdout
	if !utf8.Valid(raw) {
		a.protocolError(fmt.Errorf("the agent's stdout is not UTF-8; see %s", a.log("stdout.txt")))
		return
	}
	response, err := contract.DecodeResponse(raw)
	if err != nil && lenient {
		if inner, ok := contract.Recover(stdout); ok {
			if again, err2 := contract.DecodeResponse(inner); err2 == nil {
				response, raw, err = again, inner, nil
				a.notes = append(a.notes, note{responseRecovered, "the answer was found in a frame of other text", fields{"step_index": a.index}})
			}
		}
	}
	if err != nil {
		if errors.Is(err, contract.ErrNotOne) {
			err = fmt.Errorf("the agent's stdout is %w (it begins %s); see %s", err, beginning(stdout), a.log("stdout.txt"))
		} else {
			err = fmt.Errorf("the agent's answer is wrong: %w; see %s", err, a.log("stdout.txt"))
		}
		a.protocolError(err)
		return
	}
	for _, f := range response.Files {
		if err := regularBelow(a.dir, f); err != nil {
			a.protocolError(fmt.Errorf("files: %w", err))
			return
		}
	}
	if a.role == contract.Check {
		verdict, err := a.readVerdict(response)
		switch {
		case err != nil && response.Status == contract.StatusFail: // the reason first; the verdict is only missing because of it
			a.protocolError(fmt.Errorf("the agent says it failed: %s (and %w)", said(response), err))
			return
		case err != nil:
			a.protocolError(err)
			return
		}
		a.verdict = verdict
	}
	a.response, a.raw = response, bytes.Clone(raw)
	if response.Status == contract.StatusFail {
		a.failure = &failure{message: "the agent says it failed: " + said(response)}
	}
}

// said returns what an agent gives as the reason of its failure, once.
func said(r *contract.Response) string {
	why := strings.TrimSuffix(firstLine(r.Summary), ".")
	if len(r.Errors) > 0 && !strings.Contains(r.Summary, firstLine(r.Errors[0])) {
		why += ": " + firstLine(r.Errors[0])
	}
	return why
}

// readVerdict applies the rules of notes, section 10, in their order. Nothing is recorded as a verdict
// before all of them hold.
func (a *attempt) readVerdict(response *contract.Response) (*contract.Verdict, error) {
	data, err := readBelow(a.dir, "verdict.json", maxVerdict)
	if err != nil {
		return nil, err
	}
	card, err := readBelow(a.dir, "scorecard.md", maxVerdict)
	if err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(card)) == 0 {
		return nil, errors.New("scorecard.md is empty")
	}
	v, err := contract.DecodeVerdict(data)
	if err != nil {
		return nil, fmt.Errorf("verdict.json: %w", err)
	}
	if err := v.Check(a.request.Norma.Criteria); err != nil {
		return nil, fmt.Errorf("verdict.json: %w", err)
	}
	for _, j := range v.Criteria {
		if j.Evidence == "" {
			continue
		}
		if err := a.evidence(j.Evidence); err != nil {
			return nil, fmt.Errorf("verdict.json: evidence of %s: %w", j.ID, err)
		}
	}
	if response.Status != contract.StatusOK {
		return nil, fmt.Errorf("the check answered %q beside its verdict", response.Status)
	}
	return v, nil
}

// evidence returns a path below the step's folder, or below the run's when it begins with steps/. The step
// itself may be named as it will be called.
func (a *attempt) evidence(path string) error {
	if inner, ok := strings.CutPrefix(path, "steps/"+filepath.Base(a.final)+"/"); ok {
		return existsBelow(a.dir, inner)
	}
	if strings.HasPrefix(path, "steps/") {
		return existsBelow(a.request.Paths.RunDir, path)
	}
	return existsBelow(a.dir, path)
}

// existsBelow refuses a path that does not exist, or that leads out of the folder by symbolic links.
func existsBelow(dir, path string) error {
	if err := contract.CheckPath(path); err != nil {
		return err
	}
	home, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return err
	}
	at, err := filepath.EvalSymlinks(filepath.Join(dir, filepath.FromSlash(path)))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%q does not exist", path)
	}
	if err != nil {
		return fmt.Errorf("%q: %w", path, err)
	}
	if !strings.HasPrefix(at, home+string(filepath.Separator)) {
		return fmt.Errorf("%q leads out of the folder", path)
	}
	return nil
}

// regularBelow is existsBelow, for files.
func regularBelow(dir, path string) error {
	if err := existsBelow(dir, path); err != nil {
		return err
	}
	info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(path)))
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%q is not a regular file", path)
	}
	return nil
}

func readBelow(dir, path string, limit int64) ([]byte, error) {
	if err := regularBelow(dir, path); err != nil {
		return nil, err
	}
	name := filepath.Join(dir, path)
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if info.Size() > limit {
		return nil, fmt.Errorf("%q has %d bytes; the limit is %d", path, info.Size(), limit)
	}
	return os.ReadFile(name)
}
