package dataset

import (
	"errors"
	"fmt"
	"strings"
)

// ErrAmbiguous says that what is named is there more than once.
var ErrAmbiguous = errors.New("name the column by its number, from 0")

// ColumnOnce returns the place of the one column with a name.
func (g *Grid) ColumnOnce(name string) (int, error) { return columnOnce("dataset", g.Columns, name) }

// columnOnce finds a name among the columns' and says which there are when it does not.
func columnOnce(what string, columns []string, name string) (int, error) {
	at := -1
	for i, c := range columns {
		if c != name {
			continue
		}
		if at >= 0 {
			return 0, fmt.Errorf("%s columns %d and %d are both called %q: %w", what, at, i, name, ErrAmbiguous)
		}
		at = i
	}
	if at >= 0 {
		return at, nil
	}
	const most = 12
	shown := columns[:min(len(columns), most)]
	more := ""
	if len(columns) > most {
		more = " and others"
	}
	return 0, fmt.Errorf("%s column %q not found; the columns are %s%s", what, name, strings.Join(shown, ", "), more)
}

// inRange refuses an index that is not one of n things, and says which are.
func inRange(what string, index, n int) error {
	if index >= 0 && index < n {
		return nil
	}
	if n == 0 {
		return fmt.Errorf("%s %d is out of range: there are none", what, index)
	}
	return fmt.Errorf("%s %d is out of range: give 0 to %d", what, index, n-1)
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
