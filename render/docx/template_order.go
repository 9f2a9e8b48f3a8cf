package docx

import (
	"slices"
	"strings"

	"github.com/beevik/etree"
)

// Templates written by hand or by scripts often have the children of properties in another order than
// the schema. Word forgives that at times; a file of this program must not depend on it.

// order are the children of elements in the order of their types (ECMA-376 part 1, CT_Style, CT_PPr,
// EG_RPrBase, CT_TblPr, CT_TrPr, CT_TcPr, CT_Lvl). What is not named goes to the end.
var order = func() map[string]map[string]int {
	m := map[string]map[string]int{}
	for tag, children := range map[string]string{
		"style": "name aliases basedOn next link autoRedefine hidden uiPriority semiHidden unhideWhenUsed qFormat locked personal " +
			"personalCompose personalReply pPr rPr tblPr trPr tcPr tblStylePr",
		"pPr": "pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs suppressAutoHyphens kinsoku " +
			"wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents " +
			"suppressOverlap jc textDirection textAlignment textboxTightWrap outlineLvl divId cnfStyle rPr sectPr",
		"rPr": "rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid vanish webHidden color " +
			"spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang eastAsianLayout specVanish oMath",
		"tblPr": "tblStyle tblpPr tblOverlap bidiVisual tblStyleRowBandSize tblStyleColBandSize tblW jc tblCellSpacing tblInd tblBorders shd " +
			"tblLayout tblCellMar tblLook tblCaption tblDescription",
		"tcPr":       "cnfStyle tcW gridSpan hMerge vMerge tcBorders shd noWrap tcMar textDirection tcFitText vAlign hideMark headers",
		"tblStylePr": "pPr rPr tblPr trPr tcPr",
		"pBdr":       "top left bottom right between bar",
		"lvl":        "start numFmt lvlRestart pStyle isLgl suff lvlText legacy lvlJc pPr rPr",
	} {
		places := map[string]int{}
		for i, c := range strings.Fields(children) {
			places[c] = i
		}
		m[tag] = places
	}
	return m
}()

// inOrder puts the children of properties in order, everywhere below e. Of a property that is there
// twice the first one stays.
func inOrder(e *etree.Element) {
	children := e.ChildElements()
	if places := order[e.Tag]; places != nil && e.Space == "w" && len(children) > 1 {
		place := func(c *etree.Element) int {
			if p, known := places[c.Tag]; known && c.Space == "w" {
				return p
			}
			return len(places)
		}
		slices.SortStableFunc(children, func(a, b *etree.Element) int { return place(a) - place(b) })
		take(e)
		kept := children[:0]
		for i, c := range children {
			if i == 0 || place(c) == len(places) || c.Tag == "tblStylePr" || place(c) != place(children[i-1]) {
				e.AddChild(c)
				kept = append(kept, c)
			}
		}
		children = kept
	}
	for _, c := range children {
		inOrder(c)
	}
}
