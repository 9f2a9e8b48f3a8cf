package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/patch/transcript"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// Decisions are carried out by the sync itself, which is asked of each edit whether it comes in. What was decided against is in the
// transcript, as an operation that was rejected, and is not offered again.

// deciding is one sync with decisions.
type deciding struct {
	made    map[string]EditDecision    // by finding
	places  map[contested]EditDecision // on conflicts, which are none any more when the edit they are with was not accepted
	settled map[string]bool            // what was decided against before
	held    map[string]bool            // accepted, and left out with an edit that is not
	forms   bool                       // form fields come in unless they are decided against
}

// contested is what a conflict and the edit without the conflict have in common.
type contested struct{ block, now, reviewer string }

// choose says what was decided on a finding.
func (d *deciding) choose(f *reviewsync.Finding) reviewsync.Choice {
	x, decided := d.of(f)
	switch {
	case d.held[f.Hash], decided && x.Decision == reviewsync.Accept && x.Text != "": // the author's words come in its place
		return reviewsync.Leave
	case decided:
		return x.Decision
	case d.settled[f.Hash]:
		return reviewsync.Reject
	case d.forms && (f.Code == reviewsync.CodeForm || f.Code == reviewsync.CodeTask):
		return reviewsync.Accept
	}
	return reviewsync.Leave
}

// hold notes which of the accepted edits are left out, as they are decided on together with one that is not accepted.
func (d *deciding) hold(findings []reviewsync.Finding) {
	accepted := func(f *reviewsync.Finding) bool {
		x, decided := d.of(f)
		return decided && x.Decision == reviewsync.Accept
	}
	stay := reviewsync.Together(findings, accepted)
	d.held = map[string]bool{}
	for i := range findings {
		if f := &findings[i]; accepted(f) && !stay[f.Hash] {
			d.held[f.Hash] = true
		}
	}
}

// contradict returns an error when the texts of two reviewers for one place are accepted: one would be lost.
func (d *deciding) contradict(findings []reviewsync.Finding) error {
	places, taken := placesOf(findings), map[string]*reviewsync.Finding{}
	for i := range findings {
		f := &findings[i]
		place := places[f.Hash]
		if x := d.made[f.Hash]; place == "" || x.Decision != reviewsync.Accept || x.Text != "" {
			continue
		}
		if other := taken[place]; other != nil {
			return fmt.Errorf("findings %s of %s and %s of %s are at one place, and both are accepted: accept one of them; nothing was written",
				other.Hash, other.Reviewer, f.Hash, f.Reviewer)
		}
		taken[place] = f
	}
	return nil
}

// of returns the decision on a finding.
func (d *deciding) of(f *reviewsync.Finding) (x EditDecision, decided bool) {
	if x, decided = d.made[f.Hash]; !decided {
		x, decided = d.places[contested{f.BlockID, f.Now, f.Reviewer}]
	}
	return x, decided
}

// decided brings in what was accepted.
func (r Review) decided(ctx context.Context, s *Source, files []string, stdin io.Reader) (*SyncResult, error) {
	list, err := returnedFiles(ctx, files)
	if err != nil {
		return nil, err
	}
	if err := r.Decisions.about(s, list); err != nil {
		return nil, err
	}
	d := &deciding{made: map[string]EditDecision{}, places: map[contested]EditDecision{}, settled: r.settled, forms: r.Controls}
	r.Controls = true // a decision on a field is carried out as one on any other edit
	all, err := r.bringAll(ctx, s, files, stdin)
	if err != nil {
		return nil, err
	}
	for _, x := range r.Decisions.Decisions {
		d.made[x.Finding] = x
	}
	if err := d.contradict(all.Findings); err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for i := range all.Findings {
		f := &all.Findings[i]
		known[f.Hash] = true
		if x, ok := d.made[f.Hash]; ok && f.Outcome == reviewsync.Conflict {
			d.places[contested{f.BlockID, f.Now, f.Reviewer}] = x
			if x.Decision == reviewsync.Accept && x.Text == "" {
				r.Strategy = reviewsync.KeepTheirs
			}
		}
	}
	d.hold(all.Findings)
	r.choose = d.choose
	out, err := r.bringAll(ctx, s, files, stdin)
	if err != nil {
		return nil, err
	}
	for i := range out.Findings {
		if f := &out.Findings[i]; d.held[f.Hash] && f.Outcome == reviewsync.Later {
			f.Message = reviewsync.LeftTogether
		}
	}
	for _, x := range r.Decisions.Decisions {
		if !known[x.Finding] {
			out.Unknown = append(out.Unknown, x.Finding)
		}
	}
	if err := r.answer(ctx, s, out, d); err != nil {
		return nil, err
	}
	out.Refused = d.refused(out.Findings, r.settled)
	return out, out.report()
}

// answer puts the words that the author wrote in the place of a reviewer's, and then adds the comments.
func (r Review) answer(ctx context.Context, s *Source, out *SyncResult, d *deciding) error {
	var comments []*reviewsync.Finding
	for i := range out.Findings {
		f := &out.Findings[i]
		x, ok := d.of(f)
		if !ok || x.Text == "" || f.NoEdit() {
			continue
		}
		if x.Decision == reviewsync.Answer {
			comments = append(comments, f)
			continue
		}
		now, err := s.WithText(out.Text)
		if err != nil {
			return err
		}
		ops, err := now.inOtherWords(f, x.Text)
		if err := unplaced(f, err); err != nil {
			return err
		}
		if err != nil {
			continue
		}
		f.Outcome, f.Message, f.Now, f.Decided = reviewsync.Applied, "The author's own words are in the source.", x.Text, ""
		if err := r.add(ctx, now, out, f, ops); err != nil {
			return err
		}
	}
	if len(comments) == 0 {
		return nil
	}
	now, err := s.WithText(out.Text)
	if err != nil {
		return err
	}
	names := layout.NameNodes(now.Doc)
	var all []patch.Op
	var blocks []noma.Node
	for _, f := range comments {
		if n := names.Node(f.BlockID); n != nil {
			blocks = append(blocks, n)
		}
	}
	once, used := wordsOnce(now, blocks...), map[string]bool{}
	for _, f := range comments {
		x, _ := d.of(f)
		n := names.Node(f.BlockID)
		if f.BlockID == "" || n == nil {
			_ = unplaced(f, &placeError{"The comment has no place: the edit is in no block with an id. Give the block one, and decide again."})
			continue
		}
		ops, err := Comment(now, CommentInput{On: f.BlockID, Text: x.Text, Author: r.Author, At: r.now()})
		if err != nil {
			return err
		}
		if words := beginning(f.Was); words != "" && ops[0].ReplyTo == "" && once(n, words) {
			ops[0].Exact = words
		}
		for i := range ops {
			for used[ops[i].ID] { // of another of these comments
				ops[i].ID += "-1"
			}
			used[ops[i].ID] = true
		}
		f.Ops, all = ops, append(all, ops...)
		out.tell(r, f, ops)
	}
	out.Text, err = now.apply(ctx, all)
	return err
}

// add makes operations of the author's for a finding.
func (r Review) add(ctx context.Context, s *Source, out *SyncResult, f *reviewsync.Finding, ops []patch.Op) (err error) {
	f.Ops = ops
	out.tell(r, f, ops)
	out.Text, err = s.apply(ctx, ops)
	return err
}

// tell notes operations of the author's.
func (r *SyncResult) tell(by Review, f *reviewsync.Finding, ops []patch.Op) {
	r.Ops = append(r.Ops, ops...)
	for range ops {
		r.Told = append(r.Told, Telling{Actor: by.Author, Reason: reasonOf(f)})
	}
}

// unplaced says with a finding why an answer has no place, and returns every other error.
func unplaced(f *reviewsync.Finding, err error) error {
	var place *placeError
	if !errors.As(err, &place) {
		return err
	}
	if f.Outcome == reviewsync.Rejected {
		f.Outcome = reviewsync.Later
	}
	f.Message = place.Error()
	return nil
}

// placeError says that an answer has no place in the source.
type placeError struct{ message string }

func (e *placeError) Error() string { return e.message }

func (r Review) now() time.Time {
	if r.Now == nil {
		return time.Now()
	}
	return r.Now()
}

// beginning returns the first words of a text, which say where a comment stands.
func beginning(text string) string {
	const most = 60
	line, _, _ := strings.Cut(text, "\n")
	if line = strings.TrimSpace(line); utf8.RuneCountInString(line) <= most {
		return line
	}
	cut := string([]rune(line)[:most])
	if i := strings.LastIndexByte(cut, ' '); i > 0 {
		cut = cut[:i]
	}
	return cut
}

// inOtherWords returns the operations that put the author's words where a finding is.
func (s *Source) inOtherWords(f *reviewsync.Finding, text string) ([]patch.Op, error) {
	plan := s.plan("", true)
	target := plan.Names.Node(f.BlockID)
	if f.Was == "" || f.BlockID == "" || target == nil {
		return nil, &placeError{"The author's words have no place: the source has no words here that they could replace, or the block has no id."}
	}
	found, err := reviewsync.ReplaceText(plan, target, layout.Quote{Exact: f.Was}, text)
	var place *reviewsync.PlaceError
	switch {
	case errors.As(err, &place):
		return nil, &placeError{"The author's words have no place: " + place.Message}
	case err != nil:
		return nil, err
	case len(found.Ops) == 0:
		return nil, &placeError{"The author's words have no place: they are in a section without an id."}
	}
	return found.Ops, nil
}

// RefusedEdit is a reviewer's edit that the author decided against, for the transcript.
type RefusedEdit struct {
	Op       string            `json:"op"` // review_edit
	Finding  string            `json:"finding"`
	Decision reviewsync.Choice `json:"decision"`
	Code     reviewsync.Code   `json:"code,omitempty"`
	ID       string            `json:"id,omitempty"` // of the block
	Was      string            `json:"was,omitempty"`
	Now      string            `json:"now,omitempty"`
	Reviewer string            `json:"reviewer,omitempty"`
}

// reviewEdit is the operation that the transcript has for a reviewer's edit.
const reviewEdit = "review_edit"

// forgotten is the decision that takes those before it back.
const forgotten reviewsync.Choice = "forget"

// refused returns what was decided against and not before. The next sync finds of edits that are alike only those that are not in the
// source, and numbers them anew.
func (d *deciding) refused(findings []reviewsync.Finding, settled map[string]bool) (out []RefusedEdit) {
	left := map[string]int{}
	for i := range findings {
		f := &findings[i]
		if f.Done() || f.NoEdit() {
			continue
		}
		left[f.BaseHash()]++
		name := reviewsync.Nth(f.BaseHash(), left[f.BaseHash()])
		if f.Outcome != reviewsync.Rejected || settled[name] {
			continue
		}
		decision := reviewsync.Reject
		if x, ok := d.of(f); ok {
			decision = x.Decision
		}
		out = append(out, RefusedEdit{Op: reviewEdit, Finding: name, Decision: decision, Code: f.Code, ID: f.BlockID,
			Was: shorten(f.Was), Now: shorten(f.Now), Reviewer: f.Reviewer})
	}
	return out
}

// recall reads from the transcript what was decided against before.
func (r *Review) recall(ctx context.Context) error {
	r.settled = map[string]bool{}
	if r.Remembered == "" {
		return nil
	}
	entries, _, err := transcript.ReadFile(ctx, r.Remembered, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("what was decided before cannot be read: %w", err)
	}
	for i := range entries {
		var x RefusedEdit
		rec := &entries[i].Record
		if entries[i].Err != nil || rec.PatchResult != transcript.Rejected || json.Unmarshal(rec.Op, &x) != nil || x.Op != reviewEdit {
			continue
		}
		if x.Decision == forgotten {
			clear(r.settled)
		} else {
			r.settled[x.Finding] = true
		}
	}
	if r.Forget && len(r.settled) > 0 {
		r.settled, r.forgets = map[string]bool{}, true
	}
	return nil
}

// known reports what a sync without decisions brings in: all but what was decided against before.
func (r *Review) known(f *reviewsync.Finding) reviewsync.Choice {
	if r.settled[f.Hash] {
		return reviewsync.Reject
	}
	return reviewsync.Accept
}

// kept returns the records of what was decided, the forgetting first.
func (r *SyncResult) kept() (out []json.RawMessage, err error) {
	list := slices.Clone(r.Refused)
	if r.Forgets {
		list = slices.Insert(list, 0, RefusedEdit{Op: reviewEdit, Finding: "*", Decision: forgotten})
	}
	for _, x := range list {
		raw, err := json.Marshal(x)
		if err != nil {
			return nil, err
		}
		out = append(out, raw)
	}
	return out, nil
}
