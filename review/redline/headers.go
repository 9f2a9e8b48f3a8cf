package redline

import (
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// reference is a header or footer of a section.
type reference struct {
	section     int
	local, kind string // headerReference or footerReference; default, first, even
	part        string // in [facts] the id of the relationship
}

// references returns the headers and footers of the sections of a text, and how many sections there are.
func (s *side) references() (out []reference, sections int) {
	parts := map[string]string{}
	for _, r := range s.rels {
		if (r.Is(opc.TypeHeader) || r.Is(opc.TypeFooter)) && s.pkg.Has(r.Target) {
			parts[r.ID] = s.pkg.Name(r.Target)
		}
	}
	for _, f := range s.cuts[s.main].facts {
		for _, r := range f.refs {
			if r.section, r.part = sections+r.section, parts[r.part]; r.part != "" {
				out = append(out, r)
			}
		}
		sections += f.sections
	}
	return out, sections
}

// pairHeaders pairs the headers and footers of both packages: those of one section, kind and place. Each pair is the name for
// [Change.Part] and the two parts.
func pairHeaders(old, now *side, report *Report) (out [][3]string) {
	was, n := old.references()
	is, m := now.references()
	type place struct {
		section     int
		local, kind string
	}
	at := map[place]string{}
	for _, r := range was {
		section := r.section
		if section == n {
			section = -1 // the last one of both
		}
		at[place{section, r.local, r.kind}] = r.part
	}
	done, used := map[string]bool{}, map[string]bool{}
	for _, r := range is {
		section := r.section
		if section == m {
			section = -1
		}
		part := at[place{section, r.local, r.kind}]
		switch name := strings.TrimSuffix(r.local, "Reference"); {
		case part == "" && !used[r.part]:
			report.header(r, "new in", now)
		case part != "" && !done[part]:
			done[part], used[r.part] = true, true
			out = append(out, [3]string{name, part, r.part})
		}
	}
	for _, r := range was {
		if !done[r.part] {
			done[r.part] = true
			report.header(r, "gone in", old)
		}
	}
	return out
}

// header notes that a header or footer came or went, with the beginning of its text.
func (r *Report) header(of reference, fate string, s *side) {
	message := "a " + strings.TrimSuffix(of.local, "Reference") + " (" + of.kind + ") is " + fate + " the newer version"
	if text, err := s.part(of.part); err == nil {
		if text = strings.Join(strings.Fields(plain(inside(text))), " "); text != "" {
			message += ": " + clipped(text)
		}
	}
	r.Untracked = append(r.Untracked, Untracked{Code: "header", Message: message})
}
