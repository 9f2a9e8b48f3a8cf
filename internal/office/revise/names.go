package revise

import "github.com/nomadocx/nomadocx/internal/office/opc"

// The namespaces that [Node.Space] tells apart.
const (
	Other  opc.Namespace = iota
	Word                 // WordprocessingML
	Math                 // Office Math
	Compat               // markup compatibility
)

const (
	ooxml  = "http://schemas.openxmlformats.org/"
	strict = "http://purl.oclc.org/ooxml/"
)

// names reads the transitional and the strict edition as one, and conventional prefixes that were left undeclared.
var names = opc.Names{
	URI: map[string]opc.Namespace{
		ooxml + "wordprocessingml/2006/main": Word,
		strict + "wordprocessingml/main":     Word,
		ooxml + "officeDocument/2006/math":   Math,
		strict + "officeDocument/math":       Math,
		ooxml + "markup-compatibility/2006":  Compat,
	},
	Prefix: map[string]opc.Namespace{"w": Word, "m": Math, "mc": Compat},
}

// stories are the elements whose children are blocks, or the definitions of styles and lists.
var stories = map[string]bool{"body": true, "hdr": true, "ftr": true, "footnote": true, "endnote": true, "comment": true,
	"styles": true, "numbering": true}

// Kind is what a block is.
type Kind uint8

// The kinds of blocks.
const (
	Mark      Kind = iota // anything else, such as a bookmark between paragraphs
	Paragraph             // w:p
	Table                 // w:tbl
	Control               // w:sdt
	Section               // w:sectPr, the last of a body
)

var kinds = map[string]Kind{"p": Paragraph, "tbl": Table, "sdt": Control, "sectPr": Section}

// IsRevision reports whether an element of WordprocessingML with a local name says that something is a tracked change, or where one
// begins or ends (§17.13.5). It is asked for every element of a document.
func IsRevision(local string) bool {
	switch local {
	case "ins", "del", "moveFrom", "moveTo",
		"moveFromRangeStart", "moveFromRangeEnd", "moveToRangeStart", "moveToRangeEnd",
		"cellIns", "cellDel", "cellMerge", "numberingChange",
		"rPrChange", "pPrChange", "sectPrChange", "tblPrChange", "tblGridChange",
		"tcPrChange", "trPrChange", "tblPrExChange",
		"customXmlInsRangeStart", "customXmlInsRangeEnd", "customXmlDelRangeStart", "customXmlDelRangeEnd",
		"customXmlMoveFromRangeStart", "customXmlMoveFromRangeEnd",
		"customXmlMoveToRangeStart", "customXmlMoveToRangeEnd":
		return true
	}
	return false
}
