package main

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/screen"
	"github.com/nomadocx/nomadocx/internal/testkit/wordtest"
)

// own are the colours that commands give what they print.
var own = regexp.MustCompile("\x1b\\[(31|32|33|36|0)m")

// steers are characters that a terminal obeys, in what is shown without our colours.
var steers = regexp.MustCompile("[\x00-\x08\x0b-\x1f\x7f\u0080-\u009f\u202a-\u202e\u2066-\u2069]")

// TestNothingSteersTheTerminal: on a terminal no command shows a control character of a document, a returned file, a name or
// an argument raw.
func TestNothingSteersTheTerminal(t *testing.T) {
	const evil = "\x1b]0;title\x07 \u009b31m \u202egnp \x1b[2J"
	dir := t.TempDir()
	t.Chdir(dir)
	put := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	say := func(args ...string) string {
		var out bytes.Buffer
		term := &terminal{in: strings.NewReader(""), out: screen.New(&out), err: screen.New(&out), color: true, getenv: func(string) string { return "" }}
		run(context.Background(), term, args)
		return out.String()
	}
	put("evil.noma", "# T\n\n::claim{id=\"c1\"}\nText "+evil+" more.\n::\n\n| a | "+evil+" |\n|-|-|\n| 1 | 2 |\n\n[["+evil+"]]\n")
	put("plain.noma", "# T\n\n::claim{id=\"c1\"}\nText.\n::\n")
	put("e\x1b[31mvil\u009b.noma", "# T\n\n::claim{id=\"c1\"}\nText [[nowhere]].\n::\n")
	put("wide\x1b[31m.noma", "\xff\xfe#\x00")
	say("render", "plain.noma", "--to", "docx", "--out", "sent.docx")
	inWord(t, "sent.docx", "returned.docx", "Text.", "Text \u009b31m\u202e more.</w:t></w:r><w:ins w:id=\"9\" w:author=\"Eve\u009b31m\" w:date=\"2026-01-01T00:00:00Z\"><w:r><w:t>in \u009d</w:t></w:r></w:ins><w:r><w:t>")
	for _, c := range []struct {
		shows string // what must be there, so that the test does not examine nothing
		args  []string
	}{
		{`\u009b31m`, []string{"docx-review-sync", "plain.noma", "returned.docx"}},
		{`\u009b31m`, []string{"docx-review-sync", "plain.noma", "returned.docx", "--dry-run"}},
		{`\u009b31m`, []string{"docx-review-sync", "plain.noma", "returned.docx", "--dry-run", "--json"}},
		{`\u009b31m`, []string{"docx-review-data", "returned.docx"}},
		{`\u001b`, []string{"parse", "evil.noma"}},
		{`e\u001b[31mvil\u009b.noma`, []string{"check", "e\x1b[31mvil\u009b.noma"}},
		{`wide\u001b[31m.noma`, []string{"check", "wide\x1b[31m.noma"}},
		{`no\u001b[31mne.noma`, []string{"check", "no\x1b[31mne.noma"}},
		{`\u001b`, []string{"render", "plain.noma", "--to", "html", "--out", "o\x1b[31m.html"}},
		{`\u001b]0;title\u0007`, []string{"render", "evil.noma", "--to", "llm"}},
		{`\u001b]0;title\u0007`, []string{"render", "evil.noma", "--to", "markdown"}},
		{`\u001b]0;title\u0007`, []string{"render", "evil.noma", "--to", "noma"}},
		{`PK`, []string{"render", "plain.noma", "--to", "docx", "--out", "-"}},
		{`\u001b]0;title\u0007`, []string{"fmt", "evil.noma"}},
		{`more`, []string{"proof", "evil.noma", "--op", `{"op":"delete_block","id":"c1"}`}},
		{`\u001b`, []string{"patch", "plain.noma", "--op", `{"op":"update_attribute","id":"c1","key":"n","value":"` + `\u001b[31m` + `"}`}},
		{`unknown command`, []string{"no\x1b[31mne"}},
	} {
		got := say(c.args...)
		if bad := steers.FindString(own.ReplaceAllString(strings.ReplaceAll(got, "\r\n", "\n"), "")); bad != "" {
			t.Errorf("%q shows %q:\n%q", c.args, bad, got)
		}
		if !strings.Contains(got, c.shows) {
			t.Errorf("%q does not show %s:\n%q", c.args, c.shows, got)
		}
	}
	if got := say("check", "plain.noma"); !strings.Contains(got, "\x1b[33mWARNING\x1b[0m") {
		t.Errorf("our own colours are not obeyed: %q", got)
	}
}

// inWord replaces a text in the main part of a Word file.
func inWord(t *testing.T, from, to, old, with string) {
	t.Helper()
	file, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, wordtest.Replace(t, file, wordtest.Main, old, with), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
