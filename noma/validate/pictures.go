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
		p := &pictureChecker{checker: c, missing: r, files: map[string]error{}}
		for n, t := range c.texts {
			if t.has.all(pictured) {
				p.text(n, t.Text)
			}
		}
	}},
}

// pictured are the characters of each picture in a sentence.
var pictured = marksIn("![](")

type pictureChecker struct {
	*checker
	missing reporter
	files   map[string]error // what is wrong with the files that were read
}

func (p *pictureChecker) text(n noma.Node, t noma.Text) {
	for _, x := range noma.Pictures(t.S) {
		if x.Text == "" && !x.IsDecorative() {
			p.missing.bounded("", n, t, x.Start, "The picture "+quote(x.Target)+" has no description; write it between its brackets, or {decorative} behind it.")
		}
		p.file(n, t, &x)
		for _, a := range noma.ParseAttrs(x.Attrs, 0) {
			switch _, ok := layout.Length(a.Value.Raw); {
			case a.Key == noma.Decorative:
			case a.Key != "width" && a.Key != "height":
				reporter{p.checker, &unknownAttribute}.bounded("picture", n, t, x.Start, "A picture in a sentence has no attribute "+clip(a.Key)+"=; it has width=, height= and decorative.")
			case !ok && !relative(a.Value.Raw):
				reporter{p.checker, &badValue}.bounded("picture", n, t, x.Start,
					a.Key+"="+quote(a.Value.Raw)+" of a picture is not a length; write a number and its unit, as in 25mm, 1in or 36pt.")
			}
		}
	}
}

// file reports a file that cannot be read.
func (p *pictureChecker) file(n noma.Node, t noma.Text, x *noma.Inline) {
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
		reporter{p.checker, &missingFile}.bounded("picture", n, t, x.Start, "A picture in a sentence shows "+unreadable(name, err))
	}
}
