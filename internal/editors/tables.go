package main

import (
	"fmt"
	"slices"
	"strings"
)

// words is the row of the formatting that all programs know.
const words = "bold, italic, struck, underlined, raised and lowered words"

type construct struct{ row, says string }

// constructs are the rows of the table of constructs, and what a finding about one says.
var constructs = []construct{
	{"references to sources", "references to sources ("},
	{"references to blocks, numbers of pages", "references to blocks ("},
	{"references to blocks, numbers of pages", "numbers of pages ("},
	{"numbers of captions and equations", "numbers of captions and equations ("},
	{"code in sentences", "code in sentences ("},
	{"highlighting", "highlighting ("},
	{"small capitals", "small capitals ("},
	{"bold words in headings, labels and captions", "bold words in headings, labels and captions ("},
	{"italic words in quotes", "italic words in quotes ("},
	{words, "bold words ("},
	{words, "italic words ("},
	{words, "struck words ("},
	{words, "underlined words ("},
	{words, "raised or lowered words ("},
	{"links of the text", " links ("},
	{"links in headers, footers, comments and notes", "links in headers, footers, comments and notes ("},
	{"places that links lead to", "lead to places with other names"},
	{"comments", "All comments ("},
	{"tracked changes", "Tracked changes ("},
	{"footnotes", "All footnotes ("},
	{"endnotes", "All endnotes ("},
	{"endnotes", "Endnotes ("},
	{"notes with a comment between them", "Notes ("},
	{"notes in cells", "What notes in cells of tables say"},
	{"equations", "Equations ("},
	{"equations", "Displayed equations ("},
	{"charts", "Charts ("},
	{"charts", "in the place of plots ("},
	{"descriptions of pictures", "came back without descriptions"},
	{"descriptions of tables", "The descriptions of tables ("},
	{"shading", "The shading of paragraphs and cells"},
	{"headers and footers, pages, breaks", "Paper, margins, breaks, headers or footers"},
	{"marks of lists", "without their marks or with others"},
	{"levels of items", "came back at other levels"},
	{"blanks, hyphens, dashes, quotation marks, symbols", "Characters came back as others"},
	{"alignment", "with another alignment"},
}

// rewrite puts what was measured of a program into its row of the first table of a page and into its column of the second one.
func rewrite(text string, p program, m *measured) string {
	lines := strings.Split(text, "\n")
	column, found := -1, false
	for i, line := range lines {
		cells := cellsOf(line)
		switch at := slices.Index(cells, p.column); {
		case cells == nil:
			column = -1
		case cells[0] == "" && p.column != "" && at > 0:
			column = at
		case cells[0] == p.row && len(cells) == 5 && !found:
			found = true // the table of edits has these names as well
			lines[i] = fmt.Sprintf("| %s | %d of %d | %d | %d | %d |", p.row, m.same, m.documents, m.findings, m.others, m.most)
		case column > 0 && column < len(cells) && slices.ContainsFunc(constructs, func(c construct) bool { return c.row == cells[0] }):
			if cells[column] = "kept"; m.constructs[cells[0]] {
				cells[column] = "habit"
			}
			lines[i] = "| " + strings.Join(cells, " | ") + " |"
		}
	}
	return strings.Join(lines, "\n")
}

// cellsOf returns the cells of a line of a table, nil for another line.
func cellsOf(line string) []string {
	if !strings.HasPrefix(line, "|") || !strings.HasSuffix(line, "|") {
		return nil
	}
	cells := strings.Split(strings.Trim(line, "|"), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}
