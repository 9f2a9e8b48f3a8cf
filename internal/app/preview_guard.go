//go:build !js

package app

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net/http"
	"path"
	"strings"
	"sync"

	"github.com/nomadocx/nomadocx/internal/httpguard"
	"github.com/nomadocx/nomadocx/render/workbench"
)

// Who is answered. Pages of the web that the same browser shows, and other users of the machine, can reach the port. They
// do not know the key of this run, which is a part of every address. Pages are sandboxed, so to the browser they are of
// another site than their own server: Sec-Fetch-Site says nothing about them, but what a file is wanted for does.

// Root returns the path that all addresses of the preview begin with: a key that nobody can guess.
func (p *Preview) Root() string {
	p.once.Do(func() {
		p.key, p.deskKey, p.secret = rand.Text(), rand.Text(), rand.Text()
		p.page = sync.OnceValues(func() ([]byte, error) { return workbench.Page(true) })
	})
	return "/" + p.key + "/"
}

// secretFor makes a name that only pages about one thing know. A script in one document knows the key, and may load
// scripts: the search index of a book must not be among those it can name.
func (p *Preview) secretFor(what string) string {
	p.Root() // makes the secret
	mac := hmac.New(sha256.New, []byte(p.secret))
	mac.Write([]byte(what))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// liveAddress is the address, below Root, that answers when something has changed.
const liveAddress = "_live"

// address returns the path of a request below Root. It reports false when the key is not the one of this run.
func (p *Preview) address(r *http.Request) (string, bool) {
	root := p.Root()
	given := r.URL.Path[:min(len(root), len(r.URL.Path))]
	if subtle.ConstantTimeCompare([]byte(given), []byte(root)) != 1 {
		return "", false
	}
	return r.URL.Path[len(root):], true
}

// wanted says what our pages want a file for, as Sec-Fetch-Dest has it, and how they ask for it.
func wanted(address string) (dest, mode string) {
	switch {
	case address == liveAddress:
		return "empty", "no-cors"
	case strings.HasSuffix(path.Dir(address), "_assets") && path.Ext(address) == ".js":
		return "script", "no-cors"
	case strings.HasSuffix(path.Dir(address), "_assets") && path.Ext(address) == ".css":
		return "style", "no-cors"
	}
	return "document", "navigate"
}

// refusal says why a request is not answered; "" means that it is.
func (p *Preview) refusal(r *http.Request) (status int, why string) {
	if !httpguard.Local(r.Host) {
		return http.StatusForbidden, "this is a preview for this machine only"
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return http.StatusMethodNotAllowed, "only GET"
	}
	address, ok := p.address(r)
	if !ok {
		return http.StatusForbidden, "open the address that nomadocx serve printed: it has the key of this run"
	}
	dest, mode := wanted(address)
	if len(r.Header.Values("Origin")) > 0 || !httpguard.Is(r, "Sec-Fetch-Dest", dest) || !httpguard.Is(r, "Sec-Fetch-Mode", mode) {
		return http.StatusForbidden, "a page asked for this in a way that no page of the preview does"
	}
	return 0, ""
}
