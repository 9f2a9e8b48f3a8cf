package pdf

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/internal/docfile"
)

// profilePrefix starts the names of our folders in the system's folder for temporary files.
const profilePrefix = "nomadocx-pdf-"

// youngProfile is an age below which a folder is never swept: its owner may be about to lock it.
const youngProfile = 2 * time.Minute

// profile is the private folder of one browser. The outer folder is ours and holds a file that we
// keep locked while we live; the inner one belongs to the browser, which may run as another user.
//
// The lock is what tells a folder in use from one that a killed program left behind. A process
// number would not do: containers that share a folder number their processes separately.
type profile struct {
	dir  string // the outer folder
	data string // the browser's folder, below dir
	lock *os.File
}

// newProfile makes the folder. Its owner is the user the browser will run as.
func newProfile(run account) (*profile, error) {
	dir, err := os.MkdirTemp("", profilePrefix)
	if err != nil {
		return nil, fmt.Errorf("make a folder for the browser: %w", err)
	}
	p := &profile{dir: dir, data: filepath.Join(dir, "profile")}
	if p.lock, err = os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600); err == nil {
		_, _ = docfile.TryLock(p.lock) // where locks do not exist, folders are just not swept
		// The browser must get through the outer folder without seeing what is in it.
		if err = os.Chmod(dir, 0o711); err == nil {
			if err = os.Mkdir(p.data, 0o700); err == nil && run.other {
				err = os.Chown(p.data, run.uid, run.gid)
			}
		}
	}
	if err != nil {
		p.remove()
		return nil, fmt.Errorf("make a folder for the browser: %w", err)
	}
	return p, nil
}

// remove deletes the folder after ending whatever still runs in it: processes of a browser that
// was killed live on for a moment and would write into the folder while it goes.
func (p *profile) remove() {
	for range 50 {
		killUsers(p.data)
		if os.RemoveAll(p.dir) == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if p.lock != nil {
		p.lock.Close()
	}
}

// sweep removes folders that programs left behind which could not clean up.
func sweep(tmp string, now time.Time) {
	entries, err := os.ReadDir(tmp)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), profilePrefix) {
			continue
		}
		dir := filepath.Join(tmp, e.Name())
		info, err := os.Lstat(dir)
		if err != nil || now.Sub(info.ModTime()) < youngProfile || !ownedByUs(info) {
			continue
		}
		lock, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR, 0)
		if err != nil {
			continue
		}
		if free, err := docfile.TryLock(lock); err == nil && free {
			p := &profile{dir: dir, data: filepath.Join(dir, "profile")}
			p.remove()
		}
		lock.Close()
	}
}
