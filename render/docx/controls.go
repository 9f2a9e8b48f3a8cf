package docx

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// Form values. Every content control is bound to a node of one custom XML part: Word shows what the
// node holds, and LibreOffice keeps the binding when it drops everything else that names a field
// (without one, a check box even swallows the rest of the document there). Fields of the document
// are noma:control elements, the list that form data is read from; check boxes of tasks are bound
// to elements of another name beside them.

// fields collects the values of the controls that are written, by element name and id.
type fields struct {
	order  []boundField
	placed map[string]int // index in order, by element and id
}

type boundField struct{ element, id, value string }

// nameless is the element name of fields whose block has no id. Readers do not know it: what is
// filled in there cannot find its way back, but the binding must be there all the same.
const nameless = "nameless"

// bind notes the value of a control as it is written, and gives it a binding if it has none.
func (f *fields) bind(c *wml.Control, shown string) *wml.Binding {
	b := c.Binding
	element, id := nameless, strconv.Itoa(len(f.order)+1)
	if b == nil {
		b = &wml.Binding{XPath: "/noma:controls[1]/noma:" + nameless + "[@id='" + id + "'][1]/noma:value[1]",
			StoreItemID: wml.ControlStoreID, Prefixes: "xmlns:noma='" + wml.ControlNamespace + "'"}
	} else {
		element, id = boundElement(c)
	}
	key := element + " " + id
	if _, twice := f.placed[key]; twice || element == "" {
		return b
	}
	if f.placed == nil {
		f.placed = map[string]int{}
	}
	f.placed[key] = len(f.order)
	f.order = append(f.order, boundField{element, id, boundValue(c, shown)})
	return b
}

// boundElement returns the element and the id a control is bound to: the xpath names the element, the
// rest of the tag is the id.
func boundElement(c *wml.Control) (element, id string) {
	_, rest, ok := strings.Cut(c.Binding.XPath, "[1]/noma:")
	if !ok {
		return "", ""
	}
	element, _, _ = strings.Cut(rest, "[")
	_, id, _ = strings.Cut(c.Tag, ":")
	return element, id
}

// boundValue returns what the node must hold for Word to show what the control shows.
func boundValue(c *wml.Control, shown string) string {
	switch c.Kind {
	case wml.CheckBox:
		return strconv.FormatBool(c.Checked != nil && *c.Checked)
	case wml.DropDown:
		for _, it := range c.Items {
			if it.Label == shown || it.Label == "" && it.Value == shown {
				return it.Value
			}
		}
	case wml.Date:
		if date, _, ok := strings.Cut(c.FullDate, "T"); ok {
			return date
		}
	}
	return shown
}

// formData writes the custom XML part the controls are bound to, when there is any.
func (r *renderer) formData() error {
	if len(r.plan.Controls) == 0 && len(r.fields.order) == 0 {
		return nil
	}
	var out bytes.Buffer
	b := wml.NewBuilder(&out)
	b.Markup(wml.XMLHeader + `<noma:controls xmlns:noma="` + wml.ControlNamespace + `">`)
	done := map[string]bool{}
	for _, c := range r.plan.Controls {
		key := "control " + c.ID
		value := c.Value
		if i, ok := r.fields.placed[key]; ok {
			value = r.fields.order[i].value
		}
		if done[key] {
			continue
		}
		done[key] = true
		b.Markup("<noma:control")
		b.Attr("id", c.ID)
		b.Attr("type", c.Type)
		b.Markup(">")
		b.Element("noma:label", c.Label)
		b.Element("noma:value", value)
		b.Markup("</noma:control>")
	}
	for _, f := range r.fields.order {
		if done[f.element+" "+f.id] {
			continue
		}
		b.Markup("<noma:" + f.element)
		b.Attr("id", f.id)
		b.Markup(">")
		b.Element("noma:value", f.value)
		b.Markup("</noma:" + f.element + ">")
	}
	b.Markup("</noma:controls>")
	if err := b.Flush(); err != nil {
		return err
	}
	return r.customXML(1, wml.ControlStoreID, out.Bytes())
}

// customXML writes customXml/itemN.xml with its properties (ECMA-376 part 1, §22.5).
func (r *renderer) customXML(n int, storeID string, content []byte) error {
	no := strconv.Itoa(n)
	item, props := "customXml/item"+no+".xml", "customXml/itemProps"+no+".xml"
	r.pkg.AddRel(mainPart, officeRel+"customXml", item, false)
	r.pkg.AddRel(item, officeRel+"customXmlProps", props, false)
	w, err := r.pkg.Create(item, "application/xml")
	if err != nil {
		return err
	}
	if _, err := w.Write(content); err != nil {
		return err
	}
	return r.simple(props, officeType+"customXmlProperties+xml", func(b *wml.Builder) {
		b.Markup(wml.XMLHeader + `<ds:datastoreItem xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml"`)
		b.Attr("ds:itemID", storeID)
		b.Markup(`><ds:schemaRefs/></ds:datastoreItem>`)
	})
}
