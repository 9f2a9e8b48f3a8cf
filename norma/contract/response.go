package contract

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Response is what an agent answers (norma.md §7.2).
type Response struct {
	Version     int      `json:"version"`
	Status      string   `json:"status"` // ok or fail
	Summary     string   `json:"summary"`
	Files       []string `json:"files"` // relative to the step's folder
	NextActions []string `json:"next_actions"`
	Errors      []string `json:"errors"`
	// NormaGenerated marks an answer that norma wrote because the agent gave none that counts.
	NormaGenerated bool `json:"norma_generated,omitempty"`
}

// Values of [Response.Status].
const (
	StatusOK   = "ok"
	StatusFail = "fail"
)

// DecodeResponse reads an answer: exactly one JSON object with nothing around it but white space. An
// error names the rule that was broken. Whether the files exist is not examined.
func DecodeResponse(data []byte) (*Response, error) {
	var wire struct {
		Version     jsontext.Value `json:"version"`
		Status      jsontext.Value `json:"status"`
		Summary     jsontext.Value `json:"summary"`
		Files       jsontext.Value `json:"files"`
		NextActions jsontext.Value `json:"next_actions"`
		Errors      jsontext.Value `json:"errors"`
	}
	if err := object(data, &wire); err != nil {
		return nil, err
	}
	r := &Response{Version: Version}
	if string(wire.Version) != "1" {
		return nil, fmt.Errorf("version must be 1, not %s", shown(wire.Version))
	}
	var err error
	if r.Status, err = text("status", wire.Status); err != nil {
		return nil, err
	}
	if r.Status != StatusOK && r.Status != StatusFail {
		return nil, fmt.Errorf("status must be ok or fail, not %q", r.Status)
	}
	if r.Summary, err = text("summary", wire.Summary); err != nil {
		return nil, err
	}
	for _, list := range []struct {
		name string
		in   jsontext.Value
		out  *[]string
	}{{"files", wire.Files, &r.Files}, {"next_actions", wire.NextActions, &r.NextActions}, {"errors", wire.Errors, &r.Errors}} {
		if *list.out, err = texts(list.name, list.in); err != nil {
			return nil, err
		}
	}
	for _, f := range r.Files {
		if err := CheckPath(f); err != nil {
			return nil, fmt.Errorf("files: %w", err)
		}
		if f == "logs" || strings.HasPrefix(f, "logs/") {
			return nil, fmt.Errorf("files: %q lies in logs, which is norma's", f)
		}
	}
	return r, nil
}

// CheckPath refuses a path that is not plainly below the folder it is relative to (notes, section 9).
func CheckPath(p string) error {
	switch {
	case p == "":
		return fmt.Errorf("an empty path")
	case strings.HasPrefix(p, "/"):
		return fmt.Errorf("%q is absolute", p)
	case strings.ContainsRune(p, 0):
		return fmt.Errorf("%q holds a NUL", p)
	case strings.Contains(p, `\`):
		return fmt.Errorf("%q holds a backslash; separate folders with /", p)
	}
	for _, part := range strings.Split(p, "/") {
		if part == "" || part == "." || part == ".." {
			return fmt.Errorf("%q must be %s", p, cleanly(p))
		}
	}
	return nil
}

// cleanly returns what a path should have been, as part of a sentence.
func cleanly(p string) string {
	if c := path.Clean(p); c != "." && c != ".." && !strings.HasPrefix(c, "../") {
		return fmt.Sprintf("written %q", c)
	}
	return "a path below the folder it belongs to, without .."
}

// Recover finds the answer in what a model's command line tool printed around it (notes, section 9):
// the content of the only fenced block, or the last line that begins with "{". It never guesses by
// braces: log lines have them too. ok is false when there is no such thing.
func Recover(stdout []byte) (answer []byte, ok bool) {
	var blocks [][]byte
	var block []byte
	var last []byte
	inside := false
	for line := range bytes.Lines(stdout) {
		trimmed := bytes.TrimSpace(line)
		switch {
		case bytes.HasPrefix(trimmed, []byte("```")):
			if inside {
				blocks = append(blocks, block)
			}
			block, inside = nil, !inside
		case inside:
			block = append(block, line...)
		}
		if bytes.HasPrefix(line, []byte("{")) {
			last = line
		}
	}
	switch {
	case inside || len(blocks) > 1:
		return nil, false
	case len(blocks) == 1:
		return blocks[0], true
	}
	return last, last != nil
}

// ErrNotOne says of bytes that they are no JSON object, or more than one.
var ErrNotOne = errors.New("not one JSON object")

// object decodes one JSON object into a struct, strictly but for unknown members.
func object(data []byte, into any) error {
	trimmed := bytes.TrimLeft(data, " \t\r\n")
	if len(trimmed) == 0 {
		return fmt.Errorf("%w: there is nothing", ErrNotOne)
	}
	if trimmed[0] != '{' {
		return ErrNotOne
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%w: %w", ErrNotOne, Plainly(data, err))
	}
	return nil
}

// Plainly says where JSON is wrong and why, in words.
func Plainly(data []byte, err error) error {
	var syntax *jsontext.SyntacticError
	var meaning *json.SemanticError
	switch {
	case errors.As(err, &syntax):
		at := min(max(syntax.ByteOffset, 0), int64(len(data)))
		line := 1 + bytes.Count(data[:at], []byte("\n"))
		return fmt.Errorf("line %d, byte %d: %w", line, syntax.ByteOffset, syntax.Err)
	case errors.As(err, &meaning):
		return fmt.Errorf("%s must be %s", strings.ReplaceAll(strings.TrimPrefix(string(meaning.JSONPointer), "/"), "/", "."), Kind(meaning.GoType))
	}
	return err
}

// Kind returns what JSON calls the values of a Go type, with an article.
func Kind(t reflect.Type) string {
	if t == nil {
		return "another value"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return Kind(t.Elem())
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Float32, reflect.Float64:
		return "a number"
	}
	return "a whole number"
}

func text(name string, v jsontext.Value) (string, error) {
	var s string
	if v.Kind() != '"' || json.Unmarshal(v, &s) != nil {
		return "", fmt.Errorf("%s must be a string, not %s", name, shown(v))
	}
	return s, nil
}

// texts reads an array of strings; a missing member and null are empty.
func texts(name string, v jsontext.Value) ([]string, error) {
	out := []string{}
	if len(v) == 0 || v.Kind() == 'n' {
		return out, nil
	}
	var items []jsontext.Value
	if v.Kind() != '[' || json.Unmarshal(v, &items) != nil {
		return nil, fmt.Errorf("%s must be an array of strings", name)
	}
	for i, item := range items {
		s, err := text(fmt.Sprintf("%s[%d]", name, i), item)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// shown returns a value in a message, short.
func shown(v jsontext.Value) string {
	switch {
	case len(v) == 0:
		return "missing"
	case len(v) > 40:
		return string(bytes.ToValidUTF8(v[:40], nil)) + "…"
	}
	return string(v)
}
