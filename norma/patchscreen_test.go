package norma

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/norma/contract"
)

// bench is a project in a folder with a neighbour, where patches are tried and everything is put back.
type bench struct {
	r      *runner
	home   string            // the folder around the project
	before map[string]string // what the folder holds
}

func newBench(t testing.TB) *bench {
	ctx := context.Background()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	root := filepath.Join(home, "project")
	for name, text := range map[string]string{"outside/secret.txt": "one\n", "project/a.txt": "one\ntwo\n", "project/sub/b.txt": "one\n", "project/run.sh": "one\n",
		"project/doc.noma": "one\n", "project/doc.noma.patches": "one\n"} {
		at := filepath.Join(home, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.WriteFile(at, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Symlink("../outside", filepath.Join(root, "link")), os.Symlink("a.txt", filepath.Join(root, "alias"))); err != nil {
		t.Fatal(err)
	}
	b := &bench{home: home}
	for _, args := range [][]string{{"init", "-q"}, {"config", "core.hooksPath", "tools/hooks"}, {"add", "-A"}, {"-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "-m", "begin"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v %s", args, err, out)
		}
	}
	p, _, err := Init(ctx, root, TypeExec)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Begin(ctx, p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.End() })
	kb, files := 64, 3
	b.r = &runner{project: p, store: s.store, id: "none", dir: filepath.Join(p.Root, folder, "runs", "none"),
		config: &Config{Budgets: contract.Budgets{MaxIterations: 1, MaxPatchKB: &kb, MaxChangedFiles: &files}, Patch: PatchConfig{RiskyGlobs: []string{"*.sh"}}}}
	zero := 0
	b.r.config.Budgets.MaxRiskyFiles = &zero
	if err := os.MkdirAll(b.r.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	b.before = b.state(t)
	return b
}

// state returns every file around the project: its kind, its mode and its content. What norma itself may write
// is left out.
func (b *bench) state(t testing.TB) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(b.home, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(b.home, path)
		if err != nil || strings.HasPrefix(name, "project/.norma/norma.db") || strings.HasPrefix(name, "project/.norma/runs/none") || strings.HasPrefix(name, "project/.norma/locks") {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		content := ""
		switch {
		case info.Mode()&fs.ModeSymlink != 0:
			content, err = os.Readlink(path)
		case info.Mode().IsRegular():
			var data []byte
			data, err = os.ReadFile(path)
			content = string(data)
		}
		found[name] = fmt.Sprintf("%s %s", info.Mode(), content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// changed lists what is not as it was, folders left out.
func (b *bench) changed(after map[string]string) (names []string) {
	for name, was := range b.before {
		if is, ok := after[name]; is != was && (ok || !strings.HasPrefix(was, "d")) {
			names = append(names, name)
		}
	}
	for name, is := range after {
		if _, was := b.before[name]; !was && !strings.HasPrefix(is, "d") {
			names = append(names, name)
		}
	}
	return names
}

// try screens a patch. One that is refused has changed nothing; one that is let through is applied as norma
// does it, and has changed the files it was said to change, below the project and nothing else of it.
func (b *bench) try(t testing.TB, data []byte) error {
	t.Helper()
	ctx := context.Background()
	in, err := b.r.preparePatch(ctx, data, 1)
	if got := b.changed(b.state(t)); len(got) > 0 {
		t.Fatalf("screening changed %q: %q", got, data)
	}
	if err != nil {
		var refused *patchError
		var tooBig *budgetError
		if !errors.As(err, &refused) && !errors.As(err, &tooBig) {
			t.Fatalf("norma would break on %q: %v", data, err)
		}
		return err
	}
	defer b.restore(t)
	said := map[string]bool{}
	for _, f := range in.Files {
		said["project/"+f.Path] = true
		for _, part := range strings.Split(f.Path, "/") {
			switch strings.ToLower(part) {
			case "", ".", "..", ".git", ".norma", "link", "alias", ".gitattributes", ".gitmodules":
				t.Fatalf("%q is let through by %q", f.Path, data)
			}
		}
		if f.AfterMode != "" && f.AfterMode != "100644" && f.AfterMode != "100755" || strings.HasSuffix(f.Path, ".sh") && !strings.Contains(f.Path, "/") {
			t.Fatalf("%+v is let through by %q", f, data)
		}
	}
	if said["project/doc.noma"] && !bytes.Contains(data, []byte("doc.noma.patches")) {
		t.Fatalf("a document without its transcript is let through: %q", data)
	}
	if len(in.Files) > 2**b.r.config.Budgets.MaxChangedFiles {
		t.Fatalf("%d files are let through by %q", len(in.Files), data)
	}
	patch := filepath.Join(b.r.dir, "patch.diff")
	if err := errors.Join(os.WriteFile(patch, data, 0o644), keepBefore(b.r.project, b.r.dir, in)); err != nil {
		t.Fatal(err)
	}
	w, err := openWorkspace(ctx, b.r.project, b.r.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()
	if err := w.perform(ctx, patch, in); err != nil {
		t.Fatalf("what was let through cannot be applied: %v: %q", err, data)
	}
	if err := w.verify(ctx, in); err != nil {
		t.Fatalf("%v: %q", err, data)
	}
	for _, name := range b.changed(b.state(t)) {
		if !said[name] {
			t.Fatalf("%q changed %q, and was said to change %v", data, name, said)
		}
	}
	back, err := w.restore(ctx, b.r.dir, in)
	if err != nil || len(back.foreign) > 0 {
		t.Fatalf("restoring after %q: %+v %v", data, back, err)
	}
	if got := b.changed(b.state(t)); len(got) > 0 {
		t.Fatalf("after restoring %q is not as before %q", got, data)
	}
	return nil
}

// restore takes away what trying left: copies, and folders that a patch made or emptied.
func (b *bench) restore(t testing.TB) {
	if err := errors.Join(os.RemoveAll(b.r.dir), os.MkdirAll(b.r.dir, 0o755)); err != nil {
		t.Fatal(err)
	}
	for name, is := range b.state(t) {
		if _, was := b.before[name]; !was && strings.HasPrefix(is, "d") {
			_ = os.RemoveAll(filepath.Join(b.home, name))
		}
	}
	if err := os.MkdirAll(filepath.Join(b.home, "project", "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
}

// patchForms are patches about the names FROM and TO.
var patchForms = []string{
	"--- a/FROM\n+++ b/TO\n@@ -1 +1 @@\n-one\n+six\n",
	"diff --git a/FROM b/TO\n--- a/FROM\n+++ b/TO\n@@ -1 +1 @@\n-one\n+six\n",
	"diff --git a/FROM b/TO\nnew file mode 100644\n--- /dev/null\n+++ b/TO\n@@ -0,0 +1 @@\n+six\n",
	"--- /dev/null\n+++ b/TO\n@@ -0,0 +1 @@\n+six\n",
	"diff --git a/FROM b/TO\nnew file mode 120000\n--- /dev/null\n+++ b/TO\n@@ -0,0 +1 @@\n+../outside\n\\ No newline at end of file\n",
	"diff --git a/FROM b/TO\nnew file mode 160000\n--- /dev/null\n+++ b/TO\n@@ -0,0 +1 @@\n+Subproject commit 0123456789012345678901234567890123456789\n",
	"diff --git a/FROM b/TO\ndeleted file mode 100644\n--- a/FROM\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n",
	"diff --git a/FROM b/TO\nsimilarity index 100%\nrename from FROM\nrename to TO\n",
	"diff --git a/FROM b/TO\nsimilarity index 100%\ncopy from FROM\ncopy to TO\n",
	"diff --git a/FROM b/TO\nold mode 100644\nnew mode 100755\n",
	"diff --git a/FROM b/TO\nold mode 100644\nnew mode 120000\n",
	"diff --git a/FROM b/TO\nnew file mode 100644\nindex 0000000000000000000000000000000000000000..2b44b1ad7e8e9b5b4c5d0c1dc3c9a9fe7f4a3b10\nGIT binary patch\nliteral 3\nKcmYdHU|;|M0Ac_E\n\nliteral 0\nHcmV?d00001\n\n",
	"diff --git a/FROM b/TO\ndeleted file mode 120000\n--- a/FROM\n+++ /dev/null\n@@ -1 +0,0 @@\n-../outside\n\\ No newline at end of file\n",
	"diff --git \"a/FROM\" \"b/TO\"\n--- \"a/FROM\"\n+++ \"b/TO\"\n@@ -1 +1 @@\n-one\n+six\n",
	"diff --git a/sub/b.txt b/sub/b.txt\n--- a/sub/b.txt\n+++ b/sub/b.txt\n@@ -1 +1 @@\n-one\n+six\ndiff --git a/FROM b/TO\n--- a/FROM\n+++ b/TO\n@@ -1 +1 @@\n-one\n+six\n",
	// A link that is made and then written through, in one patch.
	"diff --git a/new b/new\nnew file mode 120000\n--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+../outside\n\\ No newline at end of file\ndiff --git a/FROM b/TO\n--- a/FROM\n+++ b/TO\n@@ -1 +1 @@\n-one\n+six\n",
}

// formed returns a patch of one of the forms.
func formed(form uint8, from, to string) []byte {
	return []byte(strings.NewReplacer("FROM", from, "TO", to).Replace(patchForms[int(form)%len(patchForms)]))
}

// FuzzPatchScreen searches for a patch that gets through the screening and changes what it must not: anything
// beside the project, the repository's or norma's own files, what a link leads to, a file that the screening
// did not name. more is put behind a patch of one of the forms.
func FuzzPatchScreen(f *testing.F) {
	slow.Test(f, "processes")
	for i := range patchForms {
		f.Add(uint8(i), "sub/b.txt", "sub/b.txt", []byte(nil))
		f.Add(uint8(i), "sub/b.txt", "new/c.txt", []byte(nil))
	}
	for _, name := range []string{"link/secret.txt", "alias", ".git/config", ".GIT/hooks/x", "sub/.git/x", ".norma/config.json", "../outside/secret.txt", "/etc/x", "//etc/x",
		"sub/../../outside/secret.txt", "./sub/b.txt", "sub//b.txt", "a b.txt", "\\056git/config", "sub\\057..\\057x", "x\ty", "b.txt\n+++ b/.git/x", "run.sh", "doc.noma", "sub", "new/c.txt", ".gitattributes", "é.txt", "git~1/x"} {
		for _, form := range []uint8{0, 2, 13} {
			f.Add(form, name, name, []byte(nil))
		}
	}
	f.Add(uint8(1), "a.txt", "a.txt", formed(1, "a.txt", ".git/config"))
	f.Add(uint8(255), "", "", []byte("--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-one\n+six\n two\n"))
	b := newBench(f)
	f.Fuzz(func(t *testing.T, form uint8, from, to string, more []byte) {
		data := more
		if form != 255 {
			data = append(formed(form, from, to), more...)
		}
		_ = b.try(t, data)
	})
}

// TestPatchScreen tells what gets through and what does not, and why.
func TestPatchScreen(t *testing.T) {
	slow.Test(t, "processes")
	b := newBench(t)
	for name, c := range map[string]struct {
		patch []byte
		want  string // of the refusal; "" for none
	}{
		"change":                {formed(1, "sub/b.txt", "sub/b.txt"), ""},
		"plain change":          {formed(0, "sub/b.txt", "sub/b.txt"), ""},
		"new file":              {formed(2, "new/c.txt", "new/c.txt"), ""},
		"deletion":              {formed(6, "sub/b.txt", "sub/b.txt"), ""},
		"renaming":              {formed(7, "sub/b.txt", "new/c.txt"), ""},
		"copy":                  {formed(8, "sub/b.txt", "new/c.txt"), ""},
		"mode":                  {formed(9, "sub/b.txt", "sub/b.txt"), ""},
		"risky":                 {formed(0, "run.sh", "run.sh"), "max_risky_files"},
		"renaming to risky":     {formed(7, "sub/b.txt", "new.sh"), "max_risky_files"},
		"link":                  {formed(4, "new", "new"), patchPath},
		"submodule":             {formed(5, "new", "new"), patchPath},
		"file to link":          {formed(10, "sub/b.txt", "sub/b.txt"), "patch_"},
		"deletion of a link":    {formed(12, "link", "link"), patchPath},
		"through a link":        {formed(0, "link/secret.txt", "link/secret.txt"), patchPath},
		"link, then through it": {formed(15, "new/secret.txt", "new/secret.txt"), "patch_"},
		"repository":            {formed(2, ".git/hooks/x", ".git/hooks/x"), "patch_"},
		"quoted repository":     {formed(13, `\056git/config`, `\056git/config`), "patch_"},
		"norma":                 {formed(2, ".norma/x", ".norma/x"), patchPath},
		"outside":               {formed(0, "../outside/secret.txt", "../outside/secret.txt"), "patch_"},
		"document alone":        {formed(0, "doc.noma", "doc.noma"), patchUntold},
		"attributes":            {formed(2, "sub/.gitattributes", "sub/.gitattributes"), "programs that git runs"},
		"modules":               {formed(2, ".gitmodules", ".gitmodules"), "repositories that git fetches"},
		"hooks beside git":      {formed(2, ".husky/pre-commit", ".husky/pre-commit"), patchPath},
		"hooks by setting":      {formed(2, "tools/hooks/pre-commit", "tools/hooks/pre-commit"), "git runs the programs in tools/hooks"},
		"invisible letter":      {formed(2, ".g\u200cit/config", ".g\u200cit/config"), "another form of .git"},
		"wide letters":          {formed(2, "．ｇｉｔ/config", "．ｇｉｔ/config"), "another form of .git"},
		"Cyrillic letter":       {formed(2, "sub/.g\u0456t/x", "sub/.g\u0456t/x"), "another form of .git"},
		"dots at the end":       {formed(2, ".git. ./x", ".git. ./x"), "patch_"},
		"a stream":              {formed(2, ".git::$INDEX_ALLOCATION/x", ".git::$INDEX_ALLOCATION/x"), "patch_"},
		"a short name":          {formed(2, "git~1/x", "git~1/x"), "patch_"},
		"Norma":                 {formed(2, ".Nоrma/config.json", ".Nоrma/config.json"), "another form of .norma"},
		"plainly outside":       {[]byte("--- ../outside/secret.txt\n+++ ../outside/secret.txt\n@@ -1 +1 @@\n-one\n+six\n"), "outside the project"},
		"plainly outside, new":  {[]byte("--- /dev/null\n+++ ../outside/x\n@@ -0,0 +1 @@\n+six\n"), "outside the project"},
		"outside by renaming":   {formed(7, "sub/b.txt", "../outside/x"), "outside the project"},
		"two dots in a name":    {formed(2, "sub/a..b", "sub/a..b"), ""},
		"what begins like git":  {formed(2, "sub/.gitkeep", "sub/.gitkeep"), ""},
	} {
		err := b.try(t, c.patch)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// TestPatchOfTheConfiguration names the configuration in use by another name than norma does.
func TestPatchOfTheConfiguration(t *testing.T) {
	b := newBench(t)
	b.r.project.Config = filepath.Join(b.home, "config.json")
	if err := os.Symlink(filepath.Join(b.r.project.Root, "sub", "b.txt"), b.r.project.Config); err != nil {
		t.Fatal(err)
	}
	if _, err := b.r.preparePatch(context.Background(), formed(1, "sub/b.txt", "sub/b.txt"), 1); err == nil || !strings.Contains(err.Error(), "norma's configuration") {
		t.Error(err)
	}
}
