package app

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/arm"
)

// maxDraftFiles bounds how many files are examined for drafts.
const maxDraftFiles = 100_000

// pendingDrafts finds drafts of a record that never became turns: the files *.draft.json and arm-draft-*.json in the folder
// of the record, the folders below it, and those that are named. It returns their paths as seen from the record's folder.
// It fails when a named folder cannot be read, or when there is too much to look through.
func pendingDrafts(a *Arm, folders []string) ([]string, error) {
	v, err := a.record()
	if err != nil {
		return nil, err
	}
	turns := map[string]bool{}
	for _, turn := range v.Items("ledger") {
		turns[turn.Get("body").Text("turnId")] = true
	}
	session := v.Get("manifest").Text("sessionId")
	home := filepath.Dir(a.Path)
	if a.Path == "-" {
		home = "."
	} else {
		folders = append([]string{home}, folders...)
	}
	seen, found, looked := map[string]bool{}, []string{}, 0
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
			switch {
			case err != nil && path == folder:
				return cannotRead(folder, err)
			case err != nil:
				return nil // what cannot be listed holds nothing we could read
			case e.IsDir() && path != folder && strings.HasPrefix(e.Name(), "."):
				return fs.SkipDir
			}
			if looked++; looked > maxDraftFiles {
				return fmt.Errorf("there are more than %d files in and below %s; put the document into a folder of its own", maxDraftFiles, folder)
			}
			agents := strings.HasPrefix(e.Name(), "arm-draft-") && strings.HasSuffix(e.Name(), ".json")
			if e.IsDir() || !agents && !strings.HasSuffix(e.Name(), ".draft.json") {
				return nil
			}
			whole, err := filepath.Abs(path)
			if err != nil || seen[whole] {
				return err
			}
			seen[whole] = true
			data, err := ReadInput(path, nil)
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			} else if err != nil {
				return err
			}
			draft, err := arm.Parse(data, arm.Limits{})
			if id := draft.Text("turnId"); err == nil && draft.Text("sessionId") == session && id != "" && !turns[id] {
				if near, err := filepath.Rel(home, path); err == nil {
					path = near
				}
				found = append(found, filepath.ToSlash(path))
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(found)
	return found, nil
}
