package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/app"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
	"github.com/nomadocx/nomadocx/serve/jobs"
)

// results says what each target is on the wire. A site is many files, and made of a book, so it is
// not among them.
var results = map[app.Target]struct{ contentType, name string }{
	app.HTML:     {"text/html; charset=utf-8", "document.html"},
	app.Word:     {"application/vnd.openxmlformats-officedocument.wordprocessingml.document", "document.docx"},
	app.PDF:      {"application/pdf", "document.pdf"},
	app.JSON:     {"application/json", "document.json"},
	app.Noma:     {"text/plain; charset=utf-8", "document.noma"},
	app.LLM:      {"text/plain; charset=utf-8", "document.txt"},
	app.Markdown: {"text/markdown; charset=utf-8", "document.md"},
}

// render answers POST /v1/render.
func (s *Server) render(w http.ResponseWriter, r *http.Request) error {
	q, err := query(r.URL, "to", "audience", "comments", "title", "theme", "page-size", "margin", "fail-on-warning")
	if err != nil {
		return err
	}
	if q.Get("to") == "" {
		q.Set("to", "html")
	}
	target, _ := app.ParseTarget(q.Get("to"))
	as, ok := results[target]
	if !ok {
		return &problem{status: http.StatusBadRequest, detail: fmt.Sprintf("to=%.20q is no target; use html, docx, pdf, json, noma, llm or markdown", q.Get("to"))}
	}
	if a := q.Get("audience"); a != "" && !slices.Contains(app.Audiences, a) {
		return &problem{status: http.StatusBadRequest, detail: fmt.Sprintf("audience=%.20q is none; use review or client", a)}
	}
	if c := q.Get("comments"); c != "" && c != "keep" {
		return &problem{status: http.StatusBadRequest, detail: fmt.Sprintf("comments=%.20q is nothing; use keep, or leave it out", c)}
	}
	v, err := s.enter(w, r)
	if err != nil {
		return err
	}
	defer v.leave()
	u, err := receive(r, v.dir)
	if err != nil {
		return err
	}
	if u.returned {
		return &problem{status: http.StatusBadRequest, detail: "a returned file belongs to /v1/review"}
	}
	if err := v.queue(); err != nil {
		return err
	}
	out := u.path("result")
	reply, err := s.do(r.Context(), jobs.Request{Kind: jobs.Render, Source: u.source(), Filename: sourceName, Out: out, Target: target,
		FailOnWarning: q.Get("fail-on-warning") == "true",
		Audience:      q.Get("audience"), Comments: q.Get("comments"),
		Title: q.Get("title"), Theme: q.Get("theme"), Page: app.PageOptions{Size: q.Get("page-size"), Margin: q.Get("margin")}}, u.doc())
	if err != nil {
		return err
	}
	for _, o := range reply.Outputs {
		warned(w.Header(), o)
	}
	return s.sendFile(w, out, as.contentType, as.name)
}

// warned puts what is wrong with a document into the headers of its result: the number, and the first ones as JSON strings in
// ASCII.
func warned(h http.Header, o jobs.Output) {
	if o.WarningCount == 0 {
		return
	}
	h.Set("Nomadocx-Warnings", strconv.Itoa(o.WarningCount))
	for _, line := range o.Warnings {
		h.Add("Nomadocx-Warning", strconv.QuoteToASCII(line))
	}
}

// reviewed is the answer to POST /v1/review.
type reviewed struct {
	Changed bool   `json:"changed"`
	Source  string `json:"source"`
	Diff    string `json:"diff"`
	// Ops are the operations that were applied, in order, as the report has them.
	Ops    []json.RawMessage `json:"ops"`
	Report json.RawMessage   `json:"report"`
}

// review answers POST /v1/review.
func (s *Server) review(w http.ResponseWriter, r *http.Request) error {
	q, err := query(r.URL, "allow-delete", "force")
	if err != nil {
		return err
	}
	v, err := s.enter(w, r)
	if err != nil {
		return err
	}
	defer v.leave()
	u, err := receive(r, v.dir)
	if err != nil {
		return err
	}
	if !u.returned {
		return &problem{status: http.StatusBadRequest, detail: "send a form with the parts source and returned"}
	}
	if err := v.queue(); err != nil {
		return err
	}
	out, report := u.path("result"), u.path("report")
	reply, err := s.do(r.Context(), jobs.Request{Kind: jobs.Sync, Source: u.source(), Out: out, AllowDelete: q.Get("allow-delete") == "true", Force: q.Get("force") == "true",
		Returned: []jobs.Returned{{Path: u.path(returnedName), Report: report}}}, u.dir)
	if err != nil {
		return err
	}
	before, err1 := os.ReadFile(u.source())
	after, err2 := os.ReadFile(out)
	answer := reviewed{Changed: reply.Changed}
	var err3 error
	answer.Report, err3 = os.ReadFile(report)
	if err := errors.Join(err1, err2, err3); err != nil {
		return err
	}
	answer.Source, answer.Diff = string(after), app.Difference(string(before), string(after))
	if answer.Ops, err = operations(answer.Report); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(answer); err != nil {
		return err
	}
	s.sending(w, int64(text.Len()))
	_, err = text.WriteTo(w)
	return ignoreGone(err)
}

// operations returns those of the findings that are in the source, as edits or as requests.
func operations(report []byte) ([]json.RawMessage, error) {
	var r struct {
		Findings []struct {
			Outcome string            `json:"outcome"`
			Ops     []json.RawMessage `json:"ops"`
		} `json:"findings"`
	}
	if err := json.Unmarshal(report, &r); err != nil {
		return nil, err
	}
	ops := []json.RawMessage{}
	for _, f := range r.Findings {
		if f.Outcome == string(reviewsync.Applied) || f.Outcome == string(reviewsync.Proposed) {
			ops = append(ops, f.Ops...)
		}
	}
	return ops, nil
}

// query reads the parameters of a request. One that is not known is refused: a slip of the pen must
// not pass for an answer.
func query(u *url.URL, known ...string) (url.Values, error) {
	q, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return nil, &problem{status: http.StatusBadRequest, detail: "the query cannot be read"}
	}
	for name, values := range q {
		found := false
		for _, k := range known {
			found = found || name == k
		}
		if !found || len(values) != 1 || len(values[0]) > 300 {
			return nil, &problem{status: http.StatusBadRequest, detail: "the parameters are " + strings.Join(known, ", ") + ", each once and short"}
		}
	}
	return q, nil
}
