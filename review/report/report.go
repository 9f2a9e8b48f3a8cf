package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// Format is a form of a report.
type Format string

const (
	JSON     Format = "json"
	Markdown Format = "md"
	Page     Format = "html"
	Text     Format = "text" // the table
)

// FormatOf returns the format of a file by its name: Markdown and HTML by their endings, JSON otherwise.
func FormatOf(path string) Format {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".md", ".markdown":
		return Markdown
	case ".html", ".htm":
		return Page
	}
	return JSON
}

// Read reads the findings of a JSON report. It fails when the data are no report.
func Read(data []byte) ([]reviewsync.Finding, error) {
	var r struct{ Findings *[]reviewsync.Finding }
	if err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), &r); err != nil {
		return nil, fmt.Errorf("this is no report of docx-review-sync or docx-sync: %w", err)
	}
	if r.Findings == nil {
		return nil, errors.New("this is no report of docx-review-sync or docx-sync: it has no list of findings")
	}
	return *r.Findings, nil
}

// Join returns the findings of several reports of one file: a form field that a review left to docx-sync, and docx-sync
// applied, is there once.
func Join(list []reviewsync.Finding) []reviewsync.Finding {
	type field struct {
		code reviewsync.Code
		id   string
	}
	done := map[field]bool{}
	for i := range list {
		if f := &list[i]; f.Done() && (f.Code == reviewsync.CodeForm || f.Code == reviewsync.CodeTask) {
			done[field{f.Code, f.BlockID}] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(list), func(f reviewsync.Finding) bool {
		return f.Outcome == reviewsync.Unchanged && done[field{f.Code, f.BlockID}]
	})
}

// Write returns findings in a format for people; title names what was reviewed.
func Write(f Format, title string, list []reviewsync.Finding) []byte {
	switch f {
	case Markdown:
		return []byte(markdown(title, list))
	case Page:
		return []byte(page(title, list))
	}
	return []byte(Table(list, nil))
}

// Summary returns the last line: "7 applied, 2 waiting, 3 not applied".
func Summary(c reviewsync.Counts) string {
	if c == (reviewsync.Counts{}) {
		return "nothing to apply"
	}
	out := fmt.Sprintf("%d applied", c.Applied)
	if c.Waiting > 0 {
		out += fmt.Sprintf(", %d waiting", c.Waiting)
	}
	if c.NotApplied > 0 {
		out += fmt.Sprintf(", %d not applied", c.NotApplied)
	}
	if c.Rejected > 0 {
		out += fmt.Sprintf(", %d rejected", c.Rejected)
	}
	return out
}

// FormFields says how many form fields came back with other values and were left to docx-sync, "" for none.
func FormFields(list []reviewsync.Finding) string {
	n := 0
	for i := range list {
		if c := list[i].Code; list[i].Outcome == reviewsync.Unchanged && (c == reviewsync.CodeForm || c == reviewsync.CodeTask) {
			n++
		}
	}
	switch n {
	case 0:
		return ""
	case 1:
		return "1 form field differs"
	}
	return fmt.Sprintf("%d form fields differ", n)
}

// group is a part of a report, in the order in which an author wants to read it.
type group struct {
	title, about string
	list         []reviewsync.Finding
}

func groups(list []reviewsync.Finding) []group {
	out := []group{
		{title: "Not applied", about: "These edits are not in the source. Each has its reason."},
		{title: "Waiting", about: "These are in the source. Accept, reject or answer them with nomadocx review."},
		{title: "Applied", about: "These edits are in the source."},
		{title: "Rejected", about: "The author decided against these edits. nomadocx docx-review-sync --forget offers them again."},
		{title: "No change needed", about: "These need no edit of the source here."},
		{title: "Done by the program", about: "The program that saved the file changed these by itself, everywhere in the same way. They were undone for the comparison."},
	}
	for _, f := range list {
		k := 0
		switch {
		case f.Waits:
			k = 1
		case f.Done():
			k = 2
		case f.Outcome == reviewsync.Rejected:
			k = 3
		case f.Outcome == reviewsync.Unchanged:
			k = 4
		case f.Outcome == reviewsync.Editor:
			k = 5
		}
		out[k].list = append(out[k].list, f)
	}
	return out
}
