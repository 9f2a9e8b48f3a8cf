package norma

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/nomadocx/nomadocx/internal/docfile"
)

// folder is where everything of norma lies below the project root (norma.md §1).
const folder = ".norma"

// UsageError is a mistake of the caller: wrong arguments, configuration or ids. Programs exit with 2.
type UsageError struct{ Message string }

func (e *UsageError) Error() string { return e.Message }

func usagef(format string, args ...any) error { return &UsageError{fmt.Sprintf(format, args...)} }

// Project is a folder that holds .norma.
type Project struct {
	Root   string // absolute, symbolic links resolved
	Config string // absolute path of the configuration file
}

// Find returns the project of a root folder, or, if root is "", of the nearest folder from dir upwards that
// holds .norma. It creates nothing. config overrides the place of the configuration file unless "".
func Find(root, dir, config string) (*Project, error) {
	if root == "" {
		at, err := filepath.Abs(dir)
		if err != nil {
			return nil, err
		}
		for root = at; !isDir(filepath.Join(root, folder)); root = filepath.Dir(root) {
			if root == filepath.Dir(root) {
				return nil, usagef("there is no .norma in %s or above; run norma init in the project's folder", at)
			}
		}
	} else if !isDir(filepath.Join(root, folder)) {
		return nil, usagef("there is no .norma in %s; run norma init --root %s", root, root)
	}
	return newProject(root, config)
}

func newProject(root, config string) (*Project, error) {
	root, err := filepath.Abs(root)
	if err == nil {
		root, err = filepath.EvalSymlinks(root)
	}
	if err != nil {
		return nil, err
	}
	p := &Project{Root: root, Config: filepath.Join(root, folder, "config.json")}
	if config != "" {
		if p.Config, err = filepath.Abs(config); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// path returns a place below .norma.
func (p *Project) path(parts ...string) string {
	return filepath.Join(append([]string{p.Root, folder}, parts...)...)
}

// runDir returns a run's folder, absolute.
func (p *Project) runDir(run string) string { return p.path("runs", run) }

// relative returns a path as the database keeps it: from the project root, with slashes.
func (p *Project) relative(path string) string {
	if r, err := filepath.Rel(p.Root, path); err == nil {
		return filepath.ToSlash(r)
	}
	return filepath.ToSlash(path)
}

// Init makes a project of a folder, or completes one: folders, database, configuration, .gitignore
// (notes, section 1). What is there already stays as it is. It returns what was made, for people.
func Init(ctx context.Context, root, agent string) (p *Project, made []string, err error) {
	if agent == "" {
		agent = TypeExec
	}
	config, err := defaultConfig(agent)
	if err != nil {
		return nil, nil, err
	}
	if !isDir(root) {
		return nil, nil, usagef("%s is not a folder", root)
	}
	if p, err = newProject(root, ""); err != nil {
		return nil, nil, err
	}
	for _, dir := range []string{p.path("runs"), p.path("locks")} {
		if isDir(dir) {
			continue
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, nil, err
		}
		made = append(made, p.relative(dir)+"/")
	}
	fresh := !exists(p.path("norma.db"))
	s, err := openStore(ctx, p, true)
	if err != nil {
		return nil, nil, err
	}
	if err := s.Close(); err != nil {
		return nil, nil, err
	}
	if fresh {
		made = append(made, ".norma/norma.db")
	}
	if !exists(p.Config) {
		if err := writeFile(p.Config, config, 0o644); err != nil {
			return nil, nil, err
		}
		made = append(made, ".norma/config.json")
		if own, ok := starters[agent]; ok {
			wrote, err := own.write(p)
			if err != nil {
				return nil, nil, err
			}
			if wrote {
				made = append(made, own.path)
			}
		}
	}
	ignored, err := p.ignore(ctx)
	if err != nil {
		return nil, nil, err
	}
	if ignored {
		made = append(made, ".gitignore (added .norma/)")
	}
	return p, made, nil
}

// ignore keeps .norma out of the user's repository.
func (p *Project) ignore(ctx context.Context) (added bool, err error) {
	g := newGit(p.Root)
	if !g.insideWorkTree(ctx) {
		return false, nil
	}
	if _, err := g.run(ctx, nil, "check-ignore", "-q", folder+"/x"); err == nil {
		return false, nil
	}
	name := filepath.Join(p.Root, ".gitignore")
	old, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	if len(old) > 0 && !bytes.HasSuffix(old, []byte("\n")) {
		old = append(old, '\n')
	}
	return true, writeFile(name, append(old, folder+"/\n"...), 0o644)
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// writeFile replaces a file as a whole and makes it durable.
func writeFile(path string, data []byte, mode os.FileMode) error {
	return docfile.Write(path, mode, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// Plain makes text from outside safe for a terminal: no control characters but tab and line feed.
func Plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			return '\uFFFD'
		}
		return r
	}, s)
}
