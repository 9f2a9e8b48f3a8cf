package reviewsync_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// Sections that say the same below their titles, as forms and templates have them, and that change places.

func init() {
	maps.Copy(acts, map[string]act{
		"move section $ before $": func(d *desk, s []string, _ []int) error { return d.moveSection(s[0], s[1]) },
	})
}

// section returns a heading and all that stands below it.
func section(heading *etree.Element) []*etree.Element {
	out := []*etree.Element{heading}
	for e := heading.NextSibling(); e != nil && (e.Tag == "p" || e.Tag == "tbl") && len(below(e, "sectPr")) == 0; e = e.NextSibling() {
		if style := styleOf(e); strings.HasPrefix(style, "Heading") && style <= styleOf(heading) {
			break
		}
		out = append(out, e)
	}
	return out
}

// titled returns the heading that reads so.
func (d *desk) titled(title string) *etree.Element {
	for _, p := range below(d.body(), "p") {
		if strings.HasPrefix(styleOf(p), "Heading") && textOf(p) == title {
			return p
		}
	}
	return nil
}

func (d *desk) moveSection(title, before string) error {
	from, to := d.titled(title), d.titled(before)
	if from == nil || to == nil || from == to {
		return errors.New("no such headings")
	}
	for _, e := range section(from) {
		e.Parent().RemoveChild(e)
		insertBefore(to, e)
	}
	return nil
}

// TestSectionsAlike: whatever order they come back in, the source shows it, and each title keeps its id.
func TestSectionsAlike(t *testing.T) {
	bodies := []string{"We asked people.\n\nThe answers are in the annex.\n", "We asked people.\n", "- one\n- two\n\nWe asked people.\n", "We asked people.\n\n### Method%d\n\nBy post.\n"}
	titles := []string{"Survey", "Interviews", "Review", "Audit", "Workshop"}
	eachSeed(t, *from, seeds(300), map[string]int{}, func(t *testing.T, seed int, _ map[string]int) {
		c := seeded{rand.New(rand.NewPCG(uint64(seed), 81))}
		n := 2 + c.Intn(4)
		same := c.Intn(len(bodies))
		var b strings.Builder
		b.WriteString("# Report\n\nWe asked people.\n\n")
		for i, title := range titles[:n] {
			fmt.Fprintf(&b, "## %s", title)
			if c.Intn(2) == 0 {
				fmt.Fprintf(&b, " {id=\"s%d\"}", i)
			}
			body := bodies[same]
			if c.Intn(4) == 0 {
				body = bodies[c.Intn(len(bodies))]
			}
			if strings.Contains(body, "%d") {
				body = fmt.Sprintf(body, i)
			}
			fmt.Fprintf(&b, "\n\n%s\n", body)
		}
		b.WriteString("# End\n\nWe asked people.\n")
		src := b.String()
		order := slices.Clone(titles[:n])
		for i := range order {
			k := i + c.Intn(n-i)
			order[i], order[k] = order[k], order[i]
		}
		file := saved(t, render(t, src), func(d *desk) error {
			if c.Intn(3) == 0 {
				if err := d.forgetBookmarks(); err != nil {
					return err
				}
			}
			for _, title := range order {
				if err := d.moveSection(title, "End"); err != nil {
					return err
				}
			}
			return nil
		})
		once, res := sync(t, src, file)
		if slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool { return f.Outcome != reviewsync.Applied }) ||
			!slices.Equal(shownBy(read(t, render(t, once))), shownBy(read(t, file))) || !maps.Equal(idsByTitle(t, src), idsByTitle(t, once)) {
			t.Fatalf("in the order %v\nsource:\n%s\nbecame:\n%s\nfindings: %s", order, src, once, describe(res))
		}
		if twice, _ := sync(t, once, file); twice != once {
			t.Fatalf("a second sync changes it again\nsource:\n%s\nbecame:\n%s\nthen:\n%s", src, once, twice)
		}
	})
}

// shownBy returns the paragraphs of a file, with the styles of headings.
func shownBy(d *wml.Document) []string {
	var out []string
	eachMain(d, func(p *wml.Paragraph) {
		if words := plain(p); words != "" {
			out = append(out, p.Style+": "+words)
		}
	})
	return out
}

// idsByTitle maps the titles of sections to their ids.
func idsByTitle(t fataler, src string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for n := range noma.Walk(planOf(t, src).Doc) {
		if s, ok := n.(*noma.Section); ok {
			out[s.Title.S] = s.ID
		}
	}
	return out
}
