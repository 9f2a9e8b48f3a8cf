package layout

import (
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/dataset"
)

// The manifest travels in the file and says what was sent: the hash of the source and, for every
// paragraph in order, a short hash of its content, of its bookmark and of its form. It holds no text, so a .docx
// leaks nothing that it does not show. With it a sync can tell what the reviewer changed from what
// the author changed in the meantime.

// ManifestNamespace is the namespace of the manifest's custom XML part.
const ManifestNamespace = "urn:noma:manifest"

// ManifestProperty is the custom document property that repeats the short form: it survives
// editors and formats that drop custom XML.
const ManifestProperty = "NomaExport"

// OwnProperty reports whether a property of a document says how this program made the file: to its readers it says nothing. Numbers follow
// the names where one property is not enough (see [SplitProperty]).
func OwnProperty(name string) bool {
	switch strings.TrimRight(name, "0123456789") {
	case ManifestProperty, ChartsProperty, DiagramsProperty, TemplateProperty, ColorsProperty:
		return true
	}
	return false
}

// layoutVersion changes whenever the same content has another fingerprint.
const layoutVersion = "2"

// layoutEdition changes whenever the same source would be laid out with other content or alignment. Files of another edition are compared
// with what they say was sent, as if the source had changed since.
const layoutEdition = "23"

// editionOfQuotes is the first one in which a paragraph of a quote is one in Word, however many lines it has.
const editionOfQuotes = 11

// editionOfLanguages is the first one in which the words of the program are in the language of the document, and contents for clients leave
// out its title.
const editionOfLanguages = 13

// editionOfPanels is the first one in which items of panels have an indentation of their own, and code in panels is a part of them.
const editionOfPanels = 18

// editionOfDiagrams is the first one in which the captions of diagrams have numbers.
const editionOfDiagrams = 19

const (
	editionOfSpans = 20 // cells of headers that are several columns wide are centred
	// A cell that is a row of a table begins where lines do, and references of clients to data and form fields show their title.
	editionOfGroups = 21
	editionOfCode   = 22 // a line end in a code span is a blank
	editionOfCommas = 23 // computed numbers have a decimal comma where the language has it
)

// WideItems reports whether items of panels were sent with the indentation of others.
func (m *Manifest) WideItems() bool { return m.edition > 0 && m.edition < editionOfPanels }

// Entry is one paragraph as it was sent. Anchor is 0 for a paragraph without a bookmark.
type Entry struct {
	Content uint32 // the low 24 bits of its fingerprint
	Anchor  uint32 // CRC-32 of its first bookmark name
	Form    uint16 // see [Para.Form]; 0 when the file does not say
}

// Manifest is what a file says of its own export.
type Manifest struct {
	Source  string // sha256 of the source, in hex
	Version string
	Current bool // the same source is laid out now as it was then
	edition int  // 0 when the file does not say
	// Audience is whom the file was made for.
	Audience noma.Audience
	Entries  []Entry // nil when only the short form was there
	// Grids are the tables of data that were sent, in order.
	Grids []Area
	// Equations are the short hashes of the equations that were sent, sorted; nil when the file does not
	// say. A fingerprint only tells that there is an equation.
	Equations []uint32
	// Alts are the short hashes of the alternative texts of pictures that were sent, sorted; nil when the
	// file does not say.
	Alts  []uint32
	Drawn Drawn
	// Links are the hashes of what links show that Word cannot follow, see [Names.LinkTexts]. A file for clients does not say.
	Links []uint32
	// Marks are the comments and notes that were sent: CRC-32 of the id → short hash of the content.
	Marks map[uint32]uint32
}

// Area is a table of data: its first cell among the entries, its rows and columns.
type Area struct {
	Start, Rows, Cols int
	Merges            uint32 // see [MergesHash]
}

// MergesHash returns the hash of the merged cells of a table, 0 when there are none.
func MergesHash(merges []dataset.Range) uint32 {
	if len(merges) == 0 {
		return 0
	}
	return max(1, ContentHash(FoldMerges(GridSeed, merges)))
}

// ContentHash returns the short form of a fingerprint.
func ContentHash(fingerprint uint64) uint32 { return uint32(fingerprint) & 0xffffff }

// The forms of breaks.
const (
	FormRule uint16 = iota + 1
	FormPageBreak
	FormSectionEnd
	firstForm = 16 // of all else
)

// Form returns which break a paragraph is, or a short hash of its style, its alignment and its kind of list; never 0.
func (p *Para) Form() uint16 {
	if p.Part == PartBreak {
		switch {
		case p.Rule:
			return FormRule
		case p.SectionEnd != nil:
			return FormSectionEnd
		case len(p.Runs()) > 0:
			return FormPageBreak
		}
	}
	h := fnv.New32a()
	_, _ = h.Write(append(append(append([]byte(p.Style), byte(p.List)), p.Align...), byte(p.Inner))) // a hash takes all
	sum := h.Sum32()
	return max(firstForm, uint16(sum)^uint16(sum>>16))
}

// EntryOf returns the entry of a paragraph of a plan.
func EntryOf(p *Para) Entry {
	e := Entry{Content: ContentHash(p.Fingerprint()), Form: p.Form()}
	if len(p.Anchors) > 0 {
		e.Anchor = crc32.ChecksumIEEE([]byte(p.Anchors[0]))
	}
	return e
}

// Runs returns the paragraph's whole content.
func (p *Para) Runs() []wml.Run {
	if len(p.Segs) == 1 {
		return p.Segs[0].Runs
	}
	var out []wml.Run
	for i := range p.Segs {
		out = append(out, p.Segs[i].Runs...)
	}
	return out
}

// EachPara calls f for the paragraphs of a block in order, those in tables included. A released table is
// restored for that.
func EachPara(b Block, f func(*Para)) {
	switch b := b.(type) {
	case *Para:
		f(b)
	case *Grid:
		b.Restore()
		for _, r := range b.Rows {
			for _, p := range r {
				f(p)
			}
		}
	case *Columns:
		for _, r := range b.Rows {
			for _, c := range r {
				for _, x := range c {
					EachPara(x, f)
				}
			}
		}
	}
}

// MarkKey identifies a comment, note or change request in a manifest, by its [MarkName] or [RequestMark].
func MarkKey(name string) uint32 { return crc32.ChecksumIEEE([]byte(name)) }

// MarkName returns the name of a comment, note or change request in a manifest: its id or, of one without, its source. It is "" for
// what is no block of a source.
func MarkName(n noma.Node) string {
	at := n.At()
	if at.ID != "" {
		return at.ID
	}
	top := at.Parent
	for top != nil && top.At().Parent != nil {
		top = top.At().Parent
	}
	if doc, ok := top.(*noma.Document); ok {
		return "source " + at.Span.Of(doc.File.Text)
	}
	return ""
}

// MarkContent returns the short hash of the text of a comment or note, whose paragraphs are given as [Contents].
func MarkContent(contents []uint64) uint32 {
	h := uint64(11)
	for _, c := range contents {
		h = Fold(h, c)
	}
	return ContentHash(h)
}

// RequestMark returns the name under which a manifest has what a change request proposes.
func RequestMark(n noma.Node) string { return "request " + MarkName(n) }

// Proposed returns what a change request proposes, as [MarkContent] takes it: what goes and what comes.
func Proposed(from, to []wml.Run) []uint64 {
	return []uint64{Fingerprint(from, wml.All), Fingerprint(to, wml.All)}
}

// Proposed returns what a change request of the source proposes.
func (n *Names) Proposed(r Request) []uint64 {
	return Proposed(DeletedRuns(n.Inline(r.From)), n.Inline(r.To))
}

// Contents returns the fingerprints of a comment's or note's paragraphs, without empty ones and the line with
// its status.
func Contents(blocks []Block) []uint64 {
	var out []uint64
	for _, b := range blocks {
		EachPara(b, func(p *Para) {
			if IsStatus(p) {
				return
			}
			if k := p.Fingerprint(); k != 0 {
				out = append(out, k)
			}
		})
	}
	return out
}

// EachGrid calls f for the tables of data in a block whose first paragraph is number start, and
// returns the number of the paragraph behind the block.
func EachGrid(b Block, start int, f func(Area)) int {
	switch b := b.(type) {
	case *Para:
		return start + 1
	case *Grid:
		n, rows := 0, b.Len()
		for i := range rows {
			n += b.RowLen(i)
		}
		f(Area{start, rows, n / max(1, rows), MergesHash(b.Merges)})
		return start + n
	case *Columns:
		for _, r := range b.Rows {
			for _, c := range r {
				for _, x := range c {
					start = EachGrid(x, start, f)
				}
			}
		}
	}
	return start
}

// EquationHash returns the short hash of an equation, given as Equation spells it.
func EquationHash(latex string) uint32 { return crc32.ChecksumIEEE([]byte(latex)) & 0xffffff }

// EachEquation calls f for the equations of a block in order, without those that are only proposed.
func EachEquation(b Block, f func(*Para, *wml.Run)) {
	if g, ok := b.(*Grid); ok && g.gone {
		return // it has none
	}
	EachPara(b, func(p *Para) {
		for i := range p.Segs {
			for k := range p.Segs[i].Runs {
				if r := &p.Segs[i].Runs[k]; r.Kind == wml.Math && wml.Original.Shows(r) {
					f(p, r)
				}
			}
		}
	})
}

// AltHash returns the short hash of the alternative text of a picture.
func AltHash(alt string) uint32 {
	return crc32.ChecksumIEEE([]byte(strings.Join(strings.Fields(alt), " "))) & 0xffffff
}

// EachPicture calls f for the pictures of a block in order.
func EachPicture(b Block, f func(*Para, *wml.Image)) {
	EachPara(b, func(p *Para) {
		if p.Part != PartPicture {
			return
		}
		for i := range p.Segs {
			for k := range p.Segs[i].Runs {
				if im := p.Segs[i].Runs[k].Image(); im != nil {
					f(p, im)
				}
			}
		}
	})
}

// ReadManifest reads what a returned file says of its export: the custom XML part, the property,
// or nothing (ok false). A damaged part counts as absent.
func ReadManifest(part []byte, property string) (m Manifest, ok bool) {
	if f := strings.Fields(property); (len(f) == 2 || len(f) == 3) && strings.HasPrefix(f[1], "sha256:") {
		m.Version, m.Source, ok = strings.TrimPrefix(f[0], "v"), strings.TrimPrefix(f[1], "sha256:"), true
		m.Audience = readAudienceWord(append(f, "")[2])
	}
	s := string(part)
	source := between(s, `source="`, `"`)
	content, err1 := base64.StdEncoding.DecodeString(between(s, "<content>", "</content>"))
	anchors, err2 := base64.StdEncoding.DecodeString(between(s, "<anchors>", "</anchors>"))
	if len(source) != 64 || err1 != nil || err2 != nil || len(content)%3 != 0 || ok && source != m.Source {
		return m, ok
	}
	// The declaration of XML has a version as well.
	if m.Source, m.Version = source, between(between(s, "<manifest ", ">"), `version="`, `"`); m.Version != layoutVersion {
		return m, true // hashes of another kind than ours say nothing to us
	}
	edition := between(between(s, "<manifest ", ">"), `edition="`, `"`)
	m.Current = edition == layoutEdition
	m.edition, _ = strconv.Atoi(edition)
	m.Audience = readAudienceWord(between(between(s, "<manifest ", ">"), `audience="`, `"`))
	m.Entries = make([]Entry, len(content)/3)
	for i := range m.Entries {
		m.Entries[i].Content = uint32(content[3*i])<<16 | uint32(content[3*i+1])<<8 | uint32(content[3*i+2])
	}
	if forms, _ := base64.StdEncoding.DecodeString(between(s, "<forms>", "</forms>")); len(forms) == 2*len(m.Entries) {
		for i := range m.Entries {
			m.Entries[i].Form = binary.BigEndian.Uint16(forms[2*i:])
		}
	}
	m.Marks = map[uint32]uint32{}
	grids, _ := base64.StdEncoding.DecodeString(between(s, "<grids>", "</grids>"))
	for len(grids) > 0 {
		var v [3]uint64
		for i := range v {
			x, n := binary.Uvarint(grids)
			if n <= 0 || x > uint64(len(m.Entries)) {
				grids = nil
				break
			}
			v[i], grids = x, grids[n:]
		}
		if a := (Area{int(v[0]), int(v[1]), int(v[2]), 0}); a.Rows > 0 && a.Cols > 0 && a.Start+a.Rows*a.Cols <= len(m.Entries) {
			m.Grids = append(m.Grids, a)
		}
	}
	merges, _ := base64.StdEncoding.DecodeString(between(s, "<merges>", "</merges>"))
	for len(merges) > 0 {
		table, n := binary.Uvarint(merges)
		hash, k := binary.Uvarint(merges[max(0, n):])
		if n <= 0 || k <= 0 || table >= uint64(len(m.Grids)) {
			break
		}
		m.Grids[table].Merges, merges = uint32(hash), merges[n+k:]
	}
	m.Links = readLinks(s)
	m.Equations, m.Alts, m.Drawn = readHashes(s, "equations"), readHashes(s, "alts"), readDrawn(s)
	marks, _ := base64.StdEncoding.DecodeString(between(s, "<marks>", "</marks>"))
	for ; len(marks) >= 7; marks = marks[7:] {
		m.Marks[binary.BigEndian.Uint32(marks)] = uint32(marks[4])<<16 | uint32(marks[5])<<8 | uint32(marks[6])
	}
	for at := uint64(0); len(anchors) > 0; {
		step, n := binary.Uvarint(anchors)
		if n <= 0 || len(anchors) < n+4 || step > uint64(len(m.Entries)) {
			break
		}
		at += step
		if at >= uint64(len(m.Entries)) {
			break
		}
		m.Entries[at].Anchor = binary.BigEndian.Uint32(anchors[n:])
		anchors = anchors[n+4:]
	}
	return m, true
}

func between(s, open, end string) string {
	i := strings.Index(s, open)
	if i < 0 {
		return ""
	}
	s = s[i+len(open):]
	j := strings.Index(s, end)
	if j < 0 {
		return ""
	}
	return s[:j]
}
