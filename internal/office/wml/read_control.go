package wml

import "strings"

// Content controls (w:sdt, ECMA-376 §17.5.2). They stand around runs, blocks, rows or cells. Only an
// inline form field becomes a Run; every other control is searched, for editors wrap whatever
// they like: LibreOffice puts a block control around all that follows a check box.

// openControl is a control being read.
type openControl struct {
	*Control
	form   bool // one of the elements was there that make it a form field
	prompt bool // it shows a prompt, not a value (w:showingPlcHdr)
	known  bool // it is listed in Document.Controls
}

// maxControlText bounds the text of a control around blocks: such controls nest, and each would
// hold the text of all inside it.
const maxControlText = 1 << 20

func (r *reader) startControl() openControl {
	return openControl{Control: &Control{Part: r.part, Kind: RichText}}
}

// controlPart reads a child of a w:sdt other than its content.
func (r *reader) controlPart(c *openControl) {
	if r.x.Local() != "sdtPr" {
		r.x.Skip()
		return
	}
	r.controlProps(c)
	if r.control != nil && oneField(r.control, c) {
		merge(r.control, c)
		return
	}
	if c.form || c.Tag != "" || c.Binding != nil {
		c.known = true
		r.doc.Controls = append(r.doc.Controls, c.Control)
	}
}

// oneField reports whether an inline control and the one right inside it are one form field.
// LibreOffice writes a bound check box as two nested controls: one is the check box, the other has
// the alias, and which is inside depends on what stands before it in the paragraph.
func oneField(outer *Control, inner *openControl) bool {
	same := outer.Binding != nil && inner.Binding != nil && *outer.Binding == *inner.Binding
	if inner.form {
		return same && outer.Kind == RichText
	}
	return outer.Kind != RichText && (same || outer.Binding == nil || inner.Binding == nil)
}

// merge gives an outer control what only the inner one says.
func merge(outer *Control, inner *openControl) {
	first := func(a *string, b string) {
		if *a == "" {
			*a = b
		}
	}
	first(&outer.Tag, inner.Tag)
	first(&outer.Alias, inner.Alias)
	first(&outer.Lock, inner.Lock)
	if outer.Binding == nil {
		outer.Binding = inner.Binding
	}
	if inner.form {
		outer.Kind, outer.HasCheckBox, outer.Checked = inner.Kind, inner.HasCheckBox, inner.Checked
		outer.Items, outer.FullDate = inner.Items, inner.FullDate
		outer.DateFormat, outer.Language = inner.DateFormat, inner.Language
	}
}

// controlProps reads a w:sdtPr.
func (r *reader) controlProps(c *openControl) {
	x := r.x
	kind := func(k ControlKind) {
		if !c.form {
			c.form, c.Kind = true, k
		}
	}
	for depth := x.Depth(); r.in(depth); {
		switch x.Local() {
		case "alias":
			c.Alias = r.kept("val")
		case "tag":
			c.Tag = r.kept("val")
		case "lock":
			c.Lock = r.kept("val")
		case "id":
			c.ID = int32(number(r.value("val")))
		case "dataBinding":
			if c.Binding == nil {
				c.Binding = &Binding{XPath: r.kept("xpath"), StoreItemID: r.kept("storeItemID"), Prefixes: r.kept("prefixMappings")}
			}
		case "showingPlcHdr":
			c.prompt = r.on()
		case "text":
			kind(PlainText)
		case "checkbox", "checkBox":
			kind(CheckBox)
			c.HasCheckBox = true
			continue // its w14:checked comes next
		case "checked":
			kind(CheckBox)
			c.HasCheckBox = true
			c.Checked = checkState(r.x.Value("val"))
		case "dropDownList", "comboBox":
			kind(DropDown)
			continue // its items come next
		case "listItem":
			c.Items = append(c.Items, Item{Value: r.kept("value"), Label: r.kept("displayText")})
		case "date":
			kind(Date)
			c.FullDate = r.kept("fullDate")
			continue // its format comes next
		case "dateFormat":
			c.DateFormat = r.kept("val")
		case "lid":
			c.Language = r.kept("val")
		}
		x.Skip()
	}
}

// checkState reads a w14:checked; a value that is no boolean makes the state unknown (contract
// docx-data.md).
func checkState(val string, there bool) *bool {
	state := true
	if there {
		switch strings.ToLower(val) {
		case "1", "true", "yes", "on", "checked":
		case "0", "false", "no", "off", "unchecked":
			state = false
		default:
			return nil
		}
	}
	return &state
}

// inlineControl reads a w:sdt around runs.
func (r *reader) inlineControl() {
	x := r.x
	c := r.startControl()
	start := len(r.para.runs)
	for depth := x.Depth(); r.in(depth); {
		if x.Space() != nsW || x.Local() != "sdtContent" {
			r.controlPart(&c)
			continue
		}
		outer := r.control
		if c.field() {
			r.control = c.Control
		}
		for depth := x.Depth(); r.in(depth); {
			r.inline()
		}
		r.control = outer
	}
	if !c.known {
		return
	}
	start = min(start, len(r.para.runs)) // a field that ended inside may have joined runs before
	if c.prompt {
		r.dropText(start)
	}
	c.Text = r.texts.copy(TidyBreaks(textOf(r.para.runs[start:])))
	if c.field() {
		r.join(start, func(run *Run) { run.Kind, run.Object = Input, c.Control })
	}
}

// field reports whether an inline control is a form field, and becomes a run. A rich text control is
// one only when it is bound to data or is marked as ours.
func (c *openControl) field() bool {
	return c.known && (c.form || c.Binding != nil || strings.HasPrefix(c.Tag, "noma-"))
}

// dropText removes the text of a prompt ("Click here to enter text"): it is not a value.
func (r *reader) dropText(start int) {
	for i := range r.para.runs[start:] {
		if run := &r.para.runs[start+i]; run.HasText() {
			run.Kind, run.Text = Text, ""
		}
	}
}

// endBlockControl gives a control around blocks their text.
func (r *reader) endBlockControl(c *openControl, content []Block) {
	if !c.known || c.prompt {
		return
	}
	var b strings.Builder
	for p := range Paragraphs(content...) {
		b.WriteString(p.Text(Current))
		if b.Len() > maxControlText {
			break
		}
	}
	text := b.String()
	c.Text = TidyBreaks(text[:min(len(text), maxControlText)])
}

// textOf returns the text of runs as if all changes were accepted.
func textOf(runs []Run) string {
	p := Paragraph{Runs: runs}
	return p.Text(Current)
}

// TidyBreaks removes spaces and tabs next to line feeds (contract docx-data.md, "Text of a control").
func TidyBreaks(s string) string {
	if strings.IndexByte(s, '\n') < 0 {
		return s
	}
	lines := strings.Split(s, "\n")
	for i := range lines {
		if i > 0 {
			lines[i] = strings.TrimLeft(lines[i], " \t")
		}
		if i < len(lines)-1 {
			lines[i] = strings.TrimRight(lines[i], " \t")
		}
	}
	return strings.Join(lines, "\n")
}
