package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/spf13/cobra"
)

// Signed records in the loop: drafts out of a returned file.

func armSyncFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.String("arm", "", "write draft turns for the signed record of the file into `FOLDER`")
	f.StringArray("arm-author", nil, "`NAME=PARTY`: the party an author in Word stands for (repeatable)")
	f.String("arm-party", "", "the `PARTY` that accepted or rejected changes in Word")
}

// withDrafts syncs, and writes the drafts when they were asked for. They are made of the same reading
// of the file, and nothing is written when either fails.
// keep is what the log says of the operations, nil for none: turns and records then have the same ids.
func (t *terminal) withDrafts(cmd *cobra.Command, returned string, keep *app.Attribution, sync func() (*app.SyncResult, error)) (*app.SyncResult, error) {
	folder, _ := cmd.Flags().GetString("arm")
	if folder == "" {
		return sync()
	}
	if returned == "-" {
		return nil, usagef("--arm needs the Word file, not standard input")
	}
	o := app.ArmDraftOptions{Authors: map[string]string{}, Attribution: keep}
	o.Now, _ = app.ArmTime("")
	pairs, _ := cmd.Flags().GetStringArray("arm-author")
	for _, p := range pairs {
		name, party, ok := strings.Cut(p, "=")
		if !ok {
			return nil, usagef("--arm-author takes NAME=PARTY, not %q", p)
		}
		o.Authors[name] = party
	}
	o.Party, _ = cmd.Flags().GetString("arm-party")
	result, err := sync()
	if err != nil {
		return nil, err
	}
	drafts, unmapped, err := app.ArmDrafts(cmd.Context(), returned, result, o)
	if err != nil {
		return nil, armStatus(err)
	}
	var files []write
	for _, d := range drafts {
		files = append(files, write{filepath.Join(folder, d.Name), d.JSON})
	}
	if err := t.writeFiles(files); err != nil {
		return nil, err
	}
	for _, u := range unmapped {
		fmt.Fprintf(t.err, "unmapped: %s %s: %s\n", u.Kind, itemText(u.OldText, u.Text), word(u.Reason))
	}
	return result, nil
}
