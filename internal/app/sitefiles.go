//go:build !js

package app

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/nomadocx/nomadocx/internal/files"
)

// A site keeps a list of its own files, with their hashes. By it the next build removes the pages of
// chapters that have left the book. A file that is not listed, or that somebody has changed since, is
// not the site's and stays.

// siteManifest is the path of the list in the folder of the site.
const siteManifest = "_assets/manifest.json"

// maxManifest bounds what is read of it, in bytes.
const maxManifest = 16 << 20

// siteList is the list: the SHA-256 of each file in hexadecimal digits, by its path with slashes.
type siteList struct {
	Files map[string]string `json:"files"`
}

// listOf returns the list of the files of a site.
func listOf(files []SiteFile) siteList {
	l := siteList{map[string]string{}}
	for _, f := range files {
		l.Files[f.Path] = hashOf(f.Data)
	}
	return l
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// file returns the list as a file of the site; equal lists are equal bytes.
func (l siteList) file() (SiteFile, error) {
	data, err := json.MarshalIndent(l, "", "  ")
	return SiteFile{siteManifest, append(data, '\n')}, err
}

// readSiteList reads the list in a folder. A folder without one, or with one that cannot be read, has an
// empty list: then nothing is removed.
func readSiteList(dir string) siteList {
	var l siteList
	f, err := files.Open(filepath.Join(dir, filepath.FromSlash(siteManifest)))
	if err != nil {
		return l
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxManifest))
	if err != nil || json.Unmarshal(data, &l) != nil {
		return siteList{}
	}
	return l
}

// with returns the list with the files of another; where both have a file, that of the other counts.
func (l siteList) with(other siteList) siteList {
	all := siteList{map[string]string{}}
	maps.Copy(all.Files, l.Files)
	maps.Copy(all.Files, other.Files)
	return all
}

// removeStale removes the files of an earlier build that are not in the new list, and the folders that
// are empty without them. It never leaves the folder of the site, whatever the lists say.
func removeStale(dir string, old, now siteList) error {
	root, err := files.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, name := range slices.Sorted(maps.Keys(old.Files)) {
		if _, there := now.Files[name]; there || name == siteManifest || !fs.ValidPath(name) {
			continue
		}
		local := filepath.FromSlash(name)
		if !unchanged(root, local, old.Files[name]) {
			continue
		}
		if err := root.Remove(local); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove the old page: %w", err)
		}
		for folder := path.Dir(name); folder != "."; folder = path.Dir(folder) {
			if root.Remove(filepath.FromSlash(folder)) != nil {
				break // something else is in it
			}
		}
	}
	return nil
}

// unchanged reports whether a file is a regular one with this hash.
func unchanged(root *os.Root, name, hash string) bool {
	info, err := root.Lstat(name)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := root.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return false
	}
	return hex.EncodeToString(sum.Sum(nil)) == hash
}
