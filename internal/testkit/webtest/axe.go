package webtest

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// axe-core examines pages for what keeps people from using them.
const (
	axeVersion = "4.14.1"
	axeSum     = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"
)

// Axe returns what axe-core finds wrong with a page, one thing a line. Where npm cannot have it that is "": tests have rules of their own
// besides.
func Axe(t testing.TB, p *Page) string {
	t.Helper()
	if p.Eval(`"axe" in window`) == "false" {
		script := axe(t)
		if script == "" {
			return ""
		}
		p.Eval("(() => {" + script + "\nwindow.axe = axe; })()")
	}
	return p.Eval(`axe.run(document, {iframes: false, resultTypes: ["violations"]}).then(r => r.violations.map(v => v.id + ": " + v.help + ": " + v.nodes.slice(0, 3).map(n => n.target.join(" ") + " " + n.html.slice(0, 150)).join("\n  ")).join("\n"))`)
}

// axe returns the script of axe-core as npm has it.
func axe(t testing.TB) string {
	dir := t.TempDir()
	out, err := exec.Command("npm", "pack", "--prefer-offline", "--loglevel=error", "--pack-destination", dir, "axe-core@"+axeVersion).CombinedOutput()
	if err != nil {
		t.Logf("npm cannot have axe-core here: %v %s", err, out)
		return ""
	}
	file, err := os.Open(filepath.Join(dir, "axe-core-"+axeVersion+".tgz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(unpacked); ; {
		head, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if head.Name != "package/axe.min.js" {
			continue
		}
		var script bytes.Buffer
		if _, err := io.Copy(&script, r); err != nil {
			t.Fatal(err)
		}
		if sum := sha256.Sum256(script.Bytes()); hex.EncodeToString(sum[:]) != axeSum {
			t.Fatalf("axe-core %s is another one than it was: %x", axeVersion, sum)
		}
		return script.String()
	}
}
