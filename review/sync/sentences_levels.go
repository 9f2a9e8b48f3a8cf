package reviewsync

// The sentences of levels of headings.
var (
	sayParagraphPromoted = sentence{CodeLevel, "A paragraph became a heading; what stands behind it is its section."}
	sayNoSectionHere     = sentence{CodeLevel, "A paragraph became a heading, but no section can begin here, or its text would be parsed as markup. Make the heading in the source."}
	sayLevelChanged      = sentence{CodeLevel, "The level of a heading was changed: %s."}
	sayHeadingDissolved  = sentence{CodeLevel, "A heading became body text; what stood below it belongs to the section before."}
	sayHeadingAttributes = sentence{CodeLevel, "A heading became body text, and its section has an id or other attributes; take them out in the source, then the heading."}
	sayOutlineIDs        = sentence{CodeLevel, "The headings were changed in a way that would change ids; change them in the source."}
	sayLevelNoBase       = sentence{CodeLevel, "The level differs, and the source has changed since the file was made: nothing says who changed it. Give the source that was sent as the base."}
	sayLevelNoID         = sentence{CodeLevel, "The heading has no id to find it by; change its level in the source."}
	sayLevelGenerated    = sentence{CodeLevel, "A generated line came back as a heading, or a generated heading with another level. That follows from the document; change it in the source."}
	sayLevelRevised      = sentence{CodeLevel, "A paragraph with tracked changes became a heading, or a heading another one. Decide the changes first, or change the level in the source."}
	sayManyHeadings      = sentence{CodeLevel, "A heading became body text, like many others: the styles of the file seem lost; change it in the source."}
	sayHeadingReads      = sentence{CodeLevel, "A heading became body text, but its words would be read as another block; change it in the source."}
	sayHeadingToOther    = sentence{CodeLevel, "A heading became text of another kind, which would dissolve its section; change it in the source."}
	sayHeadingReferenced = sentence{CodeLevel, "A heading became body text, but other blocks refer to its section (%s); change them first, then the heading."}
	sayHeadingInBlock    = sentence{CodeLevel, "A heading became body text in a block; change it in the source."}
)
