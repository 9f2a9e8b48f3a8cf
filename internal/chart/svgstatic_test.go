package chart

import "testing"

func TestStaticSVG(t *testing.T) {
	for body, want := range map[string]bool{
		``: true, `<rect width="1" height="1"/>`: true, `<use xlink:href="#a"/>`: true, `<image href="data:image/png;base64,AAAA"/>`: true,
		`<a href="https://example.org"><text>x</text></a>`: true, `<image href=""/>`: true,
		`<script>x()</script>`: false, `<g><image href="file:///etc/passwd"/></g>`: false, `<use href="other.svg#a"/>`: false,
		`<image xlink:href="https://example.org/p.png"/>`: false, `<rect onload="x()"/>`: false, `<g>`: false,
	} {
		svg := `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">` + body + `</svg>`
		if got := StaticSVG([]byte(svg)); got != want {
			t.Errorf("%s is static: %v", body, got)
		}
	}
}
