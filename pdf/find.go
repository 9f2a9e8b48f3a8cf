package pdf

import (
	"fmt"
	"os"
	"os/exec"
)

// Variable is the environment variable that names the browser to use.
const Variable = "NOMADOCX_CHROMIUM"

// names of the browser on the PATH, most wanted first: a plain Chromium before Google's builds,
// released channels before others.
var names = []string{
	"chromium", "chromium-browser", "headless-shell", "chrome-headless-shell",
	"google-chrome", "google-chrome-stable", "google-chrome-beta", "google-chrome-unstable", "chrome",
}

// FindBrowser is the path of the browser: the given one, that of $NOMADOCX_CHROMIUM, or the first
// known name on the PATH. The error is ErrNoBrowser and says in one line what to install.
func FindBrowser(path string) (string, error) {
	for _, named := range []struct{ path, from string }{{path, ""}, {os.Getenv(Variable), " (from " + Variable + ")"}} {
		if named.path == "" {
			continue
		}
		// Someone who names a browser wants that one and no other.
		found, err := exec.LookPath(named.path)
		if err != nil {
			return "", fmt.Errorf("%w: %s%s: %w", ErrNoBrowser, named.path, named.from, err)
		}
		return found, nil
	}
	for _, n := range names {
		if found, err := exec.LookPath(n); err == nil {
			return found, nil
		}
	}
	return "", fmt.Errorf("%w: install one (apt-get install chromium) or set %s to its path", ErrNoBrowser, Variable)
}
