package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/arm"
	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch/transcript"
)

// ArmDraftOptions of [ArmDrafts].
type ArmDraftOptions struct {
	Authors map[string]string      // party ids by the author names in Word
	Party   string                 // who accepted and rejected; "" for the one other party
	Now     string                 // see arm.Timestamp
	NewID   func() (string, error) // nil for random ids
	// Attribution is that of the transcript in which the operations of the sync will be, nil for none. They get their op_ids here,
	// and a turn takes that of the first operation it rests on, so that record and transcript name the same id.
	Attribution *Attribution
}

// ArmDraft is a turn that edits in a returned file stand for.
type ArmDraft struct {
	Name string // of its file
	JSON []byte
}

// ArmDrafts makes draft turns of what a returned file shows beyond its record. An artifact that came
// into the source as a comment or change request has that one's id. All drafts are made at the head of
// the record and belong together: they can be committed one after the other ([arm.Together]).
func ArmDrafts(ctx context.Context, file string, synced *SyncResult, o ArmDraftOptions) ([]ArmDraft, []arm.Unmapped, error) {
	a, err := OpenArm(ctx, file, nil)
	if err != nil {
		return nil, nil, err
	}
	if !a.word() {
		return nil, nil, fmt.Errorf("%s is no Word file: it shows no edits", file)
	}
	v, err := a.appendable("")
	if err != nil {
		return nil, nil, err
	}
	d, err := wml.Read(a.pkg, wml.Options{})
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", file, err)
	}
	requests := requestsOf(v, synced.Text)
	turns, unmapped := arm.TurnsFrom(v, d, a.carriage.Hints(), arm.FromWordOptions{Authors: o.Authors, Party: o.Party, Decided: requests.decided})
	unmapped = append(append(unmapped, unanswered(v, synced, turns)...), requests.leftOpen(v, turns)...)
	ids := newArtifactIDs(v, synced)
	var opIDs []string
	if o.Attribution != nil {
		for range synced.Ops {
			id, err := transcript.NewOpID(o.Attribution.Random)
			if err != nil {
				return nil, nil, err
			}
			o.Attribution.OpIDs = append(o.Attribution.OpIDs, id)
		}
		opIDs = o.Attribution.OpIDs
	}
	if o.NewID == nil {
		o.NewID = func() (string, error) { return newArmID("") }
	}
	rests := operationsOf(v, synced, opIDs)
	var drafts []arm.Value
	for _, turn := range turns {
		if turn.TurnID = rests.id(turn); turn.TurnID == "" {
			if turn.TurnID, err = o.NewID(); err != nil {
				return nil, nil, err
			}
		}
		turn.CreatedAt = o.Now
		turn.ArtifactID = func(k int) string {
			if k < len(turn.Items) {
				return ids.of(turn.Items[k], fmt.Sprintf("%s.%d", turn.TurnID, k+1))
			}
			return fmt.Sprintf("%s.%d", turn.TurnID, k+1)
		}
		draft, err := arm.Draft(v, turn.DraftOptions)
		if err != nil {
			return nil, nil, err
		}
		drafts = append(drafts, draft)
	}
	var out []ArmDraft
	for i, draft := range arm.Together(drafts) {
		name := fmt.Sprintf("%02d-%s-%s-%s.draft.json", i+1, turns[i].Decision, fileName(turns[i].AnchorID), fileName(turns[i].Author))
		out = append(out, ArmDraft{name, append(draft.Canonical(), '\n')})
	}
	return out, unmapped, nil
}

// fileName keeps what is safe in the name of a file.
func fileName(id string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '_'
	}, id[:min(len(id), 40)])
}

// operations finds the op_id of a turn. Each is given once: two turns cannot have one id.
type operations struct {
	record arm.Value
	synced *SyncResult
	ids    []string
	taken  []bool
}

func operationsOf(v arm.Value, synced *SyncResult, ids []string) *operations {
	n := min(len(ids), len(synced.Ops))
	return &operations{v, synced, ids[:n], make([]bool, n)}
}

// id returns the op_id of the first operation that made what the turn shows, or that changed the block its
// anchor stands for; "" when no operation did.
func (o *operations) id(turn arm.WordTurn) string {
	block := ""
	for _, a := range o.record.Get("manifest").Items("anchors") {
		if a.Text("anchorId") == turn.AnchorID {
			block = a.Get("selector").Text("blockId")
		}
	}
	made := map[string]bool{}
	for _, c := range o.synced.changes {
		for _, item := range turn.Items {
			if c.ID != "" && slices.Equal(strings.Split(c.NativeID, "/"), item.IDs) {
				made[c.ID] = true
			}
		}
	}
	// What the turn shows comes before what was done to its block: several turns may be about one block.
	for _, rests := range []func(i int) bool{
		func(i int) bool { return made[o.synced.Ops[i].ID] },
		func(i int) bool { return len(turn.Items) == 0 && block != "" && o.synced.Ops[i].ID == block },
	} {
		for i, id := range o.ids {
			if !o.taken[i] && rests(i) {
				o.taken[i] = true
				return id
			}
		}
	}
	return ""
}

// artifactIDs gives artifacts the ids their comments and change requests have in the source.
type artifactIDs struct {
	taken  map[string]bool
	synced *SyncResult
}

func newArtifactIDs(v arm.Value, synced *SyncResult) *artifactIDs {
	ids := &artifactIDs{map[string]bool{}, synced}
	for _, turn := range v.Items("ledger") {
		for _, a := range turn.Get("body").Items("visibleArtifacts") {
			ids.taken[a.Text("artifactId")] = true
		}
	}
	return ids
}

func (ids *artifactIDs) of(item arm.VisibleItem, otherwise string) string {
	for _, c := range ids.synced.changes {
		made := c.Action == "add_comment" && item.Kind == "comment" || c.Action == "add_change_request" && item.Kind != "comment"
		natives := strings.Split(c.NativeID, "/")
		if !made || c.ID == "" {
			continue
		}
		if !ids.taken[c.ID] && slices.Equal(natives, item.IDs) {
			ids.taken[c.ID] = true
			return c.ID
		}
		// One request may be several artifacts: paragraphs that were put in together.
		if len(item.IDs) > 0 && !slices.ContainsFunc(item.IDs, func(id string) bool { return !slices.Contains(natives, id) }) {
			for n := 1; ; n++ {
				if id := fmt.Sprintf("%s.%d", c.ID, n); !ids.taken[id] {
					ids.taken[id] = true
					return id
				}
			}
		}
	}
	return otherwise
}

// unanswered returns the change requests that were decided in Word and belong to a turn that is not answered, since it shows
// them together with others.
func unanswered(v arm.Value, synced *SyncResult, turns []arm.WordTurn) (out []arm.Unmapped) {
	s, err := FromText("-", synced.Text)
	if err != nil {
		return nil
	}
	answered := map[string]bool{}
	for _, t := range turns {
		answered[t.RespondsTo] = true
	}
	done := map[string]bool{}
	for _, c := range synced.changes {
		if c.Action == "update_change_request" && c.Key == "status" {
			done[c.ID] = true
		}
	}
	shown := arm.OpenArtifacts(v)
	for n := range noma.Walk(s.Doc) {
		d, ok := n.(*noma.Directive)
		if !ok || !done[n.At().ID] {
			continue
		}
		r := layout.ReadRequest(d)
		words := shownWords(r.From + r.To)
		for _, a := range shown {
			if a.ID != d.ID && a.Kind != "comment" && !answered[a.TurnID] && words != "" && strings.Contains(unmarked(a.OldText+a.Text), words) {
				answered[a.TurnID] = true
				out = append(out, arm.Unmapped{Reason: fmt.Sprintf("turn %s is not answered: the change request %s is a part of it, and it was decided in Word; draft the answer with arm draft --responds-to %s", a.TurnID, d.ID, a.TurnID),
					VisibleItem: arm.VisibleItem{Kind: a.Kind, Text: a.Text, OldText: a.OldText, Anchor: a.AnchorID}})
			}
		}
	}
	return out
}

// wordWithRecord writes the document as a Word file that carries a signed record along, when there is one. The
// record is copied as it is, valid or not; one that cannot be read is left out, with a warning.
func (s *Source) wordWithRecord(ctx context.Context, w io.Writer, o RenderOptions) error {
	o.Word.warn, o.Word.note, o.Word.theme = o.Warn, o.Note, o.Theme
	from, err := findRecord(ctx, s, o.Replaces, o.Word.ReferenceDoc)
	if err != nil && o.Warn != nil {
		o.Warn("no record comes along: " + err.Error())
	}
	if err != nil || from == nil || s.Doc.Audience.Client { // a record tells of the work on the document
		return s.word(ctx, w, o.Title, o.Assets, o.Word)
	}
	var b bytes.Buffer
	if err := s.word(ctx, &b, o.Title, o.Assets, o.Word); err != nil {
		return err
	}
	with, err := carryRecord(b.Bytes(), from, arm.Timestamp(time.Now()))
	if err != nil {
		return err
	}
	_, err = w.Write(with)
	return err
}

// findRecord returns the file whose record a rendering carries along: the one it replaces, else the
// reference document, else the sidecar of the source. It is nil when there is none.
func findRecord(ctx context.Context, s *Source, out, reference string) (*Arm, error) {
	var found *Arm
	for _, file := range []string{out, reference} {
		if file == "" || file == "-" || found != nil {
			continue
		}
		a, err := OpenArm(ctx, file, nil)
		if err != nil {
			continue // what is replaced need not be a Word file
		}
		if a.word() && a.carriage.Found() {
			found = a
		}
	}
	if s.Path == "-" || !strings.HasSuffix(s.Path, ".noma") {
		return found, nil
	}
	side, err := OpenArm(ctx, s.Path, nil)
	if observe := s.Resources.Observe; observe != nil {
		var data []byte
		if err == nil {
			data = side.data
		}
		observe(absolute(ArmPath(s.Path)), data, err)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return found, nil
	}
	if err != nil {
		return found, err
	}
	if found == nil {
		if _, err := side.record(); err != nil {
			return nil, err
		}
		return side, nil
	}
	return found, nil
}

// carryRecord puts the record of a file into a new rendering: the parts of a Word file as they are,
// damaged or not; a sidecar as parts of its own.
func carryRecord(rendered []byte, from *Arm, now string) ([]byte, error) {
	p, err := opc.ReadBytes(rendered, opc.Limits{})
	if err != nil {
		return nil, err
	}
	to := &Arm{Path: from.Path, data: rendered, pkg: p, carriage: arm.ReadCarriage(p)}
	if !from.word() {
		v, err := from.record()
		if err != nil {
			return nil, err
		}
		return to.with(v, now)
	}
	main, _ := p.Related("", opc.TypeOfficeDocument)
	e := p.Edit()
	if _, err := arm.Carry(from.pkg, e, main); err != nil {
		return nil, err
	}
	return e.Bytes()
}
