package norma

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/nomadocx/nomadocx/norma/contract"
)

// Names in patches: which files a patch has no business with, however they are written.

// leadingOut returns the first header line that names an absolute path or one with "..", "" when there is none. git takes
// the first folder of a name away, like an a/ or b/, and would write somewhere else than the patch says.
func leadingOut(data []byte) string {
	var lines [2]string // the two before
	for line := range strings.Lines(string(data)) {
		for _, head := range []string{"diff --git ", "rename from ", "rename to ", "copy from ", "copy to "} {
			if names, ok := strings.CutPrefix(line, head); ok && outside(names) {
				return line
			}
		}
		// Inside a hunk every line begins with a blank, a sign or a backslash; only three in a row are a header.
		if strings.HasPrefix(line, "@@ ") && strings.HasPrefix(lines[0], "--- ") && strings.HasPrefix(lines[1], "+++ ") {
			for _, l := range lines {
				name, _, _ := strings.Cut(l[4:], "\t")
				if strings.TrimSpace(name) != "/dev/null" && outside(name) {
					return l
				}
			}
		}
		lines[0], lines[1] = lines[1], line
	}
	return ""
}

// outside reports whether a name, or one of the two of a line, is absolute or has a part "..".
func outside(names string) bool {
	names = strings.TrimRight(names, "\r\n")
	if strings.Contains(names, `"`) { // a quoted name may write its dots and slashes as numbers
		names = strings.NewReplacer(`\056`, ".", `\057`, "/").Replace(names)
	}
	if strings.HasPrefix(strings.TrimLeft(names, `" `), "/") {
		return true
	}
	parts := strings.FieldsFunc(names, func(r rune) bool { return r == '/' || r == '"' || r == ' ' })
	return slices.Contains(parts, "..")
}

// screenPath refuses paths a patch has no business with. hooks are folders with programs that git runs.
func (r *runner) screenPath(p string, hooks []string) error {
	if err := contract.CheckPath(p); err != nil {
		return err
	}
	if !filepath.IsLocal(filepath.FromSlash(p)) {
		return fmt.Errorf("%q is no name of a file on this system", p)
	}
	if strings.ContainsFunc(p, func(c rune) bool { return c < ' ' || c == 0x7f }) || strings.HasPrefix(p, `"`) {
		return fmt.Errorf("%q holds a control character or begins with a quote", p)
	}
	for _, part := range strings.Split(p, "/") {
		if why := reserved(part); why != "" {
			return fmt.Errorf("%q is not for patches: %s", p, why)
		}
	}
	at := filepath.Join(r.project.Root, filepath.FromSlash(p))
	for _, dir := range hooks {
		if below(at, dir) {
			return fmt.Errorf("%q is not for patches: git runs the programs in %s", p, r.project.relative(dir))
		}
	}
	// Also by another name: the configuration may be given through a link.
	if config, err := os.Stat(r.project.Config); at == r.project.Config || err == nil && isFile(at, config) {
		return fmt.Errorf("%q is norma's configuration", p)
	}
	for dir := filepath.Dir(at); len(dir) > len(r.project.Root); dir = filepath.Dir(dir) {
		info, err := os.Lstat(dir)
		if err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return fmt.Errorf("%q leads through the symbolic link %s", p, r.project.relative(dir))
		}
		if err == nil && !info.IsDir() && dir != filepath.Dir(at) {
			break
		}
	}
	info, err := os.Lstat(at)
	if err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%q is not a regular file", p)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !isNotDir(err) {
		return err
	}
	return nil
}

// isFile reports whether a path is a certain file.
func isFile(at string, file fs.FileInfo) bool {
	info, err := os.Stat(at)
	return err == nil && os.SameFile(info, file)
}

// kept are the names no patch may have in a path, and why.
var kept = map[string]string{
	".git":           "it is git's",
	folder:           "it is norma's",
	".gitmodules":    "it names repositories that git fetches",
	".gitattributes": "it names programs that git runs on files",
	".githooks":      "git may be asked to run its programs",
	".husky":         "git may be asked to run its programs",
}

// shortNames are how Windows calls these files too.
var shortNames = regexp.MustCompile(`^(git|gitmod|gitatt|gi7eba|gi7d29|norma)~[0-9]+$`)

// reserved says why a part of a path is not for patches, "" when it may be patched. Some file systems take other
// forms for the same name, and people do: all are refused.
func reserved(part string) string {
	name := plainName(part)
	if shortNames.MatchString(name) {
		return "on Windows it is a short name of git's or norma's files"
	}
	why := kept[name]
	if why != "" && !strings.EqualFold(part, name) {
		why = fmt.Sprintf("it is another form of %s, and %s", name, why)
	}
	return why
}

// alike are letters of other alphabets that resemble those of the reserved names.
var alike = strings.NewReplacer("і", "i", "ι", "i", "ı", "i", "ɡ", "g", "ց", "g", "т", "t", "τ", "t", "о", "o", "ο", "o", "օ", "o", "ո", "n", "п", "n",
	"г", "r", "м", "m", "а", "a", "α", "a", "ԁ", "d", "ѕ", "s", "е", "e", "ε", "e", "ь", "b", "һ", "h", "у", "y", "υ", "u", "ӏ", "l", "к", "k", "κ", "k")

// plainName returns a name as a careless file system or reader takes it: compatible letters are one, marks and invisible
// characters, letter case, blanks and dots at the end, and a stream of Windows do not count.
func plainName(part string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(part) {
		if !unicode.In(r, unicode.Cf, unicode.Mn, unicode.Me, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	name, _, _ := strings.Cut(b.String(), ":")
	return alike.Replace(strings.TrimRight(name, ". "))
}

// hooks lists the folders whose programs git also runs, beside its own.
func (w *workspace) hooks(ctx context.Context) (dirs []string) {
	if !w.isGit {
		return nil
	}
	out, err := w.git.run(ctx, nil, "config", "--type=path", "-z", "--get-all", "core.hooksPath")
	if err != nil {
		return nil
	}
	for _, dir := range zeroSplit(out) {
		if dir == os.DevNull {
			continue // our own setting
		}
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(w.git.dir, dir)
		}
		dirs = append(dirs, filepath.Clean(dir))
	}
	return dirs
}
