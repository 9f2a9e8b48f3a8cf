package validate

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
	"github.com/nomadocx/nomadocx/noma/diag"
)

func TestGitHub(t *testing.T) {
	list := diag.List{
		{Severity: diag.Error, Code: "broken-reference", Message: "100% wrong:\nsee, there", Line: 7, Column: 1, EndLine: 9},
		{Severity: diag.Warning, Code: "stale-citation", Message: "old", File: "part, one:a.noma", Line: 3, Column: 1, EndLine: 3},
		{Severity: diag.Info, Code: "unknown-ignore-rule", Message: "::error::no command"},
	}
	const want = `::error file=a.noma,line=7,endLine=9,col=1,title=broken-reference::100%25 wrong:%0Asee, there
::warning file=part%2C one%3Aa.noma,line=3,col=1,title=stale-citation::old
::notice file=a.noma,title=unknown-ignore-rule::::error::no command
`
	var b strings.Builder
	if err := WriteGitHub(&b, list, "a.noma"); err != nil || b.String() != want {
		t.Errorf("%v, got\n%s", err, b.String())
	}
	b.Reset()
	if err := WriteGitHub(&b, nil, "a.noma"); err != nil || b.String() != "" {
		t.Errorf("an empty list prints %q, %v", b.String(), err)
	}
}

// Whatever the message and the file are called, a finding is one command that reads back.
func TestGitHubReadsBack(t *testing.T) {
	command := regexp.MustCompile(`^::(error|warning|notice) file=([^,:\r\n]*),line=3,col=1,title=x::([^\r\n]*)\n$`)
	unescape := strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",")
	rapid.Check(t, func(t *rapid.T) {
		any := rapid.StringOf(rapid.SampledFrom([]rune("a%0A25:,\r\n é")))
		file, message := any.Draw(t, "file"), any.Draw(t, "message")
		var b strings.Builder
		if err := WriteGitHub(&b, diag.List{{Severity: diag.Error, Code: "x", Message: message, Line: 3, Column: 1}}, file); err != nil {
			t.Fatal(err)
		}
		m := command.FindStringSubmatch(b.String())
		if m == nil || unescape.Replace(m[2]) != file || unescape.Replace(m[3]) != message {
			t.Fatalf("%q and %q become %q", file, message, b.String())
		}
	})
}
