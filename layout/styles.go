package layout

// Style ids, as the readers of both implementations know them (contract docx-package.md §3). Each
// style's name in styles.xml must give the same id when an editor makes ids anew from names.
const (
	StyleDirective   = "NomaDirective"   // label line of a block
	StyleMeta        = "NomaMeta"        // metadata line, and empty anchors
	StyleMetricValue = "NomaMetricValue" // the value of a metric
	StyleCaption     = "NomaCaption"     // numbered captions
	StyleSource      = "NomaSource"      // where a picture or table is from
	StyleToc         = "NomaToc"         // entries of generated contents
	StyleCode        = "NomaCode"        // lines of code
	StyleMath        = "NomaMath"        // display equations
	StyleAction      = "NomaAction"      // buttons, controls, export actions
	StyleQuote       = "NomaQuote"       // block quotes
	StyleTableHead   = "NomaTableHead"   // header cells
	StyleFootnote    = "FootnoteText"
	StyleEndnote     = "EndnoteText"
	TableData        = "TableGrid"  // tables that show data
	TableLayout      = "NomaLayout" // tables that arrange blocks
)

// HeadingStyle returns the paragraph style of a section's title; levels are 1 to 6.
func HeadingStyle(level int) string { return "Heading" + string(rune('0'+min(max(level, 1), 6))) }
