package wml

import "github.com/nomadocx/nomadocx/internal/office/opc"

// Namespaces the reader tells apart.
const (
	nsOther   opc.Namespace = iota
	nsW                     // WordprocessingML
	nsMC                    // markup compatibility
	nsM                     // Office Math
	nsW14                   // Word 2010
	nsDrawing               // DrawingML for word processing: the frame of a drawing
	nsPicture               // DrawingML pictures
	nsVML                   // VML shapes
	// nsKnown are extensions whose content we can read, because it is drawing around parts we know.
	nsKnown
)

const (
	ooxml   = "http://schemas.openxmlformats.org/"
	strict  = "http://purl.oclc.org/ooxml/"
	word    = "http://schemas.microsoft.com/office/word/"
	drawing = "http://schemas.microsoft.com/office/drawing/"
)

// names folds the transitional and the strict edition (ECMA-376 part 1 and part 4) at the door, and
// reads conventional prefixes that a careless program left undeclared.
var names = opc.Names{
	URI: map[string]opc.Namespace{
		ooxml + "wordprocessingml/2006/main":           nsW,
		strict + "wordprocessingml/main":               nsW,
		ooxml + "markup-compatibility/2006":            nsMC,
		ooxml + "officeDocument/2006/math":             nsM,
		strict + "officeDocument/math":                 nsM,
		word + "2010/wordml":                           nsW14,
		ooxml + "drawingml/2006/wordprocessingDrawing": nsDrawing,
		strict + "drawingml/wordprocessingDrawing":     nsDrawing,
		ooxml + "drawingml/2006/picture":               nsPicture,
		strict + "drawingml/picture":                   nsPicture,
		"urn:schemas-microsoft-com:vml":                nsVML,
		ooxml + "drawingml/2006/main":                  nsKnown,
		strict + "drawingml/main":                      nsKnown,
		ooxml + "officeDocument/2006/relationships":    nsKnown,
		strict + "officeDocument/relationships":        nsKnown,
		word + "2012/wordml":                           nsKnown,
		word + "2018/wordml":                           nsKnown,
		word + "2010/wordprocessingDrawing":            nsKnown,
		word + "2010/wordprocessingShape":              nsKnown,
		word + "2010/wordprocessingGroup":              nsKnown,
		word + "2010/wordprocessingCanvas":             nsKnown,
		drawing + "2010/main":                          nsKnown,
		drawing + "2016/SVG/main":                      nsKnown,
		drawing + "2014/chartex":                       nsKnown,
		drawing + "2015/9/8/chartex":                   nsKnown,
		"urn:schemas-microsoft-com:office:office":      nsKnown,
		"urn:schemas-microsoft-com:office:word":        nsKnown,
	},
	Prefix: map[string]opc.Namespace{
		"w": nsW, "mc": nsMC, "m": nsM, "w14": nsW14, "wp": nsDrawing, "pic": nsPicture, "v": nsVML,
		"a": nsKnown, "r": nsKnown, "w15": nsKnown, "wps": nsKnown, "wpg": nsKnown, "wpc": nsKnown, "wp14": nsKnown, "o": nsKnown,
	},
}

// understood reports whether all of the prefixes in an mc:Choice's Requires stand for namespaces we
// can read (ECMA-376 part 3, §9.3).
func understood(x *opc.Scanner, requires string) bool {
	start := -1
	for i := 0; i <= len(requires); i++ {
		if i < len(requires) && requires[i] != ' ' {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 && x.Resolve(requires[start:i]) == nsOther {
			return false
		}
		start = -1
	}
	return true
}
