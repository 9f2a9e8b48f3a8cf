package transcript

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/nomadocx/nomadocx/noma/source"
)

// decode reads one line. A record without a required field, or with one of the wrong shape, is refused
// (§5.2); fields that the Protocol does not have are ignored (§1.3).
func decode(line []byte) (Record, error) {
	var r Record
	if err := json.Unmarshal(line, &r); err != nil {
		return r, jsonError(err)
	}
	if r.ProtocolVersion == "" {
		var old struct{ V json.Number }
		if json.Unmarshal(line, &old) == nil && old.V != "" {
			// §5.7: what these records lack cannot be made up.
			return r, errors.New(`"v" marks a record from before version 1.0, which cannot be read as one`)
		}
	}
	return r, r.check()
}

// jsonError says in a few words what a line has instead of a record.
func jsonError(err error) error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) && kind.Field != "" {
		return fmt.Errorf("%q must not be of type %s", kind.Field, kind.Value)
	}
	if kind != nil {
		return fmt.Errorf("not a JSON object but of type %s", kind.Value)
	}
	return fmt.Errorf("not a JSON object: %w", err)
}

// check returns what one record must obey by itself.
func (r *Record) check() error {
	for _, f := range []struct{ name, value string }{
		{"protocol_version", r.ProtocolVersion}, {"tool_version", r.ToolVersion}, {"op_id", r.OpID}, {"ts", r.TS},
		{"actor.kind", r.Actor.Kind}, {"actor.name", r.Actor.Name}, {"doc_uri", r.DocURI},
		{"pre_sha256", r.PreSHA256}, {"post_sha256", r.PostSHA256}, {"pre_sha", r.PreSHA}, {"post_sha", r.PostSHA},
		{"op", string(r.Op)}, {"patch_result", string(r.PatchResult)},
		{"pre_validation", string(r.PreValidation)}, {"post_validation", string(r.PostValidation)},
	} {
		if f.value == "" {
			return fmt.Errorf("%q is missing", f.name)
		}
	}
	if r.ProtocolVersion != Version {
		return fmt.Errorf("protocol_version is %q; this program reads %s", r.ProtocolVersion, Version)
	}
	for _, f := range []struct {
		name, value string
		optional    bool
	}{
		{"pre_sha256", r.PreSHA256, false}, {"post_sha256", r.PostSHA256, false},
		{"base_sha256", r.BaseSHA256, true}, {"prev_entry_sha256", r.PrevEntrySHA256, true},
	} {
		if !source.IsHash(f.value) && !(f.optional && f.value == "") {
			return fmt.Errorf("%s is not a SHA-256 in 64 lower-case hex digits", f.name)
		}
	}
	if r.PreSHA != r.PreSHA256[:8] || r.PostSHA != r.PostSHA256[:8] {
		return errors.New("pre_sha or post_sha does not begin its long hash")
	}
	if !IsOpID(r.OpID) {
		return errors.New("op_id is not a UUID of version 4")
	}
	if !inUTC(r.TS) {
		return errors.New("ts is not an ISO 8601 time in UTC")
	}
	switch {
	case !slices.Contains([]string{"human", "agent", "tool"}, r.Actor.Kind):
		return fmt.Errorf("actor.kind %q is not human, agent or tool", r.Actor.Kind)
	case !strings.HasPrefix(r.DocURI, "file://"):
		return errors.New("doc_uri is not a file:// URI")
	case !strings.HasPrefix(string(r.Op), "{"):
		return errors.New("op is not an object")
	case r.PatchResult != Applied && r.PatchResult != Rejected && r.PatchResult != Noop:
		return fmt.Errorf("patch_result %q is not applied, rejected or noop", r.PatchResult)
	case len(r.Signature) > 0 && string(r.Signature) != "null":
		return errors.New("signature is reserved; version 1.0 has null there or leaves it out")
	case r.ParentOpID != "" && !IsOpID(r.ParentOpID):
		return errors.New("parent_op_id is not a UUID of version 4")
	case r.PatchResult != Applied && r.PreSHA256 != r.PostSHA256:
		return fmt.Errorf("the operation was %s, and yet post_sha256 differs from pre_sha256", r.PatchResult)
	}
	for _, s := range []Summary{r.PreValidation, r.PostValidation} {
		if s != OK && s != Warn && s != Error {
			return fmt.Errorf("validation %q is not ok, warn or error", s)
		}
	}
	return r.checkDiagnostics()
}

// checkDiagnostics holds the summaries against the list, which is the source of truth (§4.2).
func (r *Record) checkDiagnostics() error {
	for _, d := range r.Diagnostic {
		if d.Phase != "pre" && d.Phase != "post" {
			return fmt.Errorf("the diagnostic %s has no phase", d.Code)
		}
	}
	if len(r.Diagnostic) == 0 {
		return nil
	}
	if pre := Summarize(r.Diagnostic, "pre"); pre != r.PreValidation {
		return fmt.Errorf("pre_validation is %s, but the diagnostics say %s", r.PreValidation, pre)
	}
	if post := Summarize(r.Diagnostic, "post"); post != r.PostValidation {
		return fmt.Errorf("post_validation is %s, but the diagnostics say %s", r.PostValidation, post)
	}
	return nil
}

// Summarize returns the worst severity among the diagnostics of a phase (§4.2).
func Summarize(list []Diagnostic, phase string) Summary {
	worst := OK
	for _, d := range list {
		switch {
		case d.Phase != phase:
		case d.Severity == "error":
			return Error
		case d.Severity == "warning":
			worst = Warn
		}
	}
	return worst
}

// IsOpID reports whether a text can be the op_id of a record: a UUID of version 4.
func IsOpID(s string) bool {
	id, err := uuid.Parse(s)
	return err == nil && len(s) == 36 && id.Version() == 4
}

func inUTC(ts string) bool {
	t, err := time.Parse(time.RFC3339Nano, ts)
	if err != nil {
		return false
	}
	_, offset := t.Zone()
	return offset == 0
}
