package wml

import "github.com/nomadocx/nomadocx/internal/office/opc"

// numberingTable is word/numbering.xml as far as reading needs it (ECMA-376 §17.9): what kind of
// number each level of each list has. A w:num is an instance of a w:abstractNum and may override
// levels of it.
type numberingTable struct {
	formats map[int]levels // by w:numId
	// styleLevels gives, for an instance, the level a paragraph style is tied to (w:pStyle).
	styleLevels map[int]map[string]int
}

// levels are the number formats of the levels 0 to 8; "" where the file says nothing.
type levels [9]string

// kind returns the kind of list a paragraph belongs to.
func (t *numberingTable) kind(numID, level int) ListKind {
	if numID <= 0 {
		return NoList
	}
	formats, known := t.formats[numID]
	if !known {
		return NoList
	}
	switch formats[min(level, 8)] {
	case "bullet":
		return Bullet
	case "none":
		return NoList
	}
	return Number
}

// readNumbering reads numbering.xml. Styles are needed because a definition may stand in a numbering
// style (§17.9.21).
func readNumbering(text string, styles *styleTable) (*numberingTable, error) {
	t := &numberingTable{formats: map[int]levels{}, styleLevels: map[int]map[string]int{}}
	abstract := map[int]*numberDefinition{}
	var instances []numberInstance
	r := &reader{x: opc.NewScanner(text, names)}
	x := r.x
	for r.in(1) {
		switch {
		case x.Space() != nsW:
			x.Skip()
		case x.Local() == "abstractNum":
			d := &numberDefinition{styles: map[string]int{}}
			abstract[number(r.value("abstractNumId"))] = d
			for depth := x.Depth(); r.in(depth); {
				switch x.Local() {
				case "numStyleLink":
					d.link = r.value("val")
				case "lvl":
					r.level(&d.formats, d.styles)
					continue
				}
				x.Skip()
			}
		case x.Local() == "num":
			n := numberInstance{id: number(r.value("numId"))}
			for depth := x.Depth(); r.in(depth); {
				switch x.Local() {
				case "abstractNumId":
					n.abstract = number(r.value("val"))
				case "lvlOverride":
					continue // the level comes next
				case "lvl":
					r.level(&n.override, nil)
					continue
				}
				x.Skip()
			}
			instances = append(instances, n)
		case x.Depth() > 1:
			x.Skip()
		}
	}
	if err := x.Err(); err != nil {
		return nil, err
	}
	t.resolve(abstract, instances, styles)
	return t, nil
}

// numberDefinition is a w:abstractNum, numberInstance a w:num that uses one.
type numberDefinition struct {
	formats levels
	styles  map[string]int
	link    string // the numbering style that has the levels
}

type numberInstance struct {
	id, abstract int
	override     levels
}

// resolve gives every instance the formats of its definition, or of the one its numbering style names.
func (t *numberingTable) resolve(abstract map[int]*numberDefinition, instances []numberInstance, styles *styleTable) {
	byID := map[int]int{}
	for _, n := range instances {
		byID[n.id] = n.abstract
	}
	for _, n := range instances {
		d := abstract[n.abstract]
		for hops := 0; d != nil && d.link != "" && hops < 4; hops++ {
			s := styles.byID[d.link]
			if s == nil {
				break
			}
			d = abstract[byID[s.numID]]
		}
		var formats levels
		if d != nil {
			formats = d.formats
			t.styleLevels[n.id] = d.styles
		}
		for i, f := range n.override {
			if f != "" {
				formats[i] = f
			}
		}
		t.formats[n.id] = formats
	}
}

// level reads a w:lvl.
func (r *reader) level(formats *levels, styles map[string]int) {
	x := r.x
	i := min(max(number(r.value("ilvl")), 0), 8)
	for depth := x.Depth(); r.in(depth); {
		switch x.Local() {
		case "numFmt":
			formats[i] = r.value("val")
		case "pStyle":
			if styles != nil {
				styles[r.value("val")] = i
			}
		}
		x.Skip()
	}
}
