package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/arm"
	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/nomadocx/nomadocx/internal/files"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/patch/transcript"
)

// ArmOptions of the verbs that write.
type ArmOptions struct {
	Now         string        // see arm.Timestamp
	LockTimeout time.Duration // how long to wait for another writer of the file
	Heads       HeadsFile

	at func(writeStage, *docfile.Replacement) // hears how far a writer got, in tests that kill it there; nil otherwise
}

// writeStage is how far the writer of a record got.
type writeStage string

const (
	stageComplete writeStage = "complete" // the new file lies beside the old one
	stageVerified writeStage = "verified" // and has been read back
	stageRenamed  writeStage = "renamed"  // and has the name
)

func (o ArmOptions) reached(s writeStage, r *docfile.Replacement) {
	if o.at != nil {
		o.at(s, r)
	}
}

// updateArm changes the record of a file. The file holds the old record or the new one at any moment;
// other writers wait. What is about to be written is read back and verified before it takes the name.
func updateArm(ctx context.Context, file string, o ArmOptions, change func(a *Arm) ([]byte, error)) (err error) {
	target, lock, err := lockTarget(ctx, ArmPath(file), "cannot write %s: it is not a regular file", o.LockTimeout)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	const tag = "arm" // of the names of temporary files
	docfile.Sweep(target, tag, &lock.Locks)
	a, err := OpenArm(ctx, target, nil)
	if err != nil {
		return err
	}
	data, err := change(a)
	if err != nil || bytes.Equal(data, a.data) {
		return err
	}
	r, err := docfile.Prepare(&lock.Locks, target, tag, string(data))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Discard()) }()
	o.reached(stageComplete, r)
	written, err := readFile(r.Temp, nil, maxPackage())
	if err != nil {
		return err
	}
	again, err := armFrom(target, written)
	if err != nil {
		return err
	}
	if report := again.Verify(); report.Result != arm.Valid {
		return &arm.Refusal{Code: arm.WriterRecordInvalid, Message: "what was written does not verify: " + report.Errors[0].Message, Report: report}
	}
	o.reached(stageVerified, r)
	ok, err := r.Commit(&lock.Locks, transcript.Hash(a.data))
	if err == nil && !ok {
		err = &arm.Refusal{Code: arm.StaleDraft, Message: file + " was changed by another program meanwhile; nothing was written"}
	}
	if err != nil {
		return err
	}
	o.reached(stageRenamed, r)
	return docfile.SyncFolder(target)
}

// InitArm starts a record in a file that has none. A sidecar is made when it is not there.
func InitArm(ctx context.Context, file string, manifest []byte, o ArmOptions) (arm.Head, error) {
	m, err := arm.Parse(manifest, arm.Limits{})
	if err != nil {
		return arm.Head{}, err
	}
	if d := shownBy(ctx, file); d != nil {
		m = arm.WithTextHashes(m, d)
	}
	v, err := arm.New(m)
	if err != nil {
		return arm.Head{}, err
	}
	return o.remember(v, placeArm(ctx, file, v, o, func(a *Arm) error {
		return &arm.Refusal{Code: arm.WriterRecordInvalid, Message: a.Path + " has a record already; a new one would replace it"}
	}))
}

// shownBy returns the document a new record is for, nil when there is none that can be read.
func shownBy(ctx context.Context, file string) *wml.Document {
	a := &Arm{source: file}
	if ArmPath(file) == file {
		var err error
		if a, err = OpenArm(ctx, file, nil); err != nil {
			return nil
		}
	}
	d, err := a.shown(ctx)
	if err != nil {
		return nil
	}
	return d
}

// placeArm puts a record into a file. occupied is asked when there is one already, readable or not.
func placeArm(ctx context.Context, file string, v arm.Value, o ArmOptions, occupied func(a *Arm) error) error {
	path := ArmPath(file)
	if _, err := files.Stat(path); errors.Is(err, fs.ErrNotExist) && strings.HasSuffix(path, ".json") {
		return docfile.OutputBytes(path, v.Canonical())
	}
	return updateArm(ctx, file, o, func(a *Arm) ([]byte, error) {
		if a.pkg == nil || a.carriage.Found() {
			if err := occupied(a); err != nil {
				return nil, err
			}
		}
		return a.with(v, o.Now)
	})
}

// CommitArm seals a draft and appends it to the record of a file (arm.Commit).
func CommitArm(ctx context.Context, file string, draft arm.Value, approval *arm.Value, signer arm.Signer, signedAt string, o ArmOptions) (arm.Head, error) {
	var out arm.Value
	err := updateArm(ctx, file, o, func(a *Arm) ([]byte, error) {
		v, err := a.appendable(o.Heads)
		if err != nil {
			return nil, err
		}
		if out, err = arm.Commit(v, draft, approval, signer, signedAt); err != nil {
			return nil, err
		}
		// A copy whose last turns were cut off verifies; a turn added to it would make a fork.
		if err := o.Heads.refuse(out, file); err != nil {
			return nil, err
		}
		return a.with(out, o.Now)
	})
	return o.remember(out, err)
}

// appendable returns the record of a file to which turns may be added: it verifies, also as it is carried,
// and is not one side of a fork.
func (a *Arm) appendable(heads HeadsFile) (arm.Value, error) {
	v, err := a.record()
	if err != nil {
		return v, err
	}
	if report := a.Verify(); report.Result != arm.Valid {
		f := report.Errors[0]
		return v, &arm.Refusal{Code: arm.WriterRecordInvalid, Message: fmt.Sprintf("%s: the record does not verify: %s %s", a.Path, f.Code, f.Message), Report: report}
	}
	switch side, c, err := a.besideIt(v); {
	case err != nil:
		return v, err
	case side != nil && c.Code != "":
		return v, &arm.Refusal{Code: c.Code, Message: fmt.Sprintf("%s and %s part ways; nothing is merged (arm compare shows where)", a.Path, side.Path)}
	}
	return v, heads.refuse(v, a.Path)
}

// ImportArm puts a record into a file. One that is there is replaced by a longer one that continues
// it, and by nothing else.
func ImportArm(ctx context.Context, file string, data []byte, o ArmOptions) (arm.Head, error) {
	v, err := arm.Parse(data, arm.Limits{})
	if err != nil {
		return arm.Head{}, err
	}
	if report := arm.Verify(v, arm.Limits{}); report.Result != arm.Valid {
		return arm.Head{}, &arm.Refusal{Code: arm.WriterRecordInvalid, Message: "the record does not verify: " + report.Errors[0].Message, Report: report}
	}
	if err := o.Heads.refuse(v, file); err != nil {
		return arm.Head{}, err
	}
	return o.remember(v, placeArm(ctx, file, v, o, func(a *Arm) error {
		old, err := a.record()
		if err != nil {
			return err
		}
		c, err := arm.Compare(old, v)
		switch {
		case err != nil:
			return err
		case c.Code != "":
			return &arm.Refusal{Code: c.Code, Message: "the record of " + a.Path + " and the new one part ways; nothing is merged"}
		case c.Relation == arm.Unrelated, c.Relation == arm.BBehind:
			return &arm.Refusal{Code: arm.WriterRecordInvalid, Message: fmt.Sprintf("the new record (up to turn %d) does not continue that of %s (up to turn %d)", c.TurnsB, a.Path, c.TurnsA)}
		}
		return nil
	}))
}

// RebuildArm puts the visible artifacts a Word file lacks back into it (arm.Rebuild). strict leaves
// the file alone when one has no place.
func RebuildArm(ctx context.Context, file string, strict bool, o ArmOptions) (*arm.Rebuilt, error) {
	var done *arm.Rebuilt
	err := updateArm(ctx, file, o, func(a *Arm) ([]byte, error) {
		if a.pkg == nil {
			return nil, fmt.Errorf("%s is no Word file: there is nothing to rebuild in it", a.Path)
		}
		v, err := a.record()
		if err != nil {
			return nil, err
		}
		e := a.pkg.Edit()
		if done, err = arm.Rebuild(v, a.pkg, e, a.carriage.Hints()); err != nil {
			return nil, err
		}
		if len(done.Created) == 0 || strict && len(done.Warnings) > 0 {
			return a.data, nil
		}
		data, err := a.stored(e, v, done.Native, o.Now)
		if err != nil {
			return nil, err
		}
		// Once more: the cache notes the words around the changes, as the document has them now.
		again, err := armFrom(a.Path, data)
		if err != nil {
			return nil, err
		}
		return again.with(v, o.Now)
	})
	return done, err
}
