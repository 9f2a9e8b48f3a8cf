package html

import (
	"encoding/json"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/nomadocx/nomadocx/internal/webtest"
)

// payloads are what somebody writes who wants a page to do more than show a document. U is the address
// of a listener.
var payloads = []string{
	`<script>fetch("U/a")</script>`, `<img src="U/b" onerror="fetch('U/c')">`, `"><svg onload=fetch('U/d')>`, `' onmouseover='fetch("U/e")' x='`,
	`<iframe src="U/f"></iframe>`, `<link rel=stylesheet href=U/g>`, `<meta http-equiv=refresh content="0;url=U/h">`, `<base href="U/i/">`,
	`</style><script>fetch("U/j")</script>`, `</script><script>fetch("U/k")</script>`, `</title><script>fetch("U/l")</script>`, `--><script>fetch("U/m")</script>`,
	`]]><script>fetch("U/n")</script>`, `[x](javascript:fetch('U/o'))`, `[x](JaVaScRiPt:fetch(1))`, `[x](&#106;avascript:fetch(1))`, `[x](data:text/html,<script>1</script>)`,
	`[x](vbscript:x)`, `![x](U/p)`, `[[x" onclick="fetch(1)]]`, `javascript:fetch("U/q")`, `U/r.png`, `//` + `HOST/s.png`, `\\HOST\t.png`, `url(U/u)`,
	`red;background:url(U/v)`, `100px;background:url(U/w)`, `expression(fetch(1))`, `}</style>*{background:url(U/x)}`, `"; content: url(U/y); "`, `@import "U/z";`,
	`data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="fetch('U/1')"><image href="U/2"/></svg>`, `data:text/html,<script>fetch("U/3")</script>`,
	`$\href{javascript:fetch(1)}{x}$`, `$\text{<script>fetch("U/4")</script>}$`, `$\style{background:url(U/5)}{x}$`, `\[\includegraphics{U/6}\]`,
	"`<script>fetch('U/7')</script>`", `&lt;script&gt;fetch("U/8")&lt;/script&gt;`, "\x00<scr\x00ipt>fetch(1)</script>", `<math><mtext><img src=U/9></mtext></math>`,
	`<a href="U/10" ping="U/11">x</a>`, `<form action=U/12><button autofocus onfocus=this.form.submit()>`, `<object data=U/13>`, `<video poster=U/14>`, `{{constructor.constructor("fetch(1)")()}}`,
}

// hostileDocument puts a payload into every place a document has: text, titles, cells, attributes of
// every directive, its id, its body, and the frontmatter.
func hostileDocument(payload string) string {
	line := strings.ReplaceAll(payload, "\n", " ")
	quoted := strings.ReplaceAll(line, `"`, "'")
	front, err := json.Marshal(line)
	if err != nil {
		panic(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "---\ntitle: %s\nauthor: %s\nlang: %s\ndescription: %s\ntags: [%s]\n---\n\n# %s {id=\"%s\"}\n\n%s\n\n- %s\n\n> %s\n\n```go\n%s\n```\n\n| a | b |\n| --- | --- |\n| %s | y |\n\n",
		front, front, front, front, front, line, quoted, payload, line, line, payload, strings.ReplaceAll(line, "|", `\|`))
	keys := []string{"title", "src", "href", "url", "doi", "source", "target", "for", "alt", "caption", "width", "height", "align", "variant", "tone", "status", "label", "value", "unit",
		"type", "kind", "lang", "format", "default", "options", "min", "gap", "columns", "formula", "domain", "data", "xlabels", "dataset", "size", "margin", "of", "method", "path", "author", "date", "aliases", "action", "from", "to", "text"}
	for i, name := range directiveNames() {
		fmt.Fprintf(&b, "::%s{id=\"%s %d\"", name, quoted, i)
		for _, k := range keys {
			fmt.Fprintf(&b, " %s=\"%s\"", k, quoted)
		}
		fmt.Fprintf(&b, " trusted}\n%s\n::\n\n", payload)
	}
	return b.String()
}

// harmless lists in a browser what a strict page must not have: anything that runs, and any address
// that the browser would follow by itself. Links that a reader may click can lead to the web.
const harmless = `(() => {
	const bad = [], inert = ["script", "iframe", "object", "embed", "base", "form", "frame", "applet", "video", "audio", "source", "portal", "foreignobject", "set", "animate"];
	const loads = ["src", "srcset", "href", "xlink:href", "poster", "data", "action", "formaction", "background", "ping", "manifest", "cite", "longdesc"];
	for (const e of document.querySelectorAll("*")) {
		const tag = e.localName.toLowerCase();
		if (inert.includes(tag)) bad.push("<" + tag + ">");
		if (tag === "link" || tag === "meta" && e.httpEquiv && e.httpEquiv !== "Content-Security-Policy") bad.push(e.outerHTML);
		for (const a of e.attributes) {
			const name = a.name.toLowerCase(), value = a.value.trim();
			if (name.startsWith("on")) bad.push(tag + " " + a.name);
			if (name === "style" && /url\(|expression|@|\\/i.test(value)) bad.push("style " + value);
			if (!loads.includes(name)) continue;
			const link = tag === "a" && name === "href";
			const ok = value.startsWith("#") || value.startsWith("data:image/") && tag === "img" || link && !/^[^\/?#]*:/.test(value) && !value.startsWith("//") || link && /^(https?|mailto):/i.test(value);
			if (!ok) bad.push(tag + " " + name + "=" + value);
		}
		if (tag === "style" && /@import|url\((?!["']?data:font)|expression\(|<\//i.test(e.textContent.replace(/"([^"\\]|\\.)*"/g, ""))) bad.push("style sheet: " + e.textContent.match(/.{0,40}(@import|url\(|expression\(|<\/).{0,40}/i)[0]);
	}
	return bad.join("\n");
})()`

// TestHostileDocuments: no script, no handler and no foreign address of a hostile document gets into
// a strict page, as a browser reads it, and nothing reaches a listener.
func TestHostileDocuments(t *testing.T) {
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
	blocks := 0
	for _, p := range payloads {
		p = strings.NewReplacer("U/", "http://"+l.Addr().String()+"/", "HOST", l.Addr().String()).Replace(p)
		text := hostileDocument(p)
		out := render(t, text, Options{Strict: true})
		page.Goto(onDisk(t, out))
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
