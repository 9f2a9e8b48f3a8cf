package reviewsync

import (
	"errors"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/patch"
)

// Attributes of a block without an id. No operation reaches them, so they are edits of the opening line;
// several of one line are one edit, or they would write over each other.

// opener is an opening line under edit.
type opener struct {
	text string // the line with all that was changed so far
	edit int    // its edit among those of the unit
}

// openerEdit sets an attribute of a block without an id, or (value nil) takes it away.
func (c *changes) openerEdit(f *finding, d *noma.Directive, key string, value any) {
	if c.leaves(f) {
		c.edit(f, d)
		return
	}
	file := c.doc.File
	o, begun := c.openers[d]
	if !begun {
		o.text = d.Opener.Of(file.Text)
	}
	now, err := withAttribute(o.text, key, value)
	if err != nil {
		c.fail(f, sentence{CodeNoSpelling, err.Error()})
		return
	}
	e := trimEdit(d.Opener, d.Opener.Of(file.Text), now)
	o.text = now
	if begun {
		c.unit(d).edits[o.edit] = e
		c.edit(f, d)
	} else {
		o.edit = len(c.unit(d).edits)
		c.edit(f, d, e)
	}
	c.openers[d] = o
}

// withAttribute returns an opening line with one attribute set or taken away.
func withAttribute(line, key string, value any) (string, error) {
	bare := strings.TrimLeft(line, " \t")
	fence := bare[:len(bare)-len(strings.TrimLeft(bare, ":"))]
	doc := noma.Snippet(line + "\n" + fence)
	if len(doc.Children) == 0 {
		return "", errNotAlone
	}
	d, ok := doc.Children[0].(*noma.Directive)
	if !ok {
		return "", errNotAlone
	}
	var e source.Edit
	if value == nil {
		if e, ok = patch.RemoveAttribute(doc.File, d, key); !ok {
			return line, nil
		}
	} else {
		var err error
		if e, err = patch.SetAttribute(doc.File, d, key, value); err != nil {
			return "", err
		}
	}
	text, err := source.Apply(doc.File.Text, []source.Edit{e})
	if err != nil {
		return "", err
	}
	return text[d.Opener.Start : d.Opener.End+len(text)-len(doc.File.Text)], nil
}

var errNotAlone = errors.New("the opening line of the block cannot be changed by itself; change it in the source")
