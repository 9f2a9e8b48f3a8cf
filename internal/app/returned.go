package app

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/internal/files"
	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/review/extract"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// FormData returns what the form fields and tasks of a Word file say: the JSON of docx-data.
func FormData(ctx context.Context, file string, stdin io.Reader) (controls.Data, error) {
	d, err := readWord(ctx, file, stdin)
	if err != nil {
		return controls.Data{}, err
	}
	return controls.Decode(d), nil
}

// ReviewData returns what a Word file says to a reader: the JSON of docx-review-data.
func ReviewData(ctx context.Context, file string, stdin io.Reader) (r *extract.Review, err error) {
	defer halt.Catch(&err)
	d, err := readWord(ctx, file, stdin)
	if err != nil {
		return nil, err
	}
	return extract.ExtractWith(d, halt.Of(ctx)), nil
}

// WordText returns a Word file as lines of text, with its tracked changes and comments.
func WordText(ctx context.Context, file string, stdin io.Reader) (text string, err error) {
	defer halt.Catch(&err)
	d, err := readWord(ctx, file, stdin)
	if err != nil {
		return "", err
	}
	return extract.Text(d, halt.Of(ctx)), nil
}

// returned is a file that came back: a Word document, or data extracted from one.
type returned struct {
	word   *wml.Document
	editor string // who saved the Word file last, "" when it does not say
	title  string // of the Word file, likewise
	json   []byte
	after  *wml.Document  // a redline as its AFTER, see redlineback.go; nil for other files
	record *redlineRecord // of a redline, likewise
}

// sentAs returns the hash of the source that was sent, "" when the file does not say.
func (r *returned) sentAs() string {
	if r.word == nil {
		return ""
	}
	m, _ := layout.ReadManifest(r.word.Manifest, r.word.Properties[layout.ManifestProperty])
	return m.Source
}

// audience returns whom the file was made for.
func (r *returned) audience(s *Source) noma.Audience { return layout.SentTo(r.word, s.Doc) }

// shown returns the audience for which a source is laid out to be compared with the file.
func (r *returned) shown(s *Source) noma.Audience { return layout.ComparedTo(r.word, s.Doc) }

// diagrams says which diagrams the file shows as pictures, nil when it is data.
func (r *returned) diagrams() func(*noma.Directive) bool {
	if r.word == nil {
		return nil
	}
	return layout.DiagramsOf(r.word)
}

// readReturned reads a Word file, or JSON, known by its first character.
func readReturned(ctx context.Context, file string, stdin io.Reader) (returned, error) {
	if file == "-" {
		data, err := readFile(file, stdin, maxPackage())
		if err != nil {
			return returned{}, err
		}
		if looksLikeJSON(data) {
			return returned{json: data}, affordableData(file, data)
		}
		d, p, err := wordFrom(ctx, file, bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return returned{}, err
		}
		return wordBack(ctx, d, p)
	}
	head, err := headOf(file)
	if err != nil {
		return returned{}, err
	}
	if looksLikeJSON(head) {
		data, err := readFile(file, nil, maxPackage())
		if err == nil {
			err = affordableData(file, data)
		}
		return returned{json: data}, err
	}
	var back returned
	var broken error
	err = withWord(ctx, file, func(d *wml.Document, p *opc.Package) { back, broken = wordBack(ctx, d, p) })
	return back, cmp.Or(err, broken)
}

func wordBack(ctx context.Context, d *wml.Document, p *opc.Package) (returned, error) {
	reviewsync.KeepPictures(d, p)
	title, editor := wml.TitleAndEditor(p)
	back := returned{word: d, editor: shorten(editor), title: title}
	record := readRedline(p)
	if record == nil {
		return back, nil
	}
	return back, back.redline(ctx, p, record)
}

func looksLikeJSON(data []byte) bool {
	data = bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), " \t\r\n")
	return len(data) > 0 && data[0] == '{'
}

// headOf returns the beginning of a file.
func headOf(file string) ([]byte, error) {
	info, err := files.Stat(file)
	if err != nil {
		return nil, cannotRead(file, err)
	}
	if info.IsDir() {
		return nil, fmt.Errorf("cannot read %s: it is a folder", file)
	}
	f, err := files.Open(file)
	if err != nil {
		return nil, cannotRead(file, err)
	}
	defer f.Close()
	head := make([]byte, 512)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, cannotRead(file, err)
	}
	return head[:n], nil
}

// readWord reads a Word file. Files are read in place; stdin is held in memory.
func readWord(ctx context.Context, file string, stdin io.Reader) (*wml.Document, error) {
	if file == "-" {
		data, err := readFile(file, stdin, maxPackage())
		if err != nil {
			return nil, err
		}
		d, _, err := wordFrom(ctx, file, bytes.NewReader(data), int64(len(data)))
		return d, err
	}
	var d *wml.Document
	err := withWord(ctx, file, func(read *wml.Document, _ *opc.Package) { d = read })
	return d, err
}

// withWord calls f with a Word file as long as it is open: the package reads its parts from there.
func withWord(ctx context.Context, file string, f func(*wml.Document, *opc.Package)) error {
	info, err := files.Stat(file)
	if err != nil {
		return cannotRead(file, err)
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("cannot read %s: it is not a regular file", file)
	}
	from, err := files.Open(file)
	if err != nil {
		return cannotRead(file, err)
	}
	defer from.Close()
	d, p, err := wordFrom(ctx, file, from, info.Size())
	if err == nil {
		f(d, p)
	}
	return err
}

func wordFrom(ctx context.Context, file string, r io.ReaderAt, size int64) (d *wml.Document, p *opc.Package, err error) {
	defer halt.Catch(&err)
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	p, err = opc.Read(r, size, opc.Limits{Look: halt.Of(ctx)})
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", file, err)
	}
	d, err = wml.Read(p, wml.Options{})
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", file, err)
	}
	return d, p, nil
}

// JSONText returns a value as two-space JSON without a final line feed, as all commands print it.
func JSONText(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// ReadReport reads a report of a sync; "-" is stdin.
func ReadReport(file string, stdin io.Reader) ([]byte, error) {
	return readFile(file, stdin, maxPackage())
}
