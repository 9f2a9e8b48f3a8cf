package pdf

import (
	"bytes"
	"context"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"

	"github.com/chromedp/chromedp"
)

// Tables of contents need the numbers of pages, which exist only once the pages do, and Chromium
// has no target-counter() to fill them in (CSS Generated Content for Paged Media §2.2). So a
// document with data-noma-page is printed once to see where things stand, filled in, and printed
// again. Chromium writes a named destination for every id that some link in the document points
// to, which a table of contents does.

const pageAttribute = "data-noma-page"

// sectionsAttribute is that of a style element, with the ids and names of the sections as JSON; fillNumbers makes it a counter style
// noma-sections in which the number of a page reads as the name of its section: the first that begins on it, or the last before.
const sectionsAttribute = "data-noma-sections"

func wantsNumbers(html []byte) bool {
	return bytes.Contains(html, []byte(pageAttribute)) || bytes.Contains(html, []byte(sectionsAttribute))
}

// pageNumbers returns the page numbers in a file as a JSON object from id to number, keys sorted.
func pageNumbers(file []byte) string { return numbersText(destinations(file)) }

func numbersText(where map[string]int) string {
	// Marshal escapes what could end a script or a line in one.
	b, err := json.Marshal(where)
	if err != nil {
		panic("pdf: a map of numbers does not marshal: " + err.Error())
	}
	return string(b)
}

// fillNumbers writes page numbers into a page.
func fillNumbers(op context.Context, filled string) error {
	return chromedp.Do(op, chromedp.Evaluate[chromedp.Void](`(pages => {
		const all = Document.prototype.querySelectorAll.call(document, '[`+pageAttribute+`]');
		for (const e of all) {
			const id = e.getAttribute('`+pageAttribute+`');
			e.textContent = Object.hasOwn(pages, id) ? String(pages[id]) : '';
		}
		const sections = Document.prototype.querySelector.call(document, 'style[`+sectionsAttribute+`]');
		if (!sections) return;
		const names = [];
		let list = [];
		try { list = JSON.parse(sections.getAttribute('`+sectionsAttribute+`')); } catch { return; }
		let last = '';
		for (const [id, name] of list) {
			const page = Object.hasOwn(pages, id) ? pages[id] : 0;
			if (page < Math.max(1, names.length) || page > 100000) continue;
			if (names.length < page) {
				while (names.length < page - 1) names.push(last);
				names.push(String(name));
			}
			last = String(name);
		}
		if (!names.length) return;
		const quoted = s => '"' + Array.from(s, c => '\\' + c.codePointAt(0).toString(16) + ' ').join('') + '"';
		sections.textContent = '@counter-style noma-last{system:cyclic;symbols:' + quoted(last) + '}' +
			'@counter-style noma-sections{system:fixed 1;symbols:' + names.map(quoted).join(' ') + ';fallback:noma-last}';
	})(`+filled+`)`))
}

// destinations returns the page numbers, from 1, of the named destinations of a file.
func destinations(file []byte) map[string]int {
	objs, _ := objects(file)
	out := map[string]int{}
	var dests, root int
	for _, each := range objs {
		o := each.body
		if bytes.Contains(o, []byte("/Type /Catalog")) {
			dests, _ = reference(o, "/Dests")
			root, _ = reference(o, "/Pages")
			break
		}
	}
	page := countPages(objs, root)

	// << /name [12 0 R /XYZ 6 806 0] … >>
	rest := objs[dests].body
	for {
		i := bytes.IndexByte(rest, '/')
		if i < 0 {
			return out
		}
		rest = rest[i+1:]
		open, shut := bytes.IndexByte(rest, '['), bytes.IndexByte(rest, ']')
		if open < 0 || shut < open {
			return out
		}
		if n, ok := leadingInt(rest[open+1:]); ok && page[n] > 0 {
			out[destinationName(strings.TrimSpace(string(rest[:open])))] = page[n]
		}
		rest = rest[shut+1:]
	}
}

// countPages numbers the leaves of the page tree (ISO 32000-1 §7.7.3) by their object. No node is
// visited twice, so that a broken file ends too.
func countPages(objs map[int]object, root int) map[int]int {
	page, seen := map[int]int{}, map[int]bool{}
	for todo := []int{root}; len(todo) > 0; {
		node := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		o, ok := objs[node]
		if !ok || seen[node] {
			continue
		}
		seen[node] = true
		_, kids, inner := bytes.Cut(o.body, []byte("/Kids ["))
		if !inner {
			page[node] = len(page) + 1
			continue
		}
		list, _, _ := bytes.Cut(kids, []byte("]"))
		words := bytes.Fields(list) // 2 0 R 10 0 R
		// The first kid comes off the stack first.
		for i := len(words)/3*3 - 3; i >= 0; i -= 3 {
			if n, ok := leadingInt(words[i]); ok {
				todo = append(todo, n)
			}
		}
	}
	return page
}

// destinationName returns the id a destination stands for. Chromium writes the fragment as a link has
// it, percent-encoded, and Skia writes unusual characters of a name as #XX (§7.3.5).
func destinationName(name string) string {
	if strings.IndexByte(name, '#') >= 0 {
		var b strings.Builder
		for i := 0; i < len(name); i++ {
			if name[i] == '#' && i+2 < len(name) {
				if v, err := strconv.ParseUint(name[i+1:i+3], 16, 8); err == nil {
					b.WriteByte(byte(v))
					i += 2
					continue
				}
			}
			b.WriteByte(name[i])
		}
		name = b.String()
	}
	if id, err := url.PathUnescape(name); err == nil {
		return id
	}
	return name
}
