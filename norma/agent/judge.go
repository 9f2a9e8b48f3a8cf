package agent

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/norma/contract"
)

// maxShown is how much a command may print as evidence, in bytes.
const maxShown = 4 << 20

// check judges every criterion by its command and writes the verdict.
func (t *task) check(ctx context.Context) error {
	v := contract.Verdict{Version: contract.Version, Verdict: contract.Pass, Criteria: []contract.Judgement{}, Blockers: []string{}, RecommendedFix: []string{}}
	var card strings.Builder
	fmt.Fprintf(&card, "# Scorecard of iteration %d\n\n%s\n\n| criterion | result | why |\n| --- | --- | --- |\n", t.Step.Iteration, t.Goal)
	passed := 0
	for _, c := range t.Norma.Criteria {
		j, err := t.judge(ctx, c)
		if err != nil {
			return err
		}
		v.Criteria = append(v.Criteria, j)
		word := "passes"
		if j.Pass {
			passed++
		} else {
			v.Verdict, word = contract.Fail, "fails"
			v.RecommendedFix = append(v.RecommendedFix, c.ID+": "+j.Detail)
		}
		fmt.Fprintf(&card, "| %s %s | %s | %s |\n", c.ID, cell(c.Statement()), word, cell(j.Detail))
	}
	total := len(v.Criteria)
	v.Metrics = map[string]float64{"criteria_passed": float64(passed), "criteria_failed": float64(total - passed)}
	fmt.Fprintf(&card, "\nVerdict: %s, %d of %d criteria pass.\n", v.Verdict, passed, total)
	if err := t.writeJSON("verdict.json", v); err != nil {
		return err
	}
	t.answer.Summary = fmt.Sprintf("%s: %d of %d criteria pass.", v.Verdict, passed, total)
	return t.write("scorecard.md", []byte(card.String()))
}

// cell returns a text inside a Markdown table.
func cell(s string) string {
	return strings.NewReplacer("\n", " ", "\r", " ", "|", `\|`).Replace(s)
}

func (t *task) judge(ctx context.Context, c contract.Criterion) (contract.Judgement, error) {
	j := contract.Judgement{ID: c.ID, Text: c.Text}
	commands, err := c.Commands()
	if err != nil {
		return j, err
	}
	if commands == nil {
		j.Detail = "it has no command after =>, so this agent cannot judge it"
		return j, nil
	}
	j.Pass = true
	var evidence strings.Builder
	for _, args := range commands {
		pass, detail, err := t.command(ctx, args, &evidence)
		if err != nil {
			return j, fmt.Errorf("%s: %w", c.ID, err)
		}
		if j.Pass { // what is shown is the first that fails, or the last
			j.Pass, j.Detail = pass, detail
		}
	}
	j.Evidence = "files/" + c.ID + ".txt"
	return j, t.write(j.Evidence, []byte(evidence.String()))
}

// usageCode is the exit code by which nomadocx says that a command line cannot be meant.
const usageCode = 2

// command runs one command of a criterion, keeps what it prints as evidence, and reports whether it passes and
// why. A command line that nomadocx does not understand decides nothing: it is an error.
func (t *task) command(ctx context.Context, args []string, evidence io.Writer) (pass bool, detail string, err error) {
	out, errs := &bounded{}, &bounded{}
	code := t.Nomadocx(ctx, args, out, errs)
	if _, err := fmt.Fprintf(evidence, "$ nomadocx %s\nexit code %d\n\nstdout:\n%s\nstderr:\n%s\n", strings.Join(args, " "), code, out, errs); err != nil {
		return false, "", err
	}
	first := firstLine(errs.String() + out.String())
	switch {
	case code == usageCode:
		return false, "", fmt.Errorf("nomadocx %s is a usage error: %s; correct it with norma task edit", strings.Join(args, " "), strings.TrimPrefix(first, "error: "))
	case code != 0 && first != "":
		return false, fmt.Sprintf("exit code %d: %s", code, first), nil
	case code != 0 || !returns(args):
		return code == 0, fmt.Sprintf("exit code %d", code), nil
	}
	if pass, err = t.nothingLeft(args, out.Bytes()); err != nil {
		return false, "", err
	}
	detail = "every edit of the returned file is in the source"
	if !pass {
		detail = "the returned file has edits that are not in the source"
	}
	return pass, detail, nil
}

// returns reports whether a command brings a returned file into the source. It prints the source with the edits in it,
// so the criterion is that this is the source already.
func returns(args []string) bool {
	return (args[0] == "docx-review-sync" || args[0] == "docx-sync") && len(args) >= 3
}

func (t *task) nothingLeft(args []string, text []byte) (bool, error) {
	name, _, err := t.pair(args)
	if err != nil {
		return false, err
	}
	source, err := os.ReadFile(t.root(name))
	if errors.Is(err, fs.ErrNotExist) {
		return false, &app.NotFoundError{Path: t.root(name)}
	}
	// What is printed ends in a line feed in any case.
	return err == nil && bytes.Equal(bytes.TrimSuffix(source, []byte("\n")), bytes.TrimSuffix(text, []byte("\n"))), err
}

// pair returns the source and the returned file of a sync command.
func (t *task) pair(args []string) (source, returned string, err error) {
	var files []string
	for _, a := range args[1:] {
		if !strings.HasPrefix(a, "-") {
			files = append(files, a)
		}
	}
	if len(files) != 2 {
		return "", "", fmt.Errorf("nomadocx %s in a criterion needs the source and the returned file", args[0])
	}
	if source, err = t.inside(files[0]); err != nil {
		return "", "", err
	}
	returned, err = t.inside(files[1])
	return source, returned, err
}

// bounded keeps the first bytes of what a command prints.
type bounded struct{ bytes.Buffer }

func (b *bounded) Write(p []byte) (int, error) {
	if room := maxShown - b.Len(); room > 0 {
		b.Buffer.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	if r := []rune(s); len(r) > 300 {
		return string(r[:300]) + "…"
	}
	return s
}

// lastCheck returns the verdict of the latest check, which act works for.
func (t *task) lastCheck() (*contract.Verdict, error) {
	for _, dir := range slices.Backward(t.Context.PreviousStepDirs) {
		if !strings.HasSuffix(filepath.Base(dir), "-"+string(contract.Check)) {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, "verdict.json"))
		if err != nil {
			return nil, err
		}
		return contract.DecodeVerdict(data)
	}
	return nil, errors.New("there is no check step before this act")
}
