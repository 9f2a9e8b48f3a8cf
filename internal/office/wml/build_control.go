package wml

import "strings"

// Content controls: w:sdt (ECMA-376 §17.5.2), always inline around one run.

// ControlStore is the custom XML part the form fields of a document are bound to.
const (
	ControlNamespace = "urn:noma:controls"
	ControlStoreID   = "{4E1F6C8C-7091-4A42-A5BD-6B5C229E7B0A}"
)

const (
	boxFont      = `<w:rFonts w:ascii="MS Gothic" w:hAnsi="MS Gothic" w:eastAsia="MS Gothic" w:cs="MS Gothic" w:hint="eastAsia"/>`
	boxChecked   = "\u2612"
	boxUnchecked = "\u2610"
)

// shownText returns what a control shows. It is never empty: an empty control cannot be clicked on.
func shownText(r *Run) string {
	c := r.Control()
	if c.Kind == CheckBox {
		if c.Checked != nil && *c.Checked {
			return boxChecked
		}
		return boxUnchecked
	}
	s := r.Text
	if s == "" {
		s = c.Text
	}
	if s == "" {
		s = " "
	}
	return strings.Map(blankSpace, s) // a plain text control holds one line
}

// control writes the content control of an Input run. The order of w:sdtPr is the one Word writes.
func (b *Builder) control(r *Run) {
	c := r.Control()
	shown := shownText(r)
	bind := c.Binding
	if b.Bind != nil && !c.ofItem() {
		bind = b.Bind(c, shown)
	}
	b.Markup("<w:sdt><w:sdtPr>")
	if c.Kind == CheckBox {
		b.Markup("<w:rPr>" + boxFont + "</w:rPr>")
	}
	if c.Alias != "" {
		b.Val("w:alias", limit(c.Alias, 64))
	}
	if c.Tag != "" {
		b.Val("w:tag", limit(c.Tag, 64))
	}
	b.valInt("w:id", int(b.controlID(c.ID)))
	if c.Lock != "" {
		b.Val("w:lock", c.Lock)
	}
	if bind != nil {
		b.Markup("<w:dataBinding")
		if bind.Prefixes != "" {
			b.Attr("w:prefixMappings", bind.Prefixes)
		}
		b.Attr("w:xpath", bind.XPath)
		b.Attr("w:storeItemID", bind.StoreItemID)
		b.Markup("/>")
	}
	b.controlKind(c)
	b.Markup("</w:sdtPr><w:sdtContent><w:r>")
	if c.Kind == CheckBox {
		b.Markup("<w:rPr>" + boxFont)
		if r.color() != "" {
			b.textColor(r.color())
		}
		b.Markup("</w:rPr>")
	} else if r.Style != 0 || r.color() != "" {
		at := len(b.buf) - len("<w:r>")
		b.buf = b.buf[:at]
		b.startRun(r)
	}
	b.Markup(`<w:t xml:space="preserve">`)
	b.Text(shown)
	b.Markup("</w:t></w:r></w:sdtContent></w:sdt>")
}

// controlID returns the wanted id, or the next free one: an id that stands twice makes Word renumber.
func (b *Builder) controlID(id int32) int32 {
	if b.IDs.controls == nil {
		b.IDs.controls = map[int32]bool{}
	}
	for id <= 0 || b.IDs.controls[id] {
		if id <= 0 || id == 1<<31-1 {
			id = 0
		}
		id++
	}
	b.IDs.controls[id] = true
	return id
}

func (b *Builder) controlKind(c *Control) {
	switch c.Kind {
	case CheckBox:
		b.Markup(`<w14:checkbox><w14:checked w14:val="`)
		if c.Checked != nil && *c.Checked {
			b.Markup("1")
		} else {
			b.Markup("0")
		}
		b.Markup(`"/><w14:checkedState w14:val="2612" w14:font="MS Gothic"/><w14:uncheckedState w14:val="2610" w14:font="MS Gothic"/></w14:checkbox>`)
	case DropDown:
		b.Markup("<w:dropDownList>")
		values, labels := map[string]bool{}, map[string]bool{}
		for _, it := range c.Items {
			label := it.Label
			if label == "" {
				label = it.Value
			}
			// Word refuses a list in which a value or a text stands twice.
			if it.Value == "" || values[it.Value] || labels[label] {
				continue
			}
			values[it.Value], labels[label] = true, true
			b.Markup("<w:listItem")
			b.Attr("w:displayText", label)
			b.Attr("w:value", it.Value)
			b.Markup("/>")
		}
		b.Markup("</w:dropDownList>")
	case Date:
		b.Markup("<w:date")
		if c.FullDate != "" {
			b.Attr("w:fullDate", c.FullDate)
		}
		b.Markup(">")
		if c.DateFormat != "" {
			b.Val("w:dateFormat", c.DateFormat)
		}
		if c.Language != "" {
			b.Val("w:lid", c.Language)
		}
		b.Markup(`<w:storeMappedDataAs w:val="date"/><w:calendar w:val="gregorian"/></w:date>`)
	case RichText:
		b.Markup("<w:richText/>")
	default:
		b.Markup("<w:text/>")
	}
}
