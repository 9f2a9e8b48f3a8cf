package proof

import (
	"encoding/json"
	"time"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/diag"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/noma/validate"
	"github.com/nomadocx/nomadocx/render/astjson"
)

// Status is the verdict (contract cli.md, proof).
type Status string

const (
	Pass Status = "pass"
	Warn Status = "warn" // the result has warnings
	Fail Status = "fail" // refused, or the result has errors
)

// PatchResult says what became of the operations (Protocol §5.2).
type PatchResult string

const (
	Applied  PatchResult = "applied"
	NoOp     PatchResult = "noop" // applied, and every byte stayed
	Rejected PatchResult = "rejected"
)

// Summary is the outcome of one validation (Protocol §4.2).
type Summary string

const (
	OK       Summary = "ok"
	Warnings Summary = "warn"
	Errors   Summary = "error"
)

// Summarize returns the highest severity of a list; findings below a warning count as ok.
func Summarize(l diag.List) Summary {
	worst := OK
	for _, d := range l {
		switch d.Severity {
		case diag.Error:
			return Errors
		case diag.Warning:
			worst = Warnings
		}
	}
	return worst
}

// Refusal says why the operations were not applied.
type Refusal struct {
	Code    string // a code of Protocol §3.5, or patch_error
	Message string
	Op      int // the place of the one that failed, -1 when it is none in particular
}

// Request is what is to be proved.
type Request struct {
	Ops []json.RawMessage // the operations as they were given
	// Apply performs them on the text. It says what the text becomes, or why it does not.
	Apply func() (after string, refused *Refusal)
}

// State is the document on one side of the patch.
type State struct {
	Text        string
	SHA256      string // lower-case hex of the bytes
	Diagnostics diag.List
	Validation  Summary
	Document    *noma.Document // complete, as it is rendered
}

// Proof is what a list of operations would do to a source.
type Proof struct {
	File   string // absolute path
	URI    string // the same as a file URI
	Ops    []Op
	Status Status
	Result PatchResult
	Before State
	After  State // equal to Before when the operations were refused
	// IDs are the ids and aliases of After, as the ids command lists them.
	IDs     noma.Map
	Metrics Metrics
	Diff    string  // see [Diff]
	Blocks  []Block // those that changed, came or went
	Context string  // what an agent is shown of After
	Refusal *Refusal

	lines []Line
}

// CanWrite tells whether the result may replace the source: exactly when the proof does not fail.
func (p *Proof) CanWrite() bool { return p.Status != Fail }

// Options of Simulate.
type Options struct {
	File, URI string
	// Load makes the complete document of a text: parsed, its datasets read in.
	Load func(text string) (*noma.Document, error)
	// Context is what an agent would be shown of a document; nil for nothing.
	Context func(d *noma.Document) (string, error)
	Now     time.Time // for rules about age; zero: nothing is stale
}

// Simulate says what operations make of a text. Refused operations are a proof that fails, not an
// error; an error means that the text itself cannot be shown.
func Simulate(text string, rq Request, o Options) (*Proof, error) {
	p := &Proof{File: o.File, URI: o.URI}
	for _, raw := range rq.Ops {
		p.Ops = append(p.Ops, readOp(raw))
	}
	var err error
	if p.Before, err = o.state(text); err != nil {
		return nil, err
	}
	after, refused := rq.Apply()
	if refused == nil {
		if p.After, err = o.state(after); err != nil {
			// The operations broke the frontmatter: what they would write can no longer be read.
			refused = &Refusal{Code: "patch_error", Message: "the result cannot be read: " + err.Error(), Op: -1}
		}
	}
	switch {
	case refused != nil:
		p.Refusal, p.Result, p.After = refused, Rejected, p.Before
	case after == text:
		p.Result = NoOp
	default:
		p.Result = Applied
	}
	switch {
	case p.Result == Rejected, p.After.Validation == Errors:
		p.Status = Fail
	case p.After.Validation == Warnings:
		p.Status = Warn
	default:
		p.Status = Pass
	}
	return p, p.compare(o)
}

func (o Options) state(text string) (State, error) {
	doc, err := o.Load(text)
	if err != nil {
		return State{}, err
	}
	s := State{Text: text, Document: doc, Diagnostics: validate.Document(doc, validate.Options{Now: o.Now})}
	s.Validation = Summarize(s.Diagnostics)
	s.SHA256 = source.Hash(text)
	return s, nil
}

// compare fills in what the two sides have to say of each other.
func (p *Proof) compare(o Options) (err error) {
	p.IDs = astjson.Registry(p.After.Document)
	p.lines = compare(splitLines(p.Before.Text), splitLines(p.After.Text))
	p.Metrics = measure(p.Before.Text, p.After.Text, p.lines)
	p.Diff = diffText(p.lines)
	p.Blocks = changedBlocks(p.Before.Document, p.After.Document)
	if o.Context != nil {
		p.Context, err = o.Context(p.After.Document)
	}
	return err
}

// Op is one operation as it was given.
type Op struct {
	Raw    json.RawMessage
	Name   string
	Target string // the id of the block it is about, "document" when it names none
}

func readOp(raw json.RawMessage) Op {
	var fields struct {
		Op     any `json:"op"`
		ID     any `json:"id"`
		Target any `json:"target"`
		Parent any `json:"parent"`
		From   any `json:"from"`
	}
	_ = json.Unmarshal(raw, &fields) // what is no object has no fields: then it shows as unnamed
	op := Op{Raw: raw, Name: "(no operation)", Target: "document"}
	if name, ok := fields.Op.(string); ok && name != "" {
		op.Name = name
	}
	for _, f := range []any{fields.ID, fields.Target, fields.Parent, fields.From} {
		if id, ok := f.(string); ok && id != "" {
			op.Target = id
			break
		}
	}
	return op
}
