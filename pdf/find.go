package pdf

import (
	"fmt"

	"github.com/nomadocx/nomadocx/internal/proc"
)

// Variable is the environment variable that names the browser to use.
const Variable = "NOMADOCX_CHROMIUM"

// wanted is the browser that is searched for: a Chromium without windows first, as it takes half of the processor time, then a plain
// one before Google's builds, released channels before others, and Microsoft Edge, which is a Chromium and comes with Windows, last.
var wanted = proc.Program{
	Names: []string{
		"chromium-headless-shell", "headless-shell", "chrome-headless-shell", "chromium", "chromium-browser",
		"google-chrome", "google-chrome-stable", "google-chrome-beta", "google-chrome-unstable", "chrome", "microsoft-edge", "msedge",
	},
	Windows: []string{`Chromium\Application\chrome.exe`, `Google\Chrome\Application\chrome.exe`, `Microsoft\Edge\Application\msedge.exe`},
	Mac: []string{
		"/Applications/Chromium.app/Contents/MacOS/Chromium", "~/Applications/Chromium.app/Contents/MacOS/Chromium",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "~/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
		"/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge", "~/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
	},
	Install: map[string]string{
		"windows": "install Chrome, Chromium or Edge (winget install Google.Chrome)",
		"darwin":  "install Chrome, Chromium or Edge (brew install --cask google-chrome)",
		"":        "install one (apt-get install chromium)",
	},
}

// FindBrowser returns the path of the browser: the given one, that of $NOMADOCX_CHROMIUM, or the first that is on the PATH or in
// the usual places of the system. The error is ErrNoBrowser and says in one line what to install.
func FindBrowser(path string) (string, error) { return findBrowser(path, proc.This()) }

func findBrowser(path string, s proc.System) (string, error) {
	for _, named := range []struct{ path, from string }{{path, ""}, {s.Getenv(Variable), " (from " + Variable + ")"}} {
		if named.path == "" {
			continue
		}
		// Someone who names a browser wants that one and no other.
		found, err := s.LookPath(named.path)
		if err != nil {
			return "", fmt.Errorf("%w: %s%s: %w", ErrNoBrowser, named.path, named.from, err)
		}
		return found, nil
	}
	found, err := s.Find(wanted)
	if err != nil {
		return "", fmt.Errorf("%w: %w or set %s to its path", ErrNoBrowser, err, Variable)
	}
	return found, nil
}
