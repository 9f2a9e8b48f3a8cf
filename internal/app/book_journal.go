package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/nomadocx/nomadocx/internal/files"
	"github.com/nomadocx/nomadocx/noma/book"
	"github.com/nomadocx/nomadocx/patch/transcript"
)

// A patch of a book renames one file a chapter. So that a process which is killed between two of them leaves no book half
// patched, the new texts are on disk first, and then a journal beside the manifest says which belongs to which chapter: from
// then on the patch counts as made. Whoever loads the book next finishes it.
//
// A journal comes from a folder, and so perhaps from a stranger: it can only name chapters of its manifest, and temporary
// files of such a patch beside them.

// journal is what a patch has to rename.
type journal struct {
	Chapters []journaled `json:"chapters"`
}

type journaled struct {
	Path   string `json:"path"` // of the chapter, as the manifest has it
	Temp   string `json:"temp"` // name of the file with the new text, beside the chapter
	Before string `json:"before"`
	After  string `json:"after"` // SHA-256 of the texts
	// Records are for the transcript of the chapter.
	Records []transcript.Record `json:"records,omitempty"`

	target string // behind symbolic links
	untold *error // where it is noted that a record could not be written, when the patch goes on then
}

const (
	// maxJournal bounds what is read of a journal, in bytes.
	maxJournal = 64 << 20
	// journalPatience is how long a book that is being patched is waited for.
	journalPatience = 10 * time.Second
)

func journalOf(manifest string) string { return manifest + ".pending" }

// bookTag returns the tag of the temporary files that patches of a book make for a chapter: only they clear them away.
func bookTag(manifest, target string) string {
	name := absolute(manifest)
	if rel, err := filepath.Rel(filepath.Dir(absolute(target)), name); err == nil {
		name = rel // it stays the same when the folder of the book moves
	}
	return "book " + filepath.ToSlash(name)
}

// write puts the journal on disk; the names of the temporary files are there already.
func (j *journal) write(manifest string) error {
	data, err := json.Marshal(j)
	if err != nil {
		return err
	}
	if len(data) > maxJournal {
		return fmt.Errorf("the records of this patch of %s have %d bytes, and %d are the limit; nothing was written, patch with fewer operations at a time", manifest, len(data), maxJournal)
	}
	return docfile.Write(journalOf(manifest), 0o600, func(w io.Writer) error { _, err := w.Write(data); return err })
}

// finish renames what has not been renamed and records it, and removes the journal when all of it is on disk.
// reached, if set, is called for each chapter that has its name.
func (j *journal) finish(manifest string, logs transcripts, reached func(step string)) error {
	for i := range j.Chapters {
		c := &j.Chapters[i]
		if err := c.finish(logs[c.target], reached); err != nil {
			return err
		}
		if reached != nil {
			reached("renamed " + c.Path)
		}
	}
	if err := files.Remove(journalOf(manifest)); err != nil {
		return err
	}
	return docfile.SyncFolder(manifest)
}

// finishBookPatch finishes what an interrupted patch of a book has left. One that is at work is waited for.
func finishBookPatch(ctx context.Context, manifest string, data []byte, external bool) (err error) {
	if _, err := files.Lstat(journalOf(manifest)); err != nil {
		return nil
	}
	lock, err := transcript.LockFile(ctx, manifest, journalPatience)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	j, err := readJournal(manifest)
	if err != nil || j == nil {
		return err
	}
	if err := j.locate(manifest, data, external); err != nil {
		return err
	}
	for _, path := range j.targets() {
		chapter, err := transcript.LockFile(ctx, path, journalPatience)
		if err != nil {
			return err
		}
		defer func() { _ = chapter.Unlock() }() // closing what was only locked
	}
	if ok, err := j.possible(manifest); err != nil {
		return err
	} else if !ok {
		j.Chapters = nil
	}
	logs := transcripts{}
	defer func() { err = errors.Join(err, logs.close()) }()
	for _, c := range j.Chapters {
		if len(c.Records) > 0 {
			if err := logs.open(ctx, c.target, c.Records, journalPatience); err != nil {
				return fmt.Errorf("an interrupted patch of %s cannot be finished: %w", manifest, err)
			}
		}
	}
	return j.finish(manifest, logs, nil)
}

// readJournal returns nil when there is none.
func readJournal(manifest string) (*journal, error) {
	name := journalOf(manifest)
	info, err := files.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxJournal {
		return nil, errors.Join(err, fmt.Errorf("%s is not the journal of an interrupted patch; move it away", name))
	}
	data, err := files.ReadFile(name)
	if err != nil {
		return nil, err
	}
	j := &journal{}
	if err := json.Unmarshal(data, j); err != nil {
		return nil, fmt.Errorf("%s is not the journal of an interrupted patch; move it away", name)
	}
	return j, nil
}

// locate finds the files of the chapters, and refuses those that are none.
func (j *journal) locate(manifest string, data []byte, external bool) error {
	m, err := book.Decode(manifest, data)
	if err != nil {
		return err
	}
	dir := filepath.Dir(manifest)
	root, err := files.OpenRoot(dir)
	if err != nil {
		return cannotRead(dir, err)
	}
	defer root.Close()
	known := map[string]bool{}
	for _, c := range m.Chapters {
		known[c.Path] = true
	}
	for i := range j.Chapters {
		c := &j.Chapters[i]
		local := filepath.FromSlash(c.Path)
		_, err := root.Stat(local) // fails when a link leads out of the folder
		if c.target = local; !filepath.IsAbs(local) {
			c.target = filepath.Join(dir, local)
		}
		if real, err := files.Real(c.target); err == nil {
			c.target = real
		}
		made := func(r transcript.Record) bool { return r.PostSHA256 == c.After } // those without effect have another hash
		if len(c.Records) > 0 && (c.Records[0].PreSHA256 != c.Before || !slices.ContainsFunc(c.Records, made)) {
			return fmt.Errorf("%s does not belong to %s: its records are not those of %q; move the file away", journalOf(manifest), manifest, c.Path)
		}
		if !known[c.Path] || err != nil && !external || !docfile.Made(c.Temp, c.target, bookTag(manifest, c.target)) {
			return fmt.Errorf("%s does not belong to %s: it names %q, which is no chapter of it; move the file away", journalOf(manifest), manifest, c.Path)
		}
	}
	return nil
}

// targets returns the files of the chapters in the order in which all patches lock them: so none waits for another.
func (j *journal) targets() []string {
	var out []string
	for _, c := range j.Chapters {
		out = append(out, c.target)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// possible reports whether the patch can be finished, which it can not when it was given up before its first rename, and
// fails when somebody has changed a chapter since.
func (j *journal) possible(manifest string) (bool, error) {
	var done, waiting, other []string // chapters with the new text, the old one, another
	lost := false
	for _, c := range j.Chapters {
		now, err := readFile(c.target, nil, maxSource)
		switch {
		case err == nil && transcript.Hash(now) == c.After:
			done = append(done, c.Path)
		case err == nil && transcript.Hash(now) == c.Before:
			waiting = append(waiting, c.Path)
			text, err := readFile(filepath.Join(filepath.Dir(c.target), c.Temp), nil, maxSource)
			lost = lost || err != nil || transcript.Hash(text) != c.After
		default:
			other = append(other, c.Path)
		}
	}
	switch {
	case len(other) == 0 && !lost:
		return true, nil
	case len(other) == 0 && len(done) == 0:
		return false, nil
	}
	why := "new texts are missing"
	if len(other) > 0 {
		why = strings.Join(other, ", ") + " changed since"
	}
	return false, fmt.Errorf("a patch of %s was interrupted and cannot be finished, as %s (with the new text: %s; with the old one: %s); check these chapters, then remove %s",
		manifest, why, listed(done), listed(waiting), journalOf(manifest))
}

func listed(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
