package reviewsync_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/beevik/etree"
)

// Habits of programs when they save a file, each for everything of a kind.

func init() {
	for name, do := range habits {
		acts[name] = func(d *desk, _ []string, _ []int) error { return do(d) }
	}
}

// habits by what they are called; those that take something away are channels.
var habits = map[string]func(*desk) error{
	"no content controls":                 (*desk).forgetControls,
	"no custom XML":                       func(d *desk) error { return d.forgetManifest(false) },
	"no properties":                       func(d *desk) error { return d.forgetManifest(true) },
	"save with merged runs":               (*desk).mergeRuns,
	"ids of sessions":                     (*desk).sessionIDs,
	"runs in parts":                       (*desk).splitRuns,
	"marks of spelling":                   (*desk).spellingMarks,
	"language on runs":                    func(d *desk) error { return d.onRuns("w:lang", "w:val", "en-GB") },
	"no proofing":                         func(d *desk) error { return d.onRuns("w:noProof", "", "") },
	"page breaks of the layout":           (*desk).layoutBreaks,
	"bookmark of the cursor":              (*desk).cursorMark,
	"properties of runs in another order": (*desk).reorderRuns,
	"fonts on runs":                       (*desk).fontsOnRuns,
	"East Asian fonts on runs":            (*desk).eastAsianFonts,
	"borders on tables":                   (*desk).borderTables,
	"no repeated rows":                    (*desk).noRepeatedRows,
	"no names of extensions":              (*desk).noExtensions,
	"bookmarks renamed":                   (*desk).renameBookmarks,
	"comments anew":                       (*desk).renumberComments,
	"other days of comments":              (*desk).redateComments,
	"ids of styles":                       (*desk).renameStyles,
	"no styles of ours":                   (*desk).ownStylesGone,
	"frames as a style":                   (*desk).framesAsStyle,
	"ids of content controls":             (*desk).renumberControls,
	"property of the build":               (*desk).buildProperty,
	"pictures encoded anew":               func(d *desk) error { return d.eachPicture(func(im image.Image) image.Image { return im }) },
	"pictures of their negatives":         func(d *desk) error { return d.eachPicture(negative) },
}

// besidePlace is what may differ of new comments and change requests: the number of the one in the file in their ids, the day, and the
// words around their place with the blanks at it, and with a mark at its end that is a field or begins as text.
var besidePlace = regexp.MustCompile(`(id="(comment|change)-[^"]*?)(-\d+)+"|date="2026-0[24]-01T[^"]*"|(prefix|suffix)="[^"]*"|(to|from)=" *| *\[" | *" | *\x{FFFC}| +`)

// wholeLine says in a change request that its texts are all of a line, which is known by the content control of the line.
var wholeLine = regexp.MustCompile(`unit="text" *`)

const blockText, bodyText = "BlockText", "BodyText"

// framesAsStyle gives what stands in frames or quotes one style, and the text beside them another one.
func (d *desk) framesAsStyle() error {
	for _, p := range below(d.body(), "p") {
		pr := properties(p)
		style, rule := pr.SelectElement("w:pStyle"), pr.FindElement("w:pBdr/w:bottom") != nil && pr.SelectElement("w:shd") == nil
		framed := pr.SelectElement("w:pBdr") != nil && !rule || pr.SelectElement("w:shd") != nil
		switch is := ""; {
		case style != nil:
			is = style.SelectAttrValue("w:val", "")
			if framed && is != "NomaCode" || is == "NomaQuote" {
				style.CreateAttr("w:val", blockText)
			}
		case p.Parent().Tag == "body" && pr.SelectElement("w:numPr") == nil:
			style = etree.NewElement("w:pStyle")
			pr.InsertChildAt(0, style)
			if style.CreateAttr("w:val", bodyText); framed {
				style.CreateAttr("w:val", blockText)
			}
		}
		for _, look := range []string{"w:pBdr", "w:shd", "w:ind"} {
			if e := pr.SelectElement(look); e != nil && framed {
				pr.RemoveChild(e)
			}
		}
	}
	return nil
}

// ownStylesGone leaves the styles that Google Docs has, of headings, titles and text. It writes out what the others look like; of
// paragraphs and words that is left out here, so that nothing says any more which style they had.
func (d *desk) ownStylesGone() error {
	keeps := func(id string) bool {
		return strings.HasPrefix(id, "Heading") || id == "Title" || id == "Subtitle" || id == "Normal" || id == blockText || id == bodyText || strings.HasPrefix(id, "Table")
	}
	for _, root := range append(d.stories(), d.tree("word/styles.xml")) {
		for _, tag := range []string{"pStyle", "rStyle", "basedOn", "next", "link"} {
			for _, e := range below(root, tag) {
				if !keeps(e.SelectAttrValue("w:val", "")) {
					e.Parent().RemoveChild(e)
				}
			}
		}
	}
	for _, e := range below(d.tree("word/styles.xml"), "style") {
		if !keeps(e.SelectAttrValue("w:styleId", "")) && e.SelectAttrValue("w:type", "") != "table" {
			e.Parent().RemoveChild(e)
		}
	}
	return nil
}

// stories yields the roots of the parts with text.
func (d *desk) stories() (out []*etree.Element) {
	for _, name := range d.names {
		base, ok := strings.CutPrefix(name, "word/")
		switch strings.TrimRight(strings.TrimSuffix(base, ".xml"), "0123456789") {
		case "document", "header", "footer", "footnotes", "endnotes", "comments":
			if ok && strings.HasSuffix(base, ".xml") {
				out = append(out, d.tree(name))
			}
		}
	}
	return out
}

// allOf returns the elements of a name in the parts with text.
func (d *desk) allOf(tag string) (out []*etree.Element) {
	for _, root := range d.stories() {
		out = append(out, below(root, tag)...)
	}
	return out
}

// textRuns returns the runs with text, with the element of the last one in each.
func (d *desk) textRuns() (out []*etree.Element) {
	for _, t := range d.allOf("t") {
		if r := t.Parent(); r.Tag == "r" && !slices.Contains(out[max(0, len(out)-1):], r) {
			out = append(out, r)
		}
	}
	return out
}

// runProperties returns the properties of a run, made when it has none.
func runProperties(r *etree.Element) *etree.Element {
	pr := r.SelectElement("w:rPr")
	if pr == nil {
		pr = etree.NewElement("w:rPr")
		r.InsertChildAt(0, pr)
	}
	return pr
}

// onRuns gives all runs a property that they do not have.
func (d *desk) onRuns(tag, key, value string) error {
	for _, r := range d.textRuns() {
		if pr := runProperties(r); pr.SelectElement(tag) == nil {
			if e := pr.CreateElement(tag); key != "" {
				e.CreateAttr(key, value)
			}
		}
	}
	return nil
}

// sessionIDs writes the ids of editing sessions, and of paragraphs.
func (d *desk) sessionIDs() error {
	for i, p := range d.allOf("p") {
		p.CreateAttr("w:rsidR", "00A77B3E")
		p.CreateAttr("w:rsidRDefault", "00A77B3E")
		if p.SelectAttr("w14:paraId") == nil {
			p.CreateAttr("w14:paraId", strconv.FormatInt(int64(0x10000000+i), 16))
		}
		p.CreateAttr("w14:textId", "77777777")
	}
	for i, r := range d.allOf("r") {
		r.CreateAttr("w:rsidR", "00B"+strconv.Itoa(10000+i%7))
	}
	return nil
}

// splitRuns parts runs with one text at a blank in the middle.
func (d *desk) splitRuns() error {
	for _, r := range d.textRuns() {
		t := r.SelectElement("w:t")
		k := strings.LastIndex(t.Text()[:len(t.Text())/2], " ")
		if kids := r.ChildElements(); k <= 0 || kids[len(kids)-1] != t || len(r.SelectElements("w:t")) != 1 {
			continue
		}
		rest := r.Copy()
		insertAfter(r, rest)
		for _, c := range rest.ChildElements() {
			if c.Tag != "rPr" && c.Tag != "t" {
				rest.RemoveChild(c)
			}
		}
		rest.SelectElement("w:t").SetText(t.Text()[k:])
		t.SetText(t.Text()[:k])
	}
	return nil
}

func (d *desk) spellingMarks() error {
	for _, r := range d.textRuns() {
		begin, end := etree.NewElement("w:proofErr"), etree.NewElement("w:proofErr")
		begin.CreateAttr("w:type", "spellStart")
		end.CreateAttr("w:type", "spellEnd")
		insertBefore(r, begin)
		insertAfter(r, end)
	}
	return nil
}

func (d *desk) layoutBreaks() error {
	for i, r := range d.textRuns() {
		if i%5 == 0 {
			insertBefore(r.SelectElement("w:t"), etree.NewElement("w:lastRenderedPageBreak"))
		}
	}
	return nil
}

func (d *desk) cursorMark() error {
	ps := below(d.body(), "p")
	if len(ps) == 0 {
		return nil
	}
	p, id := ps[len(ps)/2], d.nextID()
	begin, end := etree.NewElement("w:bookmarkStart"), p.CreateElement("w:bookmarkEnd")
	begin.CreateAttr("w:id", id)
	begin.CreateAttr("w:name", "_GoBack")
	end.CreateAttr("w:id", id)
	insertBefore(end, begin)
	return nil
}

func (d *desk) reorderRuns() error {
	for _, pr := range d.allOf("rPr") {
		kids := pr.ChildElements()
		for _, e := range slices.Backward(kids) {
			pr.AddChild(e)
		}
	}
	return nil
}

// fontsOnRuns gives all runs the font, colour, size and direction that they have by their styles.
func (d *desk) fontsOnRuns() error {
	for _, r := range d.textRuns() {
		pr := runProperties(r)
		if pr.SelectElement("w:rFonts") == nil {
			f := pr.CreateElement("w:rFonts")
			for _, key := range []string{"w:ascii", "w:hAnsi", "w:cs", "w:eastAsia"} {
				f.CreateAttr(key, "Calibri")
			}
		}
		if pr.SelectElement("w:color") == nil {
			mark(pr, "w:color", "000000")
		}
		if pr.SelectElement("w:sz") == nil {
			mark(pr, "w:sz", "22")
		}
		mark(pr, "w:rtl", "0")
	}
	return nil
}

func (d *desk) eastAsianFonts() error {
	for _, r := range d.textRuns() {
		pr := runProperties(r)
		f := pr.SelectElement("w:rFonts")
		if f == nil {
			f = pr.CreateElement("w:rFonts")
		}
		f.CreateAttr("w:eastAsia", "SimSun")
		f.CreateAttr("w:hint", "eastAsia")
		mark(pr, "w:kern", "2")
	}
	return nil
}

// borderTables gives tables and cells borders and widths of their own, and no style.
func (d *desk) borderTables() error {
	for _, t := range below(d.body(), "tbl") {
		if pr := t.SelectElement("w:tblPr"); pr != nil {
			for _, tag := range []string{"tblStyle", "tblBorders", "tblLook"} {
				if e := pr.SelectElement("w:" + tag); e != nil {
					pr.RemoveChild(e)
				}
			}
			borders(pr.CreateElement("w:tblBorders"))
		}
		for _, c := range t.FindElements("./w:tr/w:tc") {
			pr := c.SelectElement("w:tcPr")
			if pr == nil {
				pr = etree.NewElement("w:tcPr")
				c.InsertChildAt(0, pr)
			}
			if pr.SelectElement("w:tcBorders") == nil {
				borders(pr.CreateElement("w:tcBorders"))
			}
		}
	}
	return nil
}

func borders(of *etree.Element) {
	for _, side := range []string{"top", "left", "bottom", "right"} {
		e := mark(of, "w:"+side, "single")
		e.CreateAttr("w:sz", "8")
		e.CreateAttr("w:color", "000000")
	}
}

func (d *desk) noRepeatedRows() error {
	for _, e := range below(d.body(), "tblHeader") {
		e.Parent().RemoveChild(e)
	}
	return nil
}

// noExtensions takes out the attributes and elements of later versions of the format, and the parts that hold such alone.
func (d *desk) noExtensions() error {
	for _, root := range d.stories() {
		later := func(space string) bool { return space == "w14" || space == "w15" || space == "w16cid" }
		var walk func(*etree.Element)
		walk = func(e *etree.Element) {
			e.Attr = slices.DeleteFunc(e.Attr, func(a etree.Attr) bool { return later(a.Space) })
			for _, c := range e.ChildElements() {
				if later(c.Space) && e.Tag != "sdtPr" { // all programs know the controls
					e.RemoveChild(c)
				} else {
					walk(c)
				}
			}
		}
		walk(root)
	}
	for _, name := range []string{"word/commentsExtended.xml", "word/commentsIds.xml", "word/people.xml"} {
		if slices.Contains(d.names, name) {
			d.remove(name)
		}
	}
	return nil
}

// renameBookmarks gives bookmarks other names, and leads links there.
func (d *desk) renameBookmarks() error {
	to := map[string]string{}
	for _, e := range d.allOf("bookmarkStart") {
		was := e.SelectAttrValue("w:name", "")
		to[was] = "kix." + strconv.Itoa(len(to))
		e.CreateAttr("w:name", to[was])
	}
	for _, e := range d.allOf("hyperlink") {
		if now := to[e.SelectAttrValue("w:anchor", "")]; now != "" {
			e.CreateAttr("w:anchor", now)
		}
	}
	return nil
}

// renumberComments gives comments other numbers.
func (d *desk) renumberComments() error {
	return d.eachComment(func(c *etree.Element, mark func(string)) {
		n, _ := strconv.Atoi(c.SelectAttrValue("w:id", "0"))
		mark(strconv.Itoa(n + 70000))
	})
}

// redateComments gives all comments another day.
func (d *desk) redateComments() error {
	return d.eachComment(func(c *etree.Element, _ func(string)) { c.CreateAttr("w:date", "2026-04-01T12:00:00Z") })
}

func (d *desk) eachComment(do func(c *etree.Element, renumber func(string))) error {
	if d.data["word/comments.xml"] == nil && d.trees["word/comments.xml"] == nil {
		return nil
	}
	marks := map[string][]*etree.Element{}
	for _, tag := range []string{"commentRangeStart", "commentRangeEnd", "commentReference"} {
		for _, e := range d.allOf(tag) {
			marks[e.SelectAttrValue("w:id", "")] = append(marks[e.SelectAttrValue("w:id", "")], e)
		}
	}
	for _, c := range below(d.tree("word/comments.xml"), "comment") {
		do(c, func(id string) {
			for _, e := range marks[c.SelectAttrValue("w:id", "")] {
				e.CreateAttr("w:id", id)
			}
			c.CreateAttr("w:id", id)
		})
	}
	return nil
}

// renameStyles gives styles numbers for ids, and keeps their names.
func (d *desk) renameStyles() error {
	to := map[string]string{}
	for i, e := range below(d.tree("word/styles.xml"), "style") {
		to[e.SelectAttrValue("w:styleId", "")] = strconv.Itoa(600 + i)
		e.CreateAttr("w:styleId", strconv.Itoa(600+i))
	}
	roots := append(d.stories(), d.tree("word/styles.xml"))
	if slices.Contains(d.names, "word/numbering.xml") {
		roots = append(roots, d.tree("word/numbering.xml"))
	}
	for _, root := range roots {
		for _, tag := range []string{"pStyle", "rStyle", "tblStyle", "basedOn", "next", "link", "numStyleLink", "styleLink"} {
			for _, e := range below(root, tag) {
				if now := to[e.SelectAttrValue("w:val", "")]; now != "" {
					e.CreateAttr("w:val", now)
				}
			}
		}
	}
	return nil
}

func (d *desk) renumberControls() error {
	for i, e := range d.allOf("sdt") {
		if id := e.FindElement("w:sdtPr/w:id"); id != nil {
			id.CreateAttr("w:val", strconv.Itoa(-1000-i))
		}
	}
	return nil
}

// buildProperty adds a property of the document as WPS does.
func (d *desk) buildProperty() error {
	t := d.tree("docProps/custom.xml")
	if t == nil {
		return nil
	}
	e := t.CreateElement("property")
	e.CreateAttr("fmtid", "{D5CDD505-2E9C-101B-9397-08002B2CF9AE}")
	e.CreateAttr("pid", strconv.Itoa(len(t.ChildElements())+1))
	e.CreateAttr("name", "KSOProductBuildVer")
	e.CreateElement("vt:lpwstr").SetText("1033-12.1.0.17827")
	return nil
}

// eachPicture encodes the pictures of a file anew, with what is made of them.
func (d *desk) eachPicture(make func(image.Image) image.Image) error {
	for _, name := range d.names {
		if !strings.HasPrefix(name, "word/media/") || !strings.HasSuffix(name, ".png") {
			continue
		}
		im, err := png.Decode(bytes.NewReader(d.data[name]))
		if err != nil {
			continue // it is no picture
		}
		var b bytes.Buffer
		if err := (&png.Encoder{CompressionLevel: png.NoCompression}).Encode(&b, make(im)); err != nil {
			return err
		}
		d.data[name] = b.Bytes()
	}
	return nil
}

// negative returns a picture with the opposite colours.
func negative(im image.Image) image.Image {
	out := image.NewRGBA(im.Bounds())
	for y := out.Rect.Min.Y; y < out.Rect.Max.Y; y++ {
		for x := out.Rect.Min.X; x < out.Rect.Max.X; x++ {
			c := color.RGBAModel.Convert(im.At(x, y)).(color.RGBA)
			out.SetRGBA(x, y, color.RGBA{255 - c.R, 255 - c.G, 255 - c.B, 255})
		}
	}
	return out
}
