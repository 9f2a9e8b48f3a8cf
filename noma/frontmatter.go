package noma

import (
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v4"
)

// FrontmatterError says why the frontmatter is not YAML we take. Line is a line of the source file.
type FrontmatterError struct {
	Line    int
	Message string
}

func (e *FrontmatterError) Error() string {
	return fmt.Sprintf("invalid frontmatter in line %d: %s", e.Line, e.Message)
}

// frontmatter parses the YAML block at the head of the file, nil when there is none: line 1 must be
// three hyphens, and so must some later line.
func (p *parser) frontmatter() (*Frontmatter, error) {
	if !isFrontmatterFence(p.line(1)) {
		return nil, nil
	}
	end := 2
	for end <= p.f.Lines() && !isFrontmatterFence(p.line(end)) {
		end++
	}
	if end > p.f.Lines() {
		return nil, nil
	}
	fm := &Frontmatter{Raw: p.content(2, end).S}
	p.place(&fm.Base, 1, end)
	data, err := parseYAML(fm.Raw)
	if err != nil {
		var at *FrontmatterError
		if errors.As(err, &at) {
			at.Line = min(at.Line+1, end) // the YAML starts in line 2
		}
		return nil, err
	}
	fm.Data, _ = data.(Map)
	return fm, nil
}

func isFrontmatterFence(s string) bool {
	return strings.HasPrefix(s, "---") && isBlank(s[3:])
}

// parseYAML reads one YAML document as data: nil, bool, float64, string, []any and [Map].
// Lines of its errors count from 1 within the text.
func parseYAML(text string) (data any, err error) {
	text = strings.ToValidUTF8(text, "\uFFFD")
	defer func() {
		// The library is not ours: whatever it makes of hostile input must stay an error.
		if r := recover(); r != nil {
			data, err = nil, &FrontmatterError{1, fmt.Sprint("YAML: ", r)}
		}
	}()
	// The line end before the closing fence belongs to the YAML: a folded scalar keeps it.
	dec := yaml.NewDecoder(strings.NewReader(text + "\n"))
	var doc yaml.Node
	if err := dec.Decode(&doc); err != nil {
		if isEOF(err) {
			return nil, nil // blank, or comments only
		}
		return nil, yamlError(err)
	}
	var second yaml.Node
	if err := dec.Decode(&second); err == nil {
		return nil, &FrontmatterError{max(1, second.Line), "a second YAML document starts here"}
	} else if !isEOF(err) {
		return nil, yamlError(err)
	}
	if len(doc.Content) == 0 {
		return nil, nil
	}
	// An alias repeats what it names, and aliases of aliases multiply. What they may add is bounded by
	// a multiple of what was written.
	c := yamlReader{budget: 1<<20 + 4*len(text)}
	return c.value(doc.Content[0], 0)
}

func yamlError(err error) error {
	var at *yaml.LoadError
	if errors.As(err, &at) {
		return &FrontmatterError{max(1, at.Mark.Line), at.Message}
	}
	return &FrontmatterError{1, err.Error()}
}
