package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// built are norma and nomadocx in a folder, as users have them, made once for all tests.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "norma-test-")
	if err != nil {
		return "", err
	}
	for _, name := range []string{"norma", "nomadocx"} {
		if out, err := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", filepath.Join(dir, name), "../"+name).CombinedOutput(); err != nil {
			return dir, fmt.Errorf("%w: %s", err, out)
		}
	}
	return dir, nil
})

func programs(t *testing.T) string {
	t.Helper()
	dir, err := built()
	if dir != "" {
		remove(dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestTutorial follows docs/norma-tutorial.md: every command of a console block, with what it prints.
func TestTutorial(t *testing.T) {
	slow.Test(t, "processes")
	bin := programs(t)
	text, err := os.ReadFile("../../docs/norma-tutorial.md")
	if err != nil {
		t.Fatal(err)
	}
	dir, last, commands := t.TempDir(), 0, 0
	for _, block := range regexp.MustCompile("(?s)```console\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		lines := strings.Split(strings.TrimSuffix(block[1], "\n"), "\n")
		for i := 0; i < len(lines); {
			command, ok := strings.CutPrefix(lines[i], "$ ")
			if !ok {
				t.Fatalf("%q stands before any command", lines[i])
			}
			i++
			if strings.Contains(command, "<<'END'") {
				for ; ; i++ {
					command += "\n" + lines[i]
					if lines[i] == "END" {
						i++
						break
					}
				}
			}
			var want []string
			for ; i < len(lines) && !strings.HasPrefix(lines[i], "$ "); i++ {
				want = append(want, lines[i])
			}
			got, code := sh(t, bin, dir, strings.Replace(command, "$?", fmt.Sprint(last), 1))
			last, commands = code, commands+1
			if pattern := pattern(want); !pattern.MatchString(got) {
				t.Errorf("$ %s\nprinted:\n%swant:\n%s", command, got, strings.Join(want, "\n"))
			}
		}
	}
	if commands < 15 {
		t.Errorf("only %d commands were found", commands)
	}
}

// pattern returns expected output, in which … stands for anything within a line.
func pattern(lines []string) *regexp.Regexp {
	quoted := strings.ReplaceAll(regexp.QuoteMeta(strings.Join(lines, "\n")), "…", ".*")
	return regexp.MustCompile(`^` + quoted + `\n?$`)
}

func sh(t *testing.T, bin, dir, command string) (stdout string, code int) {
	t.Helper()
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "NO_COLOR=1")
	out, err := cmd.Output()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		t.Fatalf("%s: %v", command, err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}
