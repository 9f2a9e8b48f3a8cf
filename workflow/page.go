package workflow

import (
	_ "embed"
	"html/template"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/nomadocx/nomadocx/workflow/contract"
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
	Diff            []diffLine
	Cut             bool
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

// diffLine is a line of a patch; Kind is its CSS class.
type diffLine struct{ Kind, Text string }

// WritePage writes a run as one HTML page without scripts and without anything from the network. Links
// to evidence are relative to dir, the folder the page will lie in; with "" they are absolute.
func WritePage(w io.Writer, p *Project, a *Account, dir string) error {
	v := page{Style: template.CSS(pageStyle), Run: a.Run, Goal: a.Run.Goal, Word: verdictWord(a.Run.Verdict)}
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

func (a *Account) pageStep(p *Project, x Step, dir string) pageStep {
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
		s.Diff, s.Cut = p.diff(x)
	}
	return s
}

// link is the way from the page to a file of the project, as a URL.
func (p *Project) link(path, dir string) string {
	at := filepath.Join(p.Root, filepath.FromSlash(path))
	if dir != "" {
		if home, err := filepath.EvalSymlinks(dir); err == nil {
			if rel, err := filepath.Rel(home, at); err == nil {
				return (&url.URL{Path: filepath.ToSlash(rel)}).String()
			}
		}
	}
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(at)}).String()
}

// diff is the patch of an act step in lines.
func (p *Project) diff(x Step) (lines []diffLine, cut bool) {
	data, err := readBelow(filepath.Join(p.Root, filepath.FromSlash(x.Dir)), "patch.diff", maxPatch)
	if err != nil {
		return nil, false
	}
	if len(data) > pagePatch {
		data, cut = data[:pagePatch], true
	}
	for line := range strings.Lines(strings.ToValidUTF8(string(data), "\uFFFD")) {
		kind := "same"
		switch {
		case strings.HasPrefix(line, "+++"), strings.HasPrefix(line, "---"), strings.HasPrefix(line, "diff "), strings.HasPrefix(line, "index "), strings.HasPrefix(line, "new file"), strings.HasPrefix(line, "deleted file"):
			kind = "file"
		case strings.HasPrefix(line, "@@"):
			kind = "hunk"
		case strings.HasPrefix(line, "+"):
			kind = "add"
		case strings.HasPrefix(line, "-"):
			kind = "del"
		}
		lines = append(lines, diffLine{kind, strings.TrimRight(line, "\r\n")})
	}
	return lines, cut
}
