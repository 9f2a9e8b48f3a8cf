package redline

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// side is one of the two packages.
type side struct {
	pkg  *opc.Package
	main string
	rels []opc.Relationship            // of the main part
	read map[string][]opc.Relationship // of parts
	text map[string]string             // of parts
	cuts map[string]*cut               // of those that are stories
}

// open reads a package.
func open(p *opc.Package) (*side, error) {
	main, ok := p.Related("", opc.TypeOfficeDocument)
	if !ok {
		return nil, wml.ErrNoDocument
	}
	s := &side{pkg: p, main: main, read: map[string][]opc.Relationship{}, text: map[string]string{}, cuts: map[string]*cut{}}
	var err error
	if s.rels, err = s.relations(main); err == nil {
		_, err = s.part(main)
	}
	return s, err
}

// relations returns the relationships of a part.
func (s *side) relations(part string) ([]opc.Relationship, error) {
	if rels, known := s.read[part]; known {
		return rels, nil
	}
	rels, err := s.pkg.Rels(part)
	if err == nil {
		s.read[part] = rels
	}
	return rels, err
}

// alike returns the ids of relationships of a part that lead to the same as an earlier one does, such as to another copy of a picture, and
// the ids of those: which of them a text refers to says nothing.
func (s *side) alike(part string) (map[string]string, error) {
	rels, err := s.relations(part)
	if err != nil {
		return nil, err
	}
	type content struct {
		size     int64
		checksum uint32
	}
	var out map[string]string
	seen := map[content][]opc.Relationship{}
	for _, r := range rels {
		if r.External || isOwn(r) || !s.pkg.Has(r.Target) {
			continue
		}
		key := content{s.pkg.Size(r.Target), s.pkg.Checksum(r.Target)}
		i := slices.IndexFunc(seen[key], func(x opc.Relationship) bool { return x.Is(r.Type) && s.copies(x.Target, r.Target) })
		if i < 0 {
			seen[key] = append(seen[key], r)
			continue
		}
		if out == nil {
			out = map[string]string{}
		}
		out[r.ID] = seen[key][i].ID
	}
	return out, nil
}

// copies reports whether two parts of the package are the same, and what they lead to is.
func (s *side) copies(a, b string) bool {
	return trail{}.same(a, b, func(a, b string) (x, y *part, same bool) {
		if s.pkg.Name(a) == s.pkg.Name(b) {
			return nil, nil, true
		}
		x, y = readBoth(s.pkg, a, s.pkg, b)
		return x, y, false
	})
}

// part returns the text of a part with the conventional prefixes.
func (s *side) part(name string) (string, error) {
	if text, ok := s.text[name]; ok {
		return text, nil
	}
	text, err := s.pkg.Text(name)
	if err == nil && !s.pkg.Made() {
		text, err = conventional(text)
	}
	if err != nil {
		return "", err
	}
	s.text[name] = text
	return text, nil
}

// quick returns what cuts texts of a package that this process made; nil for one that has to be read.
func (s *side) quick() *quick {
	if !s.pkg.Made() {
		return nil
	}
	return &quick{x: opc.NewScanner("", names)}
}

// stories returns the parts that are one story: the text, headers and footers.
func (s *side) stories() []string { return s.named([]string{s.main}, opc.TypeHeader, opc.TypeFooter) }

// asides returns the parts with notes and comments.
func (s *side) asides() []string {
	return s.named(nil, opc.TypeFootnotes, opc.TypeEndnotes, opc.TypeComments)
}

// named adds the parts that the document has for types of relationships.
func (s *side) named(out []string, types ...string) []string {
	for _, kind := range types {
		for _, r := range s.rels {
			if r.Is(kind) && !r.External && s.pkg.Has(r.Target) && !slices.Contains(out, s.pkg.Name(r.Target)) {
				out = append(out, s.pkg.Name(r.Target))
			}
		}
	}
	return out
}

// related returns the part that a relationship of the main part leads to, "" for none.
func (s *side) related(relType string) string {
	for _, r := range s.rels {
		if r.Is(relType) && !r.External && s.pkg.Has(r.Target) {
			return s.pkg.Name(r.Target)
		}
	}
	return ""
}

// optional returns the text of the part that a relationship of the main part leads to, "" without one.
func (s *side) optional(relType string) (name, text string, err error) {
	if name = s.related(relType); name != "" {
		text, err = s.part(name)
	}
	return name, text, err
}

// The prefixes by which elements and attributes are known here.
var prefixes = map[string]string{
	"http://schemas.openxmlformats.org/wordprocessingml/2006/main":           "w",
	"http://purl.oclc.org/ooxml/wordprocessingml/main":                       "w",
	"http://schemas.openxmlformats.org/officeDocument/2006/relationships":    "r",
	"http://purl.oclc.org/ooxml/officeDocument/relationships":                "r",
	"http://schemas.openxmlformats.org/officeDocument/2006/math":             "m",
	"http://purl.oclc.org/ooxml/officeDocument/math":                         "m",
	"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing": "wp",
	"http://schemas.openxmlformats.org/markup-compatibility/2006":            "mc",
}

// errPrefix is a part in which a usual prefix has another namespace.
var errPrefix = errors.New("its XML gives a usual prefix to another namespace")

// conventional returns the text of a part in which the usual namespaces have their usual prefixes.
func conventional(text string) (string, error) {
	usual := true
	for rest := text; usual; {
		i := strings.Index(rest, "xmlns")
		if i < 0 {
			return text, nil
		}
		rest = rest[i+len("xmlns"):]
		name, value, ok := strings.Cut(rest, "=")
		if !ok || len(value) < 2 || len(name) > 64 {
			continue
		}
		end := strings.IndexByte(value[1:], value[0])
		if end < 0 {
			continue
		}
		if want := prefixes[value[1:1+end]]; want != "" && name != ":"+want {
			usual = false
		}
	}
	d := etree.NewDocument()
	if err := d.ReadFromString(text); err != nil {
		return "", err
	}
	root := d.Root()
	declared := map[string]string{}
	if err := rename(root, declared); err != nil {
		return "", err
	}
	for _, uri := range slices.Sorted(maps.Keys(declared)) {
		root.CreateAttr("xmlns:"+declared[uri], uri)
	}
	return d.WriteToString()
}

// rename gives an element and all in it the usual prefixes, and notes which namespaces have one.
func rename(e *etree.Element, declared map[string]string) error {
	uris := make([]string, len(e.Attr))
	for i, a := range e.Attr {
		uris[i] = a.NamespaceURI()
		if p := prefixes[a.Value]; a.Space == "xmlns" && p == "" && slices.Contains([]string{"w", "r", "m", "wp", "mc"}, a.Key) {
			return errPrefix
		}
	}
	uri := e.NamespaceURI()
	for c := range e.ChildElementsSeq() {
		if err := rename(c, declared); err != nil {
			return err
		}
	}
	if p := prefixes[uri]; p != "" {
		e.Space, declared[uri] = p, p
	}
	kept := e.Attr[:0]
	for i, a := range e.Attr {
		if p := prefixes[a.Value]; p != "" && (a.Space == "xmlns" || a.Space == "" && a.Key == "xmlns") {
			continue
		}
		if p := prefixes[uris[i]]; p != "" && a.Space != "" {
			a.Space, declared[uris[i]] = p, p
		}
		kept = append(kept, a)
	}
	e.Attr = kept
	return nil
}

// rootTag returns the start tag of the root element of a text, and where it begins.
func rootTag(text string) (tag string, from int) {
	x := opc.NewScanner(text, opc.Names{})
	if !x.Next() {
		return "", 0
	}
	from, to := x.Span()
	return text[from:to], from
}

// declarations returns the declared prefixes of a start tag.
func declarations(tag string) map[string]string {
	out := map[string]string{}
	for rest := tag; ; {
		i := strings.Index(rest, " xmlns:")
		if i < 0 {
			return out
		}
		rest = rest[i+len(" xmlns:"):]
		name, _, _ := strings.Cut(rest, "=")
		out[name] = attribute(" xmlns:"+rest, "xmlns:"+name)
	}
}

// joinRoots returns the older text with the declarations of prefixes that only the newer one has.
func joinRoots(older, newer string) (string, error) {
	tag, from := rootTag(older)
	other, _ := rootTag(newer)
	have, more := declarations(tag), declarations(other)
	add := ""
	for _, p := range slices.Sorted(maps.Keys(more)) {
		switch {
		case have[p] == "":
			add += " xmlns:" + p + `="` + more[p] + `"`
			have[p] = more[p]
		case have[p] != more[p] && slices.Contains([]string{"w", "r", "m"}, p):
			return "", errors.New("one file is of the strict edition of the format, the other one is not")
		}
	}
	joined := strings.TrimSuffix(strings.TrimSuffix(tag, ">"), "/") + add
	ignorable := attribute(tag, "mc:Ignorable")
	for _, p := range strings.Fields(attribute(other, "mc:Ignorable")) {
		if !slices.Contains(strings.Fields(ignorable), p) && have[p] != "" {
			ignorable = strings.TrimSpace(ignorable + " " + p)
		}
	}
	switch was := attribute(tag, "mc:Ignorable"); {
	case ignorable == was:
	case was == "":
		joined += ` mc:Ignorable="` + ignorable + `"`
	default:
		at := strings.Index(joined, "mc:Ignorable")
		joined = joined[:at] + strings.Replace(joined[at:], was, ignorable, 1)
	}
	if strings.HasSuffix(tag, "/>") {
		joined += "/"
	}
	return older[:from] + joined + ">" + older[from+len(tag):], nil
}

// number reads an id, 0 for none.
func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

// partError names the part that an error is about.
func partError(part string, err error) error { return fmt.Errorf("%s: %w", part, err) }
