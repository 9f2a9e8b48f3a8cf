package batch

import (
	"context"
	"fmt"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/serve/jobs"
)

// Unpaired is a returned file without a source.
type Unpaired struct {
	Path, Reason string
}

// identifyTime is how long searching a returned file may take.
const identifyTime = time.Minute

// PlanSync plans to bring returned Word files into their sources. A file belongs to the source it was
// made from, as it says itself; when no source has that text any more, to the source of its name:
// report.docx, "report (Ann).docx" and report-v2.docx belong to report.noma. Several files of one
// source are one job.
//
// With dir, the new sources and the reports are written below it; with inPlace the sources are
// changed, and dir has the reports only.
func PlanSync(ctx context.Context, runner *jobs.Runner, patterns, returned []string, dir string, inPlace bool, request jobs.Request, l Limits) (*Plan, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	sources, err := expand(patterns, dir)
	if err != nil {
		return nil, err
	}
	for i, r := range returned { // a folder stands for the Word files in it
		if fixed, rest, err := splitPattern(r); err == nil && len(rest) == 2 && rest[0] == "**" && rest[1] == "*.noma" {
			returned[i] = filepath.Join(fixed, "**", "*.docx")
		}
	}
	files, err := expand(returned, "")
	if err != nil {
		return nil, err
	}
	d := newDirectory(sources)
	p := &Plan{Batch: batchOf(jobs.Sync, dir)}
	backs := map[string][]string{}
	for _, f := range files {
		if strings.HasPrefix(filepath.Base(f.path), "~$") {
			continue // Word's note that somebody has the file open
		}
		// The file comes from outside, so a child reads into it.
		reply, err := runner.Do(ctx, jobs.Request{Kind: jobs.Identify, Source: f.path}, identifyTime)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil && reply.Error != "" {
			err = fmt.Errorf("%s", reply.Error)
		}
		if err != nil {
			p.Unpaired = append(p.Unpaired, Unpaired{f.path, err.Error()})
			continue
		}
		source, why := d.sourceOf(f.path, reply.Sent)
		if source == "" {
			p.Unpaired = append(p.Unpaired, Unpaired{f.path, why})
			continue
		}
		backs[source] = append(backs[source], f.path)
	}
	for _, s := range sources {
		list := backs[s.path]
		if len(list) == 0 {
			continue
		}
		delete(backs, s.path) // a source that is named twice
		sort.Strings(list)
		r := request
		r.Kind, r.Source, r.InPlace = jobs.Sync, s.path, inPlace
		stem := filepath.Join(dir, strings.TrimSuffix(s.below, filepath.Ext(s.below)))
		output := s.path
		if !inPlace {
			r.Out = stem + ".noma"
			output = r.Out
			if output == s.path {
				return nil, &OverwriteError{s.path, true}
			}
		}
		for i, path := range list {
			report := stem + ".review.json"
			if len(list) > 1 {
				report = fmt.Sprintf("%s.review-%d.json", stem, i+1)
			}
			r.Returned = append(r.Returned, jobs.Returned{Path: path, Report: report})
		}
		p.Jobs = append(p.Jobs, Job{Output: output, Request: r, Attempts: l.Attempts, Deadline: l.Deadline})
	}
	return p, nil
}

// directory finds sources by their hash and by their name.
type directory struct {
	byHash, byName map[string][]string
}

func newDirectory(sources []found) *directory {
	d := &directory{map[string][]string{}, map[string][]string{}}
	seen := map[string]bool{}
	for _, s := range sources {
		if seen[s.path] {
			continue
		}
		seen[s.path] = true
		if sum, err := jobs.HashFile(s.path); err == nil {
			d.byHash[sum] = append(d.byHash[sum], s.path)
		}
		name := strings.ToLower(strings.TrimSuffix(filepath.Base(s.path), filepath.Ext(s.path)))
		d.byName[name] = append(d.byName[name], s.path)
	}
	return d
}

// sourceOf returns the source of a returned file, or why there is none.
func (d *directory) sourceOf(file, sent string) (source, why string) {
	if list := d.byHash[sent]; len(list) == 1 {
		return list[0], ""
	}
	// Equal texts at several places, or a source that changed since: the name decides.
	name := strings.ToLower(strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)))
	for name != "" {
		switch list := d.byName[name]; len(list) {
		case 1:
			return list[0], ""
		case 0:
		default:
			return "", "several sources are called " + name + ": " + strings.Join(list, ", ")
		}
		// "report (Ann)", "report-v2", "report_final", "report copy": what people append.
		cut := strings.LastIndexAny(name, " (-_.")
		if cut < 0 {
			break
		}
		name = strings.TrimRight(name[:cut], " (-_.")
	}
	return "", "no source has its text or its name"
}
