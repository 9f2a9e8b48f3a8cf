package validate

import (
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/diag"
)

// Pictures in sentences: what is wrong with their descriptions, files and attributes.
var inlinePictureRules = []documentRule{
	{rule{"picture-missing-alt", diag.Warning}, func(c *checker, r reporter) {
		p := &pictureChecker{checker: c, missing: r, files: map[string]error{}, said: map[string]int{}}
		for n, text := range c.texts {
			p.text(n, text)
		}
	}},
}

type pictureChecker struct {
	*checker
	missing reporter
	files   map[string]error // what is wrong with the files that were read
	said    map[string]int
	last    noma.Node // what was examined last, and what was said of it
	told    map[string]bool
}

func (p *pictureChecker) text(n noma.Node, text string) {
	for _, x := range noma.Pictures(text) {
		if x.Text == "" && !x.IsDecorative() {
			p.say(p.missing.r, n, "The picture "+quote(x.Target)+" has no description; write it between its brackets, or {decorative} behind it.")
		}
		p.file(n, &x)
		for _, a := range noma.ParseAttrs(x.Attrs, 0) {
			switch _, ok := layout.Length(a.Value.Raw); {
			case a.Key == noma.Decorative:
			case a.Key != "width" && a.Key != "height":
				p.say(&unknownAttribute, n, "A picture in a sentence has no attribute "+clip(a.Key)+"=; it has width=, height= and decorative.")
			case !ok && !relative(a.Value.Raw):
				p.say(&badValue, n, a.Key+"="+quote(a.Value.Raw)+" of a picture is not a length; write a number and its unit, as in 25mm, 1in or 36pt.")
			}
		}
	}
}

// file reports a file that cannot be read.
func (p *pictureChecker) file(n noma.Node, x *noma.Inline) {
	name := x.PictureFile()
	if p.opts.File == nil || strings.Contains(name, ":") {
		return
	}
	err, known := p.files[name]
	if !known {
		err = p.opts.File(n, name)
		p.files[name] = err
	}
	if err != nil {
		p.say(&missingFile, n, "A picture in a sentence shows "+unreadable(name, err))
	}
}

// say reports a mistake, of a text once, and each kind a hundred times at most.
func (p *pictureChecker) say(r *rule, n noma.Node, message string) {
	if n != p.last {
		p.last, p.told = n, map[string]bool{}
	}
	if p.told[message] || p.said[r.code] >= maxPerBlock {
		return
	}
	p.told[message] = true
	p.said[r.code]++
	p.add(r, n, message, nil)
}
