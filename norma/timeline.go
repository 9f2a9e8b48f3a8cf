package norma

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/norma/contract"
)

// Look opens a project's database for reading. It needs no lock and recovers nothing; runs and tasks whose norma was
// killed are shown as stopped, which the next norma will make them.
func Look(ctx context.Context, p *Project) (*Store, error) {
	s, err := openReader(ctx, p.path("norma.db"))
	if err != nil {
		return nil, err
	}
	if v, err := s.version(ctx); err != nil || v < len(migrations) {
		if err == nil {
			err = usagef("%s has schema version %d; norma doctor brings it to %d", s.path, v, len(migrations))
		}
		_ = s.Close()
		return nil, err
	}
	s.worksOn = p.worksOn
	return s, nil
}

// Edit opens a project's database for changes of tasks, which need no lock.
func Edit(ctx context.Context, p *Project) (*Store, error) { return openStore(ctx, p, false) }

// History is all that is recorded of a run.
type History struct {
	Run    Run     `json:"run"`
	Steps  []Step  `json:"steps"`
	Events []Event `json:"events"`
}

// History reads a run with its steps and events.
func (s *Store) History(ctx context.Context, id string) (*History, error) {
	run, err := s.Run(ctx, id)
	if err != nil {
		return nil, err
	}
	a := &History{Run: run}
	if a.Steps, err = s.steps(ctx, id); err != nil {
		return nil, err
	}
	a.Events, err = s.events(ctx, id)
	return a, err
}

// verdictOf returns the verdict of a check step, nil when it is not readable. What it says was judged when
// the step was committed; here it is only shown.
func (p *Project) verdictOf(x Step) *contract.Verdict {
	if x.Role != string(contract.Check) {
		return nil
	}
	data, err := readBelow(filepath.Join(p.Root, filepath.FromSlash(x.Dir)), "verdict.json", maxVerdict)
	if err != nil {
		return nil
	}
	v, err := contract.DecodeVerdict(data)
	if err != nil {
		return nil
	}
	return v
}

// WriteTimeline tells a run as people read it: iterations, steps with what they say, verdicts, patches.
func WriteTimeline(w io.Writer, p *Project, a *History) error {
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	say("run %s   %s   %s", a.Run.RunID, a.Run.Status, verdictWord(a.Run.Verdict))
	say("goal: %s", firstLine(a.Run.Goal))
	say("folder: %s", filepath.ToSlash(a.Run.RunDir))
	iteration := -1
	for _, x := range a.Steps {
		if x.Iteration != iteration {
			iteration = x.Iteration
			say("\niteration %d", iteration)
		}
		say("  %s %-4s %6s  %s", mark(x.Status), x.Role, took(x), firstLine(deref(x.Summary)))
		if v := p.verdictOf(x); v != nil && a.gaveVerdict(x.Index) {
			say("           %s", v.Verdict)
			for _, j := range v.Criteria {
				say("           %s %s %s%s", mark(okWord(j.Pass)), j.ID, firstLine(j.Text), evidenceOf(j))
			}
		}
		for _, e := range a.Events {
			if i, ok := e.step(); ok && i == x.Index && !expected[e.Type] {
				say("           ! %s: %s", e.Type, firstLine(e.Message))
			}
		}
		if x.Status == contract.StatusFail {
			for _, l := range p.logTails(x) {
				say("           %s", l)
			}
		}
		if x.Role == string(contract.Act) {
			for _, f := range p.patchFiles(x) {
				say("           patch: %s", f)
			}
		}
	}
	say("")
	for _, e := range a.Events {
		say("%3d  %s  %-20s %s", e.Seq, clock(e.TS), e.Type, firstLine(e.Message))
	}
	_, err := io.WriteString(w, Plain(b.String()))
	return err
}

// expected are the events of a step that go well; a timeline needs no mark for them.
var expected = map[string]bool{stepCommitted: true, verdictGiven: true, patchApplying: true, runFailed: true, runStopped: true}

// step returns the step an event is about.
func (e Event) step() (int, bool) {
	var d struct {
		Index *int `json:"step_index"`
	}
	if e.Data == nil || json.Unmarshal(e.Data, &d) != nil || d.Index == nil {
		return 0, false
	}
	return *d.Index, true
}

// gaveVerdict reports whether the verdict of a step was accepted.
func (a *History) gaveVerdict(index int) bool {
	for _, e := range a.Events {
		if i, ok := e.step(); ok && i == index && e.Type == verdictGiven {
			return true
		}
	}
	return false
}

// patchFiles lists the lines of a patch that name new files.
func (p *Project) patchFiles(x Step) []string {
	data, err := readBelow(filepath.Join(p.Root, filepath.FromSlash(x.Dir)), "patch.diff", maxPatch)
	if err != nil {
		return nil
	}
	var files []string
	for line := range strings.Lines(string(data)) {
		if name, ok := strings.CutPrefix(line, "+++ "); ok {
			name, _, _ = strings.Cut(strings.TrimRight(name, "\r\n"), "\t")
			files = append(files, strings.TrimPrefix(name, "b/"))
		}
	}
	return files
}

func mark(status string) string {
	if status == contract.StatusOK {
		return "✓"
	}
	return "✗"
}

func okWord(pass bool) string {
	if pass {
		return contract.StatusOK
	}
	return contract.StatusFail
}

func evidenceOf(j contract.Judgement) string {
	if j.Evidence == "" {
		return ""
	}
	return "  (" + j.Evidence + ")"
}

func verdictWord(v *string) string {
	if v == nil {
		return "no verdict"
	}
	return *v
}

// took returns how long a step was in work, "" when its end is not known.
func took(x Step) string {
	from, err := time.Parse(time.RFC3339, x.StartedAt)
	to, err2 := time.Parse(time.RFC3339, deref(x.EndedAt))
	if err != nil || err2 != nil {
		return ""
	}
	d := to.Sub(from)
	if d < 10*time.Second {
		return fmt.Sprintf("%.2fs", d.Seconds())
	}
	return d.Round(time.Second).String()
}

// clock returns the time of day of a stamp.
func clock(ts string) string {
	if t, err := time.Parse(time.RFC3339, ts); err == nil {
		return t.Format("15:04:05.000")
	}
	return ts
}

// day returns a time as people write it.
func day(ts string) string {
	if t, err := time.Parse(time.RFC3339, ts); err == nil {
		return t.UTC().Format("2006-01-02 15:04:05 UTC")
	}
	return ts
}

// files lists the evidence of a step: regular files but the logs, from its folder, at most max.
func (p *Project) files(x Step, most int) []string {
	root := filepath.Join(p.Root, filepath.FromSlash(x.Dir))
	var list []string
	_ = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || len(list) >= most {
			return filepath.SkipAll
		}
		if rel, err := filepath.Rel(root, path); err == nil && d.Type().IsRegular() {
			list = append(list, filepath.ToSlash(rel))
		}
		return nil
	})
	return list
}
