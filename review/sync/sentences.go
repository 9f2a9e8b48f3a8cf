package reviewsync

import "fmt"

// sentence is what a finding says: its code, and the words for people. The words of the findings of a sync are here and in
// sentences_levels.go; an attribute that cannot be written gives its own error, and form fields have theirs in internal/app.
type sentence struct {
	code Code
	text string
}

// with returns the sentence with what its verbs stand for.
func (x sentence) with(args ...any) sentence {
	return sentence{x.code, fmt.Sprintf(x.text, args...)}
}

// as returns the sentence under another code.
func (x sentence) as(c Code) sentence { return sentence{c, x.text} }

// none reports whether nothing is said.
func (x sentence) none() bool { return x.code == "" && x.text == "" }

// What is said of edits that were not accepted, whose codes stay.
const (
	leftForLater   = "The edit was left for later."
	leftBelow      = "It rests on an edit that was not accepted: "
	authorRejected = "The author decided against it."
	authorAnswered = "The author answered it with a comment."
)

// reviewerWon is added where both changed a place.
const reviewerWon = "The author had changed it too; the reviewer's text was asked for."

var (
	sayTextEdited               = sentence{CodeText, "Text was edited."}
	sayLinkMade                 = sentence{CodeText, "Words became a link to %s."}
	sayLinkLeads                = sentence{CodeText, "A link now leads to %s."}
	sayFormatting               = sentence{CodeText, "The formatting of words was changed."}
	sayLinkRemoved              = sentence{CodeText, "A link was removed; its words are there."}
	sayCodeEdited               = sentence{CodeText, "A line of code was edited."}
	sayCodeSpace                = sentence{CodeText, "A new line of code comes without the empty lines around it: which of them are the reviewer's is not known (how many there are)."}
	sayCodeEdges                = sentence{CodeText, "Empty lines were added or deleted at the beginning or the end of code (how many there are). They stay as they are."}
	sayCodeEmptyLines           = sentence{CodeText, "Empty lines of code were added or deleted (how many there are before this line)."}
	sayWordsNoLonger            = sentence{CodeText, "Words are no longer %s."}
	sayObjectChanged            = sentence{CodeText, "A reference or another object in the text was added or deleted."}
	sayWordsMade                = sentence{CodeText, "Words were %s."}
	sayEquationDamaged          = sentence{CodeEquation, "An equation differs, and the program that saved the file changes equations by itself; change its LaTeX source."}
	sayEquationInLine           = sentence{CodeEquation, "An equation in a line of values was edited; change its LaTeX source."}
	sayMarkInLine               = sentence{CodeGenerated, "The mark of a note was put into a line that is generated, which has none. Write the mark into a sentence of the source."}
	sayEquationEdited           = sentence{CodeEquation, "An equation was edited."}
	sayLineAdded                = sentence{CodeInserted, "A line was added."}
	sayItemAdded                = sentence{CodeInserted, "A list item was added."}
	sayParagraphAdded           = sentence{CodeInserted, "A paragraph was added."}
	sayLineDeleted              = sentence{CodeDeleted, "A line was deleted."}
	sayDeletedOnSomePages       = sentence{CodeDeleted, "It was deleted on some pages only; the source has one header and one footer for all: delete it there, if that is meant for all."}
	sayBlockRemoved             = sentence{CodeDeleted, "A block was deleted."}
	sayParagraphDeleted         = sentence{CodeDeleted, "A paragraph was deleted."}
	sayJoinedToLine             = sentence{CodeSplit, "The paragraph was joined to a line that keeps its words; it stays a paragraph."}
	sayLineJoined               = sentence{CodeSplit, "A line of the block was joined to text next to it; its values stay in the source."}
	sayLineSplit                = sentence{CodeSplit, "A line that is one in the source was split in Word; it stays one. Make the change in the source."}
	sayRegrouped                = sentence{CodeSplit, "Paragraphs were split or joined."}
	sayHeadingEdited            = sentence{CodeHeading, "A heading was edited."}
	sayFieldEdited              = sentence{CodeField, "The %s was edited."}
	sayAttributeAdded           = sentence{CodeField, "The %s was added."}
	sayHeaderCellEdited         = sentence{CodeTable, "A header cell was edited."}
	sayRowDeleted               = sentence{CodeTable, "A row was deleted."}
	sayColumnLeftOut            = sentence{CodeTable, "The new column was left out. %s"}
	sayColumnAdded              = sentence{CodeTable, "A column was added."}
	sayRowAdded                 = sentence{CodeTable, "A row was added."}
	sayRowLeftOut               = sentence{CodeTable, "The new row was left out. %s"}
	sayColumnsChanged           = sentence{CodeTable, "Columns, and rows or cells with them, were changed."}
	sayCellEdited               = sentence{CodeTable, "A cell was edited."}
	sayMergeChanged             = sentence{CodeTable, "The merged cells of a table were changed."}
	sayColumnDeleted            = sentence{CodeTable, "A column was deleted."}
	sayColumnMoved              = sentence{CodeTable, "A column was moved."}
	sayAnnotationEdited         = sentence{CodeComment, "The text was edited."}
	sayCommentDeleted           = sentence{CodeComment, "The comment was deleted."}
	sayNoteOrder                = sentence{CodeNote, "Notes that stand in one place are in the order of the source."}
	sayStandsElsewhere          = sentence{CodeComment, "The %s stands on other words."}
	sayCommentReopened          = sentence{CodeComment, "The comment was reopened."}
	sayCommentResolved          = sentence{CodeComment, "The comment was resolved."}
	sayCommentAdded             = sentence{CodeComment, "A comment was added."}
	sayAnnotationFormatting     = sentence{CodeComment, "Formatting or a link was edited."}
	sayNoteDeleted              = sentence{CodeNote, "The %s was deleted."}
	sayNoteAdded                = sentence{CodeNote, "A note was added."}
	sayRequestMade              = sentence{CodeTracked, "A tracked change became a change request."}
	sayRequestText              = sentence{CodeRequest, "The text of the change request was edited."}
	sayWordsReplaced            = sentence{CodeRequest, "Words were replaced."}
	sayRequestInPart            = sentence{CodeRequest, "Part of the tracked change was accepted or rejected. Accept or reject the rest too, then sync again."}
	sayTrackedText              = sentence{CodeRequest, "The text of the tracked change was edited."}
	sayAcceptedInBlock          = sentence{CodeRequest, "The change request was accepted; its text is at the end of the block, as a request does not say where."}
	sayRequestUnclear           = sentence{CodeRequest, "The tracked change came back changed in a way that is neither an edit nor a decision. Change the change request in the source."}
	sayRequestDecided           = sentence{CodeRequest, "The tracked change was %s."}
	sayTrackedInTracked         = sentence{CodeRequest, "Words were inserted or deleted with tracking in the tracked change of somebody else; accept or reject them in Word, or change the change request in the source."}
	sayRequestCannotHold        = sentence{CodeRequest, "The tracked change was edited in a way that its change request cannot hold; change the request in the source."}
	sayRejected                 = sentence{CodeRequest, "The change request was rejected."}
	sayRequestPlace             = sentence{CodeRequest, "The place of the tracked change was brought up to date."}
	sayRequestLevel             = sentence{CodeRequest, "The proposed item is on another level than its change request says; change the request in the source."}
	sayRequestLeveled           = sentence{CodeRequest, "The level of the proposed item was changed."}
	sayRequestDeleted           = sentence{CodeRequest, "The change request was deleted."}
	sayAccepted                 = sentence{CodeRequest, "The change request was accepted."}
	sayAcceptedInSection        = sentence{CodeRequest, "The change request was accepted; its text is a paragraph at the end of the section, as a request does not say where."}
	sayEndsCode                 = sentence{CodeNoSpelling, "The line would end the block of code."}
	sayNoteParagraphs           = sentence{CodeNoSpelling, "The note came back with several paragraphs. One that is written ^[text] holds one; write it as [^id] and a ::footnote block in the source."}
	saySubdocument              = sentence{CodeNoSpelling, "A subdocument was linked. The source has none; add its text to the source."}
	sayComputedFormatting       = sentence{CodeNoSpelling, "What is computed has no bold, italic or links; they would be read as part of the formula."}
	sayFormattingUnwritten      = sentence{CodeNoSpelling, "Words were %s, which cannot be written in the source; %s."}
	sayNoString                 = sentence{CodeNoSpelling, "A %s that is only a number, or true or false, is none in the source; add a word to it."}
	sayFlag                     = sentence{CodeNoSpelling, "This value is either there or not. Delete it, or change it in the source."}
	sayDeletedAsText            = sentence{CodeNoSpelling, "Deleted text shows equations and references as text. Change the change request in the source."}
	sayObject                   = sentence{CodeNoSpelling, "An object of another program was embedded. Objects cannot be written in .noma; add its text or a picture of it to the source."}
	sayListName                 = sentence{CodeNoSpelling, "A name in a list of the source holds no comma, and none is empty at its end."}
	sayTextBox                  = sentence{CodeNoSpelling, "A text box was inserted. Text boxes cannot be written in .noma; add its text to the source as a paragraph."}
	sayCellMarkup               = sentence{CodeNoSpelling, "The text of the cell cannot be written in .noma: it would be parsed as markup. Rephrase it in the source."}
	sayPen                      = sentence{CodeNoSpelling, "Something was drawn with a pen. Drawings cannot be written in .noma; add a picture of it in a ::figure block."}
	sayPhonetic                 = sentence{CodeNoSpelling, "A phonetic guide was set above words. The source has none; write it behind the words in brackets."}
	sayUnitFormatting           = sentence{CodeNoSpelling, "The unit is an attribute of its own, which has no bold, italic or code; format the number alone."}
	sayRequestMarkup            = sentence{CodeNoSpelling, "The text of the change request cannot be written in .noma. Rephrase it in the source."}
	sayProposedLevel            = sentence{CodeNoSpelling, "The proposed item is on another level than the one beside it, which a change request cannot say: it gets the level of that one."}
	sayInsertedUnwritable       = sentence{CodeNoSpelling, "The inserted paragraph cannot be written as one in .noma. Accept or reject it in Word."}
	sayFormattingMeet           = sentence{CodeNoSpelling, "The text cannot be written in .noma: bold, italic, code or links meet in a way it has no marks for. Change them in the source."}
	sayObjectInCode             = sentence{CodeNoSpelling, "An equation, a picture or a field was put into a line of code, which holds characters alone; write it there in other words."}
	saySameNumber               = sentence{CodeNoSpelling, "The number is the same, and the data do not hold it as it was typed; write it in the source."}
	sayDataFormatting           = sentence{CodeNoSpelling, "Data have no bold, italic or links."}
	sayBlanksAhead              = sentence{CodeNoSpelling, "White space at the beginning of a heading or item is not kept in .noma; the rest of the text was applied."}
	sayLineBlanks               = sentence{CodeNoSpelling, "The text cannot be written in .noma: white space at the beginning or end of a line is not kept there. Take it out in Word, or write the text in the source."}
	sayLineBegins               = sentence{CodeNoSpelling, "The text cannot be written in .noma: a line that begins with “%s” begins a block there. Rephrase it in the source."}
	sayLinkNowhere              = sentence{CodeNoSpelling, "A link leads to a place of the Word file that is no block of the source. Write the words in the source, with a link to a block."}
	sayFileInserted             = sentence{CodeNoSpelling, "A file was inserted, which only Word takes in when it opens the document; add its text to the source."}
	sayInsertedAtEdge           = sentence{CodeNoSpelling, "The paragraph was inserted at the edge of a block without an id; give the block an id and sync again."}
	sayTextMarkup               = sentence{CodeNoSpelling, "The text cannot be written in .noma: it would be parsed as markup. Rephrase it in the source."}
	sayFormattingOfMost         = sentence{CodeNoSpelling, "Most of the text was %s, by the reviewer or by the program that saved the file. The formatting of a document is that of its template; change it there."}
	sayMarks                    = sentence{CodeNoSpelling, "The text cannot be written in .noma: %s would be read as markup. Rephrase it in the source."}
	sayCellUnwritable           = sentence{CodeNoSpelling, "A cell of the tracked row or column cannot be written in an attribute; accept it in Word, or add it in the source."}
	sayIDFormatting             = sentence{CodeNoSpelling, "An id, an address or a flag has no bold, italic or code; take it off in Word, or change the words in the source."}
	sayTextLines                = sentence{CodeNoSpelling, "The text cannot be written in .noma where it stands: it has several lines. Rephrase it in the source."}
	sayTableDescribed           = sentence{CodeNoSpelling, "A table was described. In .noma the description of a table is made from its caption and its columns; change these."}
	sayScreenTip                = sentence{CodeNoSpelling, "A screen tip was given to a link. Links in .noma have none; write it in the text."}
	sayTrackedLines             = sentence{CodeNoSpelling, "The tracked change has a line break, and an attribute holds one line. Accept or reject it in Word."}
	sayNoRunningText            = sentence{CodeNoSpelling, "What was edited is no running text; edit it in the source."}
	sayNoParagraph              = sentence{CodeNoSpelling, "The text would be read as something else than a paragraph."}
	sayTrackedQuotes            = sentence{CodeNoSpelling, "The text of the tracked change has quotation marks of both kinds and blanks at its ends, which an attribute cannot hold. Accept or reject it in Word."}
	sayEquationUnwritable       = sentence{CodeNoSpelling, "The equation cannot be written in LaTeX so that it shows the same. Change its LaTeX in the source."}
	sayFormPut                  = sentence{CodeNoSpelling, "A form field was put here. A form field is a ::control block of its own in .noma; add one to the source."}
	sayInsertedQuotes           = sentence{CodeNoSpelling, "The inserted heading has quotation marks of both kinds, which an attribute cannot hold. Accept or reject it in Word."}
	sayNeedsLanguage            = sentence{CodeNoSpelling, "Without a language the lines of this block would be read as running text, with markup; take it out in the source."}
	sayTrackedMarkup            = sentence{CodeNoSpelling, "The text of the tracked change cannot be written in .noma: it would be parsed as markup. Accept or reject it in Word."}
	sayCodeFormatting           = sentence{CodeNoSpelling, "Lines of code cannot have formatting or links. Write such words as running text."}
	sayCommentMarkup            = sentence{CodeNoSpelling, "The comment's text cannot be written in .noma: it would be parsed as markup. Write the comment in the source in other words."}
	sayDrawing                  = sentence{CodeNoSpelling, "Something was drawn: a shape, or letters on it. Drawings cannot be written in .noma; add its words to the text, or a picture of it in a ::figure block."}
	sayFieldInserted            = sentence{CodeNoSpelling, "A field was inserted that shows nothing, such as an index entry. Fields cannot be written in .noma; add its words to the source, if readers need them."}
	sayFieldPut                 = sentence{CodeNoSpelling, "%s was put here. The source has no fields: captions get their numbers, and references their words, when it is rendered; write the words in the source."}
	sayChangedTextMarkup        = sentence{CodeNoSpelling, "The changed text cannot be written in .noma. Rephrase it in the source."}
	sayCodeEndDeleted           = sentence{CodeNoSpelling, "The first and last line of a block of code cannot be deleted. Delete the block in the source."}
	sayCodeUnwritable           = sentence{CodeNoSpelling, "The line of code cannot be written in an attribute. Accept or reject it in Word."}
	sayNoteMarkup               = sentence{CodeNoSpelling, "The note's text cannot be written in .noma: it would be parsed as markup. Write the note in the source in other words."}
	sayReadsAsBefore            = sentence{CodeNoSpelling, "With the text of the request in it the target reads as before."}
	sayCaptionLines             = sentence{CodeNoSpelling, "The caption cannot be written in the line below the table: it has several lines, or would be parsed as markup. Change it in the source."}
	sayBothQuotes               = sentence{CodeNoSpelling, "The value has several lines or both kinds of quotes, and an attribute can have neither. Change it in the source."}
	sayCommentOfRequest         = sentence{CodeGenerated, "This comment is generated to show a change request. Edit the request itself."}
	sayRepeatsValue             = sentence{CodeGenerated, "This repeats a value (%s) that has its own place; change it there."}
	sayFromBlock                = sentence{CodeGenerated, "This line is generated from the ::%s block. Change the block in the source."}
	sayContents                 = sentence{CodeGenerated, "The contents are generated from the headings. Change the heading itself."}
	sayGeneratedLine            = sentence{CodeGenerated, "A generated line was deleted. It is generated again at the next export; change the block it is generated from."}
	sayColumnIsKey              = sentence{CodeGenerated, "The name of a dataset's column is also its key; rename it in the source."}
	sayPlotlyAlt                = sentence{CodeGenerated, "The description of a chart is its alt=, else its caption and its numbers; change these."}
	sayChartAlt                 = sentence{CodeGenerated, "The description of a chart is made from its caption and its numbers; change these."}
	sayEquationNumber           = sentence{CodeGenerated, "The number of an equation was deleted; it is made again. Take numbered out of its block in the source."}
	sayOneEquation              = sentence{CodeGenerated, "A block of mathematics holds one equation and nothing else."}
	sayChartComputed            = sentence{CodeGenerated, "The numbers of the chart are computed; change its formula in the source."}
	sayLineOfRequest            = sentence{CodeGenerated, "The line belongs to a change request and is made by the tool; accept or reject the tracked change in Word."}
	sayInputAsText              = sentence{CodeGenerated, "A form field came back as plain text with another value; put it into the source."}
	sayTitleLine                = sentence{CodeGenerated, "The %[1]s of the document is written in the frontmatter (%[1]s:). Change it there."}
	sayGenerated                = sentence{CodeGenerated, "This line is generated. Change what it is generated from in the source."}
	sayTableFromFile            = sentence{CodeGenerated, "The table comes from a file. Change it there."}
	sayPointsNumbered           = sentence{CodeGenerated, "The points of the chart are numbered; name them with xlabels in the source."}
	sayStandsFor                = sentence{CodeGenerated, "The block has no %s of its own, so this stands for it; write %s= in the source to show something else."}
	sayTableComputed            = sentence{CodeGenerated, "The table is computed. Change what it is computed from."}
	sayGeneratedBlock           = sentence{CodeGenerated, "A generated block was deleted. Delete it in the source."}
	sayTypedIntoField           = sentence{CodeGenerated, "Words were typed into a field, which Word and the next rendering make anew; write them beside it."}
	sayFromSourceFile           = sentence{CodeGenerated, "This entry of the list of references is made from the source %s. Change it there."}
	sayReferenceInValue         = sentence{CodeNoSpelling, "This value is an address, an id or a number, which holds no reference; put it into a text."}
	sayHiddenSource             = sentence{CodeNoSpelling, "Clients are not shown a source that reads like a file, a folder or an id, or is a block; put it into the source."}
	sayTypedIntoMark            = sentence{CodeGenerated, "The words of %s were edited. They are made from the source it refers to; change that, or what stands beside the key."}
	sayDiagramAlt               = sentence{CodeGenerated, "A diagram is always described: by its alt=, else its caption, else its source; change these."}
	sayStatusLine               = sentence{CodeGenerated, "The line that says who resolved a comment is made by the tool; resolve or answer the comment instead."}
	sayLinkOnLine               = sentence{CodeGenerated, "A link was put on words that are generated, or on a value that is no text with markup. Put it on words of the text."}
	sayLinkFromAttribute        = sentence{CodeGenerated, "The link leads where an attribute says; change it there."}
	saySeriesName               = sentence{CodeGenerated, "The name of a series comes from the caption or from its column; change it there."}
	sayChartFromFile            = sentence{CodeGenerated, "The numbers of the chart come from a file; change them there."}
	sayAltMarkup                = sentence{CodeGenerated, "The description holds a mark that alt= would be read with; write it there in other words."}
	sayAmbiguous                = sentence{CodeAmbiguous, "The edit is ambiguous: this line could be changed in several ways. Edit the source directly."}
	sayFixedWords               = sentence{CodeForeign, "The fixed words of this line were changed. They are generated; only the values of the line can be edited."}
	sayValueBlanks              = sentence{CodeForeign, "A value of this line begins or ends with white space now, which the source does not keep. Write the value without it."}
	sayAnnotationFormatted      = sentence{CodeRevisions, "Formatting or the paragraphs of the %s were changed with Track Changes; accept or reject it in Word and sync again."}
	sayCellOfBlocks             = sentence{CodeTable, "A layout got more cells; what is in them stands in those before. Put it into blocks of their own in the source."}
	sayBlocksInCell             = sentence{CodeTable, "Blocks came into one cell of a layout; in the source each has a cell of its own. Put them into one ::card there."}
	sayRowOfBlocks              = sentence{CodeRevisions, "A row was added to blocks side by side as a tracked change. Accept or reject it, then sync again."}
	sayInsertedAndDeleted       = sentence{CodeRevisions, "Words were inserted and deleted again, both with tracking; accept or reject them first, and sync again."}
	sayKindsJoined              = sentence{CodeRevisions, "Two paragraphs of different kinds were joined with tracking; accept or reject it in Word."}
	sayAnnotationWritten        = sentence{CodeRevisions, "The text of the %s was written with Track Changes; accept it in Word and sync again, or write it in the source."}
	sayNoteTracked              = sentence{CodeRevisions, "The %s was added with Track Changes; accept it in Word and sync again, or add it to the source."}
	sayWordsTracked             = sentence{CodeRevisions, "Words were inserted with tracking; accept or reject them first, and sync again."}
	sayDataRevised              = sentence{CodeRevisions, "The text holds tracked changes; accept or reject them in Word and make the data again."}
	sayFormattingTracked        = sentence{CodeRevisions, "The paragraph contains a tracked formatting change. Accept or reject it, then sync again."}
	sayTableDeletionTracked     = sentence{CodeRevisions, "The whole table was deleted with tracking; accept or reject that in Word, or delete the table in the source."}
	sayCellTracked              = sentence{CodeRevisions, "A cell was inserted or deleted with tracking, which a table of the source cannot say. Accept or reject it in Word."}
	sayAnnotationProposed       = sentence{CodeRevisions, "Another text of the %s is proposed with Track Changes; accept or reject it in Word and sync again, or write it in the source."}
	sayNoteDeletionTracked      = sentence{CodeRevisions, "The deletion of the note is a tracked change. Accept or reject it, then sync again."}
	sayLabelLine                = sentence{CodeLabelGone, "A line of the block was deleted, the rest of the block is there; change the block in the source."}
	sayHeadingEmptied           = sentence{CodeLabelGone, "The heading's text was deleted, its section is there; delete the section in the source, if that was meant."}
	sayMovedToNoPlace           = sentence{CodeMoved, "The block was moved in Word to a place the source has no name for; move it in the source."}
	sayRequestMoved             = sentence{CodeMoved, "The block of the change request was moved in Word; the request is shown at the block that it is about. Change its target in the source."}
	sayTextMoved                = sentence{CodeMoved, "The text was moved."}
	sayMovedAndEdited           = sentence{CodeMoved, "The block was moved and edited in Word; move it in the source."}
	sayBlockMoved               = sentence{CodeMoved, "The block was moved."}
	sayLostByPasting            = sentence{CodeMoved, "The %s is gone from text that was cut and pasted where the source cannot hold it, and stays with that text. Delete it in the source, if that was meant."}
	sayCutAndPasted             = sentence{CodeMoved, "The text was cut and pasted where the source cannot hold it; it stays where it was. Move it in the source."}
	saySectionMoveRefused       = sentence{CodeMoved, "A section was moved in Word; move it in the source."}
	sayHeadingMoved             = sentence{CodeMoved, "The heading was moved over something that cannot be moved for it; move the heading in the source."}
	saySectionMoved             = sentence{CodeMoved, "A section was moved, with all it holds."}
	sayTableWithoutCaption      = sentence{CodeMoved, "The table was moved in Word without its caption; move its block in the source."}
	sayPartMoved                = sentence{CodeMoved, "Part of the block was moved in Word, the rest is where it was."}
	sayMovedWithoutID           = sentence{CodeMoved, "The block was moved in Word; it has no id to move it by, or the place has none."}
	sayBlockGone                = sentence{CodeBlockGone, "A block was deleted."}
	sayReferencedGone           = sentence{CodeBlockGone, "A block was deleted; other blocks still refer to %s."}
	sayBlockStays               = sentence{CodeBlockGone, "The block was deleted. It stays, as this may be a slip; allow deletions to take it out."}
	sayHoldsUnsent              = sentence{CodeBlockGone, "The block was deleted, but parts of it, or comments on it, are internal and were not in the file. It stays; delete it in the source."}
	sayBlockReferenced          = sentence{CodeReferenced, "The block was deleted, but other blocks refer to %s."}
	sayBlockHasAnnotations      = sentence{CodeReferenced, "The block was deleted, but comments or notes of the source belong to it. Delete these first."}
	sayCommentAnswered          = sentence{CodeReferenced, "The comment was deleted, but answers to it are there, and it stays with them; delete the answers too, or the comment in the source."}
	sayReferencedStays          = sentence{CodeReferenced, "The block was deleted, but other blocks refer to %s. It stays; allow deletions to take it out all the same."}
	sayTitleAdded               = sentence{CodeNewHeading, "A title was added that is none of the six levels of headings; it came in as a paragraph."}
	sayHeadingNoSections        = sentence{CodeNewHeading, "A heading was typed where the source has no sections; add it in the source."}
	sayHeadingAdded             = sentence{CodeNewHeading, "A heading was added; what stands behind it is its section."}
	sayTableCameBack            = sentence{CodeNewTable, "A table came back that was sent and is not in the source as it was; compare the two."}
	sayTableNoPlace             = sentence{CodeNewTable, "A table was inserted where the source has no place for one; add it to the source."}
	sayTableBesideTable         = sentence{CodeNewTable, "A table was inserted next to another one, which it would become a part of; add it to the source."}
	sayTableInserted            = sentence{CodeNewTable, "A table was inserted."}
	sayNoPipeTable              = sentence{CodeNewTable, "A table was inserted that cannot be written as a pipe table (merged cells, tracked changes, a single row). Add it to the source as ::table."}
	sayTablePartGone            = sentence{CodeTableGone, "The table was deleted, part of its block is there."}
	sayTableGone                = sentence{CodeTableGone, "The table was deleted, its block is there; delete the block in the source, if that was meant."}
	sayShapeAmbiguous           = sentence{CodeTableShape, "Rows and columns were changed in a way that is ambiguous. Edit the table in the source."}
	sayAllRowsDeleted           = sentence{CodeTableShape, "All rows were deleted; a dataset without rows shows as its source."}
	sayDatasetReshaped          = sentence{CodeTableShape, "Rows or columns of the dataset were added or deleted in its table; change this value there too."}
	sayCellsMerged              = sentence{CodeTableShape, "Cells were merged, and of the tables of the source only a ::table has merged cells; split them again."}
	sayMergeBoth                = sentence{CodeTableShape, "The merged cells of the table were changed, and the author changed them too; set merge= in the source."}
	sayMergeLeft                = sentence{CodeTableShape, "The merged cells of the table were changed in a way that the source cannot have; set merge= in the source."}
	sayEditsOverlap             = sentence{CodeTableShape, "Two edits of one place overlap, and none of them was made; make them in the source."}
	sayShapeNotAllowed          = sentence{CodeTableShape, "Rows and columns changed in a way the source does not allow (%s); change them in the source."}
	sayColumnsLeft              = sentence{CodeTableShape, "The columns were left as they are. %s"}
	sayColumnsWithoutID         = sentence{CodeTableShape, "Columns of a table without an id were changed; change them in the source, or give the table an id."}
	sayHeaderRow                = sentence{CodeTableShape, "The header row was deleted."}
	sayRowsNoLines              = sentence{CodeTableShape, "Columns of a pipe table changed, and rows of it are not lines of the source; write it as ::table with an id, or change the columns in the source."}
	sayNameLines                = sentence{CodeMultiline, "The name has several lines; a cell of the source has one."}
	sayLineInCell               = sentence{CodeMultiline, "A line was inserted in a cell with tracking, which a change request cannot say. Accept or reject it in Word."}
	sayCellLines                = sentence{CodeMultiline, "The cell has several lines, a cell of a dataset has one; join them."}
	sayAnchorRewritten          = sentence{CodeAuthorMoved, "The words that the %s is about were rewritten or taken out; it is about the whole block."}
	sayDecidedOtherwise         = sentence{CodeAuthorMoved, "The tracked change was %s in the source after the file went out, and is %s in the file. The paragraph stays as the source has it; decide which holds there."}
	sayAuthorChanged            = sentence{CodeAuthorMoved, "The author changed this place after the file went out; the source keeps the author's text."}
	sayFieldContested           = sentence{CodeAuthorMoved, "Author and reviewer both changed the %s; the source keeps the author's."}
	sayEquationNoBase           = sentence{CodeNoBase, "An equation differs. The source has changed since the file was made, and the file does not say what was sent. Give the source that was sent as the base."}
	sayNoBase                   = sentence{CodeNoBase, "The source has changed since the file was made, and the file does not say what was sent. Give the source that was sent as the base."}
	sayAnnotationDropsEquations = sentence{CodeDamaged, "The %[1]s was edited, and the program that saved the file drops equations from %[1]ss; edit it in the source."}
	sayNoDescriptions           = sentence{CodeEditor, "Pictures (%[1]d) came back without descriptions, as %[2]s saves files; the descriptions stay. Whether a reviewer deleted one is not seen."}
	sayNotesMixedUp             = sentence{CodeDamaged, "Notes (%[1]d) came back with other texts, as %[2]s saves notes that have a comment between them; they were left alone. Whether a reviewer edited one is not seen."}
	sayNotePicturesDropped      = sentence{CodeDamaged, "No picture of a note came back, as some programs save files; the note was left alone; take the picture out in the source, if that was meant."}
	sayNoteOfBlockGone          = sentence{CodeDamaged, "The %s of a block did not come back, which some programs leave out; delete it in the source, if that was meant."}
	sayNewNoteMixedUp           = sentence{CodeDamaged, "The editor mixes up notes that have a comment between them; this note was left out."}
	sayAnnotationDressing       = sentence{CodeDamaged, "Formatting or links in the %s differ, and the program that saved the file does not keep them as they were; change them in the source, if that was meant."}
	sayTrackedDropped           = sentence{CodeEditor, "Tracked changes (%[1]d) that were sent did not come back, as %[2]s saves files; the change requests stay open. Whether a reviewer decided on one is not seen."}
	sayShadedWords              = sentence{CodeEditor, "The shading of paragraphs and cells came back as highlighting of their words (%[1]d), as %[2]s saves files. Whether a reviewer highlighted one of them as a whole is not seen."}
	sayDescriptionsTyped        = sentence{CodeEditor, "The descriptions of tables (%[1]d) came back as paragraphs of the text, as %[2]s saves files. They were left out of the comparison; whether a reviewer typed one there is not seen."}
	sayChartsDropped            = sentence{CodeEditor, "Charts (%[1]d) did not come back, as %[2]s saves files; the plots stay. Whether a reviewer deleted one is not seen."}
	sayChartMixedUp             = sentence{CodeEditor, "Equations that stand elsewhere came back in the place of plots (%[1]d), as %[2]s saves files; the plots stay. Whether a reviewer replaced one is not seen."}
	sayFieldsFlat               = sentence{CodeEditor, "Fields or formatting came back as plain text or not at all, as %%[2]s saves files: all %[1]s. They were put back for the comparison; whether a reviewer deleted one is not seen."}
	sayCharacters               = sentence{CodeEditor, "Characters came back as others or not at all, as %%[2]s saves files: %[1]s. They were put back for the comparison; whether a reviewer replaced one is not seen."}
	sayHighGone                 = sentence{CodeEditor, "Characters beyond U+FFFF (%[1]d), as emoji are, did not come back, as %[2]s saves files; they stay in the source. Whether a reviewer deleted one is not seen."}
	sayListMarks                = sentence{CodeEditor, "Items of lists (%[1]d) came back without their marks or with others, as %[2]s saves files. They have their marks again; whether a reviewer changed the mark of one is not seen."}
	sayListLevels               = sentence{CodeEditor, "Items of lists (%[1]d) came back at other levels, as %[2]s saves files. They have their levels again; whether a reviewer moved one to another level is not seen."}
	sayIndents                  = sentence{CodeEditor, "Lines of code (%[1]d) came back with less white space before them, as %[2]s saves files. They have theirs again; whether a reviewer took some away is not seen."}
	saySections                 = sentence{CodeEditor, "Paper, margins, breaks, headers or footers (%[1]d) came back as others or not at all, as %[2]s saves files; they stay in the source. Whether a reviewer changed one is not seen."}
	sayAlignments               = sentence{CodeEditor, "Paragraphs or columns of tables (%[1]d) came back with another alignment, as %[2]s saves files. Whether a reviewer aligned one is not seen."}
	sayAddressesDecoded         = sentence{CodeEditor, "Addresses of links (%[1]d) came back with other percent-encoding, or cut off, as %[2]s saves files; they stay in the source. Whether a reviewer changed one so is not seen."}
	sayMarksRenamed             = sentence{CodeEditor, "Links (%[1]d) lead to places with other names, as %[2]s saves files; they lead where they were sent. Whether a reviewer led one elsewhere is not seen."}
	sayEndnotesAsFootnotes      = sentence{CodeEditor, "Endnotes (%[1]d) came back as footnotes, as %[2]s saves files. They stay endnotes; whether a reviewer changed the kind of one is not seen."}
	sayEquationsDrawn           = sentence{CodeEditor, "Equations (%[1]d) came back as pictures, as %[2]s saves files. They were put back for the comparison; whether a reviewer changed one is not seen."}
	sayNotesInCells             = sentence{CodeEditor, "What notes in cells of tables say (%[1]d) came back in the cells, as %[2]s saves files. It was put back for the comparison; whether a reviewer moved it there is not seen."}
	sayEquationsRestyled        = sentence{CodeEditor, "Displayed equations (%[1]d) came back with another style or alignment, as %[2]s saves files. Whether a reviewer aligned one is not seen."}
	sayOnlyOne                  = sentence{CodeEditor, "There was one only, and a person may have edited it: %s. If so, make the edit in the source."}
	sayOnlyTwo                  = sentence{CodeEditor, "There were two only, and a person may have edited them: %s, and %s. If so, make the edits in the source."}
	sayFewGone                  = sentence{CodePartGone, "All %[1]s (%[2]d) are gone from the file, as if %[3]s had dropped them. Whether a reviewer deleted one is not seen; as they are so few, a person may have: if so, delete them in the source."}
	sayAllGone                  = sentence{CodePartGone, "All %[1]s (%[2]d) are gone from the file, as if %[3]s had dropped them. Whether a reviewer deleted one is not seen; delete them in the source, if that was meant."}
	sayNotAllowed               = sentence{CodeNoPlace, "The source does not allow this edit (%s); make it there by hand."}
	sayNoPlaceForParagraph      = sentence{CodeNoPlace, "Nothing in the source says where this paragraph would go; add it to the source."}
	sayNoteEndsLine             = sentence{CodeNoPlace, "The mark of the %s ends the line of its label, and stands before words of it in the file. Write for= in the source."}
	sayNoTarget                 = sentence{CodeNoPlace, "The block of the %s is not in the source, and the %s stands on other words. Write its %s there."}
	sayCommentNowhere           = sentence{CodeNoPlace, "Nothing in the text of the file refers to the comment, so that nothing says what it is about. Add it to the source."}
	sayRequestIncomplete        = sentence{CodeNoPlace, "The request does not say what to change: replace needs from and to, insert needs to, delete needs from."}
	sayCommentBlockGone         = sentence{CodeNoPlace, "The comment was edited, and the block it belongs to was deleted; it goes with the block."}
	sayTargetNoText             = sentence{CodeNoPlace, "The target has no text of its own that the text of the request could be added to. Add it in the source."}
	sayDataNoPlace              = sentence{CodeNoPlace, "The data do not say which block of the source this belongs to, or the block has no such part; add the block's bookmark, or make the edit in the source."}
	sayRequestNoTarget          = sentence{CodeNoPlace, "The request's target is not in the source."}
	sayTrackedNoWords           = sentence{CodeNoPlace, "Nothing around the tracked change says where it is; accept or reject it in Word."}
	sayNoHeaderBlock            = sentence{CodeNoPlace, "The document has no block for this header or footer."}
	sayNoteInHeader             = sentence{CodeNoPlace, "The note stands in the header or footer, where Word has none; add it to a block of the text."}
	sayTypedAboveNotes          = sentence{CodeNoPlace, "Words were typed into the line between text and notes. The source has none; add them to the text."}
	sayRestsOnOther             = sentence{CodeNoPlace, "It rests on another edit of the same block that cannot be made."}
	sayTypedAtAnchor            = sentence{CodeNoPlace, "Text was typed into an empty line that holds an anchor only. Add the text to the source."}
	sayCommentNoParagraph       = sentence{CodeNoPlace, "A comment on the header or footer shows on the first paragraph of the text, and there is none."}
	sayTrackedIndent            = sentence{CodeNoPlace, "The tracked change is in the indentation of a line of code, which no words of the line are; accept or reject it in Word."}
	sayAddedOnSomePages         = sentence{CodeNoPlace, "It was added on some pages only; the source has one header and one footer for all: add it there, if it is for all."}
	sayTrackedNothingStays      = sentence{CodeNoPlace, "Nothing that stays says where the tracked change is; accept or reject it in Word."}
	sayCellNoText               = sentence{CodeNoPlace, "The cell has no text of its own in the source. Add the cell there."}
	sayHeadingNoID              = sentence{CodeNoPlace, "The heading has no id to address it by; give it one in the source."}
	sayAnswerNoComment          = sentence{CodeUnmatched, "The comment answers one that is not in the source; add it there by hand."}
	sayDataOthers               = sentence{CodeUnmatched, "The data have other tracked changes of this block and not this change request, which stays; accept or reject it with nomadocx review."}
	sayHidden                   = sentence{CodeUnmatched, "Several edits of this place hide each other; what is left of them has to be made in the source."}
	sayTrackedTwice             = sentence{CodeUnmatched, "The file has the tracked change of the request %s twice, and the source has it once; accept or reject one of them in Word."}
	sayTwoBlocks                = sentence{CodeUnmatched, "Two blocks of the source have the id %s. Give one of them another id, then sync again."}
	sayRequestClosed            = sentence{CodeUnmatched, "The request is closed already."}
	sayOldTextSeveral           = sentence{CodeUnmatched, "The old text stands in several places of the target; make the change in the source."}
	sayMovedRewritten           = sentence{CodeUnmatched, "The words that were moved have been rewritten in the source since; move them there."}
	saySpoiled                  = sentence{CodeUnmatched, "Nobody edited this text, and with the edits beside it the source is read otherwise: look at it there."}
	sayMisread                  = sentence{CodeUnmatched, "The source has changed so much that this edit would land in the wrong place; make it in the source."}
	sayRequestWordsGone         = sentence{CodeUnmatched, "The words that say where the request is are not in the target any more; make the change in the source."}
	sayAnchorNoText             = sentence{CodeNoPlace, "The %s stands on words that are not text of the source. Put it on words of the text."}
	sayAnchorUnclear            = sentence{CodeUnmatched, "What the %s is about was edited so that its place cannot be distinguished from others; write exact, prefix and suffix in the source."}
	sayOldTextGone              = sentence{CodeUnmatched, "The old text is not in the target any more."}
	sayProtocolSection          = sentence{CodeProtocol, "Version 1.0 of the protocol has no operation for a section without an id; give it an id, or sync without keeping to that version."}
	sayProtocolOutline          = sentence{CodeProtocol, "Version 1.0 of the protocol has no operation that adds, moves or removes a heading or changes its level; change the headings in the source, or sync without keeping to that version."}
	sayProtocolBlock            = sentence{CodeProtocol, "Version 1.0 of the protocol has no operation for a block without an id; give it an id, or sync without keeping to that version."}
	saySeriesAdded              = sentence{CodeChart, "Series were added to a chart or deleted; change the plot in the source."}
	sayPointsOfJSON             = sentence{CodeChart, "Points or series were added to a chart or deleted; its JSON has them as lists. Change them there."}
	saySeriesNamed              = sentence{CodeChart, "A series was named in the chart, and what stands there now cannot be written into its JSON value by value; change its data there."}
	sayChartNames               = sentence{CodeChart, "Names in a chart were edited."}
	sayChartUnreadable          = sentence{CodeChart, "The numbers of a chart were edited in Word, and cannot be read; change its data in the source."}
	sayChartAndTable            = sentence{CodeChart, "The chart and the table of its dataset were edited in different ways: row %s is %s there."}
	sayPlotShowsNone            = sentence{CodeChart, "The numbers of a chart were edited, and the plot of the source shows none: %s."}
	sayChartValue               = sentence{CodeChart, "A value of a chart was edited."}
	sayPointsOfDataset          = sentence{CodeChart, "Points were added to a chart or deleted; its dataset has them as rows."}
	sayChartNoPlot              = sentence{CodeChart, "A chart was pasted or edited, and nothing says which plot of the source it is."}
	sayChartEdited              = sentence{CodeChart, "The numbers of a chart were edited."}
	sayChartTitle               = sentence{CodeChart, "A title was typed into the chart; the source has its caption."}
	sayPagesDiffer              = sentence{CodeHeaderFooter, "It was edited in different ways on different pages; the source has one header and one footer for all: write there what is right."}
	sayDescriptionEdited        = sentence{CodeAlt, "The description of a picture was edited."}
	sayPictureSized             = sentence{CodePicture, "A picture in the text was resized."}
	sayChartDescribed           = sentence{CodePicture, "A chart has come into another paragraph, and its description was changed; change its caption in the source."}
	sayPictureFile              = sentence{CodePicture, "The picture has another file than was sent: it was replaced, or the program that saved it has compressed it; put a new one where the source says."}
	sayPictureInserted          = sentence{CodePicture, "A picture was inserted. Save its file beside the source and add a ::figure block with it, or ![words](file.png) in the sentence; the words are its description."}
	sayPictureSays              = sentence{CodePicture, "A picture says something the source has no place for: its title, words drawn on it, or a description; write it in the text or the caption."}
	sayPictureGone              = sentence{CodePicture, "The picture was deleted, its block is there; delete the block in the source, if that was meant."}
	sayPicturePut               = sentence{CodePicture, "A picture was put here. Save its file beside the source and add a ::figure block with it, or ![words](file.png) in the sentence."}
	sayPictureResized           = sentence{CodePicture, "The picture was resized; write width=%q in the source."}
	sayPictureReplaced          = sentence{CodePicture, "The picture was replaced or deleted; change the figure in the source."}
	sayOtherStyle               = sentence{CodeStyle, "A paragraph was given another style; in the source, make it the kind of block that is formatted so."}
	sayPipeCellAligned          = sentence{CodeStyle, "A cell was aligned in another way; a table has one alignment for each column, in the line below its header (:---, :---:, ---:)."}
	sayItemToParagraph          = sentence{CodeStyle, "A list item was made a paragraph; take the mark of the item out in the source."}
	sayItemToOutside            = sentence{CodeStyle, "A list item was made a paragraph; the list ends above it."}
	sayMadeItem                 = sentence{CodeStyle, "A paragraph was made a list item."}
	sayItemToInner              = sentence{CodeStyle, "A list item was made a paragraph of the item above it."}
	sayInnerToParagraph         = sentence{CodeStyle, "A paragraph of a list item lost its indentation; take it out of the list in the source."}
	sayItemHoldsBlocks          = sentence{CodeNoPlace, "The first item of a list was deleted and its further paragraphs stay, which would be in no item; delete the item in the source."}
	sayOtherMarks               = sentence{CodeStyle, "Some items of a list were given other markers; make them a list of their own in the source."}
	sayParagraphToItem          = sentence{CodeStyle, "A paragraph was made a list item; put the mark of an item before it in the source."}
	sayAligned                  = sentence{CodeStyle, "The alignment of a %s was changed. The source has no alignment of its own; set it in the template."}
	sayItemLevel                = sentence{CodeStyle, "A list item was moved to another level."}
	sayItemRaised               = sentence{CodeStyle, "The item that a list item was in was deleted; it moved up to the next item above."}
	sayItemTooDeep              = sentence{CodeStyle, "A list item was moved more than one level below the item above it; the source has no such item."}
	sayBoxOfMoved               = sentence{CodeStyle, "The list of an item was moved in Word, and its check box changed; change the box in the source."}
	sayBoxTicked                = sentence{CodeStyle, "The check box of a list item was ticked or unticked."}
	sayBoxAdded                 = sentence{CodeStyle, "A list item got a check box, or lost it."}
	sayItemMarker               = sentence{CodeStyle, "A list item was given another kind of marker."}
	sayPictureAligned           = sentence{CodeStyle, "A picture was aligned in another way; write align= of its figure in the source."}
	sayNoHeaderCame             = sentence{CodePage, "The header or footer did not come back in any section; delete its block in the source, if that was meant."}
	sayWatermarkDeleted         = sentence{CodePage, "The watermark was deleted; it comes from the frontmatter, change it there."}
	sayPageDeleted              = sentence{CodePage, "A %s was deleted; delete it in the source, if that was meant."}
	sayBreakMoved               = sentence{CodePage, "A %s stands elsewhere; move it in the source."}
	sayBreakLeft                = sentence{CodePage, "A %s of a block that was deleted is still in the file; put it into the source again, if it is to stay."}
	sayPageBreakAdded           = sentence{CodePage, "A page break was added; put a ::pagebreak block there, if it is to stay."}
	sayPaperChanged             = sentence{CodePage, "The paper or its margins were changed; set them in ::page_setup, or in the template."}
	sayCommentWithoutText       = sentence{CodeEmpty, "A comment was added without text; there is nothing to add."}
	sayCommentEmptied           = sentence{CodeEmpty, "The comment came back without text; delete it in the source, if that was meant."}
	sayNoteWithoutText          = sentence{CodeEmpty, "A note was added without text; there is nothing to add."}
	sayDataEmpty                = sentence{CodeEmpty, "The data have no text for this; delete it in the source if it should go."}
	sayNoteEmptied              = sentence{CodeEmpty, "The note came back without text; delete it in the source, if that was meant."}
	sayTrackedPicture           = sentence{CodeRevisions, "A picture in the text is put in or taken out by a tracked change. Accept or reject it, then sync again."}
	sayTrackedBlank             = sentence{CodeEmpty, "The tracked change has no text, only white space."}
	sayFormUnknown              = sentence{CodeForm, "A form field came back that is no ::control of the source."}
	sayCheckBoxTyped            = sentence{CodeForm, "Words were typed over a check box; its state is for docx-sync, the words are for the text."}
	sayFormImpossible           = sentence{CodeForm, "A form field was filled in with a value the source cannot have: %s"}
	sayDateField                = sentence{CodeForm, "A date field shows words, and says another date beside; docx-sync takes that date."}
	sayFormList                 = sentence{CodeForm, "The list of a form field was edited; its entries are in options= of the ::control."}
	sayFormFilled               = sentence{CodeForm, "A form field was filled in; docx-sync brings its value into the source."}
)
