package norma

import (
	"path"
	"strings"
)

// matchGlob matches a path against a pattern in which ** stands for any number of folders, and the
// other signs mean what they mean to path.Match. The time is bounded by the product of the lengths.
func matchGlob(pattern, name string) (bool, error) {
	parts := strings.Split(pattern, "/")
	for _, p := range parts {
		if _, err := path.Match(p, ""); err != nil {
			return false, err
		}
	}
	names := strings.Split(name, "/")
	// reach[i] says that the parts so far match the first i names.
	reach := make([]bool, len(names)+1)
	reach[0] = true
	for _, p := range parts {
		next := make([]bool, len(names)+1)
		for i := range next {
			switch {
			case p == "**":
				next[i] = reach[i] || i > 0 && next[i-1]
			case i > 0 && reach[i-1]:
				next[i], _ = path.Match(p, names[i-1])
			}
		}
		reach = next
	}
	return reach[len(names)], nil
}
