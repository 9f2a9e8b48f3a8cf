package html

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/internal/testkit/webtest"
	"github.com/nomadocx/nomadocx/noma/compute"
)

// onDisk writes a page to a file and returns its address.
func onDisk(t *testing.T, page string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	return "file://" + path
}

// quiet fails the test when the page complained or asked for something.
func quiet(t *testing.T, p *webtest.Page) {
	t.Helper()
	for _, e := range p.Errors() {
		t.Errorf("console: %s", e)
	}
	for _, r := range p.Requests() {
		t.Errorf("request: %s", r)
	}
}

// TestRuntimeComputesTheSame: moving the controls of a page gives what rendering with these defaults
// would give, for formulas of every kind.
func TestRuntimeComputesTheSame(t *testing.T) {
	slow.Test(t, "a browser")
	rnd := rand.New(rand.NewPCG(1, 2))
	var formula func(depth int) string
	formula = func(depth int) string {
		f := func() string { return formula(depth - 1) }
		if depth == 0 {
			return []string{"a", "b", "growth-rate", "on", "pick", "2", "0.5", "10", "1e3", "m1"}[rnd.IntN(10)]
		}
		switch rnd.IntN(13) {
		case 0:
			return "min(" + f() + ", " + f() + ")"
		case 1:
			return "max(" + f() + ", 1, " + f() + ")"
		case 2:
			return "round(" + f() + ", " + strconv.Itoa(rnd.IntN(7)-3) + ")"
		case 3:
			return "if(" + f() + []string{" > ", " <= ", " == ", " != "}[rnd.IntN(4)] + f() + ", " + f() + ", " + f() + ")"
		case 4:
			return "clamp(" + f() + ", -5, 5)"
		case 5:
			return "pow(" + f() + ", 2)"
		case 6:
			return "-(" + f() + ")"
		case 7:
			return "abs(" + f() + ")"
		case 8:
			return "(" + f() + ") / (" + f() + ")"
		}
		return "(" + f() + ")" + []string{" + ", " - ", " * ", "^"}[rnd.IntN(4)] + f()
	}
	var cells strings.Builder
	const n = 200
	for i := range n {
		fmt.Fprintf(&cells, "::computed_metric{id=\"x%d\" formula=\"%s\"}\n::\n\n", i, formula(1+i%3))
	}
	source := func(a, b, rate, on, pick string) string {
		return fmt.Sprintf("::control{id=a type=slider min=-100 max=100 step=0.5 default=%s}\n::\n\n::control{id=b type=number default=%s}\n::\n\n::control{id=growth-rate default=%q}\n::\n\n"+
			"::control{id=on type=toggle default=%s}\n::\n\n::control{id=pick type=select options=\"1=One,2.5=Two,none=No\" default=%q}\n::\n\n", a, b, rate, on, pick) +
			"::computed_metric{id=m1 formula=\"m2 * 2\"}\n::\n\n::computed_metric{id=m2 formula=\"a + 1\"}\n::\n\n::computed_metric{id=loop formula=\"loop + 1\"}\n::\n\n" + cells.String()
	}
	page := webtest.New(t).Open(onDisk(t, render(t, source("3", "4", "0.25", "true", "1"), Options{})))
	for _, in := range [][5]string{{"3", "4", "0.25", "true", "1"}, {"7.5", "0", "12", "false", "2.5"}, {"-20", "1e-3", "x", "true", "none"}, {"0", "123456.789", "-1", "false", "1"}} {
		page.Eval(fmt.Sprintf(`(() => { const v = %q.split("|"); document.querySelectorAll("[data-noma-control]").forEach((e, i) => {
			if (e.type === "checkbox") e.checked = v[i] === "true"; else e.value = v[i];
			e.dispatchEvent(new Event("input", {bubbles: true})); }); })()`, strings.Join(in[:], "|")))
		shown := strings.Split(page.Eval(fmt.Sprintf(`Array.from({length: %d}, (_, i) => document.querySelector("#x" + i + " [data-noma-live]").textContent).join("|")`, n)), "|")
		env := compute.Eval(parse(t, source(in[0], in[1], in[2], in[3], in[4])))
		values := 0
		for i, got := range shown {
			want, ok := env.Value("x" + strconv.Itoa(i))
			if !ok {
				if got != "–" && got != "No default value could be evaluated." {
					t.Errorf("%v: x%d is %s, want no value (%s)", in, i, got, env.Formula(env.Block("x"+strconv.Itoa(i))).Text)
				}
				continue
			}
			values++
			// The last digit may differ: two libraries calculate powers.
			v, err := strconv.ParseFloat(got, 64)
			if got != compute.Format(want) && (err != nil || math.Abs(v-want) > 1e-6+math.Abs(want)*1e-9) {
				t.Errorf("%v: x%d is %s, want %s (%s)", in, i, got, compute.Format(want), env.Formula(env.Block("x"+strconv.Itoa(i))).Text)
			}
		}
		if values < n/4 {
			t.Errorf("%v: only %d of %d formulas have a value", in, values, n)
		}
	}
	if got := page.Eval(`document.querySelector("#loop p").textContent`); got != "–" && got != "No default value could be evaluated." {
		t.Errorf("a block that needs itself shows %s", got)
	}
	quiet(t, page)
}

const scenario = "# Model\n\n::control{id=rate type=slider label=Rate min=0 max=10 default=3 unit=\"%\"}\n::\n\n::control{id=case type=select options=\"1=Low,2=High\" default=1}\n::\n\n" +
	"::computed_metric{id=m label=Result formula=\"rate * case\" unit=EUR}\n::\n\n::computed_table{id=t formula=\"rate * y\" domain=\"y:0..3\" unit=\"%\"}\n::\n\n" +
	"::computed_plot{id=p formula=\"rate * y - 4\" domain=\"y:0..8\"}\n::\n\n::computed_plot{id=q formula=\"case / y\" domain=\"y:1..4\" type=bar}\n::\n\n" +
	"::export_button{format=json target=m}\nCopy\n::\n\n::tabs\n:::tab{id=one title=\"First\"}\nalpha\n:::\n:::tab{id=two title=\"Second\"}\n::::note{id=deep}\nbeta\n::::\n:::\n::\n"

// TestScenario moves a control, takes the address, and opens it anew: the same page. Back at the
// defaults the page is the one that was made, to the byte.
func TestScenario(t *testing.T) {
	slow.Test(t, "a browser")
	address := onDisk(t, render(t, scenario, Options{}))
	b := webtest.New(t)
	p := b.Open(address)
	const read = `["m", "t", "p", "q"].map(id => document.getElementById(id).outerHTML).join("\n") + document.querySelector("output").textContent`
	set := func(p *webtest.Page, selector, value string) {
		p.Eval(`(() => { const e = document.querySelector("` + selector + `"); e.value = "` + value + `"; e.dispatchEvent(new Event("input")); })()`)
	}
	before := p.Eval(read)
	set(p, "#rate input", "8")
	set(p, "#case select", "2")
	moved := p.Eval(read)
	for _, want := range []string{`>16<span class="noma-metric-unit">`, "8%</td>", "24%</td>", "<svg"} {
		if !strings.Contains(moved, want) {
			t.Errorf("no %q in\n%s", want, moved)
		}
	}
	if bars := p.Eval(`document.querySelectorAll("#q rect").length + " " + document.querySelectorAll("#p circle").length`); bars != "4 9" {
		t.Errorf("the charts have %s bars and points, want 4 9", bars)
	}
	link := p.Eval("location.href")
	if !strings.HasSuffix(link, "#noma:rate=8&case=2") {
		t.Errorf("the state is not in %s", link)
	}
	second := b.Open(link)
	if got := second.Eval(read); got != moved {
		t.Errorf("the address shows\n%s\nwant\n%s", got, moved)
	}
	set(p, "#rate input", "3")
	set(p, "#case select", "1")
	if got := p.Eval(read); got != before {
		t.Errorf("back at the defaults the page shows\n%s\nwant\n%s", got, before)
	}
	if got := p.Eval("location.href"); got != address {
		t.Errorf("back at the defaults the address is %s", got)
	}
	third := b.Open(address + "#noma:rate=%zz&case=7&__proto__=1&nothing")
	if got := third.Eval(`document.querySelector("#case select").value`); got != "1" {
		t.Errorf("a choice that does not exist was made: %s", got)
	}
	for _, page := range []*webtest.Page{p, second, third} {
		quiet(t, page)
	}
}

// TestPieRedraws: moved to a value, a pie has the key and the colours that rendering with this value as
// the default gives.
func TestPieRedraws(t *testing.T) {
	slow.Test(t, "a browser")
	source := func(k string) string {
		return "::control{id=k type=number default=" + k + "}\n::\n\n::computed_plot{id=p type=pie formula=\"k + y * y - 4\" domain=\"y:0..15\"}\n::\n"
	}
	b := webtest.New(t)
	const read = `JSON.stringify(Array.from(document.querySelectorAll("#p svg text, #p svg path")).map(e => e.textContent || e.getAttribute("fill")))`
	moved := b.Open(onDisk(t, render(t, source("1"), Options{})))
	for _, k := range []string{"3", "-20", "500", "0.5"} {
		moved.Eval(`(() => { const e = document.querySelector("input"); e.value = "` + k + `"; e.dispatchEvent(new Event("input")); })()`)
		made := b.Open(onDisk(t, render(t, source(k), Options{})))
		if got, want := moved.Eval(read), made.Eval(read); got != want || strings.Count(want, "%") < 5 {
			t.Errorf("k=%s: the pie has\n%s\nand made with it\n%s", k, got, want)
		}
		quiet(t, made)
	}
	quiet(t, moved)
}

// TestTabsAndExport: one part of tabs is seen, arrows move, links into a part open it, paper shows all;
// an export button hands on the state.
func TestTabsAndExport(t *testing.T) {
	slow.Test(t, "a browser")
	address := onDisk(t, render(t, scenario, Options{}))
	p := webtest.New(t).Open(address)
	const seen = `["one", "two"].filter(id => document.getElementById(id).offsetHeight > 0).join()`
	if got := p.Eval(seen); got != "one" {
		t.Errorf("seen: %s, want one", got)
	}
	p.Eval(`document.querySelector("[role=tab]").focus()`)
	p.Keys("\u0303") // the right arrow, in the keyboard's own code
	if got := p.Eval(seen + ` + " " + document.activeElement.textContent`); got != "two Second" {
		t.Errorf("after the arrow: %s, want two Second", got)
	}
	p.Eval(`document.querySelector("[role=tab]").click()`)
	p.Eval(`location.hash = "deep"`)
	p.Wait(seen, "two") // a link into a part opens it
	got := p.Eval(`(async () => { let said; navigator.clipboard.writeText = async s => { said = s; }; document.querySelector(".noma-export-button").click();
		await new Promise(r => setTimeout(r)); return said; })()`)
	for _, want := range []string{`"target": "m"`, `"rate": "3"`, `"m": 3`, `"title": "Model"`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in the exported\n%s", want, got)
		}
	}
	quiet(t, p)
}

// TestNoRuntime: strict pages, fragments and pages without anything to work have no script.
func TestNoRuntime(t *testing.T) {
	for _, c := range []struct {
		text string
		opts Options
	}{{scenario, Options{Strict: true}}, {scenario, Options{Fragment: true}}, {"# Nothing\n\n::computed_metric{formula=\"1+1\"}\n::\n", Options{}}} {
		if out := render(t, c.text, c.opts); strings.Contains(out, "<script") || strings.Contains(out, "data-noma-c") && c.opts.Strict {
			t.Errorf("%+v: a script", c.opts)
		}
	}
	if out := render(t, "::control{id=c default=1 label=\"</script><script>alert(1)</script>\"}\n::\n", Options{}); strings.Count(out, "</script>") != 2 {
		t.Error("a label ends the program")
	}
}
