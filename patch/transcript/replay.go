package transcript

import (
	"fmt"
	"net/url"

	"github.com/nomadocx/nomadocx/internal/files"
)

// ReplayError says at which record a replay ends, and why.
type ReplayError struct {
	Line    int
	OpID    string // "" when the line is not a record
	Message string
}

func (e *ReplayError) Error() string {
	if e.OpID == "" {
		return fmt.Sprintf("line %d: %s", e.Line, e.Message)
	}
	return fmt.Sprintf("line %d (op_id %s): %s", e.Line, e.OpID, e.Message)
}

// Replay performs the applied operations again, from the text before the first of them, and returns
// the text after the last, which is the same byte for byte (§5.5). Refused operations and those
// without effect are skipped. Anything else is a [*ReplayError].
func Replay(base string, entries []Entry) (string, error) {
	text, hash := base, Hash(base)
	for _, l := range listsOf(entries) {
		e := l[0]
		fail := func(format string, args ...any) error {
			return &ReplayError{Line: e.Line, OpID: e.Record.OpID, Message: fmt.Sprintf(format, args...)}
		}
		if e.Err != nil {
			return "", fail("%v", e.Err)
		}
		r := &e.Record
		if r.PreSHA256 != hash {
			return "", fail("the operation was made on another text: it names %s, the text here is %s", r.PreSHA, hash[:8])
		}
		ops, last, err := l.ops()
		if e = last; err != nil {
			return "", fail("%v", err)
		}
		result, err := l.apply(text, ops)
		if err != nil {
			return "", fail("the operation cannot be done again: %v", err)
		}
		text, hash = result.Text, Hash(result.Text)
		if hash != r.PostSHA256 {
			return "", fail("the result is not the recorded one: it should be %s and is %s", r.PostSHA, hash[:8])
		}
	}
	return text, nil
}

// FileURI returns the doc_uri of a document; path is absolute.
func FileURI(path string) string {
	return files.URL(path).String()
}

// pathOf returns the path a doc_uri names, or the text itself.
func pathOf(uri string) string {
	if u, err := url.Parse(uri); err == nil && u.Scheme == "file" {
		return u.Path
	}
	return uri
}
