package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/nomadocx/nomadocx/internal/app"
)

// do makes evidence and changes nothing: every document as Word, whether that file comes back without findings,
// what the validator says, what returned files say, and what the verifier says of signed records.
func (t *task) do(ctx context.Context) error {
	documents, err := t.documents()
	if err != nil {
		return err
	}
	for i, name := range documents {
		if err := t.document(ctx, name, prefix(documents, i)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	returned, err := t.named(".docx")
	if err != nil {
		return err
	}
	for i, name := range returned {
		review, err := app.ReviewData(ctx, t.root(name), nil)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		text, err := app.JSONText(review)
		if err != nil {
			return err
		}
		if err := t.write(fmt.Sprintf("files/%sreview.json", prefix(returned, i)), append(text, '\n')); err != nil {
			return err
		}
		form, err := app.FormData(ctx, t.root(name), nil)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if len(form.Controls)+len(form.Tasks) == 0 {
			continue
		}
		if text, err = app.JSONText(form); err != nil {
			return err
		}
		if err := t.write(fmt.Sprintf("files/%sform.json", prefix(returned, i)), append(text, '\n')); err != nil {
			return err
		}
	}
	if err := t.verified(ctx); err != nil {
		return err
	}
	t.answer.Summary = fmt.Sprintf("Rendered and validated %d document(s), read %d returned file(s).", len(documents), len(returned))
	return nil
}

// prefix names the files of one document among several: out.docx for the only one, else 2-report.out.docx.
func prefix(names []string, i int) string {
	if len(names) == 1 {
		return ""
	}
	base := path.Base(names[i])
	return fmt.Sprintf("%d-%s.", i+1, strings.TrimSuffix(base, path.Ext(base)))
}

func (t *task) document(ctx context.Context, name, pre string) error {
	s, err := t.load(ctx, name)
	if err != nil {
		return err
	}
	var word bytes.Buffer
	if err := app.Render(ctx, &word, s, app.RenderOptions{Target: app.Word}); err != nil {
		return err
	}
	docx := "files/" + pre + "out.docx"
	if err := t.write(docx, word.Bytes()); err != nil {
		return err
	}
	var findings bytes.Buffer
	found, err := app.Check(ctx, s, app.CheckOptions{Now: t.now()})
	if err != nil {
		return err
	}
	if err := app.WriteDiagnosticsJSON(&findings, found); err != nil {
		return err
	}
	if err := t.write("files/"+pre+"check.json", findings.Bytes()); err != nil {
		return err
	}
	// The file is proved by bringing it home: nobody edited it, so nothing may change.
	raw, err := app.Load(ctx, t.root(name), app.LoadOptions{Raw: true})
	if err != nil {
		return err
	}
	home, err := app.SyncReview(ctx, raw, t.path(docx), nil)
	if err != nil {
		return err
	}
	return t.writeJSON("files/"+pre+"docx.json", map[string]any{
		"file": filepath.Base(docx), "opens": true, "quiet": home.Text == raw.File.Text, "report": json.RawMessage(home.Report)})
}
