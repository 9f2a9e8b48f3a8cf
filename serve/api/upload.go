package api

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

const (
	// sourceName is what the source is called in its folder, and so in messages about it.
	sourceName = "document.noma"
	// returnedName is the Word file that came back, outside the document's folder: it is none of the
	// document's files.
	returnedName = "returned.docx"
	// maxFiles bounds the pictures and datasets of a document.
	maxFiles = 200
	// maxDepth bounds the folders of their names.
	maxDepth = 8
)

// upload is a request on disk: dir/doc holds the document and its files, dir the rest.
type upload struct {
	dir      string
	returned bool // there is a returned Word file
}

func (u *upload) doc() string             { return filepath.Join(u.dir, "doc") }
func (u *upload) source() string          { return filepath.Join(u.doc(), sourceName) }
func (u *upload) path(name string) string { return filepath.Join(u.dir, name) }

// receive stores what was sent: a source as the body, or a form with the parts source, returned, and
// any number of file, whose file names are the paths the source uses.
func receive(r *http.Request, dir string) (*upload, error) {
	u := &upload{dir: dir}
	if err := os.Mkdir(u.doc(), 0o700); err != nil {
		return nil, err
	}
	mediaType, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil && r.Header.Get("Content-Type") != "" {
		return nil, &problem{status: http.StatusUnsupportedMediaType, detail: "the Content-Type cannot be read"}
	}
	if mediaType != "multipart/form-data" {
		switch mediaType {
		case "", "text/plain", "text/x-noma", "application/octet-stream", "application/x-www-form-urlencoded": // the last is what curl says by itself
			return u, store(u.source(), r.Body)
		}
		return nil, &problem{status: http.StatusUnsupportedMediaType, detail: "send a source as text/plain, or a form as multipart/form-data"}
	}
	if params["boundary"] == "" {
		return nil, &problem{status: http.StatusBadRequest, detail: "the form has no boundary"}
	}
	return u, u.form(multipart.NewReader(r.Body, params["boundary"]))
}

func (u *upload) form(form *multipart.Reader) error {
	source, files := false, 0
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return formError(err)
		}
		switch name := part.FormName(); name {
		case "source":
			if source {
				return &problem{status: http.StatusBadRequest, detail: "there are two sources"}
			}
			source = true
			err = store(u.source(), part)
		case "returned":
			if u.returned {
				return &problem{status: http.StatusBadRequest, detail: "there are two returned files; send one request for each"}
			}
			u.returned = true
			err = store(u.path(returnedName), part)
		case "file":
			if files++; files > maxFiles {
				return &problem{status: http.StatusRequestEntityTooLarge, detail: fmt.Sprintf("there are more than %d files", maxFiles)}
			}
			err = u.attach(part)
		default:
			return &problem{status: http.StatusBadRequest, detail: fmt.Sprintf("the form has no part %.40q; its parts are source, returned and file", name)}
		}
		if err != nil {
			return err
		}
	}
	if !source {
		return &problem{status: http.StatusBadRequest, detail: "the form has no part called source"}
	}
	return nil
}

// attach stores a picture or a dataset under the path by which the source names it.
func (u *upload) attach(part *multipart.Part) error {
	// Part.FileName would drop the folders of the name.
	_, params, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
	if err != nil {
		return formError(err)
	}
	name := params["filename"]
	local := filepath.FromSlash(name)
	if name == "" || len(name) > 200 || strings.ContainsAny(name, "\x00\\:") || !filepath.IsLocal(local) ||
		strings.Count(name, "/") >= maxDepth || filepath.Clean(local) == sourceName || filepath.Clean(local) == "." {
		return &problem{status: http.StatusBadRequest, detail: fmt.Sprintf("%.60q is no name for a file; it is a path below the document's folder", name)}
	}
	path := filepath.Join(u.doc(), local)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return &problem{status: http.StatusBadRequest, detail: fmt.Sprintf("%.60q is below a file, or given twice", name)}
	}
	return store(path, part)
}

// store writes a part to a new file.
func store(path string, from io.Reader) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return &problem{status: http.StatusBadRequest, detail: fmt.Sprintf("%.60q is given twice", filepath.Base(path))}
	}
	_, err = io.Copy(f, from)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return formError(err)
}

// formError makes what is wrong with a body the client's problem, and leaves a limit what it is.
func formError(err error) error {
	var size *http.MaxBytesError
	var path *os.PathError
	var known *problem
	if err == nil || errors.As(err, &size) || errors.As(err, &path) || errors.As(err, &known) {
		return err
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return &problem{status: http.StatusRequestTimeout, detail: "the request came too slowly"}
	}
	return &problem{status: http.StatusBadRequest, detail: "the request ends too early, or its form cannot be read"}
}
