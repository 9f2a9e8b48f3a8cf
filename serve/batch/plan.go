package batch

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/serve/jobs"
)

// extensions of results, by target.
var extensions = map[app.Target]string{
	app.HTML: ".html", app.Word: ".docx", app.PDF: ".pdf", app.JSON: ".json",
	app.Noma: ".noma", app.LLM: ".txt", app.Markdown: ".md",
}

// Plan is what is to be asked for.
type Plan struct {
	Batch Batch
	Jobs  []Job
	// Unpaired are returned files for which no source was found, with the reason.
	Unpaired []Unpaired
}

// Limits apply to every job of a plan; see [Job].
type Limits struct {
	Attempts int
	Deadline time.Duration
}

// OverwriteError says that the result of a document would take the document's place.
type OverwriteError struct {
	Path    string
	InPlace bool // it could be written in place
}

func (e *OverwriteError) Error() string {
	return e.Path + " would be overwritten by its own result"
}

// PlanRender plans the rendering of all sources that match patterns to all targets, below dir. The
// request has what is the same for all. Results lie below dir as sources lie below the part of their
// pattern that has no wildcard.
func PlanRender(patterns []string, targets []app.Target, dir string, request jobs.Request, l Limits) (*Plan, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if len(targets) == 0 {
		return nil, errors.New("no target is given")
	}
	for _, target := range targets {
		if extensions[target] == "" {
			return nil, fmt.Errorf("a batch cannot make the target %s, which is more than one file", target)
		}
	}
	sources, err := expand(patterns, dir)
	if err != nil {
		return nil, err
	}
	p := &Plan{Batch: batchOf(jobs.Render, dir)}
	from := map[string]string{}
	for _, s := range sources {
		stem := strings.TrimSuffix(s.below, filepath.Ext(s.below))
		for _, target := range targets {
			r := request
			r.Kind, r.Source, r.Target = jobs.Render, s.path, target
			r.Out = filepath.Join(dir, stem+extensions[target])
			switch other, taken := from[r.Out]; {
			case taken && other == s.path:
				continue // a target, or a source, named twice
			case taken:
				return nil, fmt.Errorf("%s and %s would both become %s; render them into different folders, or name a folder above both", other, s.path, r.Out)
			case r.Out == s.path:
				return nil, &OverwriteError{Path: s.path}
			}
			from[r.Out] = s.path
			p.Jobs = append(p.Jobs, Job{Output: r.Out, Request: r, Attempts: l.Attempts, Deadline: l.Deadline})
		}
	}
	return p, nil
}

// batchOf returns the batch for a kind of work in a folder: asking again goes on with the same.
func batchOf(kind jobs.Kind, dir string) Batch {
	sum := sha256.Sum256([]byte(dir))
	return Batch{ID: string(kind) + "-" + hex.EncodeToString(sum[:4]), Kind: kind, Dir: dir}
}

// found is a file that matches a pattern.
type found struct {
	path  string // absolute
	below string // below the fixed part of the pattern
}

// expand finds the sources that patterns name, sorted, each once. Files named without wildcards
// count from the deepest folder they share, as if the shell had not expanded a pattern.
func expand(patterns []string, except string) ([]found, error) {
	var list []found
	var literal []string
	for _, p := range patterns {
		if p == "-" {
			return nil, errors.New("a batch reads files, not standard input")
		}
		fixed, rest, err := splitPattern(p)
		if err != nil {
			return nil, err
		}
		if rest == nil {
			literal = append(literal, fixed)
			continue
		}
		matches, err := walk(fixed, rest, except)
		if err != nil {
			return nil, err
		}
		if len(matches) == 0 {
			return nil, fmt.Errorf("nothing matches %s", p)
		}
		list = append(list, matches...)
	}
	base, err := sharedFolder(literal)
	if err != nil {
		return nil, err
	}
	for _, path := range literal {
		below, err := filepath.Rel(base, path)
		if err != nil {
			return nil, err
		}
		list = append(list, found{path, below})
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].path < list[j].path })
	return list, nil
}

// sharedFolder returns the deepest folder that all files lie below. On Windows there may be none.
func sharedFolder(files []string) (string, error) {
	if len(files) == 0 {
		return "", nil
	}
	shared := filepath.Dir(files[0])
	for _, f := range files[1:] {
		for {
			if below, err := filepath.Rel(shared, f); err == nil && filepath.IsLocal(below) {
				break
			}
			up := filepath.Dir(shared)
			if up == shared {
				return "", fmt.Errorf("%s and %s lie on different drives; name them in batches of their own", files[0], f)
			}
			shared = up
		}
	}
	return shared, nil
}
