package capability

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/nomadocx/nomadocx/internal/files"
)

// Version of descriptors that this package understands.
const Version = 1

// maxSize is the largest descriptor that is read, in bytes.
const maxSize = 1 << 20

// PathOf returns where the descriptor of a document lies (A.1). A pointer in the frontmatter does not count.
func PathOf(document string) string { return document + ".capabilities.yml" }

// Descriptor says what agents may do. The zero value grants nothing.
type Descriptor struct {
	// Missing says that there is no descriptor; Unknown that its version is not [Version], so that the
	// rest of it was not examined. Both grant nothing.
	Missing, Unknown bool

	Version    int              `yaml:"version"`
	Profile    string           `yaml:"profile"` // a name; it grants nothing
	Blocks     map[string]Block `yaml:"blocks"`
	IDs        IDs              `yaml:"ids"`
	Validation Validation       `yaml:"validation"`
}

// Block is the policy for one kind of directive.
type Block struct {
	Ops   []string        `yaml:"ops"`
	Attrs map[string]Attr `yaml:"attrs"`
}

// Attr limits what update_attribute may set.
type Attr struct {
	Type string   `yaml:"type"`
	Min  *float64 `yaml:"min"`
	Max  *float64 `yaml:"max"`
	Enum []any    `yaml:"enum"`
}

// IDs is about the ids of all kinds of blocks.
type IDs struct {
	Rename bool `yaml:"rename"`
}

// Validation asks for a warning when a patched document has errors. It never stops a patch.
type Validation struct {
	Required bool `yaml:"required"`
}

// Error is a descriptor that cannot be understood.
type Error struct {
	File    string
	Line    int // from 1; 0 when it is about the whole file
	Message string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Message
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Message)
}

// Load reads the descriptor of a document. One that is not there is no error but grants nothing.
func Load(document string) (*Descriptor, error) {
	path := PathOf(document)
	info, err := files.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &Descriptor{Missing: true}, nil
	}
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &Error{path, 0, "it is not a regular file"}
	}
	f, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	if err != nil {
		return nil, err
	}
	return parseDescriptor(path, data)
}

// parseDescriptor reads a descriptor; file names it in errors, which are [*Error] values. Keys that are not
// known are ignored, for a later version may add some (A.5).
func parseDescriptor(file string, data []byte) (d *Descriptor, err error) {
	if len(data) > maxSize {
		return nil, &Error{file, 0, fmt.Sprintf("a descriptor may have at most %d MB", maxSize>>20)}
	}
	defer func() {
		// The YAML library is not ours: whatever it makes of hostile input must stay an error.
		if r := recover(); r != nil {
			d, err = nil, &Error{file, 0, fmt.Sprint("not YAML: ", r)}
		}
	}()
	var tree yaml.Node
	if err := yaml.Unmarshal(data, &tree); err != nil {
		return nil, notYAML(file, err)
	}
	agent := child(root(&tree), "nomaAgent")
	if agent == nil || agent.Kind != yaml.MappingNode {
		return nil, &Error{file, max(1, tree.Line), `the top level must be the one key nomaAgent with a mapping, such as "nomaAgent:" and below it "  version: 1"`}
	}
	// The version first: it says whether the rest means what we think (A.5).
	version := child(agent, "version")
	if version == nil {
		return nil, &Error{file, agent.Line, "nomaAgent needs a version; write version: 1"}
	}
	d = &Descriptor{}
	if err := version.Decode(&d.Version); err != nil || version.Tag != "!!int" {
		return nil, &Error{file, version.Line, "version must be a whole number; write version: 1"}
	}
	if d.Version != Version {
		return &Descriptor{Version: d.Version, Unknown: true}, nil
	}
	if err := agent.Decode(d); err != nil {
		return nil, notYAML(file, err)
	}
	if err := d.validate(file, agent); err != nil {
		return nil, err
	}
	return d, nil
}

func notYAML(file string, err error) error {
	message := strings.Join(strings.Fields(err.Error()), " ")
	var at *yaml.LoadError
	if errors.As(err, &at) {
		return &Error{file, max(1, at.Mark.Line), "not YAML: " + strings.Join(strings.Fields(at.Message), " ")}
	}
	return &Error{file, 0, "cannot be read: " + message}
}

// root returns the mapping of a YAML document.
func root(tree *yaml.Node) *yaml.Node {
	if tree.Kind == yaml.DocumentNode && len(tree.Content) > 0 {
		return tree.Content[0]
	}
	return tree
}

// child returns the value of a key in a mapping, nil if it has none.
func child(n *yaml.Node, key string) *yaml.Node {
	if n.Kind == yaml.AliasNode && n.Alias != nil {
		n = n.Alias
	}
	if n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}
