package norma

import (
	_ "embed"
	"html/template"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/nomadocx/nomadocx/internal/files"
	"github.com/nomadocx/nomadocx/norma/contract"
)

//go:embed page.html
var pageSource string

//go:embed page.css
var pageStyle string

var pageTemplate = template.Must(template.New("page").Parse(pageSource))

// Bounds of what a page shows of one step.
const (
	pageFiles = 200
	pagePatch = 256 << 10 // bytes
)

// page is what page.html is filled with. Everything in it is untrusted text; the template escapes it.
type page struct {
	Style  template.CSS
	Run    Run
	Goal   string
	Word   string
	Begun  string
	Rounds []round
	Events []pageEvent
}

// round is one iteration.
type round struct {
	Number int
	Steps  []pageStep
}

type pageStep struct {
	Step
	Mark, Took, Say string
	Links           []pageLink
	Verdict         *contract.Verdict
	Judged          []pageJudgement
	Notes           []Event
	Patch           []diffFile
	Cut             bool
}

// State returns the state of a step for the eye: a check that says FAIL went well and is bad news.
func (s pageStep) State() string {
	if s.Status == "ok" && s.Verdict != nil && s.Verdict.Verdict == contract.Fail {
		return "no"
	}
	return s.Status
}

type pageLink struct{ Name, URL string }

type pageJudgement struct {
	contract.Judgement
	Mark string
	URL  string
}

type pageEvent struct {
	Event
	Clock string
	Data  string
}

// diffFile is what a patch does to one file. Transcripts are folded: they repeat what was done.
type diffFile struct {
	Name           string
	Added, Removed int
	Folded         bool
	Lines          []diffLine
}

// diffLine is a line of a patch; Kind is its CSS class.
type diffLine struct{ Kind, Text string }

// WritePage writes a run as one HTML page without scripts and without anything from the network. Links
// to evidence are relative to dir, the folder the page will lie in; with "" they are absolute.
func WritePage(w io.Writer, p *Project, a *History, dir string) error {
	v := page{Style: template.CSS(pageStyle), Run: a.Run, Goal: a.Run.Goal, Word: verdictWord(a.Run.Verdict), Begun: day(a.Run.CreatedAt)}
	for _, x := range a.Steps {
		if len(v.Rounds) == 0 || v.Rounds[len(v.Rounds)-1].Number != x.Iteration {
			v.Rounds = append(v.Rounds, round{Number: x.Iteration})
		}
		r := &v.Rounds[len(v.Rounds)-1]
		r.Steps = append(r.Steps, a.pageStep(p, x, dir))
	}
	for _, e := range a.Events {
		v.Events = append(v.Events, pageEvent{e, clock(e.TS), string(e.Data)})
	}
	return pageTemplate.Execute(w, v)
}

func (a *History) pageStep(p *Project, x Step, dir string) pageStep {
	s := pageStep{Step: x, Mark: mark(x.Status), Took: took(x), Say: deref(x.Summary)}
	for _, f := range p.files(x, pageFiles) {
		s.Links = append(s.Links, pageLink{f, p.link(x.Dir+"/"+f, dir)})
	}
	if a.gaveVerdict(x.Index) {
		s.Verdict = p.verdictOf(x)
	}
	if s.Verdict != nil {
		for _, j := range s.Verdict.Criteria {
			at := x.Dir + "/" + j.Evidence
			if strings.HasPrefix(j.Evidence, "steps/") {
				at = a.Run.RunDir + "/" + j.Evidence
			}
			s.Judged = append(s.Judged, pageJudgement{j, mark(okWord(j.Pass)), p.link(at, dir)})
		}
	}
	for _, e := range a.Events {
		if i, ok := e.step(); ok && i == x.Index && !expected[e.Type] {
			s.Notes = append(s.Notes, e)
		}
	}
	if x.Role == string(contract.Act) {
		s.Patch, s.Cut = p.diff(x)
	}
	return s
}

// link returns the way from the page to a file of the project, as a URL.
func (p *Project) link(path, dir string) string {
	at := filepath.Join(p.Root, filepath.FromSlash(path))
	if dir != "" {
		if home, err := filepath.EvalSymlinks(dir); err == nil {
			if rel, err := filepath.Rel(home, at); err == nil {
				return (&url.URL{Path: filepath.ToSlash(rel)}).String()
			}
		}
	}
	return files.URL(at).String()
}

// diff returns the patch of an act step, file by file.
func (p *Project) diff(x Step) (files []diffFile, cut bool) {
	data, err := readBelow(filepath.Join(p.Root, filepath.FromSlash(x.Dir)), "patch.diff", maxPatch)
	if err != nil {
		return nil, false
	}
	if len(data) > pagePatch {
		data, cut = data[:pagePatch], true
	}
	lines := strings.Split(strings.TrimRight(strings.ToValidUTF8(string(data), "\uFFFD"), "\r\n"), "\n")
	inside := false // of a hunk
	for i, line := range lines {
		line = strings.TrimRight(line, "\r")
		// Inside a hunk --- can be a line that was taken away; only three in a row are a header.
		header := i+2 < len(lines) && strings.HasPrefix(line, "--- ") && strings.HasPrefix(lines[i+1], "+++ ") && strings.HasPrefix(lines[i+2], "@@")
		kind := "same"
		switch {
		case strings.HasPrefix(line, "diff "), header && inside, len(files) == 0:
			kind, inside = "file", false
			files = append(files, diffFile{})
		case strings.HasPrefix(line, "@@"):
			kind, inside = "hunk", true
		case !inside:
			kind = "file"
		case strings.HasPrefix(line, "+"):
			kind = "add"
		case strings.HasPrefix(line, "-"):
			kind = "del"
		}
		files[len(files)-1].add(diffLine{kind, line})
	}
	return files, cut
}

func (f *diffFile) add(l diffLine) {
	f.Lines = append(f.Lines, l)
	switch l.Kind {
	case "add":
		f.Added++
	case "del":
		f.Removed++
	case "file":
		if i := strings.LastIndex(l.Text, " b/"); i >= 0 && strings.HasPrefix(l.Text, "diff ") {
			f.Name = l.Text[i+3:] // all there is when only permissions change
			return
		}
		for _, head := range []string{"--- a/", "+++ b/", "--- ", "+++ ", "rename to "} {
			if name, ok := strings.CutPrefix(l.Text, head); ok {
				if name = strings.TrimRight(name, "\t"); name != "/dev/null" {
					f.Name, f.Folded = name, strings.HasSuffix(name, ".patches")
				}
				return
			}
		}
	}
}
