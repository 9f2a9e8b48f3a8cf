package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// longReport returns a report of about a page a section as HTML: text, links back and forth, tables, claims and lists, with or without contents.
func longReport(tb testing.TB, sections int, contents bool) []byte {
	tb.Helper()
	var b strings.Builder
	b.WriteString("---\ntitle: Report\nlang: en\nstatus: draft\n---\n\n# Report\n\n::header{section_title}\nHead\n::\n\n::footer{page_numbers total_pages}\nFoot\n::\n\n")
	if contents {
		b.WriteString("::toc\n::\n\n")
	}
	for i := range sections {
		fmt.Fprintf(&b, "%s Section %d {id=\"s%d\"}\n\n", strings.Repeat("#", 2+i%3/2), i, i)
		for range 3 {
			b.WriteString(strings.Repeat("The harbour keeps a ledger of *every* ship that lies at the quay. ", 9) + "\n\n")
		}
		fmt.Fprintf(&b, "See [the next](#s%d), [the first](#s0) and [elsewhere](https://example.com/%d), where $x^%d$.\n\n", (i+1)%sections, i, i+2)
		b.WriteString("| Ship | Days | Cargo |\n| --- | --- | --- |\n")
		for r := range 6 {
			fmt.Fprintf(&b, "| Ship %d | %d | salt |\n", r, r*i)
		}
		fmt.Fprintf(&b, "\n::claim{id=\"c%d\" confidence=0.8}\nThe quay holds %d ships.\n::\n\n1. one\n2. two\n3. three\n\n", i, i)
	}
	return pageOf(tb, b.String(), "")
}

// inChunks sets how long documents are printed for a test.
func inChunks(t *testing.T, pages, chunk, helped int) {
	t.Helper()
	old := long
	long.pages, long.chunk, long.bytes, long.helped, long.few = pages, chunk, 0, helped, 1
	t.Cleanup(func() { long = old })
}

// outlineOf returns the outline of a file as lines: level, title and place.
func outlineOf(c *content) (out []string) {
	number := pageIndex(c)
	m := &merger{out: c}
	for _, n := range m.outlineItems(c.root) {
		d := c.dict(n)
		level := 0
		for up, ok := ref(d.get("Parent")); ok; up, ok = ref(c.dict(up).get("Parent")) {
			level++
		}
		at := items(d.get("Dest"))
		p, _ := ref(at[0])
		out = append(out, fmt.Sprintf("%d %s: page %d %s, %s, %s", level, readText(d.get("Title")), number[p], round(at[1:]), c.sub(d, "SE").name("S"), d.get("Count")))
	}
	return out
}

// round returns values with numbers to a tenth of a point: Chromium adds up heights in 64ths of a pixel.
func round(values [][]byte) (out []string) {
	for _, v := range values {
		s := string(v)
		if f, err := strconv.ParseFloat(s, 64); err == nil {
			s = strconv.FormatFloat(f, 'f', 1, 64)
		}
		out = append(out, s)
	}
	return out
}

func pageIndex(c *content) map[int]int {
	out := map[int]int{}
	for i, p := range c.pageObjects() {
		out[p] = i + 1
	}
	return out
}

// linksOf returns the links of the pages and where they lead.
func linksOf(c *content) (out []string) {
	number := pageIndex(c)
	dests := c.sub(c.dict(c.root), "Dests")
	for i, p := range c.pageObjects() {
		for _, a := range items(c.resolve(c.dict(p).get("Annots"))) {
			d, _ := readDict(c.resolve(a))
			to := readText(c.sub(d, "A").get("URI"))
			if name := d.name("Dest"); name != "" {
				at := items(dests.get(name))
				if len(at) == 0 {
					to = name + " leads nowhere"
				} else {
					n, _ := ref(at[0])
					to = fmt.Sprintf("%s: page %d %s", name, number[n], round(at[1:]))
				}
			}
			out = append(out, fmt.Sprintf("page %d %s to %s: %s", i+1, round(items(d.get("Rect"))), to, readText(d.get("Contents"))))
		}
	}
	return out
}

// treeOf returns the tree of tags as lines, and complains of marked content that does not lead back to its element.
func treeOf(t *testing.T, c *content) (out []string) {
	t.Helper()
	s, ok := readStructure(c)
	if !ok {
		t.Fatal("no tags")
	}
	back := map[int][]byte{}
	list := items(c.sub(c.dict(s.root), "ParentTree").get("Nums"))
	for i := 0; i+1 < len(list); i += 2 {
		n, _ := integer(list[i])
		if back[n] != nil {
			t.Errorf("parents %d are there twice", n)
		}
		back[n] = list[i+1]
	}
	number, ids := pageIndex(c), map[string]string{}
	s.walk(func(e *element, _ []*element) {
		if id := string(e.more.get("ID")); id != "" {
			ids[id] = fmt.Sprintf("id%d", len(ids))
		}
	})
	s.walk(func(e *element, parents []*element) {
		line := fmt.Sprintf("%*s%s", len(parents), "", e.kind)
		for _, x := range e.more {
			v := string(x.value)
			if x.key == "A" || x.key == "ID" {
				v = string(c.resolve(x.value))
				for id, name := range ids {
					v = strings.ReplaceAll(v, id, name)
				}
			}
			line += " " + x.key + "=" + v
		}
		for _, k := range e.kids {
			var up []byte
			switch {
			case k.elem != nil:
				continue
			case k.object > 0:
				n, _ := integer(c.dict(k.object).get("StructParent"))
				up = back[n]
				line += fmt.Sprintf(" link on %d", number[k.page])
			default:
				n, _ := integer(c.dict(k.holder()).get("StructParents"))
				if all := items(c.resolve(back[n])); k.mcid < len(all) {
					up = all[k.mcid]
				}
				line += fmt.Sprintf(" words on %d", number[k.page])
			}
			if n, _ := ref(up); n != e.object {
				t.Errorf("%s: what it holds leads back to %d, not to %d", line, n, e.object)
			}
		}
		out = append(out, line)
	})
	return out
}

// same holds that two lists are equal.
func same(t *testing.T, what string, whole, parts []string) {
	t.Helper()
	for i := range max(len(whole), len(parts)) {
		if i >= len(whole) || i >= len(parts) || whole[i] != parts[i] {
			t.Errorf("%s %d of %d and %d: %q as a whole, %q in chunks", what, i, len(whole), len(parts), whole[min(i, len(whole)):min(i+1, len(whole))], parts[min(i, len(parts)):min(i+1, len(parts))])
			return
		}
	}
}

// equal holds that a document is the same printed as a whole and in chunks of three pages.
func equal(t *testing.T, page []byte) {
	t.Helper()
	inChunks(t, math.MaxInt32, 3, 0)
	whole := pdfOf(t, string(page), Options{})
	inChunks(t, 6, 3, 0)
	parts := pdfOf(t, string(page), Options{})
	inChunks(t, 6, 3, math.MaxInt32)
	if alone := pdfOf(t, string(page), Options{}); !bytes.Equal(parts, alone) {
		t.Error("one tab and several make different files")
	}
	sound(t, parts)
	a, _ := readContent(whole)
	b, ok := readContent(parts)
	if !ok {
		t.Fatal("the file is not read back")
	}
	if n := len(items(b.sub(b.dict(b.root), "Pages").get("Kids"))); n < 2 {
		t.Fatalf("%d chunks of %d pages", n, len(b.pageObjects()))
	}
	spaces := regexp.MustCompile(` +|\n+`) // how many there are is a guess of pdftotext
	sheets := func(file []byte) []string {
		return strings.Split(spaces.ReplaceAllStringFunc(text(t, file), func(s string) string { return s[:1] }), "\f")
	}
	same(t, "page", sheets(whole), sheets(parts))
	same(t, "heading", outlineOf(a), outlineOf(b))
	same(t, "link", linksOf(a), linksOf(b))
	same(t, "element", treeOf(t, a), treeOf(t, b))
	if f := b.inaccessible(); len(f.list) > 0 {
		t.Errorf("PDF/UA-1: %v", f)
	}
	if f := b.unarchivable(); len(f.list) > 0 {
		t.Errorf("PDF/A-2b: %v", f)
	}
}

// TestChunks prints a report with contents, one of random blocks with a cover, contents and a watermark, one with pages that are wider, and one with drawings
// that are made smaller.
func TestChunks(t *testing.T) {
	slow.Test(t, "a browser")
	mixed, _ := pagesOf(rand.New(rand.NewPCG(0, 20)), 70)
	for _, c := range []struct {
		name string
		page []byte
	}{{"report", longReport(t, 13, true)}, {"mixed", pageOf(t, mixed, "")}, {"landscape", pageOf(t, landscapes(), "")}, {"drawings", pageOf(t, drawings(), "")}} {
		t.Run(c.name, func(t *testing.T) { equal(t, c.page) })
	}
}

// drawings returns a document with drawings at all heights of a page, some of which are made smaller.
func drawings() string {
	var b strings.Builder
	b.WriteString("# Drawings\n\n::footer{page_numbers total_pages}\nFoot\n::\n\n")
	for i := range 16 {
		fmt.Fprintf(&b, "```\n%s```\n\n::plot{data=\"1,2,3\" title=\"P%d\"}\n::\n\nWords.\n\n", strings.Repeat("x\n", 12+5*i%17), i)
	}
	return b.String()
}

// landscapes returns a document in which pages of both kinds follow each other, with a table that is too wide for each.
func landscapes() string {
	var b strings.Builder
	b.WriteString("---\ntitle: Wide\nlang: en\n---\n\n# Wide\n\n::footer{page_numbers total_pages}\nFoot\n::\n\n")
	for i := range 6 {
		fmt.Fprintf(&b, "::page_setup{orientation=%q}\n::\n\n", []string{"portrait", "landscape"}[i%2])
		fmt.Fprintf(&b, "## Part %d {id=\"p%d\"}\n\n", i, i)
		for range 9 {
			b.WriteString(strings.Repeat("Wide words stand here. ", 70) + "\n\n")
		}
		b.WriteString("|" + strings.Repeat(" Responsibilities |", 14) + "\n|" + strings.Repeat(" --- |", 14) + "\n|" + strings.Repeat(" words |", 14) + "\n\n")
	}
	return b.String()
}

// TestChunkCancelled ends the printing of chunks in several tabs.
func TestChunkCancelled(t *testing.T) {
	slow.Test(t, "a browser")
	inChunks(t, 6, 3, 0)
	page := longReport(t, 60, true)
	var begun time.Time
	for limit := 2 * time.Second; ; limit /= 2 { // until it is too short for all chunks
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		begun = time.Now()
		err := shared.Print(ctx, page, io.Discard, Options{})
		cancel()
		if errors.Is(err, context.DeadlineExceeded) {
			break
		}
		if err != nil {
			t.Fatalf("the error is %v", err)
		}
	}
	if d := time.Since(begun); d > 20*time.Second {
		t.Errorf("it took %v to stop", d)
	}
}
