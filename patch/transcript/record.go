package transcript

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/nomadocx/nomadocx/patch"
)

// Version is the only protocol version whose records this package writes and reads (§5.2).
const Version = "1.0"

// Tool is what our own records say in "tool": readers then know that the line must end in its seal.
const Tool = "nomadocx"

// Outcome of one operation (§5.1).
type Outcome string

const (
	Applied  Outcome = "applied"  // the document has changed
	Rejected Outcome = "rejected" // nothing has changed
	Noop     Outcome = "noop"     // it could be done, and made no difference
)

// Summary of a validation: the worst thing it found (§4.2).
type Summary string

const (
	OK    Summary = "ok"
	Warn  Summary = "warn"
	Error Summary = "error"
)

// Codes of diagnostics that are not errors of an operation.
const (
	BaseDrift    = "base_sha_drift"          // the document is not the one the patch was made for (§3.4)
	PostRejected = "post_validation_blocked" // the caller asked for postvalidate, and the result has errors
)

// Actor is who asked for the patch.
type Actor struct {
	Kind    string `json:"kind"` // human, agent or tool
	Name    string `json:"name"`
	Model   string `json:"model,omitempty"`
	Version string `json:"version,omitempty"`
}

// Position in a text; both count from 1.
type Position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// Diagnostic explains a summary or a refusal (§4.3). Phase is "pre" or "post".
type Diagnostic struct {
	Severity string    `json:"severity"` // info, warning or error
	Code     string    `json:"code"`
	Message  string    `json:"message"`
	Pos      *Position `json:"pos,omitempty"`
	NodeID   string    `json:"nodeId,omitempty"`
	Phase    string    `json:"phase"`
}

// Record is one operation that was tried. Hashes are SHA-256 in 64 lower-case hex digits, of the whole
// document before and after this operation, or the list it is one of (§5.4).
type Record struct {
	ProtocolVersion string          `json:"protocol_version"`
	Tool            string          `json:"tool,omitempty"` // an addition to Protocol 1.0, see [Tool]
	ToolVersion     string          `json:"tool_version"`
	OpID            string          `json:"op_id"` // UUID version 4
	TS              string          `json:"ts"`    // see [Timestamp]
	Actor           Actor           `json:"actor"`
	DocURI          string          `json:"doc_uri"` // see [FileURI]
	PreSHA256       string          `json:"pre_sha256"`
	PostSHA256      string          `json:"post_sha256"`
	PreSHA          string          `json:"pre_sha"`  // first 8 digits, for people
	PostSHA         string          `json:"post_sha"` // likewise
	Op              json.RawMessage `json:"op"`       // as it was given, so that nothing of it is lost
	PatchResult     Outcome         `json:"patch_result"`
	PreValidation   Summary         `json:"pre_validation"`
	PostValidation  Summary         `json:"post_validation"`

	Reason     string       `json:"reason,omitempty"`
	ParentOpID string       `json:"parent_op_id,omitempty"`
	BaseSHA256 string       `json:"base_sha256,omitempty"`
	Diagnostic []Diagnostic `json:"diagnostics,omitempty"`
	ElapsedMS  *float64     `json:"elapsed_ms,omitempty"`
	// Asked is the operation as it was given when Op was made of it, an addition of this program: replace_text names words, which only
	// a program that lays documents out can find again.
	Asked json.RawMessage `json:"asked,omitempty"`
	// Undo takes the operation back, an addition to Protocol 1.0. The records of a list take the list back, see [Keep].
	Undo Undo `json:"undo,omitempty"`
	// Signature is reserved; version 1.0 has null there or nothing (§5.3).
	Signature json.RawMessage `json:"signature,omitempty"`
	// PrevEntrySHA256 is the hash of the line before, its line feed included. The log fills it in.
	PrevEntrySHA256 string `json:"prev_entry_sha256,omitempty"`
	// EntrySHA256 is the seal of the line, see [Tool]. The log fills it in.
	EntrySHA256 string `json:"entry_sha256,omitempty"`
}

// Code returns the reason of a refusal as the Protocol spells it, "" if there is none.
func (r *Record) Code() string {
	if r.PatchResult != Rejected {
		return ""
	}
	for _, d := range r.Diagnostic {
		// Codes of the patch engine have underscores, those of the validator have hyphens (§4).
		if d.Severity == "error" && strings.Contains(d.Code, "_") {
			return d.Code
		}
	}
	return ""
}

// decodeOp returns the operation of the record.
func (r *Record) decodeOp() (patch.Op, error) {
	var op patch.Op
	err := op.UnmarshalJSON(r.Op)
	return op, err
}

// Hash returns the hash of a document or a line as records spell it.
func Hash[T string | []byte](data T) string {
	h := sha256.Sum256([]byte(data))
	return hex.EncodeToString(h[:])
}

// Timestamp returns a time as records spell it: UTC, milliseconds.
func Timestamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// NewOpID makes an id for a record from a source of randomness.
func NewOpID(random io.Reader) (string, error) {
	id, err := uuid.NewRandomFromReader(random)
	if err != nil {
		return "", fmt.Errorf("transcript: no randomness for an op_id: %w", err)
	}
	return id.String(), nil
}

const sealKey = `,"entry_sha256":"`

// encode returns the record as a line with its line feed, sealed when it is one of this program.
func (r *Record) encode() ([]byte, error) {
	var b bytes.Buffer
	r.EntrySHA256 = ""
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(r); err != nil {
		return nil, fmt.Errorf("transcript: %w", err)
	}
	line := bytes.TrimSuffix(b.Bytes(), []byte("}\n"))
	if r.Tool == Tool {
		r.EntrySHA256 = Hash(line)
		line = append(line, sealKey+r.EntrySHA256+`"`...)
	}
	return append(line, "}\n"...), nil
}

// sealed tells whether a line (without its line feed) ends in a seal, and whether that seal is right.
func sealed(line []byte) (has, right bool) {
	const tail = 64 + len(`"}`)
	at := len(line) - tail - len(sealKey)
	if at < 0 || !bytes.HasPrefix(line[at:], []byte(sealKey)) || !bytes.HasSuffix(line, []byte(`"}`)) {
		return false, false
	}
	return true, string(line[at+len(sealKey):len(line)-2]) == Hash(line[:at])
}
