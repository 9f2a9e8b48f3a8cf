package transcript

import (
	"bytes"
	"fmt"
	"io"
)

// Bounds of what is read. A record holds one operation, and an operation at most one document's text.
const (
	maxLine = 64 << 20 // bytes
	maxFile = 1 << 30  // bytes
)

// Entry is one line of a transcript.
type Entry struct {
	Line   int    // from 1
	Raw    []byte // with its line feed, if it has one
	Record Record // zero when Err is set
	Err    error  // why the line is not a record
}

// Read reads all lines of a transcript; a line that is not a record is an entry with an Err. torn is
// set when the last line has no line feed: its writer was stopped.
func Read(r io.Reader) (entries []Entry, torn bool, err error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, false, err
	}
	if len(data) > maxFile {
		return nil, false, fmt.Errorf("the transcript is larger than %d MB", maxFile>>20)
	}
	entries, torn = Parse(data)
	return entries, torn, nil
}

// Parse does what [Read] does for bytes.
func Parse(data []byte) (entries []Entry, torn bool) {
	for n := 1; len(data) > 0; n++ {
		line := data
		if i := bytes.IndexByte(data, '\n'); i >= 0 {
			line = data[:i+1]
		}
		data = data[len(line):]
		e := Entry{Line: n, Raw: line}
		text, whole := bytes.CutSuffix(line, []byte("\n"))
		switch {
		case !whole:
			torn = true
			e.Err = fmt.Errorf("the line is torn: it does not end in a line feed")
		case len(line) > maxLine:
			e.Err = fmt.Errorf("the line is longer than %d MB", maxLine>>20)
		default:
			e.Record, e.Err = decode(text)
		}
		entries = append(entries, e)
	}
	return entries, torn
}
