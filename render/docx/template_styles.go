package docx

import (
	"strconv"
	"strings"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// The style sheet of a template, made ours (ECMA-376 §17.7). A style is known by its name: ids are
// translated by localised programs, names of built-in styles are not. A style of the template that
// we need is given the id we know it by; what the template lacks is added from our own sheet, in
// the template's size and colour. So the body is written with the same ids as ever.

// adopt renames the template's styles and adds the ones it lacks. It changes all trees once.
func (t *Template) adopt() {
	root := t.styles.Root()
	t.soundStyles(root)
	defs := sheet()
	found, ids := t.match(root, defs)
	t.names = map[string]bool{}
	for _, s := range root.SelectElements("style") {
		t.names[styleName(s)] = true
	}
	for _, e := range t.trees() {
		renameStyles(e, ids)
	}
	t.readNumbers()
	t.colour()
	t.dropDangling(root)
	look := t.look(root)
	t.accent = look.accent
	t.brandAs(look.accent, look.color)
	if found[layout.TableData] {
		compact(byID(root, layout.TableData))
	}
	t.ownHeader = found[layout.TableData] && conditional(byID(root, layout.TableData), "")
	t.filledHeader = t.ownHeader && conditional(byID(root, layout.TableData), "tcPr/shd")
	for i := range defs {
		if !found[defs[i].ID] {
			d := look.tuned(defs[i])
			if d.ID == layout.StyleTableHead && t.ownHeader {
				d.Run.Color = "" // the table style has one, on its own shading
			}
			root.AddChild(styleElement(&d, t.palette))
		}
	}
	t.spaced = spaced(byID(root, "Normal"))
	ensureDefaults(root)
	defaultStyles(root, defs)
}

// defaultStyles marks the default styles, which some editors leave unmarked.
func defaultStyles(root *etree.Element, defs []wml.StyleDef) {
	for i := range defs {
		if s := byID(root, defs[i].ID); defs[i].Default && s.SelectAttr("w:default") == nil {
			s.CreateAttr("w:default", "1")
		}
	}
}

// trees returns all trees of the template in which styles are named.
func (t *Template) trees() []*etree.Element {
	out := []*etree.Element{t.styles.Root()}
	if t.numbering != nil {
		out = append(out, t.numbering.Root())
	}
	for _, e := range t.edges {
		out = append(out, e.tree.Root())
	}
	return out
}

// soundStyles drops styles that are no use: without an id or a type, and repeated ids.
func (t *Template) soundStyles(root *etree.Element) {
	seen := map[string]bool{}
	defaults := map[string]bool{}
	for _, t := range take(root) {
		s, element := t.(*etree.Element)
		if !element {
			continue
		}
		if s.Tag == "style" {
			id, kind := s.SelectAttrValue("w:styleId", ""), s.SelectAttrValue("w:type", "")
			if id == "" || seen[id] || !styleKinds[kind] || styleName(s) == "" {
				continue
			}
			seen[id] = true
			if isOn(s.SelectAttrValue("w:default", ""), false) {
				if defaults[kind] {
					s.RemoveAttr("w:default")
				}
				defaults[kind] = true
			}
		}
		root.AddChild(s)
	}
}

var styleKinds = set("paragraph character table numbering")

// styleName returns the name of a style in the form in which names are compared.
func styleName(s *etree.Element) string {
	n := s.SelectElement("name")
	if n == nil {
		return ""
	}
	return foldName(n.SelectAttrValue("w:val", ""))
}

// foldName drops case and aliases, which follow the name after commas.
func foldName(name string) string {
	name, _, _ = strings.Cut(name, ",")
	return strings.ToLower(strings.TrimSpace(name))
}

// match finds our styles in the template: found by our id, and the new id of every style whose id
// changes. An id of this program that the template has given to another style is taken from it.
func (t *Template) match(root *etree.Element, defs []wml.StyleDef) (found map[string]bool, ids map[string]string) {
	found, ids = map[string]bool{}, map[string]string{}
	wanted := map[string]string{} // type and name → our id
	taken := map[string]bool{}
	for i := range defs {
		d := &defs[i]
		wanted[d.Type+" "+foldName(d.Name)] = d.ID
		taken[strings.ToLower(d.ID)] = true
		if d.Default {
			wanted[d.Type+" default"] = d.ID
		}
	}
	styles := root.SelectElements("style")
	give := func(key string, s *etree.Element) {
		if id := wanted[key]; id != "" && !found[id] && ids[s.SelectAttrValue("w:styleId", "")] == "" {
			found[id] = true
			ids[s.SelectAttrValue("w:styleId", "")] = id
		}
	}
	for _, s := range styles {
		if isOn(s.SelectAttrValue("w:default", ""), false) {
			give(s.SelectAttrValue("w:type", "")+" default", s)
		}
	}
	for _, s := range styles {
		give(s.SelectAttrValue("w:type", "")+" "+styleName(s), s)
	}
	for _, s := range styles {
		id := s.SelectAttrValue("w:styleId", "")
		if ids[id] != "" {
			continue
		}
		fresh := id
		for n := 2; taken[strings.ToLower(fresh)]; n++ {
			fresh = id + "_" + strconv.Itoa(n)
		}
		taken[strings.ToLower(fresh)] = true
		ids[id] = fresh
	}
	return found, ids
}

// styleReferences are the elements whose value is a style id.
var styleReferences = set("basedOn next link pStyle rStyle tblStyle styleLink numStyleLink")

func renameStyles(e *etree.Element, ids map[string]string) {
	if e.Space == "w" {
		if e.Tag == "style" {
			if a := e.SelectAttr("w:styleId"); a != nil {
				a.Value = ids[a.Value]
			}
		} else if styleReferences[e.Tag] {
			if a := e.SelectAttr("w:val"); a != nil && ids[a.Value] != "" {
				a.Value = ids[a.Value]
			}
		}
	}
	for _, c := range e.ChildElements() {
		renameStyles(c, ids)
	}
}

func byID(root *etree.Element, id string) *etree.Element {
	for _, s := range root.SelectElements("style") {
		if s.SelectAttrValue("w:styleId", "") == id {
			return s
		}
	}
	return nil
}

// dropDangling takes out references to styles and lists that are not there, of another type, and
// styles that are based on themselves.
func (t *Template) dropDangling(root *etree.Element) {
	kind := map[string]string{}
	base := map[string]string{}
	for _, s := range root.SelectElements("style") {
		id := s.SelectAttrValue("w:styleId", "")
		kind[id] = s.SelectAttrValue("w:type", "")
		if b := s.SelectElement("basedOn"); b != nil {
			base[id] = b.SelectAttrValue("w:val", "")
		}
	}
	for _, s := range root.SelectElements("style") {
		id := s.SelectAttrValue("w:styleId", "")
		for _, tag := range []string{"basedOn", "next", "link"} {
			for _, e := range s.SelectElements(tag) {
				to := e.SelectAttrValue("w:val", "")
				if kind[to] == "" || tag == "basedOn" && (kind[to] != kind[id] || circular(base, id)) {
					s.RemoveChild(e)
					if tag == "basedOn" {
						delete(base, id)
					}
				}
			}
		}
	}
	partner := map[string]string{}
	for _, s := range root.SelectElements("style") {
		if l := s.SelectElement("link"); l != nil {
			partner[s.SelectAttrValue("w:styleId", "")] = l.SelectAttrValue("w:val", "")
		}
	}
	for _, s := range root.SelectElements("style") {
		id := s.SelectAttrValue("w:styleId", "")
		if l := s.SelectElement("link"); l != nil && (partner[partner[id]] != id || kind[id] == kind[partner[id]]) {
			s.RemoveChild(l)
		}
	}
	reference := map[string]string{"pStyle": "paragraph", "rStyle": "character", "tblStyle": "table", "styleLink": "numbering", "numStyleLink": "numbering"}
	for _, tree := range t.trees() {
		each(tree, func(e *etree.Element) bool {
			if e.Tag == "numPr" {
				n := e.SelectElement("numId")
				if n != nil && number(n.SelectAttrValue("w:val", "")) != 0 && !t.numbers[n.SelectAttrValue("w:val", "")] {
					return false
				}
			}
			if e.Tag == "numId" && e.Space == "w" { // where it has no business to be
				n := e.SelectAttrValue("w:val", "")
				return n == "0" || t.numbers[n]
			}
			want := reference[e.Tag]
			return e.Space != "w" || want == "" || kind[e.SelectAttrValue("w:val", "")] == want
		})
	}
}

// each keeps the elements below e for which keep is true.
func each(e *etree.Element, keep func(*etree.Element) bool) {
	for _, t := range take(e) {
		if c, element := t.(*etree.Element); element {
			if !keep(c) {
				continue
			}
			each(c, keep)
		}
		e.AddChild(t)
	}
}

func circular(base map[string]string, id string) bool {
	for at, steps := base[id], 0; at != ""; at, steps = base[at], steps+1 {
		if at == id || steps > len(base) {
			return true
		}
	}
	return false
}
