package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/noma/diag"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// result is what a call returns: a value as JSON, and the bytes of a file that was made.
type result struct {
	json  []byte
	bytes []byte
}

// verbs are the calls, by name. Each gets its arguments as JSON; files are named by their paths in the folder of the page.
var verbs = map[string]func(context.Context, []byte) (result, error){
	"blocks":     verb(blocks),
	"check":      verb(check),
	"edit":       verb(edit),
	"fix":        verb(fix),
	"format":     verb(format),
	"merge":      verb(merge),
	"patch":      verb(patch),
	"preview":    verb(preview),
	"render":     verb(render),
	"review":     verb(review),
	"sync":       verb(sync),
	"vocabulary": verb(vocabulary),
}

// verb makes a call of a function that takes its arguments as a value.
func verb[T any](do func(context.Context, T) (result, error)) func(context.Context, []byte) (result, error) {
	return func(ctx context.Context, arguments []byte) (result, error) {
		var v T
		d := json.NewDecoder(bytes.NewReader(arguments))
		d.DisallowUnknownFields() // a slip in a name would be an option that does nothing
		if err := d.Decode(&v); err != nil {
			return result{}, err
		}
		return do(ctx, v)
	}
}

// answer makes a call. A panic is its error: the page goes on.
func answer(ctx context.Context, name string, arguments []byte) (r result, err error) {
	defer func() {
		if p := recover(); p != nil {
			r, err = result{}, fmt.Errorf("internal error in %s: %v", name, p)
		}
	}()
	do := verbs[name]
	if do == nil {
		return result{}, fmt.Errorf("there is no call %q", name)
	}
	return do(ctx, arguments)
}

// value returns a result that is a value.
func value(v any) (result, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return result{json: b.Bytes()}, err
}

type checkArguments struct {
	File        string   `json:"file"`
	Now         string   `json:"now"` // RFC 3339; "" is the time of the call
	StaleDays   float64  `json:"staleDays"`
	Profiles    []string `json:"profiles"`
	IgnoreRules []string `json:"ignoreRules"`
}

func (a checkArguments) options() (app.CheckOptions, error) {
	o := app.CheckOptions{StaleDays: a.StaleDays, Profiles: a.Profiles, IgnoreRules: a.IgnoreRules, Now: time.Now(), Files: true}
	if a.Now != "" {
		var err error
		if o.Now, err = time.Parse(time.RFC3339, a.Now); err != nil {
			return o, err
		}
	}
	return o, o.Validate()
}

// checked reads a document and returns what is wrong with it.
func (a checkArguments) checked(ctx context.Context) (s *app.Source, found diag.List, o app.CheckOptions, err error) {
	if o, err = a.options(); err != nil {
		return nil, nil, o, err
	}
	if s, err = app.Load(ctx, a.File, app.LoadOptions{}); err != nil {
		return nil, nil, o, err
	}
	found, err = app.Check(ctx, s, o)
	return s, found, o, err
}

// check returns what is wrong with a document, as check --json prints it.
func check(ctx context.Context, a checkArguments) (result, error) {
	_, found, _, err := a.checked(ctx)
	if err != nil {
		return result{}, err
	}
	var b bytes.Buffer
	err = app.WriteDiagnosticsJSON(&b, found)
	return result{json: b.Bytes()}, err
}

// fix returns the text of a document with its mistakes repaired as check --fix does it, and how many were.
func fix(ctx context.Context, a checkArguments) (result, error) {
	s, found, o, err := a.checked(ctx)
	if err != nil {
		return result{}, err
	}
	text, n, err := app.Fix(ctx, s, found, o)
	if err != nil {
		return result{}, err
	}
	return value(struct {
		Text  string `json:"text"`
		Count int    `json:"count"`
	}{text, n})
}

type fileArguments struct {
	File string `json:"file"`
}

// format returns the text of a document with its tables laid out, as fmt prints it.
func format(ctx context.Context, a fileArguments) (result, error) {
	s, err := app.Load(ctx, a.File, app.LoadOptions{Raw: true})
	if err != nil {
		return result{}, err
	}
	return value(app.Format(s))
}

type renderArguments struct {
	File         string `json:"file"`
	To           string `json:"to"`
	Title        string `json:"title"`
	Theme        string `json:"theme"`
	CSS          string `json:"css"`
	MathFont     string `json:"mathFont"`
	Audience     string `json:"audience"`
	Comments     string `json:"comments"`
	ReferenceDoc string `json:"referenceDoc"` // a file of the page
	Charts       string `json:"charts"`
	Strict       bool   `json:"strict"`
	NoUnsafe     bool   `json:"noUnsafe"`
	Fragment     bool   `json:"fragment"`
}

// render returns the bytes that render writes, and what it says meanwhile.
func render(ctx context.Context, a renderArguments) (result, error) {
	target, ok := app.ParseTarget(a.To)
	if !ok {
		return result{}, fmt.Errorf("unknown target %q", a.To)
	}
	s, err := app.Load(ctx, a.File, app.LoadOptions{})
	if err != nil {
		return result{}, err
	}
	said := struct {
		Notes []string `json:"notes"`
	}{Notes: []string{}}
	hear := func(message string) { said.Notes = append(said.Notes, message) }
	var b bytes.Buffer
	err = app.Render(ctx, &b, s, app.RenderOptions{Target: target, Title: a.Title, Theme: a.Theme, CSS: a.CSS, MathFont: a.MathFont,
		Audience: a.Audience, Comments: a.Comments, Strict: a.Strict, NoUnsafe: a.NoUnsafe, Fragment: a.Fragment,
		Word: app.WordOptions{ReferenceDoc: a.ReferenceDoc, Charts: a.Charts}, Warn: hear, Note: hear})
	if err != nil {
		return result{}, err
	}
	r, err := value(said)
	r.bytes = b.Bytes()
	return r, err
}

type reviewArguments struct {
	File        string   `json:"file"`
	Returned    []string `json:"returned"`
	AllowDelete bool     `json:"allowDelete"`
	Controls    bool     `json:"controls"`
	Force       bool     `json:"force"`
	Earlier     string   `json:"earlier"` // a source that the files may have been made from; "": none
}

// review reads a source, and says how files are brought into it.
func (a reviewArguments) review(ctx context.Context) (s *app.Source, r app.Review, err error) {
	r = app.Review{AllowDelete: a.AllowDelete, Controls: a.Controls, Force: a.Force}
	if s, err = app.Load(ctx, a.File, app.LoadOptions{}); err == nil && a.Earlier != "" {
		r.Earlier, err = app.Load(ctx, a.Earlier, app.LoadOptions{})
	}
	return s, r, err
}

// review returns what the review page shows of the edits of returned files.
func review(ctx context.Context, a reviewArguments) (result, error) {
	s, r, err := a.review(ctx)
	if err != nil {
		return result{}, err
	}
	data, err := r.PageData(ctx, s, a.Returned)
	if err != nil {
		return result{}, err
	}
	return value(data)
}

type syncArguments struct {
	reviewArguments
	Strategy  string `json:"strategy"`  // report (also ""), ours or theirs
	Decisions string `json:"decisions"` // a file of decisions on single edits; "": none
}

// sync returns the text that docx-review-sync makes of a source and returned files, and its report.
func sync(ctx context.Context, a syncArguments) (result, error) {
	s, review, err := a.review(ctx)
	if err != nil {
		return result{}, err
	}
	switch a.Strategy {
	case "", "report":
		review.Strategy = reviewsync.KeepBoth
	case "ours", "theirs":
		review.Strategy = reviewsync.Strategy(a.Strategy)
	default:
		return result{}, fmt.Errorf("the strategy is report, ours or theirs, not %q", a.Strategy)
	}
	if a.Decisions != "" {
		if review.Decisions, err = app.ReadDecisions(a.Decisions, nil); err != nil {
			return result{}, err
		}
	}
	back, err := review.SyncAll(ctx, s, a.Returned, nil)
	if err != nil {
		return result{}, err
	}
	return value(struct {
		Text   string          `json:"text"`
		Report json.RawMessage `json:"report"`
		Diff   string          `json:"diff"`
	}{back.Text, back.Report, app.UnifiedDiff(a.File, s.File.Text, back.Text)})
}
