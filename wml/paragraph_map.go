package wml

import "slices"

// ParagraphMap holds a value for each paragraph of a document. Unlike a map it costs little when there
// is one for nearly every paragraph, as those that were read are numbered. The zero value is empty.
type ParagraphMap[T any] struct {
	read []paragraphValue[T]
	made map[*Paragraph]T // of paragraphs that were not read from a file
}

type paragraphValue[T any] struct {
	of    *Paragraph
	value T
}

// Get is the value of a paragraph, the zero value when it has none.
func (m *ParagraphMap[T]) Get(p *Paragraph) T {
	if p != nil && p.number > 0 && p.number <= len(m.read) && m.read[p.number-1].of == p {
		return m.read[p.number-1].value
	}
	return m.made[p]
}

// Set gives a paragraph a value.
func (m *ParagraphMap[T]) Set(p *Paragraph, value T) {
	if p != nil && p.number > 0 {
		if more := p.number - len(m.read); more > 0 {
			m.read = slices.Grow(m.read, more)[:p.number]
		}
		// A copy of a paragraph that was read, or one of another file, has its number as well.
		if at := &m.read[p.number-1]; at.of == nil || at.of == p {
			at.of, at.value = p, value
			return
		}
	}
	if m.made == nil {
		m.made = map[*Paragraph]T{}
	}
	m.made[p] = value
}
