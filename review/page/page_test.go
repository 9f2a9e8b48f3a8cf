package reviewpage

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/webtest"
)

// TestFramed: attributes of style become rules, what stands in text or in a style sheet stays, and a value that is no list of
// declarations makes no rule.
func TestFramed(t *testing.T) {
	page := `<html><head><style>a > b{} /* <p style="x"> */</style></head><body><p style="text-align:right" title="a > b">one style="x"</p><p style="text-align:right">two</p>` +
		`<p style="--n:&quot;a&quot;">three</p><p style="}*{color:red">four</p></body></html>`
	got, styles := framed(page)
	for _, want := range []string{`<p data-style="0" title="a > b">one style="x"</p><p data-style="0">two</p><p data-style="1">`, `/* <p style="x"> */`, `[data-style="0"]{text-align:right}`, `[data-style="1"]{--n:"a"}`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in\n%s", want, got)
		}
	}
	if len(styles) != 2 || strings.Contains(styles[1], "color:red") {
		t.Errorf("the styles are %q", styles)
	}
	for _, broken := range []string{"", "<", `<p style="`, "<style>", "a > b", `<p style="a">`} {
		framed(broken)
	}
}

// TestPolicy: the page has one script and one style of its own, and its policy names them by their hashes.
func TestPolicy(t *testing.T) {
	page, err := Write(&Data{Title: "a", Findings: []Finding{}, Document: `<html><head></head><body><p style="color:red">a</p></body></html>`})
	if err != nil {
		t.Fatal(err)
	}
	text := string(page)
	policy := regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(text)[1]
	if strings.Contains(policy, "unsafe") || strings.Contains(policy, "http") || strings.Contains(policy, "connect-src") {
		t.Errorf("the policy is %s", policy)
	}
	if n := strings.Count(policy, "sha256-"); n != 3 {
		t.Errorf("the policy has %d hashes: %s", n, policy)
	}
	if len(regexp.MustCompile(`<script[^>]*>`).FindAllString(text, -1)) != 2 || regexp.MustCompile(` on[a-z]+=| style=`).MatchString(text[:strings.Index(text, `<script type`)]) {
		t.Error("the page has more scripts, or attributes that run or style something")
	}
	if served, err := Write(&Data{Serve: "/key/decisions"}); err != nil || !strings.Contains(string(served), "connect-src &#39;self&#39;") {
		t.Errorf("a served page may not answer: %v", err)
	}
}

// TestModules: the modules say what they take from each other, so that a browser can load them as they are, and no name of theirs
// stands twice when they are one script.
func TestModules(t *testing.T) {
	var modules []string // in the order of the script
	for _, m := range regexp.MustCompile(`(?m)^// (\w+\.js)$`).FindAllStringSubmatch(script("main.js"), -1) {
		modules = append(modules, m[1])
	}
	if want, _ := fs.Glob(files, "*.js"); len(modules) != len(want) {
		t.Errorf("the script has %v, and there are %v", modules, want)
	}
	names := map[string]string{}
	for i, file := range modules {
		text, err := files.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if lines := strings.Count(string(text), "\n"); lines > 300 {
			t.Errorf("%s has %d lines", file, lines)
		}
		for _, m := range regexp.MustCompile(`(?m)^(?:export )?(?:async )?(?:const|let|function|class) (\w+)`).FindAllStringSubmatch(string(text), -1) {
			if names[m[1]] != "" {
				t.Errorf("%s is in %s and in %s", m[1], names[m[1]], file)
			}
			names[m[1]] = file
		}
		for _, m := range regexp.MustCompile(`import \{ ([^}]*) \} from "\./(\w+\.js)"`).FindAllStringSubmatch(string(text), -1) {
			if k := slices.Index(modules, m[2]); k < 0 || k >= i {
				t.Errorf("%s imports %s, which comes later", file, m[2])
			}
			for name := range strings.SplitSeq(m[1], ", ") {
				if names[name] != m[2] {
					t.Errorf("%s takes %s from %s, which has none", file, name, m[2])
				}
			}
		}
	}
}

// TestConforms: what the page is made of is valid HTML.
func TestConforms(t *testing.T) {
	page, err := Write(&Data{Title: "a"})
	if err != nil {
		t.Fatal(err)
	}
	root, err := webtest.Read(strings.Replace(string(page), `<script type="application/json" id="data">`, `<script type="text/plain" id="data">`, 1))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range webtest.Conform(root) {
		if !strings.Contains(x, "iframe") && !strings.Contains(x, "noscript") { // which the table of our renderers does not have
			t.Error(x)
		}
	}
}
