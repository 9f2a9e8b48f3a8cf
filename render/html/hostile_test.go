package html

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/internal/testkit/webtest"
)

// hostileDocument puts a payload into every place a document has: text, titles, cells, attributes of
// every directive, its id, its body, and the frontmatter.
func hostileDocument(payload string, keys []string) string {
	line := strings.ReplaceAll(payload, "\n", " ")
	quoted := strings.ReplaceAll(line, `"`, "'")
	front, err := json.Marshal(line)
	if err != nil {
		panic(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "---\ntitle: %s\nauthor: %s\nlang: %s\ndescription: %s\ntags: [%s]\n---\n\n# %s {id=\"%s\"}\n\n%s\n\n- %s\n\n> %s\n\n```go\n%s\n```\n\n| a | b |\n| --- | --- |\n| %s | y |\n\n",
		front, front, front, front, front, line, quoted, payload, line, line, payload, strings.ReplaceAll(line, "|", `\|`))
	escaped := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(line)
	for i, name := range directiveNames() {
		// Once in quotes it cannot leave, once with the quotes that might.
		value := quoted
		if i%2 == 1 {
			value = escaped
		}
		fmt.Fprintf(&b, "::%s{id=\"%s %d\"", name, value, i)
		for _, k := range keys {
			fmt.Fprintf(&b, " %s=\"%s\"", k, value)
		}
		fmt.Fprintf(&b, " trusted}\n%s\n::\n\n", payload)
	}
	return b.String()
}

var (
	attributeCall = regexp.MustCompile(`(?:AttrText|First|Attr|isSet|stringAttr|bodyLine|text|ref|address|doi|echo|flag)\(([^()]*)\)|(?:Keys|Body): +\[\]string\{([^}]*)\}`)
	literal       = regexp.MustCompile(`"([A-Za-z_-]+)"`)
)

// attributeKeys returns all attributes that the code names which makes pages: read from the sources, so that
// a new one is attacked too.
func attributeKeys(t *testing.T) []string {
	t.Helper()
	keys := map[string]bool{}
	for _, dir := range []string{".", "../../layout", "../../internal/chart", "../../noma/compute", "../../noma/dataset"} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(dir, err)
		}
		for _, f := range files {
			if strings.HasSuffix(f, "_test.go") {
				continue
			}
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range attributeCall.FindAllStringSubmatch(string(text), -1) {
				for _, l := range literal.FindAllStringSubmatch(m[1]+m[2], -1) {
					keys[l[1]] = true
				}
			}
		}
	}
	delete(keys, "id")
	if len(keys) < 100 || !keys["href"] || !keys["minColumnWidth"] || !keys["owner"] {
		t.Fatalf("these are not all attributes: %v", keys)
	}
	return slices.Sorted(maps.Keys(keys))
}

// harmless lists in a browser what a strict page must not have: anything that runs, and any address
// that the browser would follow by itself. Links that a reader may click can lead to the web.
const harmless = `(() => {
	const bad = [], inert = ["script", "iframe", "object", "embed", "base", "form", "frame", "frameset", "applet", "video", "audio", "source", "track", "portal", "foreignobject",
		"set", "animate", "animatetransform", "use", "image", "feimage", "maction", "template", "noscript", "dialog", "marquee", "textarea", "plaintext", "xmp", "map", "area"];
	const loads = ["src", "srcset", "imagesrcset", "href", "xlink:href", "poster", "data", "action", "formaction", "background", "ping", "manifest", "cite", "longdesc", "srcdoc", "profile", "usemap", "actiontype", "altimg", "archive", "codebase", "classid", "lowsrc", "dynsrc"];
	const fetching = /url\(|image-set|expression|behaviou?r|-moz-binding|@|\\|\/\*/i;
	for (const e of document.querySelectorAll("*")) {
		const tag = e.localName.toLowerCase();
		if (inert.includes(tag)) bad.push("<" + tag + ">");
		if (tag === "link" || tag === "meta" && e.httpEquiv && e.httpEquiv !== "Content-Security-Policy") bad.push(e.outerHTML);
		for (const a of e.attributes) {
			const name = a.name.toLowerCase(), value = a.value.trim();
			if (name.startsWith("on")) bad.push(tag + " " + a.name);
			if (name === "style" && fetching.test(value)) bad.push("style " + value);
			if (!loads.includes(name) && !name.endsWith(":href")) continue;
			let ok = tag === "img" && name === "src" && value.startsWith("data:image/");
			if (tag === "a" && name === "href") {
				// As the browser resolves it: to the web, to mail, or to a place beside this page.
				let u = null;
				try { u = new URL(a.value, document.baseURI); } catch (e) { /* leads nowhere */ }
				ok = !u || ["http:", "https:", "mailto:", "tel:"].includes(u.protocol) || u.protocol === "file:" && u.host === "" && !/^\s*file:/i.test(a.value);
			}
			if (!ok) bad.push(tag + " " + name + "=" + value);
		}
		if (tag === "style" && /@import|url\((?!["']?data:font)|image-set|expression\(|<\//i.test(e.textContent.replace(/"([^"\\]|\\.)*"/g, ""))) bad.push("style sheet: " + e.textContent.match(/.{0,40}(@import|url\(|image-set|expression\(|<\/).{0,40}/i)[0]);
	}
	for (const sheet of document.styleSheets) for (const r of sheet.cssRules) if (r.constructor.name === "CSSImportRule" || r.constructor.name === "CSSFontFaceRule" && !/data:font/.test(r.cssText)) bad.push(r.cssText.slice(0, 80));
	return bad.join("\n");
})()`

// TestHostileDocuments: no script, no handler and no foreign address of a hostile document gets into
// a strict page, as a browser reads it, and nothing reaches a listener.
func TestHostileDocuments(t *testing.T) {
	slow.Test(t, "a browser")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var hits atomic.Int32
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			hits.Add(1)
			c.Close()
		}
	}()
	b := webtest.New(t)
	page := b.Open("about:blank")
	blocks, keys, payloads := 0, attributeKeys(t), webtest.Payloads(l.Addr().String())
	for _, p := range payloads {
		d := parse(t, hostileDocument(p, keys))
		rendered := func(o Options) string {
			t.Helper()
			o.MathFont = "system"
			var out bytes.Buffer
			if err := Render(&out, d, o); err != nil {
				t.Fatal(err)
			}
			return out.String()
		}
		// As markup first: only elements and attributes that we know, and no script but ours.
		strict := rendered(Options{Strict: true})
		for _, text := range []string{rendered(Options{NoUnsafe: true}), strict} {
			q, err := inspect(text)
			if err == nil {
				err = q.links()
			}
			if err != nil {
				t.Errorf("%q, strict %v: %v", p, text == strict, err)
			}
		}
		page.Goto(onDisk(t, strict))
		if bad := page.Eval(harmless); bad != "" {
			t.Errorf("%q leaves in the page:\n%s", p, bad)
		}
		n, err := strconv.Atoi(page.Eval(`document.querySelectorAll(".noma-block").length`))
		if err != nil {
			t.Fatal(err)
		}
		blocks += n
		if n := page.Eval(`document.querySelectorAll(".noma-document, main").length`); n != "1" {
			t.Errorf("%q breaks out of the document: %s main elements", p, n)
		}
	}
	quiet(t, page)
	if blocks < 20*len(payloads) {
		t.Errorf("only %d blocks in %d documents: they are not what they are meant to be", blocks, len(payloads))
	}
	if n := hits.Load(); n != 0 {
		t.Errorf("%d connections reached the listener", n)
	}
	// The listener and the check see something where something is.
	open := b.Open(onDisk(t, render(t, "::html\n<img src=\"http://"+l.Addr().String()+"/x\" onerror=\"1\">\n::\n", Options{})))
	if open.Eval(harmless) == "" || len(open.Requests()) == 0 || hits.Load() == 0 {
		t.Errorf("an escape hatch goes unnoticed: %d connections, requests %v", hits.Load(), open.Requests())
	}
}
