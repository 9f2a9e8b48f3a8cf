package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// acting runs a task whose first verdict is FAIL, with a patch.
func (p *project) acting(code int, patch string) {
	p.t.Helper()
	p.exec(`UPDATE tasks SET status = 'todo'`)
	p.play(script{"check/1": {Verdict: "FAIL"}, "check/2": {Verdict: "PASS"}, "act": {Files: map[string]string{"patch.diff": patch}}})
	p.want(code, "run", "1")
}

const changeA = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n"

func TestAC20SecondFileDoesNotMatch(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.task("a")
	before := snapshotOf(t, p.root)
	p.acting(3, changeA+"--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-other\n+two\n")
	if p.data("patch_failed")["reason"] != "patch_does_not_apply" || p.status() != "failed|FAIL|1" {
		t.Errorf("%s %v", p.status(), p.data("patch_failed"))
	}
	for _, f := range []string{"a.txt", "b.txt"} {
		if at := filepath.Join(p.root, f); p.read(f) != before[at] {
			t.Errorf("%s was changed", f)
		}
	}
}

func TestAC21UserEditsSurvive(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.task("a")
	p.write("a.txt", "two\n")
	p.write("c.txt", "the user's\n")
	p.acting(3, changeA)
	if p.data("patch_failed")["reason"] != "patch_conflict_user_changes" || p.read("a.txt") != "two\n" {
		t.Errorf("%v, a.txt: %q", p.data("patch_failed"), p.read("a.txt"))
	}
	p.write("a.txt", "one\n")
	p.acting(0, changeA)
	if p.read("a.txt")+p.read("c.txt") != "two\nthe user's\n" {
		t.Errorf("a.txt: %q, c.txt: %q", p.read("a.txt"), p.read("c.txt"))
	}
	// A file to be created must not exist, tracked or not.
	p.write("new.txt", "mine\n")
	p.acting(3, "--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+theirs\n")
	if p.read("new.txt") != "mine\n" {
		t.Error("an untracked file was overwritten")
	}
}

func TestAC22HostilePaths(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.task("a")
	outside := t.TempDir()
	if err := os.Symlink(outside, filepath.Join(p.root, "out")); err != nil {
		t.Fatal(err)
	}
	p.git("add", "out")
	p.git("commit", "-q", "-m", "link")
	plain := func(name string) string { return "--- /dev/null\n+++ " + name + "\n@@ -0,0 +1 @@\n+x\n" }
	config := p.read(".norma/config.json")
	for name, patch := range map[string]string{
		"hooks": plain("b/.git/hooks/x"), "upper": plain("b/.GIT/hooks/x"), "deep": plain("b/sub/.git/x"), "config": plain("b/.norma/config.json"), "up": plain("b/../x"),
		"absolute": plain("/tmp/norma-test-x"), "link": plain("b/out/x"), "onto link": plain("b/out"),
		"symlink":   "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc\n\\ No newline at end of file\n",
		"submodule": "diff --git a/m b/m\nnew file mode 160000\n--- /dev/null\n+++ b/m\n@@ -0,0 +1 @@\n+Subproject commit 0123456789012345678901234567890123456789\n",
		"rename":    "diff --git a/a.txt b/.git/x\nsimilarity index 100%\nrename from a.txt\nrename to .git/x\n",
		"from":      "diff --git a/.git/config b/x\nsimilarity index 100%\nrename from .git/config\nrename to x\n",
		"empty":     " \n", "no patch": "hello\n",
	} {
		before := snapshotOf(t, p.root)
		p.acting(3, patch)
		if !strings.Contains(p.events(), "patch_failed") {
			t.Errorf("%s: %s", name, p.events())
		}
		after := snapshotOf(t, p.root)
		for f, text := range after {
			if !strings.Contains(f, "/.norma/") && before[f] != text {
				t.Errorf("%s: %s was written", name, f)
			}
		}
		if p.read(".norma/config.json") != config || p.has(".git/hooks/x") || p.has("../x") || p.has(".git/x") {
			t.Errorf("%s: something was written", name)
		}
		if left, _ := os.ReadDir(outside); len(left) > 0 {
			t.Errorf("%s: written through the link", name)
		}
	}
	if _, err := os.Lstat("/tmp/norma-test-x"); err == nil {
		t.Error("an absolute path was written")
	}
}

func TestAC23KindsOfChange(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.task("a")
	long := strings.Repeat("x", 200<<10)
	p.write("crlf.txt", "one\r\ntwo\r\n")
	p.write("noend.txt", "one")
	p.write("long.txt", long+"\n")
	p.write("with blank.txt", "one\n")
	p.write("run.sh", "#!/bin/sh\n")
	p.git("add", "-A")
	p.git("commit", "-q", "-m", "more")
	want := map[string]string{"new/file.txt": "new\n", "moved.txt": "one\n", "crlf.txt": "one\r\nthree\r\n", "noend.txt": "two", "long.txt": long + "y\n", "with blank.txt": "two\n"}
	for f, text := range want {
		p.write(f, text)
	}
	for _, f := range []string{"a.txt", "b.txt"} {
		if err := os.Remove(filepath.Join(p.root, f)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(filepath.Join(p.root, "run.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	p.git("add", "-A")
	patch := p.git("diff", "--cached", "-M", "--binary")
	if !strings.Contains(patch, "rename to moved.txt") {
		t.Fatalf("the patch has no rename:\n%.300s", patch)
	}
	p.git("reset", "-q", "--hard")
	p.git("clean", "-q", "-f", "-d")
	p.acting(0, patch)
	for f, text := range want {
		if p.read(f) != text {
			t.Errorf("%s: %.40q", f, p.read(f))
		}
	}
	if p.has("a.txt") || p.has("b.txt") {
		t.Error("a deleted or renamed file is still there")
	}
	if info, err := os.Stat(filepath.Join(p.root, "run.sh")); err != nil || info.Mode()&0o100 == 0 {
		t.Errorf("run.sh is not executable: %v", err)
	}
	for _, f := range p.data("patch_applying")["files"].([]any) {
		file := f.(map[string]any)
		if after, ok := file["after"].(string); ok && after != strings.TrimSpace(p.git("hash-object", file["path"].(string))) {
			t.Errorf("hash of %v", file["path"])
		}
	}
}

func TestAC24WithoutGit(t *testing.T) {
	slow.Test(t, "processes")
	p := &project{t, t.TempDir()}
	p.write("a.txt", "one\n")
	p.begin()
	p.task("a")
	p.acting(0, changeA)
	if p.read("a.txt") != "two\n" || p.status() != "passed|PASS|2" || !strings.Contains(p.events(), "guard_off") {
		t.Errorf("a.txt: %q, %s, %s", p.read("a.txt"), p.status(), p.events())
	}
	p.acting(3, changeA) // it does not fit any more
	empty := t.TempDir()
	t.Setenv("PATH", empty)
	p.write("a.txt", "one\n")
	p.acting(3, changeA)
	if p.read("a.txt") != "one\n" || !strings.Contains(p.one(`SELECT message FROM events WHERE type = 'patch_failed' AND run_id = ?`, p.lastRun()), "no git program") {
		t.Errorf("%v", p.data("patch_failed"))
	}
}

func TestPatchBelowTheTopOfARepository(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.write("sub/a.txt", "one\n")
	p.git("add", "-A")
	p.git("commit", "-q", "-m", "sub")
	below := &project{t, filepath.Join(p.root, "sub")}
	below.begin()
	below.task("a")
	below.acting(0, changeA)
	if p.read("sub/a.txt") != "two\n" || p.read("a.txt") != "one\n" {
		t.Errorf("sub/a.txt: %q, a.txt: %q", p.read("sub/a.txt"), p.read("a.txt"))
	}
	below.acting(3, strings.ReplaceAll(changeA, "/a.txt", "/../b.txt"))
}

func TestPatchMustTakeTheTranscriptAlong(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.write("a.txt.patches", "")
	p.git("add", "-A")
	p.git("commit", "-q", "-m", "transcript")
	p.task("a")
	p.acting(3, changeA)
	if p.data("patch_failed")["reason"] != "patch_without_transcript" || p.read("a.txt") != "one\n" {
		t.Errorf("%v", p.data("patch_failed"))
	}
}
