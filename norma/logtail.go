package norma

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// What a timeline shows of the logs of a step that failed.
const (
	tailBytes = 8 << 10
	tailLines = 12
)

// logTails returns the last lines of what an agent printed, stderr first, each under the name of its file.
func (p *Project) logTails(x Step) (lines []string) {
	for _, name := range []string{"stderr.txt", "stdout.txt"} {
		path := x.Dir + "/logs/" + name
		tail, cut, err := tailOf(filepath.Join(p.Root, filepath.FromSlash(path)))
		if err != nil || strings.TrimSpace(tail) == "" {
			continue
		}
		all := strings.Split(strings.TrimRight(tail, "\n"), "\n")
		if len(all) > tailLines {
			all, cut = all[len(all)-tailLines:], true
		}
		which := path
		if cut {
			which = fmt.Sprintf("%s (the last %d lines)", path, len(all))
		}
		lines = append(lines, which)
		for _, l := range all {
			lines = append(lines, "  | "+firstLine(l))
		}
	}
	return lines
}

// tailOf reads the end of a regular file, from a line's beginning where it can.
func tailOf(path string) (tail string, cut bool, err error) {
	info, err := os.Lstat(path)
	if err != nil {
		return "", false, err
	}
	if !info.Mode().IsRegular() {
		return "", false, fs.ErrInvalid
	}
	f, err := os.Open(path)
	if err != nil {
		return "", false, err
	}
	from := max(0, info.Size()-tailBytes)
	data, err := io.ReadAll(io.NewSectionReader(f, from, tailBytes))
	if err = errors.Join(err, f.Close()); err != nil {
		return "", false, err
	}
	for from > 0 && len(data) > 0 && !utf8.RuneStart(data[0]) {
		data = data[1:]
	}
	tail = string(data)
	if _, rest, ok := strings.Cut(tail, "\n"); ok && from > 0 && rest != "" {
		tail = rest
	}
	return strings.ToValidUTF8(tail, "?"), from > 0, nil
}
