package redline

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/layout"
)

// Word tracks changes of what is in the text. The rest of a document has one state: the file keeps that of BEFORE, and what AFTER has
// otherwise is listed.

// untracked reports what differs outside of the text.
func (f *frame) untracked(report *Report) error {
	for _, x := range [...]struct {
		code, what string
		of         func(s *side) (map[string]string, error)
		formatting bool // nothing else
	}{
		{"settings", "settings of the document", (*side).settings, false},
		{"theme", "parts of the theme", (*side).theme, true},
		{"fonts", "embedded fonts", (*side).fonts, true},
		{"properties", "properties of the document", (*side).properties, false},
		{"custom-xml", "data of the document (custom XML)", (*side).data, false},
		{"macros", "macros and building blocks", (*side).programs, false},
	} {
		if x.formatting && f.r.noFormatting {
			continue
		}
		was, err := x.of(f.old)
		if err != nil {
			return err
		}
		now, err := x.of(f.new)
		if err != nil {
			return err
		}
		var names []string
		for _, name := range slices.Sorted(maps.Keys(now)) {
			if text, ok := was[name]; !ok || text != now[name] {
				names = append(names, name)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(was)) {
			if _, ok := now[name]; !ok {
				names = append(names, name)
			}
		}
		names = slices.DeleteFunc(names, func(name string) bool { // one that went is in no text
			return x.code == "custom-xml" && strings.HasPrefix(name, formField) && (f.bound[name] || now[name] == "")
		})
		report.differ(x.code, x.what, names)
	}
	return nil
}

// mostNamed is how many names a message has.
const mostNamed = 10

// differ reports that things differ, by their names.
func (r *Report) differ(code, what string, names []string) {
	if len(names) == 0 {
		return
	}
	list := strings.Join(names[:min(len(names), mostNamed)], ", ")
	if len(names) > mostNamed {
		list += ", …"
	}
	r.Untracked = append(r.Untracked, Untracked{Code: code, Message: fmt.Sprintf("%s differ in AFTER; the file keeps those of BEFORE: %s", what, list)})
}

// passing are settings that say how a document is shown or was written, not what it is.
var passing = map[string]bool{"rsids": true, "proofState": true, "zoom": true, "view": true, "revisionView": true, "docId": true, "shapeDefaults": true,
	"hdrShapeDefaults": true, "activeWritingStyle": true, "hideSpellingErrors": true, "hideGrammaticalErrors": true, "attachedTemplate": true}

// settings returns the settings of a document by name.
func (s *side) settings() (map[string]string, error) {
	_, text, err := s.optional("settings")
	out := map[string]string{}
	all := rules{}
	eachChild(text, func(local, _, markup string) {
		switch {
		case passing[local]:
		case local == "footnotePr" || local == "endnotePr": // but for the list of separators, which are compared with the notes
			eachChild(markup, func(inner, _, markup string) {
				if inner != "footnote" && inner != "endnote" {
					out[local] += all.text(markup)
				}
			})
		default:
			out[local] += all.text(markup)
		}
	})
	return out, err
}

// theme returns what counts of the colours, fonts and effects of the theme.
func (s *side) theme() (map[string]string, error) {
	_, text, err := s.optional("theme")
	out := map[string]string{}
	all := rules{}
	if i := strings.Index(text, "themeElements"); i >= 0 {
		i = strings.LastIndexByte(text[:i], '<')
		if end := strings.LastIndex(text, "themeElements>"); end > i {
			eachChild(text[i:end+len("themeElements>")], func(local, _, markup string) { out[local] = all.text(markup) })
		}
	}
	return out, err
}

// fonts returns the embedded fonts. What else is said of fonts only helps to find one that is like one that is missing.
func (s *side) fonts() (map[string]string, error) {
	part, text, err := s.optional("fontTable")
	if err != nil || text == "" {
		return nil, err
	}
	rels, err := s.relations(part)
	out := map[string]string{}
	eachChild(text, func(_, _, markup string) {
		for _, r := range rels {
			if !r.External && strings.Contains(markup, `"`+r.ID+`"`) {
				out[attribute(markup[:strings.IndexByte(markup, '>')+1], "w:name")] += " " + s.sum(r.Target)
			}
		}
	})
	return out, err
}

// sum names the content of a part.
func (s *side) sum(part string) string {
	return fmt.Sprintf("%d %x", s.pkg.Size(part), s.pkg.Checksum(part))
}

// unsaid are properties that say when and by whom a file was written, or count what is in it.
var unsaid = map[string]bool{"created": true, "modified": true, "lastModifiedBy": true, "lastPrinted": true, "revision": true}

// properties returns the properties of a document by name.
func (s *side) properties() (map[string]string, error) {
	rels, err := s.relations("")
	out := map[string]string{}
	for _, r := range rels {
		if r.External || !s.pkg.Has(r.Target) {
			continue
		}
		core, extended, custom := r.Is("core-properties"), r.Is(opc.TypeExtended), r.Is(opc.TypeCustomProperties)
		if !core && !extended && !custom {
			continue
		}
		text, err := s.pkg.Text(r.Target)
		if err != nil {
			return nil, err
		}
		eachChild(text, func(local, _, markup string) {
			name := local
			if custom {
				name = attribute(markup[:strings.IndexByte(markup, '>')+1], "name")
			}
			said := extended && local != "Company" && local != "Manager" && local != "HyperlinkBase" || unsaid[name] || layout.OwnProperty(name)
			if text := strings.TrimSpace(inside(markup)); !said && text != "" {
				out[name] = text
			}
		})
	}
	return out, err
}

// data returns the custom XML of a document by its namespace, but for what we write about the file itself.
func (s *side) data() (map[string]string, error) {
	out := map[string]string{}
	for _, d := range s.pkg.DataParts() {
		if head, err := s.pkg.Head(d.Name, 1<<10); err == nil && bytes.Contains(head, []byte("urn:noma:manifest")) {
			continue // which may be long
		}
		text, err := s.pkg.Text(d.Name)
		if err != nil { // in an encoding that Word does not read
			out[d.Name] = s.sum(d.Name)
			continue
		}
		tag, _ := rootTag(text)
		if strings.Contains(tag, controlsData) {
			eachChild(text, func(local, id, markup string) { out[fieldName(local, id)] = markup })
		} else if !strings.Contains(tag, "urn:noma:") {
			name := cmp.Or(attribute(tag, "xmlns"), strings.Trim(strings.Fields(tag + " ?")[0], "</>"))
			out[name] += " " + s.sum(d.Name)
		}
	}
	return out, nil
}

// controlsData is the namespace of the values of our form fields, and formField begins the name of one of them in a message.
const controlsData, formField = "urn:noma:controls", "form field "

// fieldName names the value of a form field in messages.
func fieldName(local, id string) string {
	return formField + strings.TrimPrefix(local+" ", "control ") + id
}

// boundData brings in what form fields of the newer text are bound to and the older package has no place for.
func (f *frame) boundData() error {
	have := map[string]opc.DataPart{}
	for _, d := range f.old.pkg.DataParts() {
		have[d.StoreID] = d
	}
	var texts []string
	for _, part := range append(f.new.stories(), f.new.asides()...) {
		text, err := f.new.part(part)
		if err != nil {
			return err
		}
		texts = append(texts, text)
	}
	for _, d := range f.new.pkg.DataParts() {
		if d.StoreID == "" || !slices.ContainsFunc(texts, func(text string) bool { return binds(text, d.StoreID) }) {
			continue
		}
		to, ok := have[d.StoreID]
		err := f.boundValues(to.Name, d.Name)
		if err == nil && !ok {
			var name string
			if name, err = f.files.bring(d.Name); err == nil {
				_, err = f.files.link(f.old.main, opc.Relationship{Type: opc.TypeCustomXML, Target: name})
			}
		}
		if err != nil {
			return partError(d.Name, err)
		}
	}
	return nil
}

// binds reports whether a text has a form field with its value in data of an id. The id is searched for, as it begins with what is rare.
func binds(text, id string) bool {
	const open = `w:storeItemID="`
	for {
		i := strings.Index(text, id)
		if i < 0 {
			return false
		}
		if strings.HasSuffix(text[:i], open) && strings.HasPrefix(text[i+len(id):], `"`) {
			return true
		}
		text = text[i+len(id):]
	}
}

// boundValues adds the values of form fields to a part that has none for them; without one all come with their own.
func (f *frame) boundValues(older, newer string) (err error) {
	now, problem := f.new.part(newer)
	if tag, _ := rootTag(now); problem != nil || !strings.Contains(tag, controlsData) {
		return nil // no values of ours
	}
	was := ""
	if older != "" {
		if was, err = f.old.part(older); err != nil {
			return err
		}
	}
	end := strings.LastIndex(was, "</")
	if older != "" && end < 0 {
		return nil // it is empty and stays so
	}
	have, came := map[string]bool{}, ""
	eachChild(was, func(local, id, _ string) { have[local+id] = true })
	eachChild(now, func(local, id, markup string) {
		if !have[local+id] {
			came += markup
			f.bound[fieldName(local, id)] = true
		}
	})
	if end > 0 && came != "" {
		f.files.set[older] = was[:end] + came + was[end:]
	}
	return nil
}

// programs returns the macros and building blocks.
func (s *side) programs() (map[string]string, error) {
	out := map[string]string{}
	for _, r := range s.rels {
		if (r.Is("vbaProject") || r.Is("glossaryDocument")) && !r.External && s.pkg.Has(r.Target) {
			out[s.pkg.Name(r.Target)] = s.sum(r.Target)
		}
	}
	return out, nil
}
