package validate

import (
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/blocks"
)

// heading is what the format says about headings; of the attributes of blocks they have some of [blocks.Common].
var heading = blocks.Block{Name: "heading", Attrs: []blocks.Attr{{Name: layout.UnnumberedKey, Kind: blocks.Flag}}}

// pipeTable is that of the attributes in the caption of a pipe table.
var pipeTable = blocks.Block{Name: "table between bars"}

// attributes reports attributes of a heading or of the caption of a pipe table with names close to one that it has, and values that are
// wrong; of a pipe table also what only ::table has.
func (c *checker) attributes(n noma.Node, given []noma.Attr, b *blocks.Block) {
	for _, key := range c.wrongKeys(given, b) {
		c.add(&unknownAttribute, n, "A "+b.Name+" has no attribute "+clip(key.wrong)+"=. Did you mean "+key.right+"=?", nil)
	}
	for _, a := range given {
		if known, ok := b.Attr(a.Key); ok {
			if wrong := wrongValue(known, a.Value); wrong != "" {
				c.add(&badValue, n, a.Key+"="+quote(a.Value.Raw)+" of a "+b.Name+" "+wrong, nil)
			}
		} else if _, of := blocks.Lookup("table").Attr(a.Key); of && b == &pipeTable {
			c.add(&unknownAttribute, n, "A "+b.Name+" has no attribute "+a.Key+"=; write it as ::table, which has.", nil)
		}
	}
}
