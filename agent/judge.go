package agent

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/pipeline"
	"github.com/nomadocx/nomadocx/workflow/contract"
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

// cell is a text inside a Markdown table.
func cell(s string) string {
	return strings.NewReplacer("\n", " ", "\r", " ", "|", `\|`).Replace(s)
}

func (t *task) judge(ctx context.Context, c contract.Criterion) (contract.Judgement, error) {
	j := contract.Judgement{ID: c.ID, Text: c.Text}
	args, err := c.Command()
	if err != nil {
		return j, err
	}
	if args == nil {
		j.Detail = "it has no command after =>, so this agent cannot judge it"
		return j, nil
	}
	if slices.Contains(works, args[0]) {
		return j, fmt.Errorf("%s: a criterion only looks; it cannot be nomadocx %s", c.ID, args[0])
	}
	if i := slices.IndexFunc(args, writes); i >= 0 {
		return j, fmt.Errorf("%s: a criterion only looks; it cannot have %s", c.ID, args[i])
	}
	if args[0] == "arm" && (len(args) < 2 || !slices.Contains(armLooks, args[1])) {
		return j, fmt.Errorf("%s: a criterion only looks; of arm it can have %s", c.ID, strings.Join(armLooks, ", "))
	}
	out, errs := &bounded{}, &bounded{}
	code := t.Nomadocx(ctx, args, out, errs)
	j.Pass = code == 0
	j.Detail = fmt.Sprintf("exit code %d", code)
	if first := firstLine(errs.String() + out.String()); first != "" && code != 0 {
		j.Detail += ": " + first
	}
	if returns(args) && code == 0 {
		if j.Pass, err = t.nothingLeft(args, out.Bytes()); err != nil {
			return j, err
		}
		j.Detail = "every edit of the returned file is in the source"
		if !j.Pass {
			j.Detail = "the returned file has edits that are not in the source"
		}
	}
	j.Evidence = "files/" + c.ID + ".txt"
	text := fmt.Sprintf("$ nomadocx %s\nexit code %d\n\nstdout:\n%s\nstderr:\n%s", strings.Join(args, " "), code, out, errs)
	return j, t.write(j.Evidence, []byte(text))
}

// works are the commands that write, listen, or never end. A criterion has none of them.
var works = []string{"init", "batch", "worker", "serve", "api", "mcp"}

// writes are arguments by which a command would change files, or never end.
func writes(arg string) bool {
	name, value, _ := strings.Cut(arg, "=")
	switch name {
	case "--inplace", "--watch", "--report", "--transcript", "--fix", "--patch-out", "--debug-bundle", "--arm":
		return true
	case "--out":
		return value != "-"
	}
	return arg == "-o"
}

// returns are the commands that bring a returned file home. They print the source with the edits in it,
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
		return false, &pipeline.NotFoundError{Path: t.root(name)}
	}
	// What is printed ends in a line feed in any case.
	return err == nil && bytes.Equal(bytes.TrimSuffix(source, []byte("\n")), bytes.TrimSuffix(text, []byte("\n"))), err
}

// pair is the source and the returned file of a sync command.
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

// lastCheck is the verdict of the latest check, which act works for.
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
