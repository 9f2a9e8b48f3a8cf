package book

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/diag"
)

// MaxManifest is the largest manifest that is read, in bytes. Ten thousand chapters need less.
const MaxManifest = 4 << 20

// Manifest is what a manifest says.
type Manifest struct {
	Name        string // of the manifest, as messages call it
	Title       string
	Author      string
	Description string
	// Trusted (trusted_publishing) asks for pages on which nothing is active.
	Trusted  bool
	Chapters []Chapter
	// Diagnostics are on keys the format does not know. It has no rule against them, so a book with one
	// still loads; but a misspelt trusted_publishing must not pass in silence.
	Diagnostics diag.List

	chaptersLine int
}

// Chapter is an entry of the list of chapters.
type Chapter struct {
	// Path of the source file with slashes, relative to the manifest's folder, in its shortest form.
	Path string
	Line int // of the manifest, from 1
}

// Error says what is wrong with a book, and where. Line is 0 when the whole manifest is meant.
type Error struct {
	File    string
	Line    int
	Message string
	cause   error
}

// Unwrap returns why a chapter was refused by [Options.Accept].
func (e *Error) Unwrap() error { return e.cause }

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Message
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Message)
}

func (m *Manifest) wrong(line int, format string, args ...any) error {
	return &Error{File: m.Name, Line: line, Message: fmt.Sprintf(format, args...)}
}

// UnknownKey is the code of diagnostics on keys the format does not know.
const UnknownKey = "unknown-manifest-key"

// keys are those of a manifest, in the order in which a message lists them.
var keys = []string{"title", "author", "description", "chapters", "outputs", "trusted_publishing"}

// Decode reads a manifest. name is what messages call it.
func Decode(name string, data []byte) (m *Manifest, err error) {
	m = &Manifest{Name: name}
	if len(data) > MaxManifest {
		return nil, m.wrong(0, "a manifest may have at most %d MB", MaxManifest>>20)
	}
	if line := notUTF8(data); line > 0 {
		return nil, m.wrong(line, "not UTF-8 text; save the manifest as UTF-8")
	}
	defer func() {
		// The YAML library is not ours: whatever it makes of hostile input must stay an error.
		if r := recover(); r != nil {
			m, err = nil, &Error{File: name, Line: 0, Message: fmt.Sprint("not YAML: ", r)}
		}
	}()
	dec := yaml.NewDecoder(strings.NewReader(string(data)))
	var doc, second yaml.Node
	switch err := dec.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return nil, m.wrong(0, "the manifest is empty; it needs a list of chapters")
	case err != nil:
		return nil, m.notYAML(err)
	}
	switch err := dec.Decode(&second); {
	case err == nil:
		return nil, m.wrong(max(1, second.Line), "a second YAML document starts here; a manifest is one")
	case !errors.Is(err, io.EOF):
		return nil, m.notYAML(err)
	}
	if len(doc.Content) == 0 || doc.Content[0].Kind != yaml.MappingNode {
		return nil, m.wrong(max(1, doc.Line), "a manifest is a mapping with the key chapters")
	}
	if err := m.mapping(doc.Content[0]); err != nil {
		return nil, err
	}
	if err := m.check(); err != nil {
		return nil, err
	}
	return m, nil
}

// notUTF8 returns the first line that is no UTF-8 text, 0 when there is none. The YAML library would guess at
// other encodings, and a NUL byte is how UTF-16 looks.
func notUTF8(data []byte) int {
	for line, rest := 1, data; len(rest) > 0; line++ {
		text, after, _ := bytes.Cut(rest, []byte("\n"))
		if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
			return line
		}
		rest = after
	}
	return 0
}

// notYAML returns the library's complaint with its line.
func (m *Manifest) notYAML(err error) error {
	var at *yaml.LoadError
	if errors.As(err, &at) {
		return m.wrong(max(1, at.Mark.Line), "not YAML: %s", noma.OneLine(at.Message))
	}
	return m.wrong(0, "not YAML: %s", noma.OneLine(err.Error()))
}

// mapping reads the entries by hand, because every value needs its line.
func (m *Manifest) mapping(n *yaml.Node) error {
	seen := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.Kind != yaml.ScalarNode {
			return m.wrong(key.Line, "a key must be a plain word, such as chapters")
		}
		if first, again := seen[key.Value]; again {
			return m.wrong(key.Line, "the key %q is given twice (first in line %d); remove one of them", key.Value, first)
		}
		seen[key.Value] = key.Line
		var err error
		switch key.Value {
		case "title":
			m.Title, err = m.text(key, value)
		case "author":
			m.Author, err = m.text(key, value)
		case "description":
			m.Description, err = m.text(key, value)
		case "trusted_publishing":
			m.Trusted, err = m.boolean(key, value)
		case "chapters":
			m.chaptersLine = key.Line
			err = m.list(value)
		case "outputs": // for future renderers (Format spec, "Book manifests")
		default:
			m.Diagnostics = append(m.Diagnostics, diag.Diagnostic{Severity: diag.Warning, Code: UnknownKey, File: m.Name,
				Line: key.Line, Column: max(1, key.Column),
				Message: fmt.Sprintf("A manifest has no key %s; it is ignored (known: %s).", short(key.Value), strings.Join(keys, ", "))})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// scalar returns the node a value stands for when it is a single value.
func scalar(n *yaml.Node) (*yaml.Node, bool) {
	if n.Kind == yaml.AliasNode && n.Alias != nil {
		n = n.Alias
	}
	return n, n.Kind == yaml.ScalarNode
}

// isNull reports whether a scalar is YAML's nothing.
func isNull(n *yaml.Node) bool { return n.Style == 0 && n.ShortTag() == "!!null" }

// text returns a value as it is written, so that `title: 1.10` is the title 1.10.
func (m *Manifest) text(key, value *yaml.Node) (string, error) {
	n, ok := scalar(value)
	switch {
	case !ok:
		return "", m.wrong(value.Line, "%s must be a text", key.Value)
	case isNull(n):
		return "", nil
	}
	return strings.ToValidUTF8(n.Value, "\uFFFD"), nil
}

// boolean takes true and false only: "yes" is a text in YAML 1.2, and a setting on which safety
// rests must not be guessed at.
func (m *Manifest) boolean(key, value *yaml.Node) (bool, error) {
	if n, ok := scalar(value); ok && n.Style == 0 {
		switch n.Value {
		case "true", "True", "TRUE":
			return true, nil
		case "false", "False", "FALSE":
			return false, nil
		}
	}
	return false, m.wrong(value.Line, "%s must be true or false", key.Value)
}

// list reads the chapters.
func (m *Manifest) list(value *yaml.Node) error {
	if value.Kind == yaml.AliasNode && value.Alias != nil {
		value = value.Alias
	}
	if n, ok := scalar(value); ok && isNull(n) {
		return nil // an empty list, refused with all empty lists
	}
	if value.Kind != yaml.SequenceNode {
		return m.wrong(value.Line, "chapters must be a list: one line \"- path.noma\" for each chapter")
	}
	for i, item := range value.Content {
		n, ok := scalar(item)
		if !ok {
			return m.wrong(item.Line, "entry %d of chapters must be the path of a .noma file", i+1)
		}
		c := Chapter{Line: item.Line}
		if !isNull(n) && n.Value != "" {
			c.Path = path.Clean(strings.ReplaceAll(n.Value, `\`, "/"))
		}
		m.Chapters = append(m.Chapters, c)
	}
	return nil
}

// short quotes a value from outside for a message of one line.
func short(s string) string {
	const most = 200
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return strconv.Quote(s)
}
