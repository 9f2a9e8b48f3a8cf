//go:build !js

package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/nomadocx/nomadocx/internal/files"
)

// GitOptions say which configuration of git InstallGit changes.
type GitOptions struct {
	Dir    string // in the repository; "" is the folder of the process
	Global bool   // for all repositories of the user
	DryRun bool   // nothing is written
}

// GitStep is one thing that git has to know.
type GitStep struct {
	Where string `json:"where"` // a file, or "git config"
	What  string `json:"what"`
	There bool   `json:"there"` // it knows it already
}

const (
	gitAttribute = "*.docx diff=nomadocx"
	gitTextKey   = "diff.nomadocx.textconv"
)

// InstallGit sets git up to show what changed in Word files as text: an attribute for their names, and the command that makes
// text of them. What is there already stays.
func InstallGit(ctx context.Context, o GitOptions) ([]GitStep, error) {
	scope := "--local"
	if o.Global {
		scope = "--global"
	} else if _, err := gitText(ctx, o.Dir, "rev-parse", "--show-toplevel"); err != nil {
		return nil, fmt.Errorf("this folder is in no git repository with files: %w", err)
	}
	attributes, err := gitAttributes(ctx, o)
	if err != nil {
		return nil, err
	}
	command := textCommand()
	now, err := gitText(ctx, o.Dir, "config", scope, "--get", gitTextKey)
	if err != nil && !gitHasNone(err) {
		return nil, err
	}
	text, err := readText(attributes)
	if err != nil {
		return nil, err
	}
	steps := []GitStep{{Where: attributes, What: gitAttribute, There: hasLine(text, gitAttribute)},
		{Where: "git config " + scope, What: gitTextKey + " = " + command, There: now == command}}
	if o.DryRun {
		return steps, nil
	}
	if !steps[1].There {
		if _, err := gitOutput(ctx, o.Dir, "config", scope, gitTextKey, command); err != nil {
			return nil, err
		}
	}
	if steps[0].There {
		return steps, nil
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return steps, docfile.OutputBytes(attributes, []byte(text+gitAttribute+"\n"))
}

// gitHasNone reports whether git config failed because there is no such setting: it prints nothing then.
func gitHasNone(err error) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && exit.ExitCode() == 1
}

// gitAttributes returns the file with the attributes: that of the repository, or of the user.
func gitAttributes(ctx context.Context, o GitOptions) (string, error) {
	if !o.Global {
		top, err := gitText(ctx, o.Dir, "rev-parse", "--show-toplevel")
		return filepath.Join(filepath.FromSlash(top), ".gitattributes"), err
	}
	file, err := gitText(ctx, o.Dir, "config", "--global", "--type=path", "--get", "core.attributesFile")
	if err != nil && !gitHasNone(err) || file != "" {
		return filepath.FromSlash(file), err
	}
	if config := os.Getenv("XDG_CONFIG_HOME"); config != "" {
		return filepath.Join(config, "git", "attributes"), nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".config", "git", "attributes"), err
}

// textCommand returns the command that git calls with a file: by its name where that is this program, else by its path.
func textCommand() string {
	program := "nomadocx"
	self, err := os.Executable()
	if found, lost := exec.LookPath(program); err == nil && (lost != nil || !SameFile(found, self)) {
		program = "'" + strings.ReplaceAll(filepath.ToSlash(self), "'", `'\''`) + "'"
	}
	return program + " docx text"
}

// readText returns a text file, "" when there is none.
func readText(path string) (string, error) {
	data, err := files.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", cannotRead(path, err)
	}
	return string(data), nil
}

// hasLine reports whether a text has a line, white space at its ends left aside.
func hasLine(text, line string) bool {
	for l := range strings.Lines(text) {
		if strings.Join(strings.Fields(l), " ") == line {
			return true
		}
	}
	return false
}
