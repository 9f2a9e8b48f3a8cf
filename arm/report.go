package arm

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
)

// Result is the verdict of a verifier in one word.
type Result string

const (
	Valid      Result = "valid"
	Invalid    Result = "invalid"
	Unreadable Result = "unreadable" // not JSON as we read it, or not carried as it should be
	Absent     Result = "absent"     // there is no record
)

// Report is what a verifier says. The same input gives the same report.
type Report struct {
	Result       Result    `json:"result"`
	SessionID    string    `json:"sessionId"`
	ManifestHash string    `json:"manifestHash"`
	HeadTurnHash *string   `json:"headTurnHash"` // nil for an empty ledger
	TurnCount    int       `json:"turnCount"`
	Errors       []Finding `json:"errors"`
	Warnings     []Finding `json:"warnings"`
	Visible      *Coverage `json:"visible,omitempty"` // what the document shows, see [Cover]
}

// maxFindings bounds both lists: a hostile record must not make a report larger than itself. A record
// with so many errors is not valid whatever the others are.
const maxFindings = 50_000

func (r *Report) add(f Finding) {
	if len(r.Errors) < maxFindings {
		r.Errors = append(r.Errors, f)
	}
}

func (r *Report) warn(f Finding) {
	if len(r.Warnings) < maxFindings {
		r.Warnings = append(r.Warnings, f)
	}
}

// Add adds a finding about the record as a whole and reconsiders the verdict.
func (r *Report) Add(code Code, message string) {
	f := Finding{Code: code, TurnIndex: -1, Message: message}
	if code.Warning() {
		r.warn(f)
	} else {
		r.add(f)
	}
	r.settle()
}

// Warn adds a finding about the record as a whole that leaves the verdict as it is, whatever its code.
func (r *Report) Warn(code Code, message string) {
	r.warn(Finding{Code: code, TurnIndex: -1, Message: message})
	r.settle()
}

// Warning reports whether a code does not change the verdict.
func (c Code) Warning() bool { return rank[c] >= rank[WarnUnknownMember] }

// settle sorts the findings and fixes the verdict.
func (r *Report) settle() {
	slices.SortStableFunc(r.Errors, Finding.compare)
	slices.SortStableFunc(r.Warnings, Finding.compare)
	if r.Result == "" || r.Result == Valid {
		r.Result = Valid
		if len(r.Errors) > 0 {
			r.Result = Invalid
		}
	}
	if r.Errors == nil {
		r.Errors = []Finding{}
	}
	if r.Warnings == nil {
		r.Warnings = []Finding{}
	}
}

// Has reports whether a code is among the errors or warnings.
func (r *Report) Has(code Code) bool {
	is := func(f Finding) bool { return f.Code == code }
	return slices.ContainsFunc(r.Errors, is) || slices.ContainsFunc(r.Warnings, is)
}

// JSON returns the report as two-space JSON with a final line feed.
func (r *Report) JSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(r); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// unreadable returns the report on something that could not be read.
func unreadable(err error) *Report {
	r := &Report{Result: Unreadable}
	f := Finding{Code: JSONInvalid, TurnIndex: -1, Message: err.Error()}
	var read *ReadError
	var refused *Refusal
	switch {
	case errors.As(err, &read):
		f.Code, f.Message = read.Code, read.Error()
	case errors.As(err, &refused):
		f.Code, f.Message = refused.Code, refused.Message
	}
	r.add(f)
	r.settle()
	return r
}
