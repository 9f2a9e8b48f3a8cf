package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
)

// departure is where we differ on purpose: how the sample, or what we make, is changed before the two are
// compared. A number such as A6 is that of the contract's list of differences.
type departure struct {
	check, sample, reason string // sample "" is every sample
	theirs, ours          change
}

// change is what a departure makes of a text; input is the document it was made of.
type change func(text, input string) string

var departures = []departure{
	{"tree", "", "B2: a field slipped into headings in directives", dropped(`\n *"_idIsExplicit": (true|false),`), nil},
	{"parsing", "", "B2: a field slipped into headings in directives", dropped(`\n *"_idIsExplicit": (true|false),?`), nil},
	{"parsing", "links tree", "A7: aliases of a directive are names of the block",
		replaced(`          "attrs": {
            "aliases": "intro"`, `          "aliases": [
            "intro"
          ],
          "attrs": {
            "aliases": "intro"`), nil},
	{"parsing", "links ids", "A7: aliases of a directive are names of the block",
		replaced("\"links\"\n  }", "\"links\",\n    \"intro\": \"ov\"\n  }", `      "id": "ov"`, `      "aliases": [
        "intro"
      ],
      "id": "ov"`), nil},
	{"parsing", "links diagnostics", "A7: aliases of a directive are names of the block", dropped(`.*"intro"\.\n`), nil},

	{"tree", "", "A8: a section ends before the next heading, as §6.3 says", parentEnds, parentEnds},
	{"parsing", "", "A8: a section ends before the next heading, as §6.3 says", sectionEnds, sectionEnds},
	{"parsing", "body-vs-children diagnostics", "a row of dashes is none of a ::table", nil, dropped(`INFO \[table-separator-row\].*\n`)},
	{"parsing", "blocks tree", "GFM: one dash makes a column, a table may have one, and rows need no pipes at their ends",
		dropped(`(?s)"content": "not a row.*?"content": "text`), dropped(`(?s)"content": "not a row.*?"content": "text`)},
	{"parsing", "blocks normal form", "GFM: one dash makes a column, a table may have one, and rows need no pipes at their ends",
		dropped(`(?s)not a row.*?\ntext`), dropped(`(?s)not a row.*?\ntext`)},
	{"parsing", "slugs tree", "§2.1: titles in any script have an id", scriptIDs, scriptIDs},
	{"parsing", "slugs ids", "§2.1: titles in any script have an id", scriptIDs, scriptIDs},
	{"parsing", "slugs normal form", "§2.1: titles in any script have an id", replaced(` {id="-2"}`, ""), nil},

	{"tree", "research-thesis", "a list begins with its first number", nil, dropped(`\n *"start": \d+,`)},
	{"parsing", "blocks normal form", "an indented line below an item stays below it: a blank line would put it into the item", rewritten(`(?m)\n\n(  continuation)`, "\n$1"), nil},
	{"normal form", "research-thesis", "an indented line below an item stays below it: a blank line would put it into the item", rewritten(`\n\n(   [A-Za-z])`, "\n$1"), nil},
	{"normal form", "research-thesis", "a list begins with its first number", rewritten(`(?m)^\d+\. `, "1. "), rewritten(`(?m)^\d+\. `, "1. ")},
	{"Markdown", "research-thesis", "a list begins with its first number", rewritten(`(?m)^\d+\. `, "1. "), rewritten(`(?m)^\d+\. `, "1. ")},

	{"diagnostics", "", "a change request about words that are not there is a warning", nil, dropped(`WARNING \[anchor-lost\] .*change_request .*\n`)},

	{"parsing", "", "check names links to ids and headings that are not there", nil, dropped(`WARNING \[(?:broken-link|unknown-heading)\].*\n`)},
	{"diagnostics", "word-review-loop", "check names mistakes that were silent", dropped(`✓ No issues found.\n`), dropped(`WARNING \[unknown-attribute\].*\n`)},
	{"diagnostics", "research-thesis", "check names mistakes that were silent", dropped(`✓ No issues found.\n`), dropped(`WARNING \[markdown-not-read\].*\n`)},
	{"diagnostics", "kitchen-sink", "check names mistakes that were silent", nil, dropped(`WARNING \[heading-before-page\].*\n`)},

	{"patches", "", "refusals say what to do next", nil, nextStep},
	{"patches", "insert_table_row-end", "a row is as long as the table is wide", refused("invalid_content"), codeOnly},
	{"patches", "rename_id-refs", "all references follow, as check would find them broken", replaced(`target="a" reply_to="a"`, `target="b" reply_to="b"`, `superseded_by="a"`, `superseded_by="b"`), nil},
	{"patches", "update_table_cell-sep-row-counts", "a row of dashes is none of a ::table", replaced("| Z | --- |\n| Ann | 1 |", "| --- | --- |\n| Z | 1 |"), nil},
	{"patches", "insert_dataset_row-too-many", "a refusal says how many there are", refused("invalid_content"), codeOnly},
	{"patches", "insert_table_column-too-many", "a refusal says how many there are", refused("invalid_content"), codeOnly},
	{"patches", "add_block-dup-id", "A3: the id is taken", refused("id_conflict"), codeOnly},
	{"patches", "replace_block-dup-id", "A3: the id is taken", refused("id_conflict"), codeOnly},
	{"patches", "add_block-pos-clamped-high", "A2: there is no such place", refused("parent_missing"), codeOnly},
	{"patches", "add_block-pos-negative", "A2: there is no such place", refused("parent_missing"), codeOnly},
	{"schema of operations", "add_block-pos-negative", "A2: there is no such place", constant("invalid\n"), nil},
	{"patches", "replace_block-section-target", "A4: a section is no directive", refused("target_missing"), codeOnly},
	{"patches", "replace_body-fence-in-content", "B9: the content would end the block", refused("invalid_content"), codeOnly},
	{"patches", "update_attribute-newline-value", "B3: an attribute is one line", refused("invalid_content"), codeOnly},
	{"patches", "update_attribute-both-quotes", "B3: the grammar has no escapes", replaced(`\"`, `'`), nil},
	{"patches", "update_attribute-null", "A1: null removes", func(_, input string) string { return strings.Replace(input, " flag", "", 1) }, nil},
	{"patches", "update_heading-suffix-drift", "B7: the namesake keeps its id", replaced("## A\n", "## A {id=\"a-2\"}\n"), nil},
	{"patches", "crlf-add", "A17: a file keeps its line ends", carriageReturns, nil},
	{"patches", "crlf-update", "A17: a file keeps its line ends", carriageReturns, nil},
	{"patches", "crlf-delete", "B10: one blank line stays", replaced("\r\n\r\n\r\n", "\r\n\r\n"), nil},
	{"patches", "op-list", "A6: links with a label follow", replaced("[[c1|", "[[c9|"), nil},
	{"patches", "rename_id", "A6: links with a label follow", replaced("[[c1|", "[[claim-x|"), nil},
	{"patches", "rename_id-refs", "A6: exactly the references follow, not code", replaced("[[a|", "[[b|", "[[ a ]]", "[[ b ]]", "`[[b]]`", "`[[a]]`",
		`data-for="b"`, `data-for="a"`, "```\n[[b]]", "```\n[[a]]", `::x{for="b"`, `::x{for="a"`), nil},

	{"Markdown", "kitchen-sink", "GFM reads pipes in code of a cell as ends of cells", replaced("`x|y`  ", "`x\\|y` "), nil},
	{"Markdown", "kitchen-sink", "the list of references has its sources", nil, dropped(`\n1\. Src\. T - Citation body\. .*\n`)},

	{"Word paragraphs", "kitchen-sink", "page numbers stand on the line of the footer's text", dropped(`(?m)^ *Page 1 of 1 *\n`), replaced("\tPage 1 of 1", "")},
	{"Word paragraphs", "kitchen-sink", "landscape pages have a footer of their own width", nil, rewritten(`(?ms)(^[^\n]*Footer text[^\n]*\n.*?)^[^\n]*Footer text[^\n]*\n`, "$1")},
	{"Word paragraphs", "", "quotes are those of Markdown, so that their lines are one paragraph", quoteWords, quoteWords},
	{"Word paragraphs", "", "captions are numbered", captions, captions},
	{"Word paragraphs", "", "captions name the block in lists too", unnamed, unnamed},
	{"Word paragraphs", "", "an address is shown once", replaced("images/missing.png (images/missing.png)", "images/missing.png"), nil},
	{"Word paragraphs", "kitchen-sink", "references name author, title and date", replaced("Src - Citation", "Src. T - Citation"), nil},
	{"Word paragraphs", "kitchen-sink", "sources show their address", replaced("https://c.example", "URL"), replaced("https://c.example", "URL")},
	{"Word paragraphs", "", "B11: emoji stay", nil, replaced("🎉", "")},
	{"Word paragraphs", "", "the bookmark of a header stands in its text", dropped(`(?m)^ #n_(hd|ft)_[0-9a-f]{8} \n`), rewritten(`(?m)^ #n_(hd|ft)_[0-9a-f]{8} `, "  ")},
	{"Word paragraphs", "memory", "numbers keep their form", replaced("confidence: 1 ·", "confidence: 1.0 ·"), nil},
	{"Word paragraphs", "research-thesis", "the blanks at a line end in an item are one", replaced("    ", " "), nil},

	{"review data", "", "A16: the fields of tasks are read", nil, withoutTasks},
	{"returned review data", "", "A16: the fields of tasks are read", nil, withoutTasks},
	{"form sync", "kitchen-sink", "B19: an empty field that nobody touched stays as it is", dropped(`(?s)\n    \{\n[^{}]*\}\n  `), nil},

	{"review sync", "edit-loop source", "what is added after one block stands in the order of the file, comments first",
		swapped(`::change_request{id="change-edit-loop-53"`, `::comment{id="comment-edit-loop-12"`), nil},
	{"review sync", "edit-loop source", "what is added after one block stands in the order of the file",
		swapped(`::change_request{id="change-todo1-52"`, `::change_request{id="change-todo1-50-51"`), nil},
	{"review sync", "edit-loop source", "the words of a tracked change keep their blanks", replaced(`to="Extra`, `to=" Extra`), nil},
	{"review sync", "edit-loop source", "tracked changes and comments say where they stand", nil, dropped(` (exact|prefix|suffix)=("[^"]*"|'[^']*')`)},
	{"review sync", "edit-loop source", "plain paragraphs are applied", replaced("[[clm]].\n", "[[clm]]\n"), nil},
	{"review sync", "edit-loop source", "the blank that a program puts before a note's text is no part of it", replaced("\n Fresh", "\nFresh"), nil},
	{"review sync", "edit-loop source", "a heading that was typed is applied", func(text, _ string) string { return text + "\n## Added in Word\n" }, nil},
	{"review sync", "edit-loop changes", "plain paragraphs and typed headings are reported", nil, dropped(`(update_child|insert_heading) .*\n`)},
}

var (
	captions = rewritten(`(Figure|Table|Plot) [0-9]+`, "$1")
	nextStep = dropped(`; read the document again for its ids|; read it again|; insert_child takes .*|: give \d+ to \d+|; the nearest ids are .*|: it is an alias of .*`)
	unnamed  = rewritten(`(?m)^NomaToc  Plot: pl[23]\t`, "NomaToc  Plot: Plot\t")
)

// replaced puts texts in the place of others, given in pairs.
func replaced(pairs ...string) change {
	r := strings.NewReplacer(pairs...)
	return func(text, _ string) string { return r.Replace(text) }
}

func rewritten(pattern, with string) change {
	re := regexp.MustCompile(pattern)
	return func(text, _ string) string { return re.ReplaceAllString(text, with) }
}

func dropped(pattern string) change { return rewritten(pattern, "") }

func constant(s string) change { return func(_, _ string) string { return s } }

// refused returns a refusal with a code. Its words are ours to choose, which is why codeOnly drops them.
func refused(code string) change { return constant("refused: " + code + "\n") }

func codeOnly(text, _ string) string {
	code, _, _ := strings.Cut(text, "\n")
	return code + "\n"
}

func carriageReturns(text, _ string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
}

// swapped puts a block behind the block that follows it; both are known by how they begin.
func swapped(first, second string) change {
	return func(text, _ string) string {
		a, b := strings.Index(text, first), strings.Index(text, second)
		if a < 0 || b < a {
			return text
		}
		end := b + strings.Index(text[b:], "\n::\n") + len("\n::\n")
		return text[:a] + text[b:end] + "\n" + strings.TrimSuffix(text[a:b], "\n") + text[end:]
	}
}

var (
	taskHead = regexp.MustCompile(`(?m)^::+(?:agent_task|todo)\{id="([^"]*)"`)
	nativeID = regexp.MustCompile(`\n      "nativeId": "[0-9]+"`)
)

// withoutTasks takes the fields of tasks out of review data and numbers the others anew.
func withoutTasks(text, input string) string {
	const list = `"blockMetadata": [`
	head, blocks, ok := strings.Cut(text, list)
	if !ok {
		return text
	}
	for _, m := range taskHead.FindAllStringSubmatch(input, -1) {
		entry := regexp.MustCompile(`,?\n    \{\n      "nativeId": "[0-9]+",\n      "anchorBookmarkNames": \[\n        "` + layout.AnchorName(m[1]) + `"\n      \],\n      "fields": \{[^}]*\}\n    \}`)
		blocks = entry.ReplaceAllString(blocks, "")
	}
	n := -1
	return head + list + nativeID.ReplaceAllStringFunc(blocks, func(string) string {
		n++
		return fmt.Sprintf("\n      \"nativeId\": \"%d\"", n)
	})
}

// quoteWords puts the words of all quotes into one line, by the alphabet: paragraphs are compared without their order.
func quoteWords(text, _ string) string {
	var words []string
	text = quoteLine.ReplaceAllStringFunc(text, func(line string) string {
		words = append(words, strings.Fields(line)[1:]...)
		return ""
	})
	slices.Sort(words)
	return text + strings.Join(words, " ") + "\n"
}

var quoteLine = regexp.MustCompile(`(?m)^NomaQuote .*\n`)

// sectionEnds leaves out the last lines of sections.
func sectionEnds(text, _ string) string { return sectionEnd.ReplaceAllString(text, "$1") }

var sectionEnd = regexp.MustCompile(`"endLine": \d+,((?:\n *"id": "[^"]*",)?\n *"level":)`)

// parentEnds leaves out the last lines of what has children: here the keys do not tell sections from directives.
func parentEnds(text, _ string) string { return parentEnd.ReplaceAllString(text, "$1") }

var parentEnd = regexp.MustCompile(`(\],\n *"pos": \{\n *"line": \d+,\n *"column": \d+\n *\},\n *(?:"aliases": \[[^\]]*\],\n *)?)"endLine": \d+`)

// scriptIDs leaves out the ids of titles in scripts other than Latin, and what is listed under them.
func scriptIDs(text, _ string) string {
	text = scriptRecord.ReplaceAllString(text, "")
	return scriptID.ReplaceAllString(text, "")
}

var (
	scriptRecord = regexp.MustCompile(`(?s)\{\n *"id": "(?:strae-o5|strasse-o5-ri-ben|-2|ri-ben|zhong-guo|)",.*?\}(?:,\n *)?`)
	scriptID     = regexp.MustCompile(`(?:"id": )?"(?:strae-o5|strasse-o5-ri-ben|-2|ri-ben|zhong-guo|)",?\n *`)
)
