package batch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// maxWildcards bounds the "**" of a pattern, each of which can double the work.
const maxWildcards = 4

// splitPattern returns the absolute part of a pattern before its first wildcard, and the segments from
// there on. A folder stands for all sources in it; a name without wildcards has no rest.
func splitPattern(pattern string) (fixed string, rest []string, err error) {
	if info, err := os.Stat(pattern); err == nil {
		abs, err := filepath.Abs(pattern)
		if err != nil {
			return "", nil, err
		}
		if info.IsDir() {
			return abs, []string{"**", "*.noma"}, nil
		}
		return abs, nil, nil // also a file whose name holds a bracket
	}
	segments := strings.Split(filepath.ToSlash(pattern), "/")
	n, stars := 0, 0
	for n < len(segments) && !strings.ContainsAny(segments[n], "*?[") {
		n++
	}
	if n == len(segments) {
		_, err := os.Stat(pattern)
		return "", nil, err
	}
	for _, s := range segments[n:] {
		if s == "**" {
			stars++
		} else if _, err := path.Match(s, ""); err != nil {
			return "", nil, fmt.Errorf("%s: a bracket of the pattern is not closed", pattern)
		}
	}
	if stars > maxWildcards {
		return "", nil, fmt.Errorf("%s has more than %d **", pattern, maxWildcards)
	}
	folder := strings.Join(segments[:n], "/")
	if folder == "" && n > 0 {
		folder = "/"
	}
	fixed, err = filepath.Abs(filepath.FromSlash(folder))
	return fixed, segments[n:], err
}

// walk finds the regular files below a folder whose path matches. Hidden folders, the folder of
// results and what symbolic links lead to are not entered.
func walk(root string, pattern []string, except string) ([]found, error) {
	var list []found
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			if errors.Is(err, fs.ErrNotExist) && p != root {
				return nil // removed while we look
			}
			return err
		}
		if d.IsDir() {
			if p != root && (strings.HasPrefix(d.Name(), ".") || p == except) {
				return fs.SkipDir
			}
			return nil
		}
		below, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		if !matches(pattern, strings.Split(filepath.ToSlash(below), "/")) {
			return nil
		}
		if info, err := os.Stat(p); err == nil && info.Mode().IsRegular() {
			list = append(list, found{p, below})
		}
		return nil
	})
	return list, err
}

// matches compares the segments of a path with those of a pattern; "**" stands for any number of
// them, also none.
func matches(pattern, name []string) bool {
	for len(pattern) > 0 {
		if pattern[0] == "**" {
			for i := range len(name) + 1 {
				if matches(pattern[1:], name[i:]) {
					return true
				}
			}
			return false
		}
		if len(name) == 0 {
			return false
		}
		if ok, err := path.Match(pattern[0], name[0]); err != nil || !ok {
			return false
		}
		pattern, name = pattern[1:], name[1:]
	}
	return len(name) == 0
}
