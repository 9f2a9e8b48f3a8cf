package reviewsync_test

import (
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
)

// What programs do to everything of a kind when they save a file. None of it is an edit.

func init() {
	for name, do := range channels {
		acts[name] = func(d *desk, _ []string, _ []int) error { return do(d) }
	}
}

// channels are what programs do, by what it is called.
var channels = map[string]func(*desk) error{
	"fields as text":            func(d *desk) error { return d.flattenFields(false) },
	"fields as code":            func(d *desk) error { return d.flattenFields(true) },
	"no marks of sources":       (*desk).dropMarks,
	"no code":                   (*desk).undressCode,
	"no tracked changes":        (*desk).acceptTracked,
	"equations as pictures":     (*desk).drawEquations,
	"footnotes only":            (*desk).footnotesOnly,
	"plain words":               (*desk).plainWords,
	"comments of one paragraph": (*desk).joinComments,
}

// TestChannels: a file that nobody has edited changes nothing, whatever program has saved it; what it does is reported once for a kind.
func TestChannels(t *testing.T) {
	t.Parallel()
	eachSeed(t, *from, seeds(1000), nil, throughChannels)
}

// TestChannelsLater: nor does it when the author has written on; notes and comments that the author left are as they were sent, too.
func TestChannelsLater(t *testing.T) {
	t.Parallel()
	eachSeed(t, *from, seeds(200), nil, func(t *testing.T, seed int, _ map[string]int) {
		c := seeded{rand.New(rand.NewPCG(uint64(seed), 62))}
		src := withSigns(c, docgen.Document(c, 12))
		eol := "\n"
		if strings.Contains(src, "\r\n") {
			eol = "\r\n"
		}
		src += eol + "So[^signs] – with ^[words – “in place”] – it is." + eol + eol + "[^signs]: A note – of “signs”." + eol
		file, through := fileThrough(t, src, seed)
		quietThrough(t, src+eol+"The author went on."+eol, file, through)
	})
}

func throughChannels(t *testing.T, seed int, _ map[string]int) {
	c := seeded{rand.New(rand.NewPCG(uint64(seed), 61))}
	src := withSigns(c, docgen.Document(c, 12))
	file, through := fileThrough(t, src, seed)
	quietThrough(t, src, file, through)
}

// fileThrough returns the file of a source through one or two channels, and which.
func fileThrough(t *testing.T, src string, seed int) ([]byte, []string) {
	t.Helper()
	names := slices.Sorted(maps.Keys(channels))
	n := len(names)
	through := []string{names[seed%n], names[seed/n%n]}
	d, err := openDesk(render(t, src))
	if err == nil {
		err = errors.Join(channels[through[0]](d), channels[through[1]](d), d.writtenBy("Quill 3"))
	}
	if err != nil {
		t.Fatal(err)
	}
	file, err := d.save()
	if err != nil {
		t.Fatal(err)
	}
	return file, through
}

// flattenFields leaves of fields what they show, and with codes their instructions as well.
func (d *desk) flattenFields(codes bool) error {
	for _, name := range d.names {
		if base, ok := strings.CutPrefix(name, "word/"); !ok || !strings.HasSuffix(base, ".xml") || strings.Contains(base, "/") {
			continue
		}
		root := d.tree(name)
		for _, f := range below(root, "fldSimple") {
			for _, c := range f.ChildElements() {
				insertBefore(f, c.Copy())
			}
			f.Parent().RemoveChild(f)
		}
		for _, c := range below(root, "instrText") {
			if !codes || !strings.Contains(c.Text(), "SEQ") {
				c.Parent().RemoveChild(c)
				continue
			}
			c.Tag = "t"
			c.CreateAttr("xml:space", "preserve")
		}
		for _, c := range below(root, "fldChar") {
			c.Parent().RemoveChild(c)
		}
	}
	return nil
}

// dropMarks leaves out the marks of sources.
func (d *desk) dropMarks() error {
	for _, runs := range d.citeMarks() {
		for _, r := range runs {
			r.Parent().RemoveChild(r)
		}
	}
	return nil
}

// undressCode makes text of code in sentences.
func (d *desk) undressCode() error {
	for _, name := range d.names {
		if base, ok := strings.CutPrefix(name, "word/"); !ok || !strings.HasSuffix(base, ".xml") || strings.Contains(base, "/") || base == "styles.xml" {
			continue
		}
		for _, f := range below(d.tree(name), "rFonts") {
			if f.SelectAttrValue("w:ascii", "") == "Courier New" {
				pr := f.Parent()
				for _, tag := range []string{"rFonts", "sz", "shd"} {
					if e := pr.SelectElement("w:" + tag); e != nil {
						pr.RemoveChild(e)
					}
				}
			}
		}
	}
	return nil
}

// plainWords takes away highlighting and small capitals.
func (d *desk) plainWords() error {
	for _, name := range d.names {
		if base, ok := strings.CutPrefix(name, "word/"); !ok || !strings.HasSuffix(base, ".xml") || strings.Contains(base, "/") || base == "styles.xml" {
			continue
		}
		for _, tag := range []string{"highlight", "smallCaps"} {
			for _, e := range below(d.tree(name), tag) {
				e.Parent().RemoveChild(e)
			}
		}
	}
	return nil
}

// joinComments puts the paragraphs of each comment into one, with a pilcrow between them.
func (d *desk) joinComments() error {
	if d.data["word/comments.xml"] == nil {
		return nil
	}
	for _, c := range below(d.tree("word/comments.xml"), "comment") {
		paras := c.SelectElements("w:p")
		for _, p := range paras[min(1, len(paras)):] {
			t := paras[0].CreateElement("w:r").CreateElement("w:t")
			t.CreateAttr("xml:space", "preserve")
			t.SetText(" ¶ ")
			for _, e := range p.ChildElements() {
				if e.Tag != "pPr" {
					paras[0].AddChild(e)
				}
			}
			c.RemoveChild(p)
		}
	}
	return nil
}

// drawEquations makes pictures of equations, whose files are not in the package.
func (d *desk) drawEquations() error {
	for _, name := range d.names {
		if base, ok := strings.CutPrefix(name, "word/"); !ok || !strings.HasSuffix(base, ".xml") || strings.Contains(base, "/") {
			continue
		}
		root := d.tree(name)
		for _, path := range []string{"//m:oMathPara", "//m:oMath"} {
			for _, e := range root.FindElements(path) {
				run := etree.NewElement("w:r")
				size := run.CreateElement("w:drawing").CreateElement("wp:inline").CreateElement("wp:extent")
				size.CreateAttr("cx", "190000")
				size.CreateAttr("cy", "190000")
				of := size.Parent().CreateElement("wp:docPr")
				of.CreateAttr("id", "1")
				of.CreateAttr("name", "Object1")
				of.CreateAttr("descr", "")
				size.Parent().CreateElement("a:graphic").CreateElement("a:graphicData").CreateElement("pic:pic").CreateElement("pic:blipFill").CreateElement("a:blip")
				insertBefore(e, run)
				e.Parent().RemoveChild(e)
			}
		}
	}
	return nil
}

// footnotesOnly makes footnotes of endnotes, in a file that has both, and no links in endnotes.
func (d *desk) footnotesOnly() error {
	const ends, feet = "word/endnotes.xml", "word/footnotes.xml"
	if !slices.Contains(d.names, ends) || !slices.Contains(d.names, feet) || slices.Contains(d.names, "word/_rels/endnotes.xml.rels") {
		return nil
	}
	for _, note := range below(d.tree(ends), "endnote") {
		if note.SelectAttr("w:type") != nil {
			continue
		}
		was := note.SelectAttrValue("w:id", "")
		id := strconv.Itoa(1000 + len(below(d.tree(feet), "footnote")))
		for _, ref := range below(d.body(), "endnoteReference") {
			if ref.SelectAttrValue("w:id", "") == was {
				ref.Tag = "footnoteReference"
				ref.CreateAttr("w:id", id)
			}
		}
		note.Parent().RemoveChild(note)
		note.Tag = "footnote"
		note.CreateAttr("w:id", id)
		for _, mark := range below(note, "endnoteRef") {
			mark.Tag = "footnoteRef"
		}
		d.tree(feet).AddChild(note)
	}
	return nil
}

// acceptTracked accepts all tracked changes of the text.
func (d *desk) acceptTracked() error {
	for _, tag := range []string{"del", "ins"} {
		for _, e := range below(d.body(), tag) {
			if e.Parent().Tag == "rPr" || e.Parent().Tag == "trPr" {
				e.Parent().RemoveChild(e)
				continue
			}
			if tag == "ins" {
				for _, c := range e.ChildElements() {
					insertBefore(e, c.Copy())
				}
			}
			e.Parent().RemoveChild(e)
		}
	}
	return nil
}
