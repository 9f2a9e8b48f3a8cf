package opc

import (
	"fmt"
	"maps"
	"strings"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/internal/memory"
)

// Namespace is a namespace a reader knows, by the number its [Names] give it; 0 is any other.
type Namespace uint8

// Names are the namespaces a reader knows. Several URIs may have one number: the transitional and
// the strict edition of the standard differ in nothing else (ECMA-376 part 4).
type Names struct {
	URI map[string]Namespace
	// Prefix gives the meaning of prefixes that are used without being declared, as some programs
	// that cut documents in chunks do.
	Prefix map[string]Namespace
	// Doctype passes over a document type; what it declares is not read. Without it, a text that has one is refused.
	Doctype bool
}

const (
	// maxDepth bounds the nesting of elements. Word refuses tables nested more deeply than about 25
	// levels, which is under 150 elements.
	maxDepth = 256
	// maxPrefixes bounds the namespace prefixes in force at one place; looking one up is a search.
	maxPrefixes = 256
)

// SyntaxError is XML that is not well-formed, or not safe to read.
type SyntaxError struct {
	Line int // from 1
	What string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("not readable as XML, line %d: %s", e.Line, e.What)
}

// Scanner reads the elements of an XML text one tag at a time. Character data is passed over unless
// [Scanner.Text] asks for it. An empty element opens and closes like any other. All strings a
// Scanner returns are chunks of the text it was given, but for those with references in them.
type Scanner struct {
	s     string
	tag   int // where the current tag begins
	pos   int
	names Names
	more  *unpacking // what comes behind s, which ends where a tag begins; nil for nothing
	lines int        // line feeds before s
	look  halt.Look  // at every chunk

	budget   *memory.Budget // what the document may take, nil for any amount
	cost     int64          // of what was read and not counted there yet
	skipping bool           // nothing is kept of what is read

	opened  bool // the current tag is a start tag
	pending bool // the current tag is an empty element whose end has not been reported
	rooted  bool // the root element has been seen
	space   Namespace
	local   string
	attrs   []attr

	depth int
	open  []frame // the first ones are those of the open elements
	bound []binding

	// The prefix found last: nearly all elements of a part share one.
	lastPrefix string
	lastSpace  Namespace
	lastKnown  bool
	prefixes   map[string]Namespace // see [Scanner.Prefixes]; nil before it is asked for

	err error
}

// frame is an open element.
type frame struct {
	name  string // with its prefix
	bound int    // bindings in force outside it
}

// binding is a declared prefix.
type binding struct {
	prefix string
	space  Namespace
}

// attr is an attribute as written; raw values may hold references.
type attr struct {
	name  string
	colon int // length of the prefix, -1 without
	raw   string
	plain bool // raw needs no decoding
}

// Attr is an attribute. The namespace of its name is not given: no two attributes of one element
// that Word documents use differ only in that.
type Attr struct{ Local, Value string }

// NewScanner returns a Scanner at the beginning of the text.
func NewScanner(text string, names Names) *Scanner {
	return &Scanner{s: text, names: names, attrs: make([]attr, 0, 4)}
}

// Tag reads a start tag that stands alone, as Next reads one of a text. The Scanner is for nothing else then.
func (x *Scanner) Tag(tag string) bool {
	x.s, x.tag, x.pos, x.depth, x.bound = tag, 0, 1, 0, x.bound[:0]
	x.prefixes = nil
	x.rooted, x.pending, x.err = false, false, nil
	return tag != "" && tag[0] == '<' && x.startTag()
}

// Opened tells a start tag from an end tag.
func (x *Scanner) Opened() bool { return x.opened }

// Space returns the namespace of the current start tag's element.
func (x *Scanner) Space() Namespace { return x.space }

// Local returns the local name of the current start tag's element.
func (x *Scanner) Local() string { return x.local }

// Depth returns the number of open elements: after a start tag it counts that element, after an end tag
// it no longer does.
func (x *Scanner) Depth() int { return x.depth }

// Err returns what stopped the scan before the end of the text.
func (x *Scanner) Err() error { return x.err }

// Span returns where the current tag stands in the text [NewScanner] was given, for those who put something
// beside it. The two tags of an empty element stand in one place.
func (x *Scanner) Span() (from, to int) { return x.tag, x.pos }

// Attrs returns the number of attributes of the current start tag, declarations of prefixes left out.
func (x *Scanner) Attrs() int { return len(x.attrs) }

// Attr returns an attribute of the current start tag.
func (x *Scanner) Attr(i int) Attr {
	a := &x.attrs[i]
	return Attr{a.name[a.colon+1:], a.value()}
}

// Prefix returns the prefix of an attribute of the current start tag, "" for none.
func (x *Scanner) Prefix(i int) string {
	a := &x.attrs[i]
	return a.name[:max(0, a.colon)]
}

// Value returns the attribute with a local name, and whether it is there.
func (x *Scanner) Value(local string) (string, bool) {
	for i := range x.attrs {
		if a := &x.attrs[i]; a.name[a.colon+1:] == local {
			return a.value(), true
		}
	}
	return "", false
}

func (a *attr) value() string {
	if a.plain {
		return a.raw
	}
	return decodeAttr(a.raw)
}

// Next goes to the next start or end tag. It returns false at the end of the text and on an error.
func (x *Scanner) Next() bool {
	if x.err != nil {
		return false
	}
	if x.pending {
		x.pending = false
		x.close()
		return true
	}
	for {
		i := 0
		if x.pos == len(x.s) || x.s[x.pos] != '<' { // most tags stand behind another one
			i = strings.IndexByte(x.s[x.pos:], '<')
		}
		if i < 0 {
			x.pos = len(x.s)
			if x.refill() {
				continue
			}
			if x.err != nil {
				return false
			}
			if x.depth > 0 {
				return x.fail("the text ends inside <" + clipped(x.open[x.depth-1].name) + ">")
			}
			if !x.rooted {
				return x.fail("there is no element")
			}
			x.opened = false
			return false
		}
		x.tag = x.pos + i
		x.pos += i + 1
		if x.pos == len(x.s) {
			return x.fail("the text ends inside a tag")
		}
		switch x.s[x.pos] {
		case '/':
			return x.endTag()
		case '!', '?':
			if !x.passOver() {
				return false
			}
		default:
			return x.startTag()
		}
	}
}

// Skip passes over the rest of the current element, whose start tag is the current tag.
func (x *Scanner) Skip() {
	x.skipping = true
	for depth := x.depth; x.depth >= depth && x.Next(); {
	}
	x.skipping = false
}

// Leave passes over the rest of the current element, whose start tag is the current tag, without reading it: its end tag, or that of
// an element behind it, ends at an offset of the text. It is for a text whose tags at that place are known already.
func (x *Scanner) Leave(end int) {
	x.pending = false
	x.pos = end
	x.close()
}

// passOver skips a comment, a CDATA section or a processing instruction. A document type definition
// is refused: no Word document has one, and it is how entities that grow without bound are made.
func (x *Scanner) passOver() bool {
	rest := x.s[x.pos:]
	var end string
	switch {
	case rest[0] == '?':
		end = "?>"
	case strings.HasPrefix(rest, "!--"):
		end = "-->"
		x.pos += 3
	case strings.HasPrefix(rest, "![CDATA["):
		end = "]]>"
	case x.names.Doctype:
		return x.passDoctype()
	default:
		return x.fail("a document type definition is not allowed")
	}
	for {
		if i := strings.Index(x.s[x.pos:], end); i >= 0 {
			x.pos += i + len(end)
			return true
		}
		x.pos = len(x.s) // which is before a "<": no end is cut in two
		if !x.refill() {
			return x.fail("the text ends inside a comment or instruction")
		}
	}
}

// passDoctype passes over a document type with its internal subset.
func (x *Scanner) passDoctype() bool {
	for depth := 0; x.pos < len(x.s); x.pos++ {
		switch x.s[x.pos] {
		case '[':
			depth++
		case ']':
			depth--
		case '>':
			if depth <= 0 {
				x.pos++
				return true
			}
		}
	}
	return x.fail("the text ends inside a document type definition")
}

func (x *Scanner) endTag() bool {
	if x.depth == 0 {
		return x.fail("an end tag has no start tag")
	}
	name := x.open[x.depth-1].name
	end := x.pos + 1 + len(name)
	if end >= len(x.s) || x.s[x.pos+1:end] != name {
		return x.fail("<" + clipped(name) + "> does not end before another element does")
	}
	for x.s[end] != '>' {
		if !isSpace(x.s[end]) {
			return x.fail("<" + clipped(name) + "> does not end before another element does")
		}
		if end++; end == len(x.s) {
			return x.fail("the text ends inside a tag")
		}
	}
	x.pos = end + 1
	x.close()
	return true
}

// close ends the innermost element.
func (x *Scanner) close() {
	x.opened = false
	x.attrs = x.attrs[:0]
	x.depth--
	if n := x.open[x.depth].bound; n != len(x.bound) {
		x.bound = x.bound[:n]
		x.lastKnown, x.prefixes = false, nil
	}
}

// Resolve returns the namespace a prefix stands for here, 0 when it is unknown.
func (x *Scanner) Resolve(prefix string) Namespace {
	if x.lastKnown && prefix == x.lastPrefix {
		return x.lastSpace
	}
	space, known := Namespace(0), false
	for i := len(x.bound) - 1; i >= 0 && !known; i-- {
		if x.bound[i].prefix == prefix {
			space, known = x.bound[i].space, true
		}
	}
	if !known {
		space = x.names.Prefix[prefix]
	}
	x.lastPrefix, x.lastSpace, x.lastKnown = prefix, space, true
	return space
}

// Prefixes returns the namespaces of the prefixes in force here, for a Scanner of what stands inside. It is not to be changed.
func (x *Scanner) Prefixes() map[string]Namespace {
	if x.prefixes == nil {
		x.prefixes = make(map[string]Namespace, len(x.names.Prefix)+len(x.bound))
		maps.Copy(x.prefixes, x.names.Prefix)
		for _, b := range x.bound {
			x.prefixes[b.prefix] = b.space
		}
	}
	return x.prefixes
}

func (x *Scanner) fail(what string) bool {
	if x.err == nil {
		x.err = &SyntaxError{Line: 1 + x.lines + strings.Count(x.s[:x.pos], "\n"), What: what}
	}
	if err := x.drain(); err != nil {
		x.err = err // a damaged part is not what its writer wrote
	}
	x.opened, x.attrs = false, x.attrs[:0]
	return false
}
