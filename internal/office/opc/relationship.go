package opc

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

const (
	nsRelationships = "http://schemas.openxmlformats.org/package/2006/relationships"
	nsContentTypes  = "http://schemas.openxmlformats.org/package/2006/content-types"
)

// Relationship types are compared by their last segment: the transitional and the strict standard
// put different prefixes before it (ECMA-376 part 1 §15, part 4), and Microsoft a third one.
const officeRelationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"

const (
	TypeOfficeDocument   = officeRelationships + "officeDocument"
	TypeStyles           = officeRelationships + "styles"
	TypeNumbering        = officeRelationships + "numbering"
	TypeHeader           = officeRelationships + "header"
	TypeFooter           = officeRelationships + "footer"
	TypeComments         = officeRelationships + "comments"
	TypeCommentsExtended = "http://schemas.microsoft.com/office/2011/relationships/commentsExtended"
	TypeFootnotes        = officeRelationships + "footnotes"
	TypeEndnotes         = officeRelationships + "endnotes"
	TypeExtended         = officeRelationships + "extended-properties"
	TypeCustomProperties = officeRelationships + "custom-properties"
)

// Relationship is one arrow out of a part, or out of the package.
type Relationship struct {
	ID       string
	Type     string // as written in the file
	Target   string // a part name without leading slash, or the URI as written when External
	External bool
}

// Is reports whether the relationship is of the type, in any edition of the standard.
func (r Relationship) Is(relType string) bool { return lastSegment(r.Type) == lastSegment(relType) }

func lastSegment(uri string) string { return uri[strings.LastIndexByte(uri, '/')+1:] }

// Rels returns the relationships of a part in the order of the file, or of the package when the part is
// "". A part without any has none; an unreadable relationship part is an error.
func (p *Package) Rels(part string) ([]Relationship, error) {
	name := relsName(part)
	if !p.Has(name) {
		return nil, nil
	}
	p.rels.Lock()
	defer p.rels.Unlock()
	if rels, ok := p.rels.of[name]; ok {
		return slices.Clone(rels), nil
	}
	rels, err := p.readRels(name, part)
	if err != nil {
		return nil, err
	}
	if p.rels.of == nil {
		p.rels.of = map[string][]Relationship{}
	}
	p.rels.of[name] = rels
	return slices.Clone(rels), nil
}

// relationsRead are relationships that were read, by the names of their parts.
type relationsRead struct {
	sync.Mutex
	of map[string][]Relationship
}

// readRels reads a part with the relationships of another one.
func (p *Package) readRels(name, part string) ([]Relationship, error) {
	text, err := p.Text(name)
	if err != nil {
		return nil, err
	}
	rels, err := relsIn(text, part)
	if err != nil {
		var again error
		if rels, again = relsIn(quotesEscaped(text), part); again != nil {
			return nil, partError(name, err)
		}
	}
	return rels, nil
}

// targetWritten finds what a relationship leads to, up to the end of its element.
var targetWritten = regexp.MustCompile(`(\sTarget=")([^<>]*?)("(?:\s+TargetMode="\w+")?\s*/>)`)

// quotesEscaped returns relationships in which the quotation marks of addresses are escaped: AbiWord writes them as they are.
func quotesEscaped(text string) string {
	return targetWritten.ReplaceAllStringFunc(text, func(s string) string {
		m := targetWritten.FindStringSubmatch(s)
		return m[1] + strings.ReplaceAll(m[2], `"`, "&quot;") + m[3]
	})
}

// relsIn returns the relationships of a part that a text says.
func relsIn(text, part string) (rels []Relationship, err error) {
	x := NewScanner(text, Names{})
	for x.Next() {
		if !x.Opened() || x.Local() != "Relationship" {
			continue
		}
		r := Relationship{}
		for i := range x.Attrs() {
			switch a := x.Attr(i); a.Local {
			case "Id":
				r.ID = a.Value
			case "Type":
				r.Type = a.Value
			case "Target":
				r.Target = a.Value
			case "TargetMode":
				r.External = a.Value == "External"
			}
		}
		if !r.External {
			r.Target = resolve(part, r.Target)
		}
		rels = append(rels, r)
	}
	return rels, x.Err()
}

// Related returns the first part the source part, or the package when it is "", points at by a
// relationship of the type. Targets that are not in the package do not count.
func (p *Package) Related(source, relType string) (part string, ok bool) {
	rels, err := p.Rels(source)
	if err != nil {
		return "", false
	}
	for _, r := range rels {
		if !r.External && r.Is(relType) && p.Has(r.Target) {
			return p.Name(r.Target), true
		}
	}
	return "", false
}
