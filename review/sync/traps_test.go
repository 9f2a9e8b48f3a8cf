package reviewsync_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Edits and files that other tools are known to lose, mix up or spoil, each with the test that shows it does
// not happen here: a case of golden/roundtrip by its name, or a test of a package.
var traps = []struct{ trap, test string }{
	// Lost on the way back, and nothing in the report.
	{"a plain paragraph was edited", "paragraph-edited"},
	{"a plain paragraph was deleted", "paragraph-deleted"},
	{"a plain paragraph was inserted", "paragraph-inserted"},
	{"a paragraph was split", "paragraph-split"},
	{"two paragraphs were joined", "paragraph-joined"},
	{"a list item was edited", "list-item-edited"},
	{"a quote was edited", "quote-edited"},
	{"one paragraph of several in a block was deleted, or one added", "block-paragraph-added"},
	{"a whole block was deleted", "block-deleted"},
	{"a block was cut and pasted", "block-moved"},
	{"a heading's level was changed", "heading-level-down"},
	{"the description of a picture was edited", "alt-text"},
	{"a header or footer was edited", "header-and-footer"},
	{"a displayed equation was edited", "math-edited"},
	{"a number of a chart was edited", "chart-data"},
	{"a change request was accepted in Word", "request-accepted"},
	{"an insertion was accepted in Word, and reads as before", "request-insert-accepted"},
	{"a change request was rejected in Word", "request-rejected"},
	{"a cell of a plain table was edited", "table-cell"},
	{"words of a plain paragraph were changed as a proposal", "tracked-replace"},
	{"a comment was hung on a plain paragraph", "comment-on-paragraph"},
	{"a comment spans paragraphs", "comment-two-paragraphs"},
	{"a comment has no range, or stands on inserted words", "comment-at-a-point"},
	{"a whole paragraph with its mark is proposed", "tracked-paragraph"},
	// Wrong changes.
	{"the author went on, and the file comes back unedited", "author-unedited-file"},
	{"a new comment on a block that has one", "comment-beside-a-thread"},
	{"a proposed row is taken for a row", "table-tracked-row"},
	{"a row proposed to go is taken out", "table-tracked-row-deleted"},
	{"proposed bold is taken for bold", "tracked-bold"},
	{"a tracked move becomes two insertions", "tracked-move"},
	{"an empty paragraph before a table", "table-behind-empty-paragraph"},
	{"the blank of inserted words is lost", "tracked-insert"},
	{"a thread is known by its last paragraph", "../extract TestResolution"},
	{"a date that an editor spells in full", "dates"},
	// What Word receives.
	{"elements and properties stand where the schema has them", "../../internal/office/wml TestLawChildrenStandInSchemaOrder"},
	{"each ordered list counts from one", "../../render/docx TestOrderedListsCountFromOne"},
	{"comments and their threads are what readers expect", "../../render/docx TestCommentsAreRead"},
	{"a package is sound as a whole", "../../render/docx TestLawPackagesAreSound"},
	{"equations are the program's own", "../../internal/office/wml TestEquationsComeBack"},
	{"numbers of captions are right before fields are updated", "../../layout TestCaptionNumbers"},
	// Lost by converters.
	{"a file that comes back untouched changes nothing", "../../review/sync TestQuiet"},
	{"the same after a real editor saved it", "../../review/sync TestQuietThroughLibreOfficeGenerated"},
	{"an answer stays an answer", "comment-reply"},
	{"a comment's state", "comment-resolved"},
	{"the text of form fields, in whatever is left of them", "field-flattened"},
	{"tables with odd shapes", "table-reshaped"},
}

// TestTraps: every trap has a test that exists.
func TestTraps(t *testing.T) {
	for _, x := range traps {
		dir, name, inPackage := strings.Cut(x.test, " ")
		if !inPackage {
			if _, err := os.Stat("../../golden/roundtrip/" + x.test + ".txtar"); err != nil {
				t.Errorf("%s: %v", x.trap, err)
			}
			continue
		}
		files, err := filepath.Glob(dir + "/*_test.go")
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			found = found || strings.Contains(string(data), "\nfunc "+name+"(")
		}
		if !found {
			t.Errorf("%s: there is no %s in %s", x.trap, name, dir)
		}
	}
}
