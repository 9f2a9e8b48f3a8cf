package wml

// ParagraphMap holds a value for each paragraph of a document. Unlike a map it costs little when there
// is one for nearly every paragraph, as those that were read are numbered. The zero value is empty.
type ParagraphMap[T any] struct {
	// pages hold the values of paragraphs that were read, in stretches of their numbers: a map of few
	// paragraphs has few, and a map that grows copies none.
	pages []*paragraphPage[T]
	made  map[*Paragraph]T // of paragraphs that were not read from a file
}

const paragraphPageSize = 256

type paragraphPage[T any] [paragraphPageSize]struct {
	of    *Paragraph
	value T
}

// Get returns the value of a paragraph, the zero value when it has none.
func (m *ParagraphMap[T]) Get(p *Paragraph) T {
	p = p.Original()
	if p != nil && p.number > 0 {
		at := p.number - 1
		if n := at / paragraphPageSize; n < len(m.pages) && m.pages[n] != nil {
			if v := &m.pages[n][at%paragraphPageSize]; v.of == p {
				return v.value
			}
		}
	}
	return m.made[p]
}

// Set gives a paragraph a value.
func (m *ParagraphMap[T]) Set(p *Paragraph, value T) {
	p = p.Original()
	if p != nil && p.number > 0 {
		at := p.number - 1
		n := at / paragraphPageSize
		for n >= len(m.pages) {
			m.pages = append(m.pages, nil)
		}
		if m.pages[n] == nil {
			m.pages[n] = new(paragraphPage[T])
		}
		// A copy of a paragraph that was read, or one of another file, has its number as well.
		if v := &m.pages[n][at%paragraphPageSize]; v.of == nil || v.of == p {
			v.of, v.value = p, value
			return
		}
	}
	if m.made == nil {
		m.made = map[*Paragraph]T{}
	}
	m.made[p] = value
}

// Number numbers the paragraphs of the stories of a document that was made, as reading does.
func (d *Document) Number() {
	n := 0
	for _, s := range d.Stories {
		for p := range Paragraphs(s.Blocks...) {
			n++
			p.number = n
		}
	}
}
