package patch_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/patch"
)

// TestFixtures runs the cases of testdata/*.txtar. A case NAME is the files NAME/in and NAME/ops, and
// NAME/out or NAME/error; every case also runs on a text with CRLF line ends, whose result must be the
// same but for those.
func TestFixtures(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no fixtures", err)
	}
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		comment, files := readArchive(string(data))
		out := []section{}
		in := ""
		for _, f := range files {
			name, part, _ := strings.Cut(f.name, "/")
			if part == "in" || part == "ops" {
				out = append(out, f)
			}
			switch part {
			case "in":
				in = f.text
			case "ops":
				t.Run(name, func(t *testing.T) { out = append(out, runFixture(t, name, in, []byte(f.text))) })
			}
		}
		golden.Check(t, path, []byte(writeArchive(comment, out)))
	}
}

// section is one file of a txtar archive: what follows a line `-- name --`.
type section struct{ name, text string }

func readArchive(text string) (comment string, files []section) {
	at := &comment
	for _, line := range strings.SplitAfter(text, "\n") {
		if s, ok := strings.CutPrefix(line, "-- "); ok && strings.HasSuffix(s, " --\n") {
			files = append(files, section{name: strings.TrimSuffix(s, " --\n")})
			at = &files[len(files)-1].text
			continue
		}
		*at += line
	}
	return comment, files
}

func writeArchive(comment string, files []section) string {
	var b strings.Builder
	b.WriteString(comment)
	for _, f := range files {
		b.WriteString("-- " + f.name + " --\n" + f.text)
		if f.text != "" && !strings.HasSuffix(f.text, "\n") {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func runFixture(t *testing.T, name, in string, ops []byte) section {
	got, err := applyNow(in, ops)
	var pe *patch.Error
	if err != nil && !errors.As(err, &pe) {
		t.Fatalf("not a patch error: %v", err)
	}
	if in == "" {
		return section{name + "/out", got} // there is no line end to follow
	}
	crlf := strings.ReplaceAll(in, "\n", "\r\n")
	dos, dosErr := applyNow(crlf, ops)
	if (dosErr == nil) != (err == nil) {
		t.Errorf("with CRLF: %v", dosErr)
	} else if err == nil && strings.ReplaceAll(got, "\n", "\r\n") != dos {
		t.Errorf("with CRLF: %s", golden.Difference([]byte(strings.ReplaceAll(got, "\n", "\r\n")), []byte(dos)))
	}
	if err != nil {
		return section{name + "/error", fmt.Sprintf("%d %s: %s\n", pe.OpIndex, pe.Code, pe.Message)}
	}
	return section{name + "/out", got}
}

// applyNow fills in hashes: a base hash "now" is that of the child in the input, "now 2" that of the
// child which is number 2 there.
func applyNow(in string, ops []byte) (string, error) {
	tx, err := patch.DecodeOps(ops)
	if err != nil {
		return "", err
	}
	doc, _, err := noma.Parse(source.NewFile("", in), noma.Options{})
	if err != nil {
		return "", err
	}
	for i := range tx.Ops {
		o := &tx.Ops[i]
		index := o.Index
		if n, err := fmt.Sscanf(o.BaseHash, "now %d", &index); n != 1 && (err == nil || o.BaseHash != "now") {
			continue
		}
		var parent noma.Node = doc
		if o.Parent != "" {
			parent, _ = doc.ByID(o.Parent)
		}
		o.BaseHash = patch.BlockHash(doc.File, parent.Kids()[index])
	}
	res, err := patch.ApplyTo(doc, tx.Ops, patch.Options{})
	if err != nil {
		return "", err
	}
	return res.Text, nil
}
