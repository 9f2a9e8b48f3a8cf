package revise

import (
	"maps"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// rename gives the copy of a bookmark that is gone, such as "x_Copy_1" of a text that was moved, the name of the bookmark.
func (d *decision) rename(gone map[string]bool) error {
	type place struct {
		part     string
		from, to int // of the suffix
	}
	copies := false
	for _, part := range d.parts {
		text, err := d.text(part)
		if err != nil {
			return err
		}
		copies = copies || strings.Contains(text, copied)
	}
	if !copies {
		return nil
	}
	at := map[string]place{}
	for _, part := range d.parts {
		text, err := d.text(part)
		if err != nil {
			return err
		}
		x := opc.NewScanner(text, names)
		for x.Next() {
			if !x.Opened() || x.Local() != "bookmarkStart" {
				continue
			}
			value, _ := x.Value("name")
			plain, _, isCopy := strings.Cut(value, copied)
			from, to := x.Span()
			i := strings.Index(text[from:to], value)
			if !isCopy {
				delete(gone, plain) // it is still there
			} else if _, second := at[plain]; gone[plain] && !second && i >= 0 {
				at[plain] = place{part, from + i + len(plain), from + i + len(value)}
			}
		}
		if err := x.Err(); err != nil {
			return &opc.PartError{Part: part, Err: err}
		}
	}
	maps.DeleteFunc(at, func(plain string, _ place) bool { return !gone[plain] })
	places := slices.SortedFunc(maps.Values(at), func(a, b place) int { return b.from - a.from }) // the last one first
	for _, p := range places {
		text, err := d.text(p.part)
		if err != nil {
			return err
		}
		d.set(p.part, text[:p.from]+text[p.to:])
	}
	return nil
}

// copied stands between the name of a bookmark and the number of its copy.
const copied = "_Copy_"
