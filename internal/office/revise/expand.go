package revise

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// expand adds the ids of the other parts of moves and columns of which one id is selected. A move is two ranges of one name, and what was
// moved or edited inside them by who moved it.
func (p *picker) expand(d *Document) error {
	if p.ids == nil && len(p.Authors) == 0 {
		return nil
	}
	moves := map[string][]string{} // ids by name
	var tables []revisedTable
	for _, name := range d.parts {
		open := map[string]movedRange{} // by family and id
		part := d.texts[name]
		for i := range part.Stories {
			s := &part.Stories[i]
			for _, b := range s.Blocks {
				if !b.Revised {
					continue
				}
				if err := moved(part.scan(s, b), moves, open); err != nil {
					return &opc.PartError{Part: name, Err: err}
				}
				if raw := part.Text[b.From:b.To]; strings.Contains(raw, ":cellIns") || strings.Contains(raw, ":cellDel") {
					list, err := revisedTables(part.scan(s, b))
					if err != nil {
						return &opc.PartError{Part: name, Err: err}
					}
					tables = append(tables, list...)
				}
			}
		}
	}
	p.grids = map[string]bool{}
	for i := range tables {
		tables[i].gridOf(p)
	}
	if p.ids == nil {
		return nil
	}
	var parts []string
	for _, ids := range moves {
		if slices.ContainsFunc(ids, func(id string) bool { return p.ids[id] }) {
			parts = append(parts, ids...)
		}
	}
	for _, id := range parts {
		p.ids[id] = true
	}
	for i := range tables {
		tables[i].choose(p.ids)
	}
	return nil
}

// movedRange is an open range of a move.
type movedRange struct{ family, name, author, date string }

// moved adds the ids of the moves in a block. Ranges may be open before and behind it.
func moved(x *opc.Scanner, moves map[string][]string, open map[string]movedRange) error {
	marks := map[string]string{} // ids of the mark of the current paragraph, which stands before the range that begins in it
	for x.Next() {
		if !x.Opened() || x.Space() != Word {
			continue
		}
		local := x.Local()
		if local == "p" {
			clear(marks)
		}
		if !IsRevision(local) {
			continue
		}
		id, _ := x.Value("id")
		author, _ := x.Value("author")
		date, _ := x.Value("date")
		switch family, start := rangeOf(local); {
		case start && strings.HasPrefix(family, "move"):
			name, _ := x.Value("name")
			open[family+id] = movedRange{family, name, author, date}
			moves[name] = append(moves[name], id)
			if mark := marks[family]; mark != "" {
				moves[name] = append(moves[name], mark)
			}
		case family != "":
			delete(open, family+id)
		default:
			inside := false
			for _, r := range open {
				moved := r.family == local+"Range"
				inside = inside || moved
				if moved || !strings.HasPrefix(local, "move") && author == r.author && date == r.date {
					moves[r.name] = append(moves[r.name], id)
				}
			}
			if !inside && strings.HasPrefix(local, "move") {
				marks[local+"Range"] = id
			}
		}
		if len(open) > maxOpenMoves {
			clear(open)
		}
	}
	return x.Err()
}

// maxOpenMoves bounds how many moves overlap at one place. Editors nest none.
const maxOpenMoves = 64
