// Package report shows the findings of a sync to people: as lines on a terminal, as a table, as Markdown and
// as a page.
//
//	list, err := report.Read(data) // what docx-review-sync --report or docx-sync --report wrote
//	fmt.Print(report.Table(list, nil))
//	page := report.HTML("report.noma", list)
//
// The words of findings come from files of strangers: they are cut to excerpts, put on one line and escaped here.
// What a finding is, and which words stand near it, review/sync says.
package report
