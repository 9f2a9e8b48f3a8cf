package agent

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/app"
)

// Signed records in a run (norma notes, section 18). The agent signs nothing: for every edit that shows in
// an anchor of the record it leaves a draft turn, which a human approves or does not.

// verifies returns the file whose record a command verifies, "" when it verifies none.
func verifies(args []string) string {
	if len(args) < 3 || args[0] != "arm" || args[1] != "verify" {
		return ""
	}
	for _, a := range args[2:] {
		lower := strings.ToLower(a)
		if !strings.HasPrefix(a, "-") && (strings.HasSuffix(lower, ".docx") || strings.HasSuffix(lower, ".json") || strings.HasSuffix(lower, ".noma")) {
			return a
		}
	}
	return ""
}

// signed returns the files whose records the criteria verify, from the root, each once.
func (t *task) signed() ([]string, error) {
	var list []string
	for _, c := range t.Norma.Criteria {
		commands, err := c.Commands()
		if err != nil {
			return nil, err
		}
		for _, args := range commands {
			file := verifies(args)
			if file == "" {
				continue
			}
			name, err := t.inside(file)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.ID, err)
			}
			if !slices.Contains(list, name) {
				list = append(list, name)
			}
		}
	}
	return list, nil
}

// verified writes what the verifier says of each record. A record that is not there is for the criterion
// to tell.
func (t *task) verified(ctx context.Context) error {
	files, err := t.signed()
	if err != nil {
		return err
	}
	for i, name := range files {
		a, err := app.OpenArm(ctx, t.root(name), nil)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		text, err := a.Verify().JSON()
		if err != nil {
			return err
		}
		if err := t.write(fmt.Sprintf("files/%sarm.json", prefix(files, i)), append(text, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// drafting makes the drafts of one document's edits.
type drafting struct {
	t     *task
	edits *app.ArmEdits
	dir   string // from the root, of the file with the record
	made  []draftFile
}

type draftFile struct{ name, text string } // name from the root

// drafting begins with a document that has a record: one the criteria verify, or the one beside it. It is
// nil when there is none.
func (t *task) drafting(ctx context.Context, document string, s *app.Source) (*drafting, error) {
	files, err := t.signed()
	if err != nil {
		return nil, err
	}
	documents, err := t.documents()
	if err != nil {
		return nil, err
	}
	stem := strings.TrimSuffix(document, path.Ext(document))
	files = slices.DeleteFunc(files, func(f string) bool {
		return len(documents) > 1 && strings.TrimSuffix(strings.TrimSuffix(f, path.Ext(f)), ".arm") != stem
	})
	o := app.ArmEditOptions{Party: t.ArmParty, Mandate: t.ArmMandate, Now: t.now()}
	if o.Mandate == "" {
		o.Mandate = "norma:" + t.RunID
	}
	for _, f := range append(files, stem+app.ArmSuffix) {
		edits, err := app.NewArmEdits(ctx, t.root(f), s, o)
		if err != nil {
			return nil, fmt.Errorf("%s: no draft can be made for its record: %w", f, err)
		}
		if edits != nil {
			return &drafting{t: t, edits: edits, dir: path.Dir(f)}, nil
		}
	}
	return nil, nil
}

// edited drafts the turn of the operation that led to the copy as it is now. d may be nil.
func (d *drafting) edited(ctx context.Context, copied, opID string) error {
	if d == nil {
		return nil
	}
	s, err := app.Load(ctx, copied, app.LoadOptions{Raw: true})
	if err != nil {
		return err
	}
	draft, err := d.edits.Draft(ctx, s, opID)
	if err != nil {
		return err
	}
	name := "arm-draft-" + opID + ".json"
	if draft == nil {
		d.t.answer.NextActions = append(d.t.answer.NextActions, fmt.Sprintf("operation %s changed no text of an anchor; it needs no approval", opID))
		return nil
	}
	d.made = append(d.made, draftFile{path.Join(d.dir, name), string(draft)})
	d.t.answer.NextActions = append(d.t.answer.NextActions, fmt.Sprintf("a human approves %s (nomadocx arm approve), then nomadocx arm commit", path.Join(d.dir, name)))
	return d.t.write("files/"+name, draft)
}

// patch returns what the drafts add to the patch: they lie beside the record, so that the edits and what has to
// be approved about them arrive together, and arm verify --require-approved sees what is pending.
func (d *drafting) patch() string {
	var b strings.Builder
	if d != nil {
		for _, f := range d.made {
			b.WriteString(fileDiff(f.name, "", f.text, true))
		}
	}
	return b.String()
}
