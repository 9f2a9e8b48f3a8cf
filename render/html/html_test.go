package html

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// TestGolden renders each testdata/*.noma and compares with the .html beside it.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.noma")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden sources", err)
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			out := render(t, string(text), Options{Fragment: true})
			golden.Check(t, strings.TrimSuffix(f, ".noma")+".html", []byte(out))
		})
	}
}

func TestPage(t *testing.T) {
	const text = "---\ntitle: A & B\nauthor: [Ida, Bo]\ndescription: About <glass>\nlang: ar\n---\n\n## Only a chapter\n"
	out := render(t, text, Options{CSS: "p{color:red}</style><script>x</script>"})
	for _, want := range []string{
		`<html lang="ar" dir="rtl">`, "<title>A &amp; B</title>", `<meta name="author" content="Ida, Bo">`,
		`<meta name="description" content="About &lt;glass&gt;">`, `<h1 class="noma-document-title">A &amp; B</h1>`,
		".noma-document{", "p{color:red}", `<p class="noma-byline">Ida, Bo</p>`,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s in the page", want)
		}
	}
	if strings.Count(out, "</style>") != 1 {
		t.Error("custom CSS ends the style element")
	}
	if out := render(t, text, Options{Title: "Other", Stylesheet: "../theme.css", CSS: "p{}"}); !strings.Contains(out, "<title>Other</title>") ||
		!strings.Contains(out, `<link rel="stylesheet" href="../theme.css">`) || strings.Contains(out, ".noma-document{") || !strings.Contains(out, "p{}") {
		t.Error("title or style sheet is not that of the options")
	}
	if out := render(t, text, Options{Fragment: true}); strings.Contains(out, "<head>") || strings.Contains(out, "<style") {
		t.Error("a fragment has a head")
	}
	for _, c := range []struct{ text, want string }{
		{"x", "Noma Document"}, {"# One *two*", "One two"}, {"---\ntitle: Front\n---\n# Head", "Front"},
	} {
		if out := render(t, c.text, Options{}); !strings.Contains(out, "<title>"+c.want+"</title>") {
			t.Errorf("%q: title is not %q", c.text, c.want)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"x", "en"}, {"---\nlang: de-CH\n---\n", "de-CH"}, {"---\nlang: \"en\\\" onload=x\"\n---\n", "en"}, {"---\nlanguage: pt_BR\n---\n", "pt-BR"},
	} {
		if out := render(t, c.text, Options{}); !strings.Contains(out, `<html lang="`+c.want+`">`) {
			t.Errorf("%q: language is not %s", c.text, c.want)
		}
	}
}

func TestThemes(t *testing.T) {
	seen := map[string]string{}
	for _, name := range Themes {
		css, err := themeCSS(name)
		if err != nil {
			t.Fatal(err)
		}
		if other, twice := seen[css]; twice {
			t.Errorf("themes %s and %s are one", name, other)
		}
		seen[css] = name
		if strings.Contains(css, "url(") || strings.Contains(css, "@import") {
			t.Errorf("theme %s fetches something", name)
		}
	}
	if err := Render(&bytes.Buffer{}, parse(t, "x"), Options{Theme: "neon"}); !errors.Is(err, ErrTheme) {
		t.Errorf("error %v, want ErrTheme", err)
	}
}

// TestStrict: nothing active, nothing from outside, one notice.
func TestStrict(t *testing.T) {
	const text = "::control{id=a type=slider default=1}\n::\n\n::control{type=select options=\"x,y\"}\n::\n\n::computed_metric{formula=\"a*2\"}\n::\n\n" +
		"::html\n<b onclick=x>raw</b>\n::\n\n::svg{trusted}\n<svg/>\n::\n\n::script\nalert(1)\n::\n\n" +
		"::figure{src=\"https://example.org/x.png\" alt=x}\n::\n\n::export_button\nGo\n::\n"
	out := render(t, text, Options{Strict: true})
	if n := strings.Count(out, StrictNotice); n != 1 {
		t.Errorf("%d notices, want 1", n)
	}
	if n := strings.Count(out, " disabled>"); n != 3 {
		t.Errorf("%d inputs are disabled, want 3", n)
	}
	if n := strings.Count(out, `<p class="noma-blocked-escape"`); n != 3 {
		t.Errorf("%d hatches are blocked, want 3", n)
	}
	for _, bad := range []string{"<script", "onclick", "<svg", "<img", `src="http`} {
		if strings.Contains(out, bad) {
			t.Errorf("%s in a strict page", bad)
		}
	}
	for _, want := range []string{"figure image asset disabled: https://example.org/x.png", `<p class="noma-metric-value">2</p>`, "Content-Security-Policy"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s in a strict page", want)
		}
	}
	open := render(t, text, Options{})
	for _, want := range []string{"<b onclick=x>raw</b>", "<script>\nalert(1)\n</script>", `src="https://example.org/x.png"`} {
		if !strings.Contains(open, want) {
			t.Errorf("no %s in an open page", want)
		}
	}
	if strings.Contains(open, StrictNotice) || strings.Contains(open, " disabled") {
		t.Error("an open page is strict")
	}
	if out := render(t, text, Options{NoUnsafe: true}); strings.Contains(out, "alert(1)") || strings.Count(out, `<p class="noma-blocked-escape"`) != 3 || !strings.Contains(out, "<img") {
		t.Error("NoUnsafe closes the hatches and nothing else")
	}
}

func TestResources(t *testing.T) {
	res := func(src string) ([]byte, string, error) {
		switch src {
		case "a.png":
			return []byte{1, 2, 3}, "image/png", nil
		case "page.html":
			return []byte("<b>"), "text/html", nil
		}
		return nil, "", errors.New("no such file")
	}
	for _, c := range []struct {
		src    string
		strict bool
		want   string // src of the picture, "" when there is none
	}{
		{"a.png", false, "data:image/png;base64,AQID"}, {"a.png", true, "data:image/png;base64,AQID"},
		{"page.html", false, ""}, {"b.png", false, ""}, {"b.png", true, ""}, {"https://a.example/b.png", false, "https://a.example/b.png"},
		{"file:///etc/passwd", false, ""}, {"//evil.example/x.png", false, ""}, {"data:text/html,x", false, ""}, {"data:image/svg+xml,x", true, "data:image/svg+xml,x"},
	} {
		out := render(t, `::figure{src="`+c.src+"\" alt=A}\n::\n", Options{Resources: res, Strict: c.strict})
		p, err := inspect(out)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(p.srcs, " "); got != c.want {
			t.Errorf("%s (strict %v): picture %q, want %q", c.src, c.strict, got, c.want)
		}
	}
}

func TestLinkURL(t *testing.T) {
	for in, want := range map[string]string{
		"https://a.example/?x=1": "https://a.example/?x=1", "HTTP://a": "HTTP://a", "mailto:a@b": "mailto:a@b", "tel:+47123": "tel:+47123", "#x y": "#x_y", "#50%": "#50%25",
		"https://a.example/b c?\"<d>#e#f|%20%zz": "https://a.example/b%20c?%22%3Cd%3E#e%23f%7C%20%25zz", "grün.md": "grün.md", "http://[::1]:80/[x]": "http://[::1]:80/%5Bx%5D",
		"./a.md": "./a.md", "a/b:c": "a/b:c", "?q=a:b": "?q=a:b", "../x": "../x",
		"javascript:alert(1)": "", "JavaScript:x": "", " javascript:x": "", "java\tscript:x": "", "java\nscript:x": "", "\x01javascript:x": "",
		"data:text/html,x": "", "vbscript:x": "", "file:///etc": "", "//host/x": "", `\\host\x`: "", `/\host`: "", ":": "", "": "",
	} {
		if got := linkURL(in); got != want {
			t.Errorf("linkURL(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestPageRules(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"none", "x", nil},
		{"a4", "::page_setup{size=A4 margin=12mm}\n::", []string{"@page{size:595.3pt 841.9pt;margin-top:34pt;margin-right:34pt;margin-bottom:34pt;margin-left:34pt;}"}},
		{"landscape letter", "::page_setup{size=letter orientation=landscape margin_left=\"1in\"}\n::", []string{"@page{size:792pt 612pt;margin-left:72pt;}"}},
		{"turn only", "::page_setup{orientation=landscape}\n::", []string{"@page{size:landscape;}"}},
		{"margins only", "::page_setup{margin=\"1cm\"}\n::", []string{"@page{margin-top:28.35pt;margin-right:28.35pt;margin-bottom:28.35pt;margin-left:28.35pt;}"}},
		{"nonsense", "::page_setup{margin=\"</style>\" size=A4}\n::", []string{"@page{size:595.3pt 841.9pt;}"}},
		{"two pages", "::page_setup{size=A4}\n::\n\n::page_setup{orientation=landscape}\n::\n\nwide\n\n::page_setup{orientation=portrait}\n::\n\nhigh",
			[]string{"@page{size:595.3pt 841.9pt;}", "@page noma-page-1{size:595.3pt 841.9pt;}", "@page noma-page-2{size:841.9pt 595.3pt;}"}},
		{"bands", "::header\nTop \"x\\y\" </style>\n::\n\n::footer{page_numbers total_pages}\nLow\n::",
			[]string{`@page{@top-left{content:"Top \22 x\5c y\22  \3c /style\3e "}@bottom-left{content:"Low"}@bottom-right{content:"Page " counter(page) " of " counter(pages)}}`}},
		{"one box", "::footer{page_numbers align=center}\nLow\n::", []string{`@page{@bottom-center{content:"Low" " · " "Page " counter(page)}}`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := render(t, c.text, Options{Stylesheet: "x.css"})
			var got []string
			for line := range strings.Lines(out) {
				if strings.HasPrefix(line, "@page") {
					got = append(got, strings.TrimSpace(line))
				}
			}
			if fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("rules\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

// TestNamedPages: what follows a second ::page_setup is on its page, across the ends of sections; what is first on it is marked.
func TestNamedPages(t *testing.T) {
	out := render(t, "::page_setup{size=A4}\n::\n\n# A\n\nfirst\n\n::page_setup{orientation=landscape}\n::\n\nwide\n\n# B\n\nalso\n\n::page_setup{orientation=portrait}\n::\n\nhigh\n", Options{Fragment: true})
	for _, want := range []string{
		"<div class=\"noma-page-flow noma-page-first\" style=\"page:noma-page-2\">\n<p>wide</p>\n</div>",
		"<div class=\"noma-page-flow\" style=\"page:noma-page-2\">\n<section class=\"noma-section noma-level-1\">\n<h1 id=\"b\"",
		"<div class=\"noma-page-flow noma-page-first\" style=\"page:noma-page-1\">\n<p>high</p>\n</div>",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no\n%s\nin\n%s", want, out)
		}
	}
	if strings.Contains(out, "<div class=\"noma-page-flow\" style=\"page:noma-page-2\">\n<p>first") {
		t.Error("the page begins too early")
	}
}

func TestMathAndLinks(t *testing.T) {
	opts := Options{Fragment: true,
		Link: func(id string) (string, bool) { return "other.html#" + id, id == "far" },
	}
	out := render(t, "$x$ and $\\nosuch$ and [[far]] and [[farther]]\n\n::math\nx\n::\n", opts)
	for _, want := range []string{
		`<span class="noma-math"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x</annotation></semantics></math></span>`,
		`<span class="noma-math">\(\nosuch\)</span>`,
		`<a class="noma-ref" href="other.html#far">far</a>`, `<span class="noma-ref noma-ref-missing">farther</span>`,
		`<div class="noma-math noma-math-display"><math xmlns="http://www.w3.org/1998/Math/MathML" display="block">`,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s in\n%s", want, out)
		}
	}
}

// failing is a writer that has room for a few bytes.
type failing struct{ room int }

func (f *failing) Write(p []byte) (int, error) {
	if f.room -= len(p); f.room < 0 {
		return 0, os.ErrClosed
	}
	return len(p), nil
}

// TestNoteMarks: a comma stands between marks of notes that follow each other, and only there.
func TestNoteMarks(t *testing.T) {
	out := render(t, "One^[a] two[^b][^c]. Three^[d]^[e]\n\n[^b]: B.\n\n[^c]: C.\n", Options{})
	var commas []bool
	for _, m := range regexp.MustCompile(`<sup class="noma-note-mark( noma-note-more)?"`).FindAllStringSubmatch(out, -1) {
		commas = append(commas, m[1] != "")
	}
	if want := []bool{false, false, true, false, true}; !slices.Equal(commas, want) {
		t.Errorf("marks have a comma: %v, want %v", commas, want)
	}
}

func TestWriteError(t *testing.T) {
	d := parse(t, strings.Repeat("word ", 100000))
	if err := Render(&failing{100000}, d, Options{}); !errors.Is(err, os.ErrClosed) {
		t.Errorf("error %v, want that of the writer", err)
	}
}

func ExampleRender() {
	d, _, err := noma.Parse(source.NewFile("note.noma", "::risk{id=\"glass\" severity=\"high\" owner=\"Ida\"}\nThe lens may *crack*.\n::\n"), noma.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := Render(os.Stdout, d, Options{Fragment: true}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// <main class="noma-document">
	// <section class="noma-block noma-risk noma-frame-c85c4a" id="glass">
	// <header class="noma-label"><span class="noma-tag">Risk</span> <span class="noma-badge">high</span></header>
	// <div class="noma-body">
	// <p>The lens may <em>crack</em>.</p>
	// </div>
	// <dl class="noma-meta"><div><dt class="noma-meta-key">severity</dt> <dd class="noma-meta-value">high</dd></div> <div><dt class="noma-meta-key">owner</dt> <dd class="noma-meta-value">Ida</dd></div> </dl>
	// </section>
	// </main>
}

// BenchmarkRender renders reports of 10, 100 and 1000 sections; time a section should not grow.
func BenchmarkRender(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		var s strings.Builder
		s.WriteString("# Report\n\n::toc{depth=2}\n::\n\n")
		for i := range n {
			fmt.Fprintf(&s, "## Section %d {id=\"s%d\"}\n\nSome **bold** and *soft* words with `code`, a [link](https://example.org/%d) and [[c%d]].\n\n- one\n- two\n\n"+
				"::table{id=\"t%d\" title=\"Table\" header align=\"l,r\"}\n| A | B |\n| x | %d |\n| y | 2 |\n::\n\n::claim{id=\"c%d\" confidence=0.8}\nA claim of some length.\n::\n\n"+
				"::footnote{id=\"f%d\" for=\"c%d\"}\nA note.\n::\n\n", i, i, i, i, i, i, i, i, i)
		}
		d := parse(b, s.String())
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(s.Len()))
			for b.Loop() {
				var out bytes.Buffer
				if err := Render(&out, d, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
