package redline

import (
	"hash/maphash"
	"strings"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
)

// The namespaces that are distinguished.
const (
	other opc.Namespace = iota
	word
	math
)

// names has the conventional prefixes, too: blocks are read without the declarations around them.
var names = opc.Names{
	URI: map[string]opc.Namespace{
		"http://schemas.openxmlformats.org/wordprocessingml/2006/main": word,
		"http://purl.oclc.org/ooxml/wordprocessingml/main":             word,
		"http://schemas.openxmlformats.org/officeDocument/2006/math":   math,
		"http://purl.oclc.org/ooxml/officeDocument/math":               math,
	},
	Prefix: map[string]opc.Namespace{"w": word, "m": math},
}

// silent are elements that say nothing about what a reader sees, with all that is in them.
var silent = map[string]bool{
	"proofErr": true, "lastRenderedPageBreak": true, "bookmarkStart": true, "bookmarkEnd": true, "permStart": true, "permEnd": true,
	"commentRangeStart": true, "commentRangeEnd": true, "commentReference": true, "annotationRef": true,
	"headerReference": true, "footerReference": true,
}

// hollow are elements that are nothing when they are empty.
var hollow = map[string]bool{"rPr": true, "pPr": true, "tcPr": true, "trPr": true, "tblPr": true, "hyperlink": true, "smartTag": true,
	"fldSimple": true, "ins": true, "del": true, "moveFrom": true, "moveTo": true}

// drawn are the shapes of VML, whose ids only name them.
var drawn = map[string]bool{"shape": true, "shapetype": true, "rect": true, "roundrect": true, "line": true, "polyline": true, "oval": true, "arc": true,
	"curve": true, "image": true, "group": true}

// canon writes what counts of blocks in one form. Marks that cannot stand in XML separate its pieces.
type canon struct {
	r     *rules
	alike map[string]string // see [side.alike], of what depends on the story
	b     []byte

	open   []level
	shape  string // of the current run
	last   string // what was written of the shapes before
	fields []field
	skip   int // depth of the element that is passed over, 0 for none
	only   bool
}

// level is an open element.
type level struct {
	local   string
	space   opc.Namespace
	from    int // where it begins
	content int // where its content does
}

// field is an open field.
type field struct {
	code   []byte
	result int // where its result begins, -1 before that
}

// text returns what counts of markup. That of properties and settings is asked for many times.
func (r *rules) text(markup string) string {
	if r.related(markup) {
		c := canon{r: r, alike: r.alike}
		c.read(markup)
		return string(c.b)
	}
	if text, known := r.texts[markup]; known {
		return text
	}
	c := canon{r: r, b: r.spare[:0]}
	c.read(markup)
	r.spare = c.b
	text := string(c.b)
	if r.texts != nil && len(markup) < shortText && !strings.Contains(markup, noteMark) {
		r.texts[markup] = text
	}
	return text
}

// noteMark is in all references to notes.
const noteMark = "noteReference "

var seed = maphash.MakeSeed()

// hash returns a hash of what counts of markup. Most blocks are there several times: in both files, and when they are proved.
func (r *rules) hash(markup string) uint64 {
	if r.related(markup) {
		return maphash.String(seed, r.text(markup))
	}
	if h, known := r.hashes[markup]; known {
		return h
	}
	c := canon{r: r, b: r.spare[:0]}
	c.read(markup)
	r.spare = c.b
	h := maphash.Bytes(seed, c.b)
	if r.hashes != nil && !strings.Contains(markup, noteMark) { // what those say depends on the file
		r.hashes[markup] = h
	}
	return h
}

// related reports whether what counts of markup depends on the story.
func (r *rules) related(markup string) bool {
	return len(r.alike) > 0 && strings.Contains(markup, " r:")
}

func (c *canon) read(markup string) {
	x := opc.NewScanner("<all>"+markup+"</all>", names)
	base := len("<all>")
	done := base
	for x.Next() {
		from, to := x.Span()
		if from > done && c.skip == 0 {
			c.data(markup[done-base : from-base])
		}
		switch {
		case x.Opened() && x.Depth() > 1:
			if c.skip == 0 {
				c.start(x)
			}
		case !x.Opened() && x.Depth() > 0:
			switch {
			case c.skip == 0:
				c.end()
			case x.Depth() < c.skip:
				c.skip = 0
			}
		}
		done = to
	}
}

// start writes the start of an element.
func (c *canon) start(x *opc.Scanner) {
	local, space := x.Local(), x.Space()
	l := level{local: local, space: space, from: len(c.b)}
	if space == word {
		switch {
		case silent[local], c.ignored(local):
			c.skip = x.Depth()
			return
		case local == "r":
			c.shape = ""
			l.content = len(c.b)
			c.open = append(c.open, l)
			return
		case local == "t":
			c.shaped()
			l.from, l.content = len(c.b), len(c.b)
			c.open = append(c.open, l)
			return
		case local == "p":
			c.last = ""
		case local == "footnoteReference", local == "endnoteReference":
			id, _ := x.Value("id")
			c.shaped()
			c.b = append(append(append(c.b, 1), local...), c.r.note(local, id)...)
			c.skip = x.Depth()
			return
		case local == "fldChar":
			c.fieldChar(x)
			c.skip = x.Depth()
			return
		}
		if n := len(c.open); n > 0 && c.open[n-1].space == word && c.open[n-1].local == "r" && local != "rPr" {
			c.shaped()
			l.from = len(c.b)
		}
	}
	c.b = append(append(c.b, 1, '0'+byte(space)), local...)
	unnamed := local == "docPr" || local == "cNvPr" || space == other && drawn[local]
	for i := range x.Attrs() {
		a := x.Attr(i)
		switch {
		case strings.HasPrefix(a.Local, "rsid"), a.Local == "paraId", a.Local == "textId", a.Local == "space" && len(a.Value) < 9,
			a.Local == "anchorId", a.Local == "editId", unnamed && (a.Local == "id" || a.Local == "name"),
			a.Local == "id" && space == word && revise.IsRevision(local), // two copies of one cannot have the same
			local == "tag" && a.Local == "val" && controls.Unnamed(a.Value), a.Local == "fill" && c.r.rendered && themed(x),
			a.Local == "spid", a.Local == "ShapeID", space == other && a.Local == "type" && strings.HasPrefix(a.Value, "#"):
		default:
			if first := c.alike[a.Value]; first != "" && x.Prefix(i) == "r" {
				a.Value = first
			}
			c.b = append(append(append(append(c.b, 2), a.Local...), '='), a.Value...)
		}
	}
	c.b = append(c.b, 3)
	l.content = len(c.b)
	if local == "fldSimple" && space == word {
		code, _ := x.Value("instr")
		if generated(code) || c.r.noFields {
			c.skip = x.Depth()
			return
		}
	}
	c.open = append(c.open, l)
}

// ignored reports whether an element says nothing here.
func (c *canon) ignored(local string) bool {
	parent := ""
	if n := len(c.open); n > 0 {
		parent = c.open[n-1].local
	}
	switch local {
	case "id":
		return parent == "sdtPr"
	case "rPr":
		return c.r.noFormatting && (parent == "r" || parent == "pPr")
	case "txbxContent":
		return c.r.noBoxes
	}
	if c.r.rendered && besides(parent, local) {
		return true
	}
	return parent == "pPr" && c.r.noFormatting && local != "pStyle" && local != "numPr" && local != "sectPr"
}

// shaped notes that something of the current run is shown.
func (c *canon) shaped() {
	if c.shape != c.last {
		c.b = append(append(append(c.b, 4), c.shape...), 5)
		c.last = c.shape
	}
}

// data writes character data.
func (c *canon) data(s string) {
	n := len(c.open)
	if n == 0 {
		return
	}
	l := c.open[n-1]
	shown := l.local == "t" || l.local == "instrText"
	if !shown && strings.TrimSpace(s) == "" {
		return
	}
	if strings.ContainsAny(s, "&<") {
		s = opc.Between(s)
	}
	if l.local == "instrText" && len(c.fields) > 0 {
		f := &c.fields[len(c.fields)-1]
		f.code = append(f.code, s...)
	}
	c.b = append(c.b, c.r.reading(s)...)
}

// end writes the end of an element.
func (c *canon) end() {
	n := len(c.open)
	if n == 0 {
		return
	}
	l := c.open[n-1]
	c.open = c.open[:n-1]
	if l.space == word {
		switch l.local {
		case "r", "t":
			return
		case "rPr":
			if n > 1 && c.open[n-2].local == "r" && c.open[n-2].space == word && l.from <= len(c.b) {
				if len(c.b) > l.content {
					c.shape = string(c.b[l.content:])
				}
				c.b = c.b[:l.from]
				return
			}
		}
		if hollow[l.local] && len(c.b) == l.content {
			c.b = c.b[:l.from]
			return
		}
	}
	c.b = append(c.b, 6)
}

// fieldChar writes a mark of a field. Results that are computed say nothing.
func (c *canon) fieldChar(x *opc.Scanner) {
	kind, _ := x.Value("fldCharType")
	n := len(c.fields)
	switch kind {
	case "begin":
		c.b = append(c.b, 7)
		c.fields = append(c.fields, field{result: -1})
	case "separate":
		if n > 0 && (generated(string(c.fields[n-1].code)) || c.r.noFields) {
			c.fields[n-1].result = len(c.b)
		}
	case "end":
		if n > 0 {
			if from := c.fields[n-1].result; from >= 0 && from <= len(c.b) {
				c.b = c.b[:from]
				c.last = "\x00" // whatever comes next says its shape
			}
			c.fields = c.fields[:n-1]
		}
		c.b = append(c.b, 8)
	}
}

// computed are the fields whose results Word makes from the document or the date.
var computed = map[string]bool{"REF": true, "PAGEREF": true, "NOTEREF": true, "STYLEREF": true, "SEQ": true, "TOC": true, "INDEX": true, "PAGE": true,
	"NUMPAGES": true, "SECTION": true, "SECTIONPAGES": true, "NUMWORDS": true, "NUMCHARS": true, "DATE": true, "TIME": true, "SAVEDATE": true, "PRINTDATE": true,
	"CREATEDATE": true, "EDITTIME": true, "REVNUM": true, "FILENAME": true, "FILESIZE": true, "LISTNUM": true, "AUTONUM": true}

// generated reports whether the result of a field is computed.
func generated(code string) bool {
	code = strings.TrimSpace(code)
	if i := strings.IndexAny(code, " \t\\"); i > 0 {
		code = code[:i]
	}
	return computed[strings.ToUpper(code)]
}
