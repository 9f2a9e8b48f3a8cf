package norma

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/norma/contract"
)

// A criterion that nobody can judge is found when it is written, not after four steps. What a text may be is
// said by the contract; what its commands may be is known to nomadocx.

// documentAgent reports whether an agent is the one of nomadocx, which judges criteria by their commands only.
func (a *Agent) documentAgent() bool {
	return len(a.Cmd) > 1 && filepath.Base(a.Cmd[0]) == contract.Program && a.Cmd[1] == "agent"
}

// judge fails with a *UsageError when a command of a criterion could not decide it: it is not a command that looks, or
// nomadocx does not understand its flags and arguments. It returns, as sentences, what the check agent could not
// judge; with an agent of the user's own that is nothing.
func (c *Config) judge(ctx context.Context, p *Project, criteria []contract.Criterion) (unjudged []string, err error) {
	for _, q := range criteria {
		if _, err := q.Commands(); err != nil {
			return nil, usagef("criterion %v", err)
		}
	}
	if !c.Agents.Check.documentAgent() {
		return nil, nil
	}
	if len(criteria) == 0 {
		return []string{"it has no acceptance criterion, so nothing would be checked; add one with norma task edit --ac"}, nil
	}
	for _, q := range criteria {
		if commands, err := q.Commands(); err == nil && commands == nil {
			unjudged = append(unjudged, fmt.Sprintf("%s has no command after =>, and the check agent (%s agent check) judges by commands only; write %q, or configure another check agent",
				q.ID, contract.Program, q.Text+" => nomadocx check FILE"))
		}
	}
	return unjudged, p.understood(ctx, c.Agents.Check, criteria)
}

// JudgeCriteria judges criteria before they belong to a task, as a run will do. It fails with a *UsageError, and
// returns as sentences why a run would not begin. A configuration that cannot be read is for the run to report.
func (p *Project) JudgeCriteria(ctx context.Context, criteria []contract.Criterion) (unjudged []string, err error) {
	config, err := LoadConfig(p)
	if err != nil {
		return nil, nil
	}
	return config.judge(ctx, p, criteria)
}

// maxJudging is how long nomadocx may take to examine command lines; it reads no file for that.
const maxJudging = time.Minute

// understood asks nomadocx whether it understands the commands of criteria, without running them. A program that
// is not there says nothing here: the run will name it.
func (p *Project) understood(ctx context.Context, a *Agent, criteria []contract.Criterion) error {
	b, err := newBackend(p, a)
	if err != nil {
		return nil
	}
	data, err := json.Marshal(criteria)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, maxJudging)
	defer cancel()
	cmd := exec.CommandContext(ctx, b.program, "agent", "criteria")
	out := &limitedBuffer{limit: 1 << 20}
	cmd.Dir, cmd.Stdin, cmd.Stdout = p.Root, bytes.NewReader(data), out
	if err := cmd.Run(); err != nil {
		return ctx.Err() // a nomadocx that does not know the question
	}
	var answer struct {
		Errors []string `json:"errors"`
	}
	if err := json.Unmarshal(out.Bytes(), &answer); err == nil && len(answer.Errors) > 0 {
		return usagef("criterion %s", strings.Join(answer.Errors, "; "))
	}
	return nil
}
