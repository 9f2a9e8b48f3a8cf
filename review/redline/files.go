package redline

import (
	"bytes"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// importer brings parts of the newer package into the older one.
type importer struct {
	old, new *side
	parts    []part                        // new ones, in order
	rels     map[string][]opc.Relationship // of the older parts that get new ones
	read     map[string][]opc.Relationship // of the older parts as they were
	links    map[address]string            // ids of links to places outside …
	linked   map[string]bool               // … of these parts
	names    map[string]string             // of parts that were brought in, by their names in the newer package
	taken    map[string]bool               // names of new parts
	set      map[string]string             // texts of parts of the older package
	numbers  map[string]int                // the greatest number in the ids of the relationships of a part
	known    []part                        // of parts, those that another version brought in
}

// part is a new part; its relationships are what it was brought with.
type part struct {
	name, contentType string
	data              []byte
	rels              []opc.Relationship
}

// clone returns an importer that goes on by itself.
func (m *importer) clone() *importer {
	c := *m
	c.parts = slices.Clone(m.parts)
	c.rels, c.names, c.taken, c.set, c.links = maps.Clone(m.rels), maps.Clone(m.names), maps.Clone(m.taken), maps.Clone(m.set), maps.Clone(m.links)
	c.numbers, c.linked = maps.Clone(m.numbers), maps.Clone(m.linked)
	for part, rels := range c.rels {
		c.rels[part] = slices.Clip(rels)
	}
	return &c
}

// between returns an importer of a version between both, in which what the newer package has, too, has the ids it has there.
func (m *importer) between(old, now *side) *importer {
	c := m.clone()
	c.old, c.new, c.names, c.set, c.known = old, now, map[string]string{}, map[string]string{}, m.parts
	return c
}

// relations returns the relationships of a part of the older package as they are now.
func (m *importer) relations(part string) ([]opc.Relationship, error) {
	if rels, ok := m.rels[part]; ok {
		return rels, nil
	}
	return m.old.relations(part)
}

// address is what a link to a place outside leads to, for a part; of the one with an id, or of any when that is "".
type address struct{ part, id, relType, target string }

// link adds a relationship and returns its id.
func (m *importer) link(part string, r opc.Relationship) (string, error) {
	rels, err := m.relations(part)
	if err != nil {
		return "", err
	}
	last, known := m.numbers[part]
	if !known {
		for _, x := range rels {
			last = max(last, number(strings.TrimPrefix(x.ID, "rId")))
		}
	}
	m.numbers[part] = last + 1
	r.ID = "rId" + strconv.Itoa(last+1)
	if _, own := m.rels[part]; !own {
		rels = slices.Clip(rels) // those of the older package stay as they are
	}
	m.rels[part] = append(rels, r)
	return r.ID, nil
}

// own are the relationships to parts that a document has one of, or that are brought in otherwise.
var own = []string{opc.TypeStyles, opc.TypeNumbering, opc.TypeComments, opc.TypeFootnotes, opc.TypeEndnotes, opc.TypeCustomXML, "settings", "theme", "fontTable",
	"webSettings", "commentsExtended", "commentsIds", "commentsExtensible", "people", "stylesWithEffects", "glossaryDocument", "attachedTemplate", "customXmlProps"}

func isOwn(r opc.Relationship) bool { return !r.Is("hyperlink") && slices.ContainsFunc(own, r.Is) }

// ids returns what the relationships of a part of the newer package are called in a part of the older one.
func (m *importer) ids(older, newer string) (map[string]string, error) {
	theirs, err := m.new.relations(newer)
	if err != nil {
		return nil, err
	}
	ours, err := m.relations(older)
	if err != nil {
		return nil, err
	}
	out := make(map[string]string, len(theirs))
	for n, r := range theirs {
		if r.External && n < len(ours) && ours[n] == r { // nearly all
			out[r.ID] = r.ID
			continue
		}
		if isOwn(r) || r.Is(opc.TypeHeader) || r.Is(opc.TypeFooter) {
			continue
		}
		if out[r.ID], err = m.id(older, r); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// id returns the id of a relationship like one of the newer package, which is added when there is none.
func (m *importer) id(part string, r opc.Relationship) (string, error) {
	if r.External {
		return m.external(part, r)
	}
	rels, err := m.relations(part)
	if err != nil {
		return "", err
	}
	for _, x := range rels {
		if x.Is(r.Type) && !x.External && !m.stands(x.Target, r.Target) && m.same(x.Target, r.Target) {
			if m.isKnown(x.Target) {
				m.names[m.new.pkg.Name(r.Target)] = x.Target
			}
			return x.ID, nil
		}
	}
	if !m.new.pkg.Has(r.Target) {
		return r.ID, nil
	}
	if r.Target, err = m.bring(r.Target); err != nil {
		return "", err
	}
	return m.link(part, r)
}

// isKnown reports whether another version brought a part in.
func (m *importer) isKnown(name string) bool {
	return slices.ContainsFunc(m.known, func(p part) bool { return p.name == name })
}

// stands reports whether a part that another version brought in stands for another one of the newer package than this already: there may be
// several that are alike.
func (m *importer) stands(name, newer string) bool {
	if !m.isKnown(name) {
		return false
	}
	for of, to := range m.names {
		if to == name && of != m.new.pkg.Name(newer) {
			return true
		}
	}
	return false
}

// external is id for a link to a place outside.
func (m *importer) external(part string, r opc.Relationship) (string, error) {
	if !m.linked[part] {
		m.linked[part] = true
		rels, err := m.relations(part)
		if err != nil {
			return "", err
		}
		for _, x := range rels {
			if x.External {
				m.links[address{part, "", x.Type, x.Target}], m.links[address{part, x.ID, x.Type, x.Target}] = x.ID, x.ID
			}
		}
	}
	if id := m.links[address{part, r.ID, r.Type, r.Target}]; id != "" {
		return id, nil
	}
	at := address{part, "", r.Type, r.Target}
	if id := m.links[at]; id != "" {
		return id, nil
	}
	id, err := m.link(part, r)
	m.links[at] = id
	return id, err
}

// trail are the pairs of parts that are compared: parts can lead to one another.
type trail map[[2]string]bool

// passed reports whether a pair is compared already, and notes it.
func (t trail) passed(a, b string) bool {
	pair := [2]string{a, b}
	passed := t[pair]
	t[pair] = true
	return passed
}

// same reports whether two parts are the same, and what they lead to is. read returns what they hold, nothing when that is not needed to
// say whether they are the same.
func (t trail) same(a, b string, read func(a, b string) (x, y *part, same bool)) bool {
	if t.passed(a, b) {
		return true
	}
	x, y, same := read(a, b)
	if x == nil || y == nil {
		return same
	}
	return bytes.Equal(x.data, y.data) && slices.EqualFunc(x.rels, y.rels, func(x, y opc.Relationship) bool {
		return x.ID == y.ID && x.External == y.External && x.Is(y.Type) &&
			(x.External && x.Target == y.Target || !x.External && t.same(x.Target, y.Target, read))
	})
}

// readBoth returns two parts of packages; nothing when, by their size and checksum, they are not the same, or cannot be read.
func readBoth(p *opc.Package, a string, q *opc.Package, b string) (x, y *part) {
	if !p.Has(a) || p.Size(a) != q.Size(b) || p.Checksum(a) != q.Checksum(b) {
		return nil, nil
	}
	return read(p, a), read(q, b)
}

// read returns a part, nil for one that cannot be read.
func read(p *opc.Package, name string) *part {
	data, errData := p.Part(name)
	rels, errRels := p.Rels(name)
	if errData != nil || errRels != nil {
		return nil
	}
	return &part{name: name, data: data, rels: rels}
}

// same reports whether a part of the older package, or one that another version brought in, is one of the newer package.
func (m *importer) same(older, newer string) bool {
	return trail{}.same(older, newer, func(a, b string) (x, y *part, same bool) {
		if name := m.names[b]; name != "" {
			return nil, nil, a == name
		}
		if n := slices.IndexFunc(m.known, func(p part) bool { return p.name == a }); n >= 0 {
			return &m.known[n], read(m.new.pkg, b), false
		}
		x, y = readBoth(m.old.pkg, a, m.new.pkg, b)
		return x, y, false
	})
}

// bring copies a part with all that it needs, and returns its new name.
func (m *importer) bring(from string) (string, error) {
	from = m.new.pkg.Name(from)
	if name := m.names[from]; name != "" {
		return name, nil
	}
	name := m.free(from)
	m.names[from] = name
	data, err := m.new.pkg.Part(from)
	if err != nil {
		return "", err
	}
	rels, err := m.new.pkg.Rels(from)
	if err != nil {
		return "", err
	}
	for i, r := range rels {
		if !r.External && m.new.pkg.Has(r.Target) {
			if rels[i].Target, err = m.bring(r.Target); err != nil {
				return "", err
			}
		}
	}
	m.parts = append(m.parts, part{name, m.new.pkg.ContentType(from), data, rels})
	return name, nil
}

// free returns a name of a part that is not in use.
func (m *importer) free(part string) string {
	ext := path.Ext(part)
	stem := strings.TrimRight(strings.TrimSuffix(part, ext), "0123456789")
	name := part
	for n := 1; m.old.pkg.Has(name) || m.taken[strings.ToLower(name)]; n++ {
		name = stem + strconv.Itoa(n) + ext
	}
	m.taken[strings.ToLower(name)] = true
	return name
}

// add adds a part to the older package that its document leads to.
func (m *importer) add(relType, name, contentType, text string) error {
	name = m.free(name)
	m.parts = append(m.parts, part{name: name, contentType: contentType, data: opc.UTF8(text)})
	_, err := m.link(m.old.main, opc.Relationship{Type: relType, Target: name})
	return err
}

// text returns a part of the older package as it is now.
func (m *importer) text(part string) (string, error) {
	if text, ok := m.set[part]; ok {
		return text, nil
	}
	return m.old.part(part)
}

// edit returns the older package with all of it.
func (m *importer) edit() *opc.Edit {
	out := m.old.pkg.Edit()
	for _, name := range slices.Sorted(maps.Keys(m.set)) {
		out.Set(name, "", opc.UTF8(m.set[name]))
	}
	for _, p := range m.parts {
		out.Set(p.name, p.contentType, p.data)
		if len(p.rels) > 0 {
			out.SetRels(p.name, p.rels)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(m.rels)) {
		out.SetRels(name, m.rels[name])
	}
	return out
}
