package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/noma/diag"
	"github.com/nomadocx/nomadocx/norma/contract"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// change is one operation with the reason for it.
type change struct {
	op     json.RawMessage
	reason string
}

// wishes are the changes that failed criteria ask for, by document, and what could not be turned into
// an operation.
type wishes struct {
	order   []string
	changes map[string][]change
	left    []string
}

func (w *wishes) add(document string, c ...change) {
	if len(c) == 0 {
		return
	}
	if w.changes[document] == nil {
		w.order = append(w.order, document)
	}
	w.changes[document] = append(w.changes[document], c...)
}

// wanted derives operations from what failed.
func (t *task) wanted(ctx context.Context, failed []contract.Criterion) (*wishes, error) {
	w := &wishes{changes: map[string][]change{}}
	for _, c := range failed {
		commands, err := c.Commands()
		if err != nil {
			return nil, err
		}
		if commands == nil {
			w.left = append(w.left, c.ID+" has no command")
		}
		for _, args := range commands {
			switch {
			case args[0] == "check" && len(args) > 1:
				err = t.repairs(ctx, c.ID, args, w)
			case returns(args):
				err = t.reviewed(ctx, c.ID, args, w)
			case verifies(args) != "":
				w.left = append(w.left, c.ID+": an agent signs nothing; a human approves what is pending (nomadocx arm approve, then arm commit)")
			default:
				w.left = append(w.left, fmt.Sprintf("%s: the built-in agent repairs what check, docx-review-sync and docx-sync find, and nothing for nomadocx %s", c.ID, args[0]))
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.ID, err)
			}
		}
	}
	return w, nil
}

// repairs returns what the validator itself knows to mend.
func (t *task) repairs(ctx context.Context, id string, args []string, w *wishes) error {
	documents, err := t.files(args, ".noma")
	if err == nil {
		documents, err = t.sources(documents)
	}
	if err != nil {
		return err
	}
	o := t.asked(args)
	for _, name := range documents {
		seen := map[string]bool{} // findings in one block may have one repair together
		s, err := t.load(ctx, name)
		if err != nil {
			return err
		}
		found, err := app.Check(ctx, s, o)
		if err != nil {
			return err
		}
		for _, f := range found {
			if f.Severity != diag.Error {
				continue
			}
			if f.Fix == nil {
				w.left = append(w.left, fmt.Sprintf("%s: %s:%d %s has no known repair", id, name, f.Line, f.Code))
				continue
			}
			op, err := json.Marshal(f.Fix)
			if err != nil {
				return err
			}
			if !seen[string(op)] {
				seen[string(op)] = true
				w.add(name, change{op, fmt.Sprintf("%s: %s", id, f.Message)})
			}
		}
	}
	return nil
}

func (t *task) only(id string) []contract.Criterion {
	for _, c := range t.Norma.Criteria {
		if c.ID == id {
			return []contract.Criterion{c}
		}
	}
	return nil
}

// reviewed returns the edits of a returned file.
func (t *task) reviewed(ctx context.Context, id string, args []string, w *wishes) error {
	name, returned, err := t.pair(args)
	if err != nil {
		return err
	}
	s, err := app.Load(ctx, t.root(name), app.LoadOptions{Raw: true})
	if err != nil {
		return err
	}
	if args[0] == "docx-sync" {
		return t.filledIn(ctx, id, name, s, returned, w)
	}
	result, err := app.SyncReview(ctx, s, t.root(returned), nil)
	if err != nil {
		return err
	}
	for _, f := range result.Findings {
		switch f.Outcome {
		case reviewsync.Refused, reviewsync.Conflict:
			w.left = append(w.left, fmt.Sprintf("%s: %s", id, f.Message))
		case reviewsync.Applied, reviewsync.Proposed:
			for _, o := range f.Ops {
				op, err := json.Marshal(o)
				if err != nil {
					return err
				}
				w.add(name, change{op, fmt.Sprintf("%s: edited in %s", id, returned)})
			}
		}
	}
	return nil
}

// filledIn returns the form fields and tasks of a returned file. What is in the file and not in the source is
// for a person to examine.
func (t *task) filledIn(ctx context.Context, id, name string, s *app.Source, returned string, w *wishes) error {
	result, err := app.SyncForm(ctx, s, t.root(returned), nil)
	if err != nil {
		return err
	}
	for i := range result.Ops {
		op, err := json.Marshal(result.Ops[i])
		if err != nil {
			return err
		}
		w.add(name, change{op, fmt.Sprintf("%s: filled in in %s", id, returned)})
	}
	for _, v := range result.Form.Unmatched {
		w.left = append(w.left, fmt.Sprintf("%s: the form field %s of %s is not in %s", id, v.ID, returned, name))
	}
	for _, v := range result.Form.UnmatchedTasks {
		w.left = append(w.left, fmt.Sprintf("%s: the task %s of %s is not in %s", id, v.ID, returned, name))
	}
	return nil
}

// asked returns the options of a check as its criterion spells them, so that act searches for what the criterion
// searches for.
func (t *task) asked(args []string) app.CheckOptions {
	o := app.CheckOptions{Now: t.now()}
	for i := 0; i < len(args); i++ {
		name, value, given := strings.Cut(args[i], "=")
		if !given && i+1 < len(args) && (name == "--profile" || name == "--ignore-rule") {
			i++
			value = args[i]
		}
		switch name {
		case "--profile":
			o.Profiles = append(o.Profiles, value)
		case "--ignore-rule":
			o.IgnoreRules = append(o.IgnoreRules, value)
		}
	}
	return o
}
