package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/nomadocx/nomadocx/noma/diag"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/patch/transcript"
)

// Attribution says who asked for a patch and why, for the transcript.
type Attribution struct {
	Actor       transcript.Actor
	Reason      string
	ParentOpID  string           // op_id of the record that caused this one, or ""
	ToolVersion string           // of the program, semver
	Now         func() time.Time // the clock; required
	Random      io.Reader        // for the ids of records; required
	// OpIDs are ids for the operations, in their order, when somebody named them before: a signed turn,
	// say. Operations beyond them get random ones.
	OpIDs []string
	// Refused are operations of others that were decided against. They are recorded behind those that were made.
	Refused []json.RawMessage
}

// maxExplained is how many diagnostics of each phase a record carries, the worst first.
const maxExplained = 20

// records tells of every operation that was tried (Protocol §3.2, §5.1). failure is what run returned.
func (p *patching) records(a Attribution, uri string, failure error) ([]transcript.Record, error) {
	var refused *patch.Error
	var invalid *ValidationError
	tried, at := len(p.rq.Raw), -1 // at is the operation at fault, -1 when it is not one of them
	switch {
	case errors.As(failure, &invalid):
	case errors.As(failure, &refused):
		if p.began {
			at = refused.OpIndex
			tried = at + 1
		}
	case failure != nil:
		return nil, nil // not an answer to the request: the context ended, say
	}
	after := p.post
	if failure != nil && (invalid == nil || invalid.Stage == "pre") {
		after = p.pre // the document stays what it was
	}
	pre, post := explain(p.pre, "pre"), explain(after, "post")
	// The records of a list have the hashes of the list (§5.4): a text of its own for each of thousands of operations
	// would take the square of the time.
	hash := p.hash
	if failure == nil && p.text != p.source.File.Text {
		hash = transcript.Hash(p.text)
	}
	var list []transcript.Record
	for i := range tried {
		if p.rq.Raw[i][0] != '{' {
			continue // a record's op is an object (§5.2), and this was none
		}
		id, err := a.opID(i)
		if err != nil {
			return nil, err
		}
		r := a.record(id, uri, p.rq.Raw[i], p.hash)
		r.ParentOpID, r.BaseSHA256 = a.ParentOpID, p.base
		p.tell(&r, i)
		var engine []transcript.Diagnostic
		if p.drifted {
			engine = append(engine, transcript.Diagnostic{Severity: "warning", Code: transcript.BaseDrift, Phase: "pre",
				Message: "the document changed since the base this patch was made for"})
		}
		if p.result != nil && tried == 1 {
			ms := float64(p.took.Microseconds()) / 1000
			r.ElapsedMS = &ms
		}
		switch {
		case failure != nil:
			engine = append(engine, whyNot(i, at, refused, invalid))
		case p.result.Changed[i] && hash != p.hash:
			r.PostSHA256, r.PatchResult = hash, transcript.Applied
		default: // also when others of the list have taken it back
			r.PatchResult = transcript.Noop
		}
		r.PreSHA, r.PostSHA = r.PreSHA256[:8], r.PostSHA256[:8]
		r.Diagnostic = slices.Concat(engine, pre, post)
		r.PreValidation = transcript.Summarize(r.Diagnostic, "pre")
		r.PostValidation = transcript.Summarize(r.Diagnostic, "post")
		if len(engine) == 0 && r.PreValidation != transcript.Error && r.PostValidation != transcript.Error {
			r.Diagnostic = nil // warnings of a document are not news in each of its records
		}
		list = append(list, r)
	}
	if hash != p.hash {
		var applied []*transcript.Record
		for i := range list {
			if list[i].PatchResult == transcript.Applied {
				applied = append(applied, &list[i])
			}
		}
		transcript.Keep(applied, p.result.Undo)
	}
	if failure != nil {
		return list, nil
	}
	return p.refusals(a, uri, hash, list)
}

// record returns the record of an operation that changed nothing in the text with a hash.
func (a *Attribution) record(id, uri string, op json.RawMessage, hash string) transcript.Record {
	return transcript.Record{
		ProtocolVersion: transcript.Version, Tool: transcript.Tool, ToolVersion: a.ToolVersion,
		OpID: id, TS: transcript.Timestamp(a.Now()), Actor: a.Actor, DocURI: uri, Op: op, Reason: a.Reason,
		PreSHA256: hash, PostSHA256: hash, PatchResult: transcript.Rejected,
	}
}

// refusals adds the records of what was decided against, about the text with a hash.
func (p *patching) refusals(a Attribution, uri, hash string, list []transcript.Record) ([]transcript.Record, error) {
	post := explain(p.post, "post")
	for _, op := range a.Refused {
		id, err := transcript.NewOpID(a.Random)
		if err != nil {
			return nil, err
		}
		r := a.record(id, uri, op, hash)
		r.PreSHA, r.PostSHA = hash[:8], hash[:8]
		r.PreValidation, r.PostValidation = transcript.Summarize(post, "post"), transcript.Summarize(post, "post")
		list = append(list, r)
	}
	return list, nil
}

// tell notes who asked for operation i and why, and what it was, where that differs from the rest of the request.
func (p *patching) tell(r *transcript.Record, i int) {
	if i < len(p.rq.Told) {
		if told := p.rq.Told[i]; told.Actor != "" { // a person, whoever runs the program
			r.Actor = transcript.Actor{Kind: "human", Name: told.Actor}
		}
		r.Reason = first(p.rq.Told[i].Reason, r.Reason)
	}
	if i < len(p.asked) {
		r.Asked = p.asked[i]
	}
}

// opID returns the id of operation i.
func (a *Attribution) opID(i int) (string, error) {
	if i < len(a.OpIDs) {
		return a.OpIDs[i], nil
	}
	return transcript.NewOpID(a.Random)
}

// whyNot returns the refusal of operation i when operation at is the one at fault. What concerns the
// document before any operation belongs to the phase "pre", all else to "post".
func whyNot(i, at int, refused *patch.Error, invalid *ValidationError) transcript.Diagnostic {
	d := transcript.Diagnostic{Severity: "error", Phase: "post"}
	switch {
	case invalid != nil:
		d.Phase = invalid.Stage
		d.Code = string(invalid.Code())
		d.Message = fmt.Sprintf("%s: the document has %d error(s), and the caller asked not to go on then", invalid, len(invalid.Errors))
	case at >= 0 && i < at:
		d.Code = string(patch.OpListAborted)
		d.Message = fmt.Sprintf("undone, because operation %d of the list was refused", at)
	default:
		d.Code, d.Message = string(refused.Code), refused.Message
		if at < 0 {
			d.Phase = "pre"
		}
	}
	return d
}

// explain turns the worst findings of a validation into a record's diagnostics.
func explain(list diag.List, phase string) []transcript.Diagnostic {
	var out []transcript.Diagnostic
	for _, severity := range []diag.Severity{diag.Error, diag.Warning} {
		for _, d := range list {
			if d.Severity != severity || len(out) >= maxExplained {
				continue
			}
			t := transcript.Diagnostic{Severity: string(d.Severity), Code: d.Code, Message: d.Message, NodeID: d.NodeID, Phase: phase}
			if d.Line > 0 {
				t.Pos = &transcript.Position{Line: d.Line, Column: max(1, d.Column)}
			}
			out = append(out, t)
		}
	}
	return out
}
