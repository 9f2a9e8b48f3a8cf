package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/nomadocx/nomadocx/patch"
)

// maxOps is the largest file of operations that is read, in bytes.
const maxOps = 64 << 20

// Request is a list of operations as it was given. The transcript tells of all that were tried, also
// of one that is no operation of this program, so the request keeps what each was.
type Request struct {
	Ops []patch.Op        // those before the first malformed one
	Raw []json.RawMessage // all of them, as they came
	Bad *patch.Error      // why Raw[len(Ops)] is not an operation; nil if all are

	PreValidate, PostValidate bool // as in [patch.Transaction]

	// Told says of operations, by their index, who asked for them and why, where that differs from the
	// log of the whole request: a sync brings in what several reviewers did. It may be shorter than
	// Ops; zero values say nothing.
	Told []Telling

	ExpectedSHA string // 8 or more hex digits; a document with another hash is not patched (Protocol §3.4)
	BaseSHA256  string // 64 hex digits; a document with another hash is patched with a warning
}

// Telling is who asked for an operation, and why; "" is what the log of the request says.
type Telling struct{ Actor, Reason string }

// DecodeRequest reads one operation, a list of them, or an object {"ops", "prevalidate",
// "postvalidate", "expected_sha", "base_sha256"}. An operation of the wrong shape is no error
// here but the request's Bad; what holds no operations at all is.
func DecodeRequest(data []byte) (*Request, error) {
	raw, object := rawOps(data)
	tx, err := patch.DecodeOps(data)
	rq := &Request{Ops: tx.Ops, Raw: raw, PreValidate: tx.PreValidate, PostValidate: tx.PostValidate}
	var bad *patch.Error
	switch {
	case err == nil:
	case errors.As(err, &bad) && bad.OpIndex < len(raw):
		// DecodeOps stops at the first malformed operation; those before it count as tried.
		rq.Ops, rq.Bad = nil, bad
		for _, r := range raw[:bad.OpIndex] {
			var op patch.Op
			if err := op.UnmarshalJSON(r); err != nil {
				return nil, err
			}
			rq.Ops = append(rq.Ops, op)
		}
	default:
		return nil, err
	}
	for name, field := range map[string]*string{"expected_sha": &rq.ExpectedSHA, "base_sha256": &rq.BaseSHA256} {
		if v, given := object[name]; given && json.Unmarshal(v, field) != nil {
			return nil, &patch.Error{Code: patch.InvalidContent, Message: name + " must be a string"}
		}
	}
	return rq, nil
}

// rawOps returns the operations of a request as they came, and the fields of the object around them.
func rawOps(data []byte) (raw []json.RawMessage, object map[string]json.RawMessage) {
	data = bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\uFEFF")))
	if len(data) == 0 || !json.Valid(data) {
		return nil, nil
	}
	raw = []json.RawMessage{data}
	if data[0] == '{' && json.Unmarshal(data, &object) == nil {
		list, wrapped := object["ops"]
		if _, single := object["op"]; !wrapped || single {
			return raw, nil
		}
		raw, data = nil, list
	}
	if data[0] == '[' {
		var list []json.RawMessage
		if json.Unmarshal(data, &list) == nil {
			raw = list
		}
	}
	return raw, object
}

// ReadRequest reads the operations of a patch: op is JSON, file names a file with more ("-" is stdin).
// Either may be empty; the operation given directly comes first.
func ReadRequest(op, file string, stdin io.Reader) (*Request, error) {
	all := &Request{}
	if op != "" {
		rq, err := DecodeRequest([]byte(op))
		if err != nil {
			return nil, err
		}
		all = rq
	}
	if file == "" {
		return all, nil
	}
	data, err := readFile(file, stdin, maxOps)
	if err != nil {
		return nil, err
	}
	rq, err := DecodeRequest(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if all.Bad == nil {
		if rq.Bad != nil {
			bad := *rq.Bad
			bad.OpIndex += len(all.Raw)
			all.Bad = &bad
		}
		all.Ops = append(all.Ops, rq.Ops...)
	}
	all.Raw = append(all.Raw, rq.Raw...)
	all.PreValidate = all.PreValidate || rq.PreValidate
	all.PostValidate = all.PostValidate || rq.PostValidate
	all.ExpectedSHA = first(all.ExpectedSHA, rq.ExpectedSHA)
	all.BaseSHA256 = first(all.BaseSHA256, rq.BaseSHA256)
	return all, nil
}

// ReadOps reads what [ReadRequest] does for callers that keep no transcript: a malformed operation is an error.
func ReadOps(op, file string, stdin io.Reader) (patch.Transaction, error) {
	rq, err := ReadRequest(op, file, stdin)
	if err != nil {
		return patch.Transaction{}, err
	}
	return rq.transaction()
}

// requestOf returns a request of operations that were made here, not read.
func requestOf(ops []patch.Op) (*Request, error) {
	rq := &Request{Ops: ops}
	for _, op := range ops {
		raw, err := op.MarshalJSON()
		if err != nil {
			return nil, err
		}
		rq.Raw = append(rq.Raw, raw)
	}
	return rq, nil
}

// Transaction returns the operations of a request before the first malformed one.
func (rq *Request) Transaction() patch.Transaction {
	return patch.Transaction{Ops: rq.Ops, PreValidate: rq.PreValidate, PostValidate: rq.PostValidate}
}

func (rq *Request) transaction() (patch.Transaction, error) {
	tx := rq.Transaction()
	if rq.Bad != nil {
		return tx, rq.Bad
	}
	return tx, nil
}

// first returns the first text that is not empty.
func first(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}
