package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// What readers depend on in a Word file must be the same in ours, and what theirs says must be read by us.

// loaded returns the source of a folder, rendered as Word.
func loaded(file string) (*app.Source, []byte, error) {
	ctx := context.Background()
	s, err := app.Load(ctx, filepath.Join(filepath.Dir(file), "input.noma"), app.LoadOptions{})
	if err != nil {
		return nil, nil, err
	}
	var b bytes.Buffer
	err = app.Render(ctx, &b, s, app.RenderOptions{Target: app.Word})
	return s, b.Bytes(), err
}

// wordParagraphs compares the paragraphs of two Word files as a reader sees them. Their order is not compared:
// what is listed at the end of one file may stand elsewhere in the other.
func wordParagraphs(c *comparison, file string) error {
	s, ours, err := loaded(file)
	if err != nil {
		return err
	}
	theirs, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	want, err := outline(theirs)
	if err != nil {
		return err
	}
	got, err := outline(ours)
	if err != nil {
		return err
	}
	c.sameLines(sample(file), s.File.Text, want, got)
	return nil
}

// outline says of each paragraph what a reader examines: style, bookmarks, form fields and text.
func outline(data []byte) (string, error) {
	p, err := opc.ReadBytes(data, opc.Limits{})
	if err != nil {
		return "", err
	}
	d, err := wml.Read(p, wml.Options{})
	if err != nil {
		return "", err
	}
	var out []string
	for _, s := range d.Stories {
		for p := range wml.Paragraphs(s.Blocks...) {
			var marks []string
			for _, pt := range p.Points {
				if pt.Kind == wml.BookmarkStart {
					marks = append(marks, "#"+pt.Name)
				}
			}
			for i := range p.Runs {
				if c := p.Runs[i].Control(); c != nil {
					marks = append(marks, "["+c.Tag+" "+c.Alias+"]")
				}
			}
			slices.Sort(marks)
			text := strings.TrimSpace(p.Text(wml.Original))
			if text != "" || len(marks) > 0 {
				out = append(out, p.Style+" "+strings.Join(marks, " ")+" "+text+"\n")
			}
		}
	}
	return strings.Join(out, ""), nil
}

// wordFile returns the Word file that data beside it was read from.
func wordFile(file string) string {
	dir, name := filepath.Split(file)
	if strings.HasPrefix(name, "returned.") {
		return filepath.Join(dir, "returned.docx")
	}
	return filepath.Join(dir, "document.docx")
}

// reviewData compares what docx-review-data prints.
func reviewData(c *comparison, file string) error {
	want, err := beside(file, filepath.Base(file))
	if err != nil {
		return err
	}
	input, err := beside(file, "input.noma")
	if err != nil {
		return err
	}
	r, err := app.ReviewData(context.Background(), wordFile(file), nil)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		return err
	}
	c.same(sample(file), input, want, b.String())
	return nil
}

// formData compares what docx-data prints.
func formData(c *comparison, file string) error {
	want, err := beside(file, filepath.Base(file))
	if err != nil {
		return err
	}
	data, err := app.FormData(context.Background(), wordFile(file), nil)
	if err != nil {
		return err
	}
	got, err := json.Marshal(data)
	if err != nil {
		return err
	}
	return c.sameJSON(sample(file), []byte(want), got)
}

func (c *comparison) sameJSON(name string, theirs, ours []byte) error {
	want, err := indented(theirs)
	if err != nil {
		return err
	}
	got, err := indented(ours)
	if err != nil {
		return err
	}
	c.same(name, "", want, got)
	return nil
}

// formSync gives the form data of a sample to docx-sync, and compares report and source.
func formSync(c *comparison, file string) error {
	data, after := "docx-data.json", "input.noma"
	if strings.HasPrefix(filepath.Base(file), "expected.") {
		data, after = "returned.docx-data.json", "expected.synced.noma"
	}
	report, err := beside(file, filepath.Base(file))
	if err != nil {
		return err
	}
	want, err := beside(file, after)
	if err != nil {
		return err
	}
	dir := filepath.Dir(file)
	ctx := context.Background()
	s, err := app.Load(ctx, filepath.Join(dir, "input.noma"), app.LoadOptions{})
	if err != nil {
		return err
	}
	r, err := app.SyncForm(ctx, s, filepath.Join(dir, data), nil)
	if err != nil {
		return err
	}
	c.same(sample(file)+" source", s.File.Text, want, r.Text)
	theirs, err := withoutFindings([]byte(report))
	if err != nil {
		return err
	}
	ours, err := withoutFindings(r.Report)
	if err != nil {
		return err
	}
	return c.sameJSON(sample(file), theirs, ours)
}

// withoutFindings returns a report without the lists for people, which the contract does not have.
func withoutFindings(report []byte) ([]byte, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(report, &fields); err != nil {
		return nil, err
	}
	delete(fields, "findings")
	delete(fields, "counts")
	return json.Marshal(fields)
}

// untouched brings the Word file that we make of a sample back as it is: nothing changes, nothing is said.
func untouched(c *comparison, file string) error {
	s, ours, err := loaded(file)
	if err != nil {
		return err
	}
	r, err := app.SyncReview(context.Background(), s, "-", bytes.NewReader(ours))
	if err != nil {
		return err
	}
	var report struct{ Findings []json.RawMessage }
	if err := json.Unmarshal(r.Report, &report); err != nil {
		return err
	}
	got := r.Text
	for _, f := range report.Findings {
		got += string(f) + "\n"
	}
	c.same(sample(file), s.File.Text, s.File.Text, got)
	return nil
}

// reviewSync brings a returned file in, and compares the new source and the changes that are reported.
func reviewSync(c *comparison, file string) error {
	dir := filepath.Dir(file)
	want, err := beside(file, "expected.review-synced.noma")
	if err != nil {
		return err
	}
	ctx := context.Background()
	s, err := app.Load(ctx, filepath.Join(dir, "input.noma"), app.LoadOptions{})
	if err != nil {
		return err
	}
	r, err := app.SyncReview(ctx, s, filepath.Join(dir, "returned.docx"), nil)
	if err != nil {
		return err
	}
	c.same(sample(file)+" source", s.File.Text, want, r.Text)

	report, err := beside(file, filepath.Base(file))
	if err != nil {
		return err
	}
	theirs, err := changes([]byte(report))
	if err != nil {
		return err
	}
	ours, err := changes(r.Report)
	if err != nil {
		return err
	}
	c.sameLines(sample(file)+" changes", s.File.Text, theirs, ours)
	return nil
}

// changes returns the changes of a report, one on each line.
func changes(report []byte) (string, error) {
	var r struct {
		Changes []struct{ Action, ID, Target, ReplyTo string }
	}
	if err := json.Unmarshal(report, &r); err != nil {
		return "", err
	}
	var out strings.Builder
	for _, c := range r.Changes {
		fmt.Fprintf(&out, "%s id=%s target=%s replyTo=%s\n", c.Action, c.ID, c.Target, c.ReplyTo)
	}
	return out.String(), nil
}
