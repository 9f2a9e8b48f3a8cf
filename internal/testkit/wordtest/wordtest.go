// Package wordtest edits the parts of Word files, for tests.
package wordtest

import (
	"archive/zip"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"
	"testing"
)

// Main is the name of the main part of every Word file that this program writes.
const Main = "word/document.xml"

// Rewrite returns a package with the text of each part edited. A part whose text becomes empty is left out. Parts that are not edited are
// copied as they are compressed, edited ones are stored: nothing is deflated, as thousands of files are made by this.
func Rewrite(file []byte, edit func(part, text string) (string, error)) ([]byte, error) {
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(r)
		if closed := r.Close(); err != nil || closed != nil { // closed, its memory serves for the next part
			return nil, cmp.Or(err, closed)
		}
		text, err := edit(f.Name, string(data))
		if err != nil {
			return nil, err
		}
		if text == "" && len(data) > 0 {
			continue
		}
		if text == string(data) {
			err = w.Copy(f)
		} else {
			err = store(w, f.Name, text)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func store(w *zip.Writer, name, text string) error {
	part, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
	if err == nil {
		_, err = io.WriteString(part, text)
	}
	return err
}

// Replace returns a package with the first occurrence of a text in one part replaced. It fails the test when there is
// none.
func Replace(t testing.TB, file []byte, part, before, after string) []byte {
	t.Helper()
	found := false
	out, err := Rewrite(file, func(name, text string) (string, error) {
		if name != part {
			return text, nil
		}
		found = strings.Contains(text, before)
		return strings.Replace(text, before, after, 1), nil
	})
	if err == nil && !found {
		err = fmt.Errorf("no %q in %s", before, part)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}
