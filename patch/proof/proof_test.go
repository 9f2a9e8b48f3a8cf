package proof_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/patch/proof"
)

const report = `---
title: Harbour notes
---

# Harbour {id="harbour"}

::summary{id="sum"}
The quay holds four ships.
::

::risk{id="r1" owner="Ann" severity="low"}
It may rain on the ` + "`deck`" + `.
::

::risk{id="r2"}
Nobody watches the gate.
::
`

// simulate proves operations given as JSON.
func simulate(t testing.TB, text, ops string) *proof.Proof {
	t.Helper()
	var raw []json.RawMessage
	if err := json.Unmarshal([]byte(ops), &raw); err != nil {
		t.Fatal(err)
	}
	p, err := proof.Simulate(text, proof.Request{Ops: raw, Apply: func() (string, *proof.Refusal) {
		tx, err := patch.DecodeOps([]byte(ops))
		var result *patch.Result
		if err == nil {
			result, err = patch.Apply(source.NewFile("", text), tx.Ops, patch.Options{})
		}
		var refused *patch.Error
		if errors.As(err, &refused) {
			return "", &proof.Refusal{Code: string(refused.Code), Message: refused.Message, Op: refused.OpIndex}
		}
		if err != nil {
			t.Fatal(err)
		}
		return result.Text, nil
	}}, proof.Options{
		File: "/docs/harbour.noma", URI: "file:///docs/harbour.noma", Load: load,
		Context: func(d *noma.Document) (string, error) { return fmt.Sprintf("%d bytes\n", len(d.File.Text)), nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func load(text string) (*noma.Document, error) {
	d, _, err := noma.Parse(source.NewFile("", text), noma.Options{})
	return d, err
}

// The reports as people and programs read them; read the files in testdata.
func TestReports(t *testing.T) {
	for _, c := range []struct{ name, ops string }{
		{"pass", `[{"op":"update_attribute","id":"r2","key":"owner","value":"Bo"},{"op":"replace_body","id":"sum","content":"The quay holds five ships."}]`},
		{"broken", `[{"op":"replace_body","id":"sum","content":"See [[nobody]]."}]`},
		{"refused", `[{"op":"delete_block","id":"r1"},{"op":"delete_block","id":"nobody"}]`},
		{"noop", `[{"op":"update_attribute","id":"r1","key":"owner","value":"Ann"}]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := simulate(t, report, c.ops)
			for _, out := range []struct {
				ext   string
				write func(*bytes.Buffer) error
			}{
				{"json", func(b *bytes.Buffer) error { return p.WriteJSON(b) }},
				{"md", func(b *bytes.Buffer) error { return p.WriteMarkdown(b) }},
				{"html", func(b *bytes.Buffer) error {
					err := p.WriteHTML(b, []byte(`<p class="a">"Preview" & more</p>`))
					text := strings.Replace(b.String(), style(t, b.String()), "…", 1)
					b.Reset()
					b.WriteString(text)
					return err
				}},
			} {
				var b bytes.Buffer
				if err := out.write(&b); err != nil {
					t.Fatal(err)
				}
				golden.Check(t, "testdata/"+c.name+"."+out.ext, b.Bytes())
			}
		})
	}
}

// style returns the style sheet of a page.
func style(t *testing.T, page string) string {
	_, rest, _ := strings.Cut(page, "<style>")
	css, _, ok := strings.Cut(rest, "</style>")
	if !ok || !strings.Contains(css, "@media print") || !strings.Contains(css, "prefers-color-scheme:dark") {
		t.Fatal("the page has no style for print or for the dark")
	}
	return css
}

func TestVerdicts(t *testing.T) {
	clean := "::note{id=\"n\"}\nText.\n::\n"
	for _, c := range []struct {
		name, text, ops string
		status          proof.Status
		result          proof.PatchResult
		preserved       float64
	}{
		{"pass", clean, `[{"op":"replace_body","id":"n","content":"Other."}]`, proof.Pass, proof.Applied, 66.6},
		{"noop", clean, `[{"op":"replace_body","id":"n","content":"Text."}]`, proof.Pass, proof.NoOp, 100},
		{"warning left", report, `[{"op":"update_attribute","id":"r1","key":"owner","value":"Bo"}]`, proof.Warn, proof.Applied, 94.1},
		{"error mended", "::note{id=\"n\"}\n[[x]]\n::\n", `[{"op":"replace_body","id":"n","content":"y"}]`, proof.Pass, proof.Applied, 66.6},
		{"error brought", clean, `[{"op":"replace_body","id":"n","content":"[[x]]"}]`, proof.Fail, proof.Applied, 66.6},
		{"refused", clean, `[{"op":"delete_block","id":"x"}]`, proof.Fail, proof.Rejected, 100},
		{"no such operation", clean, `[{"op":"paint","id":"n"}]`, proof.Fail, proof.Rejected, 100},
		{"emptied", clean, `[{"op":"delete_block","id":"n"}]`, proof.Pass, proof.Applied, 0},
		{"stale hash", clean, `[{"op":"delete_block","id":"n","baseHash":"00000000"}]`, proof.Fail, proof.Rejected, 100},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := simulate(t, c.text, c.ops)
			if p.Status != c.status || p.Result != c.result || p.CanWrite() != (c.status != proof.Fail) || p.Metrics.PreservedPercent != c.preserved {
				t.Errorf("got %s, %s, can write %v, %v%% preserved; want %s, %s, %v%%",
					p.Status, p.Result, p.CanWrite(), p.Metrics.PreservedPercent, c.status, c.result, c.preserved)
			}
			if (p.Refusal != nil) != (c.result == proof.Rejected) {
				t.Errorf("refusal: %+v", p.Refusal)
			}
			if p.Refusal != nil && p.After.SHA256 != p.Before.SHA256 {
				t.Error("a refused patch has another hash after it")
			}
		})
	}
}

// What a hostile document or operation says stays text in every report.
func TestHostileTextStaysText(t *testing.T) {
	const evil = `</pre><script>alert(1)</script><img src=x onerror=alert(2)>` + "```\n````\n" + `"' srcdoc="<script>" ]]> @everyone`
	op, err := json.Marshal([]any{map[string]string{"op": "replace_body", "id": "sum", "content": evil}})
	if err != nil {
		t.Fatal(err)
	}
	p := simulate(t, report, string(op))
	p.Context = evil
	var page, comment bytes.Buffer
	if err := p.WriteHTML(&page, []byte(`<html><body onload="alert(3)"><script>alert(4)</script>`+evil)); err != nil {
		t.Fatal(err)
	}
	for _, tag := range []string{"<script", "<img", "onload=\"", " onerror=alert(2)>"} {
		if strings.Contains(page.String(), tag) {
			t.Errorf("the page holds %s unescaped", tag)
		}
	}
	if n := strings.Count(page.String(), "<iframe"); n != 1 || !strings.Contains(page.String(), `<iframe sandbox=""`) {
		t.Errorf("%d frames, or one with permissions", n)
	}
	if !strings.Contains(page.String(), `content="default-src 'none';`) {
		t.Error("the page has no content security policy")
	}
	if err := p.WriteMarkdown(&comment); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(comment.String(), "\n`````diff\n") {
		t.Errorf("the fence around the diff can be closed by the diff:\n%s", comment.String())
	}
}

func TestChangedBlocks(t *testing.T) {
	const nested = "# A {id=\"a\"}\n\nIntro.\n\n::grid{id=\"g\"}\n:::card{id=\"c1\"}\nOne.\n:::\n\n:::card{id=\"c2\"}\nTwo.\n:::\n::\n"
	for _, c := range []struct{ ops, want string }{
		{`[{"op":"replace_body","id":"c1","content":"Uno."}]`, "changed c1"},
		{`[{"op":"update_attribute","id":"g","key":"columns","value":2}]`, "changed g"},
		{`[{"op":"rename_id","from":"c2","to":"c3"}]`, "added c3, removed c2"},
		{`[{"op":"delete_block","id":"c2"}]`, "removed c2"},
		{`[{"op":"update_heading","id":"a","title":"B"}]`, "changed a"},
		{`[{"op":"update_heading","id":"a","title":"A"}]`, ""},
	} {
		var got []string
		for _, b := range simulate(t, nested, c.ops).Blocks {
			got = append(got, string(b.Change)+" "+b.ID)
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.ops, s, c.want)
		}
	}
}

// FuzzReports: any text and any operations give reports, or an error, and never a panic.
func FuzzReports(f *testing.F) {
	f.Add(report, `{"op":"delete_block","id":"r1"}`)
	f.Add("# A\n\n::note{id=\"x\"}\n:::b{id=\"y\"}\n:::\n::", `{"op":"replace_body","id":"y","content":"\\u0000<b>"}`)
	f.Add("# A {id=\"a\"}\n::note{id=\"a\"}\nx", `{"op":"rename_id","from":"a","to":"b"}`)
	f.Fuzz(func(t *testing.T, text, op string) {
		if _, err := load(text); err != nil || !json.Valid([]byte(op)) {
			return
		}
		p := simulate(t, text, "["+op+"]")
		for _, write := range []func() error{
			func() error { return p.WriteJSON(io.Discard) },
			func() error { return p.WriteMarkdown(io.Discard) },
			func() error { return p.WriteHTML(io.Discard, []byte(text)) },
		} {
			if err := write(); err != nil {
				t.Fatal(err)
			}
		}
		if p.Result == proof.NoOp && len(p.Blocks) > 0 {
			t.Fatalf("no byte changed, but blocks did: %v", p.Blocks)
		}
	})
}
