//go:build !js

package app

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/internal/files"
	"github.com/nomadocx/nomadocx/internal/httpguard"
	"github.com/nomadocx/nomadocx/noma/book"
	"github.com/nomadocx/nomadocx/patch/transcript"
)

// The workbench of a preview (docs/workbench.md), below a key of its own ([Preview.Desk]), which scripts of documents do not know:
//
//	DESK/workbench.html             the page
//	DESK/api/documents              the documents, as JSON
//	DESK/api/documents/ID           GET a text, with its hash as ETag; PUT another, with the hash of the one it replaces as If-Match
//	DESK/api/documents/ID?file=NAME a picture or data beside the document

// lockWait is how long writing a document waits for others who write it.
const lockWait = 5 * time.Second

// besideDocuments are the extensions of files that documents name.
var besideDocuments = []string{".png", ".jpg", ".jpeg", ".gif", ".svg", ".csv", ".tsv", ".json", ".yaml", ".yml", ".bib", ".docx", ".dotx"}

// Desk returns the address of the workbench, below the host; document, when it is not "", is opened. It fails when the program has
// no workbench.
func (p *Preview) Desk(document string) (string, error) {
	p.Root() // makes the keys
	if _, err := p.page(); err != nil {
		return "", err
	}
	address := "/" + p.deskKey + "/workbench.html"
	if document != "" {
		address += "?document=" + url.QueryEscape(document)
	}
	return address, nil
}

// deskAddress returns the path of a request below the key of the workbench.
func (p *Preview) deskAddress(r *http.Request) (string, bool) {
	p.Root()
	root := "/" + p.deskKey + "/"
	given := r.URL.Path[:min(len(root), len(r.URL.Path))]
	if subtle.ConstantTimeCompare([]byte(given), []byte(root)) != 1 {
		return "", false
	}
	return r.URL.Path[len(root):], true
}

// serveDesk answers a request for the workbench.
func (p *Preview) serveDesk(w http.ResponseWriter, r *http.Request, address string) {
	h := w.Header()
	h.Set("Content-Security-Policy", "frame-ancestors 'none'") // the page has the rest of its policy
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	if status, why := deskRefusal(r, address); why != "" {
		http.Error(w, why, status)
		return
	}
	if address == "workbench.html" {
		page, err := p.page()
		if err != nil {
			http.Error(w, err.Error(), http.StatusNotFound)
			return
		}
		h.Set("Content-Type", htmlType)
		_, _ = w.Write(page) // who asked may have gone
		return
	}
	id, one := strings.CutPrefix(address, "api/documents/")
	switch {
	case address == "api/documents":
		p.listDocuments(w, r)
	case !one:
		http.Error(w, "there is no such page", http.StatusNotFound)
	case r.Method == http.MethodPut:
		p.putDocument(w, r, id)
	case r.URL.Query().Has("file"):
		p.fileBeside(w, r, id, r.URL.Query().Get("file"))
	default:
		p.getDocument(w, r, id)
	}
}

// deskRefusal says why a request is not answered; "" means that it is. Scripts of the page send its origin, programs none; a page of
// the web cannot leave it out.
func deskRefusal(r *http.Request, address string) (status int, why string) {
	dest, mode := "empty", "cors"
	if address == "workbench.html" {
		dest, mode = "document", "navigate"
	} else if !httpguard.Is(r, "Sec-Fetch-Site", "same-origin") {
		return http.StatusForbidden, "only the workbench may ask for this"
	}
	if !httpguard.Is(r, "Origin", "http://"+r.Host) || !httpguard.Is(r, "Sec-Fetch-Dest", dest) || !httpguard.Is(r, "Sec-Fetch-Mode", mode) {
		return http.StatusForbidden, "a page asked for this in a way that the workbench does not"
	}
	write := strings.HasPrefix(address, "api/documents/") && r.Method == http.MethodPut
	if r.Method != http.MethodGet && r.Method != http.MethodHead && !write {
		return http.StatusMethodNotAllowed, "only GET, and PUT for a document"
	}
	return 0, ""
}

func (p *Preview) listDocuments(w http.ResponseWriter, r *http.Request) {
	type entry struct {
		ID string `json:"id"`
	}
	list := struct {
		Documents []entry `json:"documents"`
	}{[]entry{}}
	names, err := p.documents(r.Context())
	if err != nil {
		http.Error(w, oneLine(err), http.StatusInternalServerError)
		return
	}
	for _, n := range names {
		list.Documents = append(list.Documents, entry{n})
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(list) // who asked may have gone
}

// documents lists the sources of the preview, relative to its folder: all in a folder, the one it shows, or the chapters of a book.
func (p *Preview) documents(ctx context.Context) ([]string, error) {
	info, err := files.Stat(p.Path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		names, err := p.names()
		return slices.DeleteFunc(names, book.IsManifest), err
	}
	if !book.IsManifest(p.Path) {
		return []string{filepath.Base(p.Path)}, nil
	}
	s, err := Load(ctx, p.Path, LoadOptions{})
	if err != nil {
		return nil, err
	}
	var names []string
	for _, c := range s.Book.Chapters {
		if rel, err := filepath.Rel(filepath.Dir(absolute(p.Path)), c.Abs); err == nil && filepath.IsLocal(rel) {
			names = append(names, filepath.ToSlash(rel))
		}
	}
	return names, nil
}

// folder returns the folder that the documents lie in.
func (p *Preview) folder() string {
	if info, err := files.Stat(p.Path); err == nil && info.IsDir() {
		return p.Path
	}
	return filepath.Dir(p.Path)
}

// located returns the path of a document of the preview, without links. What lies outside of the folder, or leads there, is not one.
func (p *Preview) located(ctx context.Context, id string) (string, error) {
	names, err := p.documents(ctx)
	if err != nil {
		return "", err
	}
	if !slices.Contains(names, id) {
		return "", fs.ErrNotExist
	}
	root, err := files.Real(absolute(p.folder()))
	if err != nil {
		return "", err
	}
	file, err := files.Real(filepath.Join(root, filepath.FromSlash(id)))
	if err != nil {
		return "", err
	}
	if rel, err := filepath.Rel(root, file); err != nil || !filepath.IsLocal(rel) {
		return "", fs.ErrNotExist
	}
	return file, nil
}

func (p *Preview) getDocument(w http.ResponseWriter, r *http.Request, id string) {
	file, err := p.located(r.Context(), id)
	if err == nil {
		w.Header().Set(folderHeader, transcript.Hash(absolute(p.folder()))[:16])
		err = sendText(w, file, http.StatusOK)
	}
	deskError(w, err)
}

// folderHeader tells documents of the same name apart: what a browser keeps of one is offered in the next run too, and for no other.
const folderHeader = "Nomadocx-Folder"

// sendText sends a document with its hash.
func sendText(w http.ResponseWriter, file string, status int) error {
	data, err := readFile(file, nil, maxSource)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("ETag", tagOf(string(data)))
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	w.WriteHeader(status)
	_, _ = w.Write(data) // who asked may have gone
	return nil
}

func tagOf(text string) string { return `"` + transcript.Hash(text) + `"` }

// deskError answers with an error, nil for none.
func deskError(w http.ResponseWriter, err error) {
	switch {
	case err == nil:
	case errors.Is(err, fs.ErrNotExist):
		http.Error(w, "there is no such document", http.StatusNotFound)
	default:
		http.Error(w, oneLine(err), http.StatusBadRequest)
	}
}

// putDocument writes a document, provided that it is the one that If-Match names; else it answers with the text there is.
func (p *Preview) putDocument(w http.ResponseWriter, r *http.Request, id string) {
	tag := r.Header.Get("If-Match")
	if tag == "" || tag == "*" {
		http.Error(w, "say with If-Match which text is replaced", http.StatusPreconditionRequired)
		return
	}
	file, err := p.located(r.Context(), id)
	if err != nil {
		deskError(w, err)
		return
	}
	after, err := readBounded("the request", r.Body, maxSource)
	if err == nil {
		err = plainText("the request", after)
	}
	if err != nil {
		deskError(w, err)
		return
	}
	before, err := readFile(file, nil, maxSource)
	if err == nil && tagOf(string(before)) == tag {
		err = ReplaceText(r.Context(), file, string(before), string(after), lockWait)
		if err == nil {
			w.Header().Set("ETag", tagOf(string(after)))
			w.WriteHeader(http.StatusNoContent)
			return
		}
		if now, e := readFile(file, nil, maxSource); e != nil || tagOf(string(now)) == tag {
			deskError(w, err)
			return
		}
	}
	deskError(w, sendText(w, file, http.StatusPreconditionFailed))
}

// fileBeside sends a file that documents may name. Nothing but pictures, data, sources and templates is given out.
func (p *Preview) fileBeside(w http.ResponseWriter, r *http.Request, id, name string) {
	file, err := p.located(r.Context(), id)
	if err == nil && (hiddenPath(name) || !slices.Contains(besideDocuments, strings.ToLower(path.Ext(name)))) {
		err = fs.ErrNotExist
	}
	if err != nil {
		deskError(w, err)
		return
	}
	data, err := Resources{Dir: filepath.Dir(file)}.Read(name)
	if err != nil {
		deskError(w, fs.ErrNotExist)
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	_, _ = w.Write(data) // who asked may have gone
}
