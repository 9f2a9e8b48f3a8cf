package noma

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/noma/source"
)

func TestFormatNumber(t *testing.T) {
	for _, c := range []struct {
		f    float64
		want string
	}{
		{0, "0"}, {math.Copysign(0, -1), "0"}, {42, "42"}, {-7, "-7"}, {1.10, "1.1"}, {0.5, "0.5"}, {-0.25, "-0.25"},
		{100, "100"}, {123456.789, "123456.789"}, {0.30000000000000004, "0.30000000000000004"},
		{1e-6, "0.000001"}, {1.5e-6, "0.0000015"}, {1e-7, "1e-7"}, {1.25e-7, "1.25e-7"},
		{1e20, "100000000000000000000"}, {1e21, "1e+21"}, {1.5e300, "1.5e+300"}, {-1e21, "-1e+21"},
		{12345678901234567890, "12345678901234567000"}, {9007199254740993, "9007199254740992"},
		{5e-324, "5e-324"}, {math.MaxFloat64, "1.7976931348623157e+308"},
		{math.NaN(), "NaN"}, {math.Inf(1), "Infinity"}, {math.Inf(-1), "-Infinity"},
	} {
		if got := FormatNumber(c.f); got != c.want {
			t.Errorf("FormatNumber(%g) is %s, want %s", c.f, got, c.want)
		}
	}
}

func TestNumbersReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.Float64().Draw(t, "f")
		got, err := strconv.ParseFloat(FormatNumber(f), 64)
		if err != nil || got != f {
			t.Fatalf("%g is printed as %s", f, FormatNumber(f))
		}
	})
}

func TestAttrs(t *testing.T) {
	for _, c := range []struct{ block, want string }{
		{"{}", ""},
		{"{ }", ""},
		{`{a}`, "a:flag"},
		{`{a="x y" b='"' c=d,e}`, `a:"x y" b:'"' c:d,e`},
		{`{a=1 b=-2.50 c="1.10" d=007 e=1e3 f=+1 g=.5 h=1. i=- j="" k=''}`, `a:1# b:-2.5# c:"1.1#" d:7# e:1e3 f:+1 g:.5 h:1. i:- j:"" k:''`},
		{`{a=true b="false" c=True}`, `a:true! b:"false!" c:True`},
		{`{a = "b"}`, "a:flag b:flag"},
		{`{a= b}`, "a:flag b:flag"},
		{`{9a=1 -b c.d #e}`, "a:1# b:flag c:flag d:flag e:flag"},
		{`{a="x}`, `a:"x`},
		{`{a="x" y"}`, `a:"x" y:flag`},
		{`{a=b}c}`, "a:b}c"},
		{`{a="say \"hi\" x"}`, `a:"say \" hi:flag x:flag`},
		{"{a=x\u00a0b}", "a:x b:flag"},
		{`{é=1}`, ""},
		{`{a=1 a=2}`, "a:1# a:2#"},
	} {
		var got []string
		for _, a := range ParseAttrs(c.block, 0) {
			v := a.Value.Text()
			switch {
			case a.Value.Kind == Number:
				v += "#"
			case a.Value.Kind == Bool && a.Value.Raw == "":
				v = "flag"
			case a.Value.Kind == Bool:
				v += "!"
			}
			if a.Quote != 0 {
				v = string(a.Quote) + v + string(a.Quote)
			}
			got = append(got, a.Key+":"+v)
			if block := (source.Span{End: len(c.block)}); !block.Contains(a.Span) || a.ValueSpan.Of(c.block) != a.Value.Raw {
				t.Errorf("%s: %s is out of place", c.block, a.Key)
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("ParseAttrs(%s) is %s, want %s", c.block, s, c.want)
		}
	}
}

func TestEffective(t *testing.T) {
	many := "{"
	for i := range 40 {
		many += fmt.Sprintf("k%d=%d ", i%20, i)
	}
	for block, want := range map[string]string{
		"{a=1 b=2}":         "a=1 b=2",
		"{a=1 b=2 a=3 a=4}": "a=4 b=2",
		many + "}":          "k0=20 k1=21 k2=22 k3=23 k4=24 k5=25 k6=26 k7=27 k8=28 k9=29 k10=30 k11=31 k12=32 k13=33 k14=34 k15=35 k16=36 k17=37 k18=38 k19=39",
	} {
		var got []string
		for _, a := range Effective(ParseAttrs(block, 0)) {
			got = append(got, a.Key+"="+a.Value.Text())
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s means %s, want %s", block, s, want)
		}
	}
}

func TestSlugify(t *testing.T) {
	for title, want := range map[string]string{
		"":                      "",
		"Plain Title":           "plain-title",
		"  Spaces \t all over ": "spaces-all-over",
		"a - b -- c":            "a-b-c",
		"-- a --":               "a",
		"Café – Ünïcode & Co.":  "cafe-unicode-co",
		"Straße №5 日本":          "strasse-o5-ri-ben",
		"🎉 Party":               "party",
		"日本":                    "ri-ben",
		"Über Größe":            "uber-grosse",
		"Отчёт за год":          "otchet-za-god",
		"한국어 보고서":               "hangugeo-bogoseo",
		"日本語2024年 ok":           "ri-ben-yu-2024-nian-ok",
		"— 🎉 …":                 "",
		"ﬁne ½ ①":               "fine-12-1",
		"İstanbul K":            "istanbul-k",
		"non\u00a0breaking":     "non-breaking",
		"snake_case":            "snakecase",
		"broken \xff bytes":     "broken-bytes",
	} {
		if got := Slugify(title); got != want {
			t.Errorf("Slugify(%q) is %q, want %q", title, got, want)
		}
	}
	for name, want := range map[string]string{
		"": "", "a.noma": "a", "/x/y/02-Intro Text.noma": "intro-text", `C:\docs\3_b.noma`: "b", "12.noma": "12", "2026-report": "report",
	} {
		if got := FileSlug(name); got != want {
			t.Errorf("FileSlug(%q) is %q, want %q", name, got, want)
		}
	}
}

func TestSlugIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		slug := Slugify(rapid.String().Draw(t, "title"))
		if strings.Trim(slug, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || strings.Contains(slug, "--") {
			t.Fatalf("%q is no slug", slug)
		}
		if again := Slugify(slug); again != slug {
			t.Fatalf("%q slugs to %q", slug, again)
		}
	})
}

func TestSplitRow(t *testing.T) {
	for row, want := range map[string]string{
		"| a | b |":         "a 2-3, b 6-7",
		" |a|b| ":           "a 2-3, b 4-5",
		"|  ||":             " 2-2,  4-4",
		"a|b":               "a 0-1, b 2-3",
		`| a\|b | c \|`:     `a\|b 2-6, c \ 9-12`,
		"| `a|b` | `c | d":  "`a|b` 2-7, `c | d 10-16",
		"|\u00a0x\u00a0|y|": "x 3-4, y 7-8",
		"":                  " 0-0",
		"|":                 " 1-1",
	} {
		var got []string
		for _, c := range SplitRow(row, 0) {
			got = append(got, fmt.Sprintf("%s %d-%d", c.Text, c.Span.Start, c.Span.End))
		}
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("SplitRow(%q) is %s, want %s", row, s, want)
		}
	}
}

// TestTextInQuotes: content of several lines leads back to each of them.
func TestTextInQuotes(t *testing.T) {
	const text = "> one\r\n>two\r\n>\r\n> four\r\n"
	q := parse(t, text).Children[0].(*Quote)
	if q.Content.S != "one\ntwo\n\nfour" || q.Content.LinePrefix != "> " {
		t.Fatalf("content is %q", q.Content.S)
	}
	for _, c := range []struct {
		a, b int
		want string
	}{{0, 3, "one"}, {4, 7, "two"}, {3, 4, "\r\n>"}, {9, 13, "four"}, {2, 6, "e\r\n>tw"}, {7, 9, "\r\n>\r\n> "}, {5, 5, ""}} {
		if got := q.Content.Span(c.a, c.b).Of(text); got != c.want {
			t.Errorf("[%d:%d] stands at %q, want %q", c.a, c.b, got, c.want)
		}
	}
	if got := q.Content.Slice(4, 13); got.S != "two\n\nfour" || got.Span(5, 9).Of(text) != "four" {
		t.Errorf("slice %q leads to %q", got.S, got.Span(5, 9).Of(text))
	}
}

func TestFrontmatterValues(t *testing.T) {
	for yaml, want := range map[string]string{
		"":                        "map[]",
		"# nothing but a comment": "map[]",
		"- a\n- b":                "map[]",
		"text":                    "map[]",
		"a: yes\nb: no\nc: on":    "a=yes b=no c=on",
		"a: true\nb: False":       "a=true:bool b=false:bool",
		"a: ~\nb: null\nc:":       "a=<nil> b=<nil> c=<nil>",
		"a: 1\nb: -1.50\nc: +2\nd: 1e3\ne: .5\nf: 1.":                                                                "a=1# b=-1.5# c=2# d=1000# e=0.5# f=1#",
		"a: 0x1F\nb: 0o17\nc: 0b11\nd: -0x10\ne: 017\nf: 0x":                                                         "a=31# b=15# c=3# d=-16# e=17# f=0x",
		"a: 1_000\nb: 1.2.3\nc: 1e\nd: '1'\ne: \"true\"\nf: 12:30":                                                   "a=1_000 b=1.2.3 c=1e d=1 e=true f=12:30",
		"a: .inf\nb: -.Inf\nc: .nan":                                                                                 "a=Infinity# b=-Infinity# c=NaN#",
		"a: 2026-05-12\nb: 2026-5-2\nc: '2026-05-12'":                                                                "a=2026-05-12T00:00:00.000Z b=2026-5-2 c=2026-05-12",
		"a: 2026-05-12T10:00:00Z\nb: 2026-05-12 10:00:00.1234 +02:30\nc: 2026-1-2t3:04:05-1\nd: 2026-05-12 10:00:00": "a=2026-05-12T10:00:00.000Z b=2026-05-12T07:30:00.123Z c=2026-01-02T04:04:05.000Z d=2026-05-12T10:00:00.000Z",
		"a: 2026-05-12T10:00\nb: 2026-05-12x\nc: 2026-05-12T":                                                        "a=2026-05-12T10:00 b=2026-05-12x c=2026-05-12T",
		"a: !!str 1\nb: !!int '2'\nc: !!float 3\nd: !!null ''":                                                       "a=1 b=2# c=3# d=<nil>",
		"a: >\n  folded\n  text":                                                                                     "a=folded text\n",
		"a: |-\n  kept\n  lines":                                                                                     "a=kept\nlines",
		"1: a\n~: b\ntrue: c\n1.50: d":                                                                               "1=a null=b true=c 1.5=d",
		"a: [x, 2]\nb: {c: d}":                                                                                       "a=[x 2] b=[{c d}]",
		"x: &x {a: 1, b: 2}\ny:\n  b: 3\n  <<: *x\n  a: 4":                                                           "x=[{a 1} {b 2}] y=[{b 3} {a 4}]",
		"x: &x {a: 1}\nz: &z {a: 2, c: 3}\ny: {<<: [*x, *z], d: 5}":                                                  "x=[{a 1}] z=[{a 2} {c 3}] y=[{a 1} {c 3} {d 5}]",
		"k: &k name\nm: {*k : 1}":                                                                                    "k=name m=[{name 1}]",
		"%a: b":                                                                                                      "error in line 2",
		"a: [":                                                                                                       "error in line 3",
		"a: 1\nb: c: d":                                                                                              "error in line 3",
		"a: 1\nb: 2\na: 3":                                                                                           "error in line 4",
		"a: *nothing":                                                                                                "error in line 2",
		"a: &a [*a]":                                                                                                 "error in line 2",
		"? [a]\n: b":                                                                                                 "error in line 2",
		"a: !!int x":                                                                                                 "error in line 2",
		"\na: !custom x":                                                                                             "error in line 3",
		"<<: 1":                                                                                                      "error in line 2",
		"\ta: 1":                                                                                                     "error in line 2",
		"a: 1\n...\nb: 2":                                                                                            "error in line 4",
		"a: \x01":                                                                                                    "error in line 2",
		"a: " + strings.Repeat("[", 500) + strings.Repeat("]", 500): "error in line 2",
	} {
		got := frontmatterOf(yaml)
		if got != want {
			t.Errorf("%q is %s, want %s", yaml, got, want)
		}
	}
}

func frontmatterOf(yaml string) string {
	d, _, err := Parse(source.NewFile("", "---\n"+yaml+"\n---\n"), Options{})
	var at *FrontmatterError
	if errors.As(err, &at) {
		return fmt.Sprintf("error in line %d", at.Line)
	}
	if len(d.Meta) == 0 {
		return "map[]"
	}
	var out []string
	for _, e := range d.Meta {
		switch v := e.Value.(type) {
		case float64:
			out = append(out, e.Key+"="+FormatNumber(v)+"#")
		case bool:
			out = append(out, fmt.Sprintf("%s=%v:bool", e.Key, v))
		default:
			out = append(out, fmt.Sprintf("%s=%v", e.Key, v))
		}
	}
	return strings.Join(out, " ")
}

// TestAliasesDoNotMultiply: ten short lines that would mean a billion values, and one long text named
// a thousand times.
func TestAliasesDoNotMultiply(t *testing.T) {
	var b strings.Builder
	b.WriteString("a0: &a0 [x]\n")
	for i := range 10 {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i), 9), ", "))
	}
	if got := frontmatterOf(b.String()); !strings.HasPrefix(got, "error") {
		t.Errorf("exploding aliases give %.80s", got)
	}
	long := "a: &a " + strings.Repeat("x", 100_000) + "\nb: [" + strings.Repeat("*a, ", 1000) + "]"
	if got := frontmatterOf(long); !strings.HasPrefix(got, "error") {
		t.Errorf("a repeated long text gives %.80s", got)
	}
	if got := frontmatterOf("a: &a [x, y]\nb: [*a, *a]"); got != "a=[x y] b=[[x y] [x y]]" {
		t.Errorf("honest aliases give %s", got)
	}
}

func TestFrontmatterError(t *testing.T) {
	_, _, err := Parse(source.NewFile("", "---\na: 1\na: 2\n---\n"), Options{})
	if err == nil || err.Error() != `invalid frontmatter in line 3: the key "a" is given twice` {
		t.Errorf("error is %v", err)
	}
}

func TestMap(t *testing.T) {
	m := Map{{"a", "x"}}.with(Map{{"b", 1.0}, {"a", "y"}})
	if fmt.Sprint(m) != "[{a y} {b 1}]" || m.String("a") != "y" || m.String("b") != "" || m.Get("c") != nil {
		t.Errorf("map is %v", m)
	}
}
