package reviewsync_test

import (
	"archive/zip"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/beevik/etree"
)

// A desk is a Word file on a reviewer's desk: its parts as XML trees, found by the words a reader
// sees and changed the way Word changes them. What lies on it was written by our renderer, so the
// model needs only the XML that the renderer writes.

type desk struct {
	names []string // all parts, in the order of the package
	data  map[string][]byte
	trees map[string]*etree.Document // the parts that were searched
	ids   int
}

func openDesk(file []byte) (*desk, error) {
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, err
	}
	d := &desk{data: map[string][]byte{}, trees: map[string]*etree.Document{}, ids: 9000}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			return nil, err
		}
		d.names = append(d.names, f.Name)
		part := make([]byte, f.UncompressedSize64)
		_, err = io.ReadFull(r, part)
		d.data[f.Name] = part
		if closed := r.Close(); err != nil || closed != nil { // closed, its memory serves for the next part
			return nil, cmp.Or(err, closed)
		}
	}
	return d, nil
}

// save returns the package as it now stands.
func (d *desk) save() ([]byte, error) {
	return stored(d.names, func(name string) ([]byte, error) {
		if t := d.trees[name]; t != nil {
			return t.WriteToBytes()
		}
		return d.data[name], nil
	})
}

// stored returns a package whose parts are not deflated, as they are read again at once.
func stored(names []string, part func(string) ([]byte, error)) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, name := range names {
		data, err := part(name)
		if err != nil {
			return nil, err
		}
		to, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err == nil {
			_, err = to.Write(data)
		}
		if err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}

// tree returns a part's root element, nil when the file has no such part.
func (d *desk) tree(name string) *etree.Element {
	if d.trees[name] == nil {
		if d.data[name] == nil {
			return nil
		}
		t := etree.NewDocument()
		if err := t.ReadFromBytes(d.data[name]); err != nil {
			panic(err)
		}
		d.trees[name] = t
	}
	return d.trees[name].Root()
}

// remove takes a part out, and what refers to it.
func (d *desk) remove(name string) {
	delete(d.data, name)
	delete(d.trees, name)
	d.names = slices.DeleteFunc(d.names, func(n string) bool { return n == name })
	for _, e := range d.tree("[Content_Types].xml").ChildElements() {
		if e.SelectAttrValue("PartName", "") == "/"+name {
			e.Parent().RemoveChild(e)
		}
	}
	for _, e := range d.tree("word/_rels/document.xml.rels").ChildElements() {
		if strings.HasSuffix(name, strings.TrimPrefix(e.SelectAttrValue("Target", ""), "../")) {
			e.Parent().RemoveChild(e)
		}
	}
}

// need returns the root of a part, made when the file has none yet.
func (d *desk) need(kind, root string) *etree.Element {
	name := "word/" + kind + ".xml"
	if r := d.tree(name); r != nil {
		return r
	}
	t := etree.NewDocument()
	r := t.CreateElement(root)
	r.Attr = append(r.Attr, d.body().Parent().Attr...)
	d.trees[name] = t
	d.names = append(d.names, name)
	o := d.tree("[Content_Types].xml").CreateElement("Override")
	o.CreateAttr("PartName", "/"+name)
	o.CreateAttr("ContentType", "application/vnd.openxmlformats-officedocument.wordprocessingml."+kind+"+xml")
	rel := d.tree("word/_rels/document.xml.rels").CreateElement("Relationship")
	rel.CreateAttr("Id", "rIdNew"+kind)
	rel.CreateAttr("Type", "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"+kind)
	rel.CreateAttr("Target", kind+".xml")
	return r
}

func (d *desk) body() *etree.Element { return d.tree("word/document.xml").SelectElement("w:body") }

// nextID returns a number nothing else in the file has.
func (d *desk) nextID() string { d.ids++; return fmt.Sprint(d.ids) }

// paragraphs returns all paragraphs a reader sees, the text first.
func (d *desk) paragraphs() []*etree.Element {
	var out []*etree.Element
	for _, name := range append([]string{"word/document.xml"}, d.names...) {
		if name == "word/document.xml" && out != nil || !strings.HasPrefix(name, "word/") || !strings.HasSuffix(name, ".xml") {
			continue
		}
		switch base := strings.TrimRight(strings.TrimSuffix(name[5:], ".xml"), "0123456789"); base {
		case "document", "header", "footer", "footnotes", "endnotes", "comments":
			out = append(out, below(d.tree(name), "p")...)
		}
	}
	return out
}

// below returns the elements of a name under an element, in document order, without what only old programs show.
func below(e *etree.Element, tag string) []*etree.Element {
	var out []*etree.Element
	for _, c := range e.ChildElements() {
		if c.Tag == "Fallback" {
			continue
		}
		if c.Space == "w" && c.Tag == tag {
			out = append(out, c)
		}
		out = append(out, below(c, tag)...)
	}
	return out
}

// leaf is an element that shows characters, with their place in the paragraph.
type leaf struct {
	e    *etree.Element
	text string
	at   int
}

func leaves(p *etree.Element) []leaf {
	var out []leaf
	at := 0
	var walk func(*etree.Element)
	walk = func(e *etree.Element) {
		for _, c := range e.ChildElements() {
			s := ""
			switch c.Tag {
			case "t", "delText":
				s = c.Text()
			case "tab":
				if c.Parent().Tag == "r" {
					s = "\t"
				}
			case "br":
				s = "\n"
			case "pPr", "rPr", "instrText":
				continue
			}
			if s != "" {
				out = append(out, leaf{c, s, at})
				at += len(s)
				continue
			}
			walk(c)
		}
	}
	walk(p)
	return out
}

func textOf(p *etree.Element) string {
	var b strings.Builder
	for _, l := range leaves(p) {
		b.WriteString(l.text)
	}
	return b.String()
}

// find returns the n-th place (from 1) where words stand. n 0 is the only place in the text, or in the
// other parts when the text has none.
func (d *desk) find(words string, n int) (p *etree.Element, at int, err error) {
	count := 0
	paragraphs := d.paragraphs()
	for i, x := range paragraphs {
		if n == 0 && p != nil && i == len(below(d.body(), "p")) {
			break
		}
		text := textOf(x)
		for from := 0; words != ""; {
			i := strings.Index(text[from:], words)
			if i < 0 {
				break
			}
			if count++; n == 0 && p == nil || count == n {
				p, at = x, from+i
			}
			from += i + len(words)
		}
	}
	switch {
	case p == nil:
		return nil, 0, fmt.Errorf("nothing reads %q", words)
	case n == 0 && count > 1:
		return nil, 0, fmt.Errorf("%q stands in %d places", words, count)
	}
	return p, at, nil
}

// runs returns the runs that show the characters from one place of a paragraph to another; runs that
// reach further are cut.
func runs(p *etree.Element, from, to int) []*etree.Element {
	for _, cut := range []int{from, to} {
		for _, l := range leaves(p) {
			if l.at < cut && cut < l.at+len(l.text) {
				r := l.e.Parent()
				rest := r.Copy()
				l.e.SetText(l.text[:cut-l.at])
				k := slices.Index(r.ChildElements(), l.e)
				rest.ChildElements()[k].SetText(l.text[cut-l.at:])
				for i, c := range rest.ChildElements() { // what stands before the text stays in the first part
					if i < k && c.Tag != "rPr" {
						rest.RemoveChild(c)
					}
				}
				for _, c := range r.ChildElements()[k+1:] {
					r.RemoveChild(c)
				}
				r.Parent().InsertChildAt(r.Index()+1, rest)
			}
		}
	}
	var out []*etree.Element
	for _, l := range leaves(p) {
		if l.at >= from && l.at+len(l.text) <= to && !slices.Contains(out, l.e.Parent()) {
			out = append(out, l.e.Parent())
		}
	}
	return out
}

// newRun returns a run with the formatting of another one, or plain.
func newRun(text string, like *etree.Element) *etree.Element {
	r := etree.NewElement("w:r")
	if like != nil {
		if pr := like.SelectElement("w:rPr"); pr != nil {
			r.AddChild(pr.Copy())
		}
	}
	t := r.CreateElement("w:t")
	t.CreateAttr("xml:space", "preserve")
	t.SetText(text)
	return r
}

// newParagraph returns a paragraph of one run, with the given properties.
func newParagraph(text string, properties *etree.Element) *etree.Element {
	p := etree.NewElement("w:p")
	if properties != nil {
		p.AddChild(properties.Copy())
	}
	if text != "" {
		p.AddChild(newRun(text, nil))
	}
	return p
}

// properties of a paragraph; the element is made when it has none.
func properties(p *etree.Element) *etree.Element {
	if pr := p.SelectElement("w:pPr"); pr != nil {
		return pr
	}
	pr := etree.NewElement("w:pPr")
	p.InsertChildAt(0, pr)
	return pr
}

func insertAfter(e, now *etree.Element)  { e.Parent().InsertChildAt(e.Index()+1, now) }
func insertBefore(e, now *etree.Element) { e.Parent().InsertChildAt(e.Index(), now) }

// mark adds an element with a value attribute.
func mark(parent *etree.Element, tag, val string) *etree.Element {
	e := parent.CreateElement(tag)
	if val != "" {
		e.CreateAttr("w:val", val)
	}
	return e
}

// signed makes the element that holds a tracked change.
func (d *desk) signed(tag, author string) *etree.Element {
	e := etree.NewElement(tag)
	e.CreateAttr("w:id", d.nextID())
	e.CreateAttr("w:author", author)
	e.CreateAttr("w:date", "2026-02-01T10:00:00Z")
	return e
}

// leadTo lets a hyperlink lead to another address.
func (d *desk) leadTo(link *etree.Element, target string) {
	id := "rIdLink" + d.nextID()
	rel := d.tree("word/_rels/document.xml.rels").CreateElement("Relationship")
	rel.CreateAttr("Id", id)
	rel.CreateAttr("Type", "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink")
	rel.CreateAttr("Target", target)
	rel.CreateAttr("TargetMode", "External")
	was := link.SelectAttrValue("r:id", "")
	link.CreateAttr("r:id", id)
	if len(d.body().FindElements("//[@r:id='"+was+"']")) == 0 { // Word keeps no address that nothing leads to
		for _, e := range d.tree("word/_rels/document.xml.rels").ChildElements() {
			if e.SelectAttrValue("Id", "") == was {
				e.Parent().RemoveChild(e)
			}
		}
	}
}

// relink lets the link that shows the words lead somewhere else.
func (d *desk) relink(words, target string) error {
	for _, e := range below(d.body(), "hyperlink") {
		if textOf(e) == words {
			d.leadTo(e, target)
			return nil
		}
	}
	return fmt.Errorf("no link reads %q", words)
}
