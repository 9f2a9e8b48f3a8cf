package pdf

import (
	"errors"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/proc"
)

// TestFindBrowser: the browser is found where the installers of each system put it, and otherwise the message says what to
// install there.
func TestFindBrowser(t *testing.T) {
	windows := []string{`ProgramFiles=C:\Program Files`, `ProgramFiles(x86)=C:\Program Files (x86)`, `LocalAppData=C:\Users\ann\AppData\Local`}
	for _, c := range []struct {
		os, given string
		env       []string
		there     []string // programs
		want      string   // or what the error says
	}{
		{"linux", "", nil, []string{"google-chrome", "chromium"}, "chromium"},
		{"linux", "", nil, []string{"chromium", "chromium-headless-shell"}, "chromium-headless-shell"},
		{"linux", "", []string{"NOMADOCX_CHROMIUM=/opt/c"}, []string{"chromium", "/opt/c"}, "/opt/c"},
		{"linux", "", []string{"NOMADOCX_CHROMIUM=/opt/c"}, []string{"chromium"}, "/opt/c (from NOMADOCX_CHROMIUM)"},
		{"linux", "/opt/d", []string{"NOMADOCX_CHROMIUM=/opt/c"}, []string{"/opt/c", "/opt/d"}, "/opt/d"},
		{"linux", "", nil, nil, "apt-get install chromium) or set NOMADOCX_CHROMIUM"},
		{"windows", "", windows, []string{`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`}, `C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`},
		{"windows", "", windows, []string{`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`,
			`C:\Users\ann\AppData\Local\Google\Chrome\Application\chrome.exe`}, `C:\Users\ann\AppData\Local\Google\Chrome\Application\chrome.exe`},
		{"windows", "", windows, []string{"chrome", `C:\Program Files\Google\Chrome\Application\chrome.exe`}, "chrome"},
		{"windows", "", nil, nil, "winget install Google.Chrome) or set NOMADOCX_CHROMIUM"},
		{"darwin", "", []string{"HOME=/Users/ann"}, []string{"/Users/ann/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"},
			"/Users/ann/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"},
		{"darwin", "", nil, []string{"/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge"}, "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge"},
		{"darwin", "", nil, nil, "brew install --cask google-chrome) or set NOMADOCX_CHROMIUM"},
	} {
		got, err := findBrowser(c.given, system(c.os, c.env, c.there))
		switch {
		case err == nil && got != c.want:
			t.Errorf("%s with %q: %s, want %s", c.os, c.there, got, c.want)
		case err != nil && (!errors.Is(err, ErrNoBrowser) || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s with %q: %v, want %s", c.os, c.there, err, c.want)
		}
	}
}

// system returns a machine with an environment and programs.
func system(goos string, env, there []string) proc.System {
	return proc.System{OS: goos,
		Getenv: func(name string) string {
			for _, e := range env {
				if value, ok := strings.CutPrefix(e, name+"="); ok {
					return value
				}
			}
			return ""
		},
		LookPath: func(name string) (string, error) {
			if slices.Contains(there, name) {
				return name, nil
			}
			return "", exec.ErrNotFound
		}}
}
