package jobs

import (
	"errors"
	"fmt"
	"strings"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/noma/diag"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// Kind says what is to be done.
type Kind string

const (
	Render   Kind = "render"   // a source or a book to a target
	Sync     Kind = "sync"     // returned Word files into a source
	Identify Kind = "identify" // which source a Word file was made from
)

// Request is one unit of work. It is stored in queues, so names of fields stay.
type Request struct {
	Kind   Kind   `json:"kind"`
	Source string `json:"source"` // the document; for Identify the Word file
	// Out is where the result is written: a new file, whose folder exists.
	Out string `json:"out,omitempty"`

	// Render.
	Target   app.Target      `json:"target,omitempty"`
	Audience string          `json:"audience,omitempty"`
	Comments string          `json:"comments,omitempty"`
	Title    string          `json:"title,omitempty"`
	Theme    string          `json:"theme,omitempty"`
	CSS      string          `json:"css,omitempty"` // the rules themselves
	Page     app.PageOptions `json:"page,omitzero"`
	Strict   bool            `json:"strict,omitempty"`
	NoUnsafe bool            `json:"noUnsafe,omitempty"`
	Fragment bool            `json:"fragment,omitempty"`
	MathFont string          `json:"mathFont,omitempty"`
	Assets   string          `json:"assets,omitempty"`
	LLM      app.LLMOptions  `json:"llm,omitzero"`
	Word     app.WordOptions `json:"word,omitzero"`
	External bool            `json:"external,omitempty"` // files outside the document's folder may be read
	// Filename is what results call the document's file, instead of its path.
	Filename string `json:"filename,omitempty"`
	// FailOnWarning refuses documents in which something is wrong.
	FailOnWarning bool     `json:"failOnWarning,omitempty"`
	IgnoreRules   []string `json:"ignoreRules,omitempty"`
	// Replaces is the file that the result will take the place of; a signed record in it comes along.
	Replaces string `json:"replaces,omitempty"`

	// Sync. Files of several reviewers are brought in one after the other.
	Returned    []Returned `json:"returned,omitempty"`
	AllowDelete bool       `json:"allowDelete,omitempty"`
	Force       bool       `json:"force,omitempty"`    // also files that were not made from the source
	Strategy    string     `json:"strategy,omitempty"` // "ours" or "theirs": whose text stays where both changed a place
	InPlace     bool       `json:"inPlace,omitempty"`  // write the source itself; Out is not used

	// MaxOutput is the largest result that is written, in bytes; 0 is no limit.
	MaxOutput int64 `json:"maxOutput,omitempty"`
}

// Returned is a Word file that came back, and where its report is written.
type Returned struct {
	Path   string `json:"path"`
	Report string `json:"report,omitempty"`
}

// Reply is what became of a request.
type Reply struct {
	Error   string   `json:"error,omitempty"` // why it failed, one line; "" when it did not
	Code    Code     `json:"code,omitempty"`  // of a refusal that the request can override
	Inputs  []Input  `json:"inputs,omitempty"`
	Outputs []Output `json:"outputs,omitempty"`
	// Sent is the answer to Identify: the hash of the source, "" when the file does not say.
	Sent string `json:"sent,omitempty"`
	// Changed says, for Sync, that the new text is not the old one.
	Changed bool `json:"changed,omitempty"`
}

// Code names a refusal.
type Code string

const (
	WrongFile   Code = "wrong-file"   // a returned file was not made from the source; see Request.Force
	Faulty      Code = "warnings"     // something is wrong with the document; see Request.FailOnWarning
	ManyDeleted Code = "many-deleted" // a returned file takes much of the source out; see Request.AllowDelete
)

// codeOf returns the code of a failure, "" for one that has none.
func codeOf(err error) Code {
	var wrong *app.WrongFileError
	var deleted *app.ManyDeletedError
	var faults *app.FaultsError
	switch {
	case errors.As(err, &faults):
		return Faulty
	case errors.As(err, &wrong):
		return WrongFile
	case errors.As(err, &deleted):
		return ManyDeleted
	}
	return ""
}

// Input is a file the result depends on. SHA256 is "" for one that is not there or cannot be read:
// when it can be read one day, the result will be another.
type Input struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// Output is a file that was written.
type Output struct {
	Path   string `json:"path"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
	// Conflicts, of the report of a sync, is how many conflicts were left undecided.
	Conflicts int `json:"conflicts,omitempty"`
	// Warnings, of a rendering, are the first things that are wrong with the document, one on each line; WarningCount counts all.
	Warnings     []string `json:"warnings,omitempty"`
	WarningCount int      `json:"warningCount,omitempty"`
	// Notes say where a document and its reference document say different things, and which of the two is shown.
	Notes []string `json:"notes,omitempty"`
}

// maxWarnings is how many warnings an output names, and maxWarning how long each may be, in bytes.
const (
	maxWarnings = 20
	maxWarning  = 400
)

// warned notes what is wrong with a document.
func (o *Output) warned(file string, found diag.List) {
	for _, d := range found {
		o.warn(app.FormatDiagnostic(d, file))
	}
}

// warn counts a warning, and keeps the first ones.
func (o *Output) warn(line string) {
	if o.WarningCount++; o.WarningCount > maxWarnings {
		return
	}
	if line = plain(line); len(line) > maxWarning {
		line = strings.ToValidUTF8(line[:maxWarning], "") + "…"
	}
	o.Warnings = append(o.Warnings, line)
}

// Check says what is wrong with a request.
func (r *Request) Check() error {
	switch {
	case r.Source == "":
		return errors.New("a job needs a source")
	case r.Kind == Identify:
		return nil
	case r.Kind == Render:
		if _, ok := app.ParseTarget(string(r.Target)); !ok {
			return fmt.Errorf("unknown target %q", r.Target)
		}
	case r.Kind == Sync:
		if len(r.Returned) == 0 {
			return errors.New("a sync needs a returned file")
		}
		if s := reviewsync.Strategy(r.Strategy); s != reviewsync.KeepBoth && s != reviewsync.KeepOurs && s != reviewsync.KeepTheirs {
			return fmt.Errorf("unknown strategy %q", r.Strategy)
		}
		if r.InPlace {
			return nil
		}
	default:
		return fmt.Errorf("unknown kind of job %q", r.Kind)
	}
	if r.Out == "" {
		return errors.New("a job needs a place for its result")
	}
	return nil
}
