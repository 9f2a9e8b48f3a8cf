package app

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// DebugBundle writes what is needed to find out why a sync came out as it did: the source, the one
// that was sent when it was given, the XML parts of the returned files, and the findings. Pictures
// and other binary parts are left out.
func DebugBundle(ctx context.Context, w io.Writer, s *Source, r Review, files []string, result *SyncResult, failure error) error {
	z := zip.NewWriter(w)
	put := func(name string, data []byte) error {
		f, err := z.Create(name)
		if err == nil {
			_, err = f.Write(data)
		}
		return err
	}
	err := put("source.noma", []byte(s.File.Text))
	if r.Base != nil {
		err = errors.Join(err, put("base.noma", []byte(r.Base.File.Text)))
	}
	if failure != nil {
		err = errors.Join(err, put("error.txt", []byte(failure.Error()+"\n")))
	}
	var lost *LostEditError
	switch {
	case errors.As(failure, &lost):
		report, e := JSONText(lost.Found.Report)
		err = errors.Join(err, e, put("report.json", report), put("result.noma", []byte(lost.Found.Text)))
	case result != nil:
		err = errors.Join(err, put("report.json", result.Report), put("result.noma", []byte(result.Text)))
	}
	for i, file := range files {
		if file == "-" {
			continue // it was read once and is gone
		}
		folder := fmt.Sprintf("returned-%d/", i+1)
		head, e := headOf(file)
		if e != nil {
			err = errors.Join(err, e)
			continue
		}
		if looksLikeJSON(head) {
			data, e := readFile(file, nil, maxPackage())
			err = errors.Join(err, e, put(folder+"data.json", data))
			continue
		}
		e = withWord(ctx, file, func(_ *wml.Document, p *opc.Package) {
			for _, name := range p.Names() {
				if ext := strings.ToLower(filepath.Ext(name)); ext != ".xml" && ext != ".rels" {
					continue
				}
				data, e := p.Part(name)
				err = errors.Join(err, e, put(folder+strings.TrimPrefix(name, "/"), bytes.Clone(data)))
			}
		})
		err = errors.Join(err, e)
	}
	return errors.Join(err, z.Close())
}
