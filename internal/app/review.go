package app

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/patch/transcript"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// What came back from reviewers and waits for the author: change requests to decide, comments to answer.

// ReviewItem is a change request or a comment of a source.
type ReviewItem struct {
	Kind   string `json:"kind"` // change_request or comment
	ID     string `json:"id,omitempty"`
	Line   int    `json:"line"` // in the source, from 1
	Target string `json:"target,omitempty"`
	Author string `json:"author,omitempty"`
	Date   string `json:"date,omitempty"`
	Status string `json:"status,omitempty"`
	Open   bool   `json:"open"`

	Action   string `json:"action,omitempty"` // of a request: insert, delete or replace
	From     string `json:"from,omitempty"`
	To       string `json:"to,omitempty"`
	Decision string `json:"decision,omitempty"` // accepted or rejected

	Body    string `json:"body,omitempty"`
	ReplyTo string `json:"replyTo,omitempty"`
	Exact   string `json:"exact,omitempty"` // the words a comment is about
	Prefix  string `json:"prefix,omitempty"`
	Suffix  string `json:"suffix,omitempty"`
}

// ReviewItems returns the change requests and comments of a source, in its order.
func ReviewItems(s *Source) []ReviewItem {
	names := layout.NameNodes(s.Doc)
	var out []ReviewItem
	for n := range noma.Walk(s.Doc) {
		d, ok := n.(*noma.Directive)
		if !ok || !d.Is(noma.Comment|noma.Request) {
			continue
		}
		it := ReviewItem{Kind: d.Name, ID: d.ID, Line: d.Line, Status: d.AttrText("status"), Body: strings.TrimSpace(d.Body)}
		it.Author, _ = d.First("author", "reviewer")
		it.Date, _ = d.First("date", "at")
		if t := names.Target(d); t != nil {
			it.Target = layout.TargetID(t)
		}
		q := layout.ReadQuote(d)
		it.Exact, it.Prefix, it.Suffix = q.Exact, q.Prefix, q.Suffix
		if d.Is(noma.Comment) {
			it.ReplyTo = layout.ReplyTo(d)
			status := strings.ToLower(it.Status)
			it.Open = status != "resolved" && status != "deleted" && status != "withdrawn"
		} else {
			q := layout.ReadRequest(d)
			it.Action, it.From, it.To, it.Decision = q.Action, q.From, q.To, d.AttrText("decision")
			if it.Decision == "" && q.Decided() {
				it.Decision = q.Status // in Word; the text is not in its target yet
			}
			if q.BodyIsText {
				it.Body = ""
			}
			it.Open = !reviewsync.Closed(d)
		}
		out = append(out, it)
	}
	return out
}

// Verdict is what was decided on the change request with an id.
type Verdict struct {
	ID     string
	Accept bool
}

// Decide makes the operations of verdicts. One that cannot be carried out is a refused finding and
// its request stays open. An id of no change request is an error.
func Decide(ctx context.Context, s *Source, verdicts []Verdict) (result *reviewsync.Result, err error) {
	defer halt.Catch(&err)
	s = s.under(ctx)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	plan := s.plan("", true)
	var decisions []reviewsync.Decision
	seen := map[string]bool{}
	for _, v := range verdicts {
		d, ok := plan.Names.Node(v.ID).(*noma.Directive)
		if !ok || !d.Is(noma.Request) {
			return nil, notARequest(s, v.ID)
		}
		if seen[d.ID] {
			continue
		}
		seen[d.ID] = true
		decisions = append(decisions, reviewsync.Decision{Request: d, Accept: v.Accept})
	}
	return reviewsync.Decide(plan, decisions)
}

func notARequest(s *Source, id string) error {
	for _, it := range ReviewItems(s) {
		if it.ID == id {
			return fmt.Errorf("%s:%d: %s is a comment, not a change request; reply to it with: nomadocx review comment %s %s", s.Path, it.Line, id, s.Path, id)
		}
	}
	return fmt.Errorf("%s has no change request %q; list them with: nomadocx review list %s", s.Path, id, s.Path)
}

// DecideFile carries out verdicts in a file: the proposed texts go into their targets, the requests are
// closed, and both are in the transcript, each with the reason. What was refused is in the findings.
func DecideFile(ctx context.Context, path string, verdicts []Verdict, o PatchFileOptions) (*Patched, *reviewsync.Result, error) {
	s, err := Load(ctx, path, LoadOptions{External: o.External})
	if err != nil {
		return nil, nil, err
	}
	found, err := Decide(ctx, s, verdicts)
	if err != nil {
		return nil, nil, err
	}
	done, err := patchWith(ctx, s, found.Ops, tellings(nil, found, func(*reviewsync.Finding) string { return "" }), o)
	return done, found, err
}

// patchWith makes operations in the file they were made for.
func patchWith(ctx context.Context, s *Source, ops []patch.Op, told []Telling, o PatchFileOptions) (*Patched, error) {
	if len(ops) == 0 && len(o.Attribution.Refused) == 0 {
		done := &Patched{Text: s.File.Text}
		if o.Transcript == "" || o.TranscriptRefused != nil {
			return done, nil
		}
		// Perhaps a process that was killed has done it already, and not recorded it.
		healed, err := transcript.Heal(ctx, o.Transcript, o.LockTimeout)
		if done.Healed = healed; o.TranscriptOptional {
			done.Untold, err = err, nil
		}
		return done, err
	}
	rq, err := requestOf(ops)
	if err != nil {
		return nil, err
	}
	rq.Told = told
	rq.ExpectedSHA = transcript.Hash(s.File.Text)
	return PatchFile(ctx, s.Path, rq, o)
}

// tellings returns who and why of each operation of a result.
func tellings(look halt.Look, found *reviewsync.Result, who func(*reviewsync.Finding) string) []Telling {
	out := make([]Telling, len(found.Ops))
	for i := range out {
		look.Now()
		var actors, reasons []string
		seen := map[[2]string]bool{} // thousands of findings can be one operation
		once := func(list []string, what, s string) []string {
			if key := [2]string{what, s}; s != "" && !seen[key] {
				seen[key] = true
				list = append(list, s)
			}
			return list
		}
		for _, k := range found.Made[i] {
			f := &found.Findings[k]
			actors = once(actors, "actor", who(f))
			reasons = once(reasons, "reason", reasonOf(f))
		}
		out[i] = Telling{Actor: strings.Join(actors, ", "), Reason: shorten(strings.Join(reasons, "; "))}
	}
	return out
}

// reasonOf returns a finding as one line.
func reasonOf(f *reviewsync.Finding) string {
	line := string(f.Code) + ": " + strings.TrimSuffix(f.Message, ".")
	if f.Was != "" || f.Now != "" {
		line += fmt.Sprintf(" (%q → %q)", shorten(f.Was), shorten(f.Now))
	}
	return line
}

// shorten keeps a text fit for one line of a record.
func shorten(s string) string {
	const most = 200
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// CommentInput is an answer to a comment, or a new comment on a block.
type CommentInput struct {
	On     string // id of a comment or a block
	Text   string // "" for none
	Words  string // of the block, which a new comment is about; "" for the whole block
	Author string
	At     time.Time
	// Resolve and Reopen change the state of a comment.
	Resolve, Reopen bool
}

// Comment makes the operations of an answer or a comment.
func Comment(s *Source, r CommentInput) ([]patch.Op, error) {
	names := layout.NameNodes(s.Doc)
	n := names.Node(r.On)
	if n == nil {
		return nil, fmt.Errorf("%s has no block %q to comment on; list the ids with: nomadocx ids %s", s.Path, r.On, s.Path)
	}
	d, _ := n.(*noma.Directive)
	isComment := d != nil && d.Is(noma.Comment)
	if (r.Resolve || r.Reopen) && !isComment {
		return nil, fmt.Errorf("%s:%d: %s is no comment; only comments are resolved or reopened", s.Path, n.At().Line, r.On)
	}
	id := layout.TargetID(n)
	var ops []patch.Op
	if r.Text != "" {
		op := patch.Op{Op: "add_comment", ID: freeID(names, "comment-"+cmp.Or(strings.Trim(id, noma.WholeDocument), "document")), Target: id, Content: r.Text, Author: r.Author, Date: r.At.UTC().Format(layout.WordTime)}
		switch {
		case isComment && r.Words != "":
			return nil, fmt.Errorf("%s:%d: %s is a comment; an answer is about the same words as the comment", s.Path, n.At().Line, r.On)
		case isComment:
			op.ReplyTo = id
		case r.Words != "" && !standsOnce(s, n, r.Words):
			return nil, fmt.Errorf("%s:%d: %q does not stand in the text of %s exactly once; give the words as Word shows them, and more of them", s.Path, n.At().Line, shorten(r.Words), r.On)
		default:
			op.Exact = r.Words
		}
		ops = append(ops, op)
	}
	switch {
	case r.Resolve:
		ops = append(ops, patch.Op{Op: "resolve_comment", ID: id, ResolvedBy: r.Author, ResolvedAt: r.At.UTC().Format(layout.WordTime)})
	case r.Reopen:
		for _, key := range []string{"status", "resolved_by", "resolved_at"} {
			if _, ok := d.Attr(key); ok {
				ops = append(ops, patch.Op{Op: "remove_attribute", ID: id, Key: key})
			}
		}
	}
	return ops, nil
}

// standsOnce reports whether words occur once in the text of a block.
func standsOnce(s *Source, n noma.Node, words string) bool { return wordsOnce(s, n)(n, words) }

// wordsOnce returns a function that reports whether words occur once in the text of one of some blocks.
func wordsOnce(s *Source, blocks ...noma.Node) func(n noma.Node, words string) bool {
	plan := layout.Build(s.Doc, layout.Options{Sketch: true})
	texts := layout.TextOf{Names: plan.Names, Wanted: map[noma.Node]bool{}}
	for _, n := range blocks {
		texts.Wanted[plan.Names.Node(layout.TargetID(n))] = true
	}
	for b := range plan.Body() {
		texts.Block(b)
	}
	return func(n noma.Node, words string) bool {
		_, _, ok := texts.Find(n, layout.Quote{Exact: words}, true)
		return ok
	}
}

func freeID(names *layout.Names, base string) string {
	for k := 1; ; k++ {
		if id := fmt.Sprintf("%s-%d", base, k); names.Node(id) == nil {
			return id
		}
	}
}

// CommentFile adds an answer or a comment to a file.
func CommentFile(ctx context.Context, path string, r CommentInput, o PatchFileOptions) (*Patched, error) {
	s, err := Load(ctx, path, LoadOptions{External: o.External, Raw: true})
	if err != nil {
		return nil, err
	}
	ops, err := Comment(s, r)
	if err != nil {
		return nil, err
	}
	return patchWith(ctx, s, ops, nil, o)
}
