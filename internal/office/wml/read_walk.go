package wml

import "github.com/nomadocx/nomadocx/internal/office/opc"

// reader walks one part. What depends on the place in the part, such as the tracked change, the link
// or the fields around a run, is its state; every element sets it, reads its children and puts
// it back.
type reader struct {
	*pool
	x     *opc.Scanner
	part  string
	links map[string]string // relationship id → target
	// pictures are the parts of pictures, by relationship id.
	pictures map[string]string
	// charts are the parts of charts, diagrams and inserted files, by relationship id; pkg has them.
	charts map[string]string
	pkg    *opc.Package

	ins, del *Revision // the tracked changes around this place
	moves    moves
	link     *Link
	severed  *Link // the target of a HYPERLINK field that has just ended, see run
	fields   fields
	control  *Control // the innermost inline control around this place

	para    *draft      // the paragraph being read, nil between paragraphs
	pending []Point     // marks met outside paragraphs, for the next one
	last    *Paragraph  // the paragraph read last
	changes bool        // a tracked change of table formatting was met
	choices []choice    // open mc:AlternateContent elements
	look    *Look       // of the run being read
	was     *formatting // … before a tracked change of it
	inTable *style      // the style of the table around this place
	// Tables are like the ones before them: this is how many rows the last one had, and cells the last row.
	rows, cells int
}

// pool is what the readers of all parts of a document share.
type pool struct {
	doc        *Document
	piece      int    // see Options
	main       string // the main part, and what it points at
	mainRels   []opc.Relationship
	styles     *styleTable
	numbering  *numberingTable
	monospace  map[string]bool   // by font name, as written
	chartParts map[string]Image  // charts that were read, by part
	chartBytes int               // of them and their workbooks
	partWords  map[string]string // words of parts that were read, by part
	wordBytes  int               // of the parts they were read of
	drafts     []*draft          // free ones
	looks      map[Look]*Look
	texts      textPool // what the model keeps of the texts of the parts

	// Paragraphs and runs come from slabs: a document has hundreds of thousands.
	paragraphs []Paragraph
	numbered   int // paragraphs so far
	runs       []Run
	points     []Point
}

// draft is a paragraph in the making.
type draft struct {
	*Paragraph
	style  *style // nil for the default
	runs   []Run
	points []Point

	controls int // how many the document has before it
}

// choice is an open mc:AlternateContent; of its branches the first understood one is read.
type choice struct {
	depth int
	taken bool
}

// in goes to the next start tag below the element whose start tag had the depth, and returns false
// once that element has ended. The caller consumes the element it is shown (by Skip, Text or an inner
// loop); an element it leaves alone is searched, and its children come next.
func (r *reader) in(depth int) bool {
	x := r.x
	for x.Next() {
		if !x.Opened() {
			if n := len(r.choices); n > 0 && x.Depth() < r.choices[n-1].depth {
				r.choices = r.choices[:n-1]
			}
			if x.Depth() < depth {
				return false
			}
			continue
		}
		if x.Space() != nsMC {
			return true
		}
		r.alternative()
	}
	return false
}

// alternative enters or skips an element of markup compatibility, so that the loops above see one
// branch of an mc:AlternateContent and nothing around it.
func (r *reader) alternative() {
	n := len(r.choices)
	switch r.x.Local() {
	case "AlternateContent":
		r.choices = append(r.choices, choice{depth: r.x.Depth()})
		return
	case "Choice":
		requires, _ := r.x.Value("Requires")
		if n > 0 && !r.choices[n-1].taken && understood(r.x, requires) {
			r.choices[n-1].taken = true
			return
		}
	case "Fallback":
		if n > 0 && !r.choices[n-1].taken {
			r.choices[n-1].taken = true
			return
		}
	}
	r.x.Skip()
}

// value returns an attribute of the current element, "" when it is absent.
func (r *reader) value(local string) string {
	v, _ := r.x.Value(local)
	return v
}

// on reads the w:val of a switch such as w:b: absent means on (ECMA-376 §17.17.4).
func (r *reader) on() bool {
	v, there := r.x.Value("val")
	if !there {
		return true
	}
	switch v {
	case "0", "false", "off", "none", "False", "FALSE":
		return false
	}
	return true
}

// startDraft gives an empty draft of a new paragraph.
func (p *pool) startDraft() *draft {
	if len(p.paragraphs) == 0 {
		p.paragraphs = make([]Paragraph, 256)
	}
	para := &p.paragraphs[0]
	p.paragraphs = p.paragraphs[1:]
	p.numbered++
	para.number = p.numbered
	if n := len(p.drafts); n > 0 {
		d := p.drafts[n-1]
		p.drafts = p.drafts[:n-1]
		d.Paragraph = para
		return d
	}
	return &draft{Paragraph: para}
}

// endDraft moves the runs and points of a draft to their final place and frees it.
func (p *pool) endDraft(d *draft) *Paragraph {
	p.ownTexts(d)
	para := d.Paragraph
	para.Runs = keep(&p.runs, d.runs)
	para.Points = keep(&p.points, d.points)
	clear(d.runs) // let go of what they point at
	d.Paragraph, d.style, d.runs, d.points = nil, nil, d.runs[:0], d.points[:0]
	p.drafts = append(p.drafts, d)
	return para
}

// keep copies items to a slab. The copy has no room to grow, so an append to it moves it elsewhere.
func keep[T any](slab *[]T, items []T) []T {
	n := len(items)
	if n == 0 {
		return nil
	}
	if n > len(*slab) {
		*slab = make([]T, max(n, 512))
	}
	out := (*slab)[:n:n]
	*slab = (*slab)[n:]
	copy(out, items)
	return out
}
