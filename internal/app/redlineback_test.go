package app

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/review/redline"
)

// TestRedlineComesBack: of a redline some changes are accepted and the others rejected. Synced into the source of BEFORE and into that of
// AFTER it gives exactly what was decided.
func TestRedlineComesBack(t *testing.T) {
	documents := 12
	if testing.Short() {
		documents = 3
	}
	dir := t.TempDir()
	for n := range documents {
		c := rand.New(rand.NewPCG(uint64(n), 5))
		was := strings.Split(docgen.Report(4+n%3), "\n")
		now := strings.Split(strings.Join(was, "\n"), "\n")
		edits := map[int]string{} // lines by the word that is new in them
		comment := false
		for i, line := range was {
			words := strings.Split(line, " ")
			if comment = comment && line != "::" || strings.HasPrefix(line, "::comment"); comment {
				continue // one that reads otherwise is another one
			}
			if len(words) < 8 || strings.ContainsAny(line, "|:{<#`[*_") || c.IntN(2) == 0 {
				continue
			}
			words[1+c.IntN(len(words)-2)] = "changed" + strconv.Itoa(i)
			now[i] = strings.Join(words, " ")
			edits[i] = "changed" + strconv.Itoa(i)
		}
		before, after := placed(t, dir, "before.noma", strings.Join(was, "\n")), placed(t, dir, "after.noma", strings.Join(now, "\n"))
		r := annsRedline(t, before, after)
		if len(r.Report.Changes) != len(edits) || len(edits) == 0 {
			t.Fatalf("document %d: %d changes of %d edits", n, len(r.Report.Changes), len(edits))
		}
		var accepted, rejected []string
		want := strings.Split(strings.Join(was, "\n"), "\n")
		for _, change := range r.Report.Changes {
			to := &rejected
			if c.IntN(2) == 0 {
				to = &accepted
				for i, word := range edits {
					if strings.Contains(change.Now, word) {
						want[i] = now[i]
					}
				}
			}
			*to = append(*to, revisionIDs(change)...)
		}
		decided := placed(t, dir, "decided.docx", string(decide(t, decide(t, r.Data, revise.Accept, accepted), revise.Reject, rejected)))
		for _, source := range []string{before, after} {
			got := cameBack(t, source, decided)
			if got != strings.Join(want, "\n") {
				t.Errorf("document %d into %s:\n%s", n, filepath.Base(source), differenceAt(strings.Split(got, "\n"), want))
			}
		}
	}
}

// TestRedlineRemarks: comments that this program added about what cannot be tracked do not come back, unless somebody answered or edited them.
func TestRedlineRemarks(t *testing.T) {
	dir := t.TempDir()
	const text = "# One\n\nFirst words of a paragraph.\n\nSecond words.\n"
	before, after := placed(t, dir, "before.noma", text), placed(t, dir, "after.noma", "::header\nDraft\n::\n\n"+text)
	r := annsRedline(t, before, after)
	if len(r.Report.Changes) > 0 || len(r.Report.Untracked) != 1 || r.Report.Untracked[0].Comment == "" {
		t.Fatalf("%+v", r.Report)
	}
	said, id := r.Report.Untracked[0].Remark(), r.Report.Untracked[0].Comment
	p, err := opc.ReadBytes(r.Data, opc.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	comments, err := p.Text("word/comments.xml")
	if err != nil {
		t.Fatal(err)
	}
	main, _ := p.Related("", opc.TypeOfficeDocument)
	for name, want := range map[string]string{"untouched": "", "edited": "add it", "answered": "I add it"} {
		e := p.Edit()
		switch name {
		case "edited":
			e.Set("word/comments.xml", "", []byte(strings.Replace(comments, said, said+"; add it", 1)))
		case "answered":
			answer := strings.NewReplacer("nomadocx", "Bob", said, "I add it", `w:id="`+id+`"`, `w:id="9"`, "<w:p>", `<w:p w14:paraId="0000000B">`)
			from, to := strings.Index(comments, "<w:comment "), strings.LastIndex(comments, "</")
			e.Set("word/comments.xml", "", []byte(strings.Replace(comments[:from], ">", ` xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml">`, 1)+
				strings.Replace(comments[from:to], "<w:p>", `<w:p w14:paraId="0000000A">`, 1)+answer.Replace(comments[from:to])+comments[to:]))
			e.Set("word/commentsExtended.xml", "application/xml", []byte(`<w15:commentsEx xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml">`+
				`<w15:commentEx w15:paraId="0000000A"/><w15:commentEx w15:paraId="0000000B" w15:paraIdParent="0000000A"/></w15:commentsEx>`))
			e.AddRel(main, opc.TypeCommentsExtended, "word/commentsExtended.xml")
			text, _ := p.Text(main)
			mark := `<w:r><w:commentReference w:id="` + id + `"/></w:r>`
			e.Set(main, "", []byte(strings.Replace(text, mark, mark+strings.Replace(mark, `"`+id+`"`, `"9"`, 1), 1)))
		}
		data, err := e.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		file := placed(t, dir, name+".docx", string(data))
		for _, source := range []string{before, after} {
			was, err := os.ReadFile(source)
			if err != nil {
				t.Fatal(err)
			}
			got := cameBack(t, source, file)
			if want == "" && got != string(was) || !strings.Contains(got, want) || strings.Contains(got, said) != (want != "") {
				t.Errorf("%s, %s: %s", name, filepath.Base(source), got)
			}
		}
	}
}

// TestRedlinePictures: a picture that a program has encoded anew is the one that was sent, in the source of either version.
func TestRedlinePictures(t *testing.T) {
	dir := t.TempDir()
	encoded := func(level png.CompressionLevel) []byte {
		picture := image.NewGray(image.Rect(0, 0, 40, 40))
		for i := range picture.Pix {
			picture.Pix[i] = byte(i * i)
		}
		var b bytes.Buffer
		if err := (&png.Encoder{CompressionLevel: level}).Encode(&b, picture); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	placed(t, dir, "a.png", string(encoded(png.BestCompression)))
	const text = "# One\n\nFirst words of a paragraph.\n\n::figure{id=\"f\" src=\"a.png\" alt=\"A picture\" caption=\"What it shows\"}\n::\n"
	before, after := placed(t, dir, "before.noma", text), placed(t, dir, "after.noma", strings.Replace(text, "First", "The first", 1))
	p, err := opc.ReadBytes(decide(t, annsRedline(t, before, after).Data, revise.Accept, []string{"1", "2", "3"}), opc.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	e, found := p.Edit(), false
	for _, name := range p.Names() {
		if strings.HasSuffix(name, ".png") {
			e.Set(name, "", encoded(png.NoCompression))
			found = true
		}
	}
	data, err := e.Bytes()
	if err != nil || !found {
		t.Fatal(found, err)
	}
	file, want := placed(t, dir, "back.docx", string(data)), strings.Replace(text, "First", "The first", 1)
	for source, findings := range map[string]int{before: 1, after: 0} {
		if got := synced(t, source, file); got.Text != want || len(got.Findings) != findings {
			t.Errorf("%s: %s %+v", filepath.Base(source), got.Text, got.Findings)
		}
	}
}

// TestRedlineCharts: a chart whose data has changed is the one that was decided, in the source of either version, and the report says nothing of it.
func TestRedlineCharts(t *testing.T) {
	dir := t.TempDir()
	const was = "# One\n\nFirst words of a paragraph.\n\n::plot{id=\"p\" type=\"bar\" title=\"Ships\" data=\"7.5,6.2,5.9\" xlabels=\"Q1,Q2,Q3\"}\n::\n\nLast words.\n"
	now := strings.Replace(was, "6.2", "6.9", 1)
	before, after := placed(t, dir, "before.noma", was), placed(t, dir, "after.noma", now)
	r := annsRedline(t, before, after)
	if len(r.Report.Changes) != 1 || len(r.Report.Untracked) > 0 {
		t.Fatalf("%+v", r.Report)
	}
	ids := revisionIDs(r.Report.Changes...)
	for fate, data := range fatesOf(t, r.Data, ids) {
		decided := placed(t, dir, fate+".docx", string(data))
		for source, want := range map[string]string{before: was, after: now} {
			findings := 0
			switch {
			case fate == "accepted":
				want = now
			case fate == "rejected":
				want = was
			case source == before:
				findings = 1 // it is proposed
			}
			got := synced(t, source, decided)
			waiting := 0
			for _, f := range got.Findings {
				if f.Outcome != "applied" {
					waiting++
				}
			}
			if got.Text != want || waiting != findings {
				t.Errorf("%s into %s: %+v\n%s", fate, filepath.Base(source), got.Findings, got.Text)
			}
		}
	}
}

// TestRedlineOlder: of a redline whose record was made before records had properties, the list of charts that the file has counts.
func TestRedlineOlder(t *testing.T) {
	dir := t.TempDir()
	const was = "# One\n\nFirst words.\n\n::plot{id=\"p\" type=\"bar\" title=\"Ships\" data=\"7.5,6.2\" xlabels=\"Q1,Q2\"}\n::\n"
	r := annsRedline(t, placed(t, dir, "before.noma", was), placed(t, dir, "after.noma", strings.Replace(was, "First", "Last", 1)))
	p, err := opc.ReadBytes(r.Data, opc.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	record := readRedline(p)
	for _, older := range []bool{false, true} {
		if older {
			record.Properties = nil
		}
		d, err := redlineAfter(t.Context(), p, record)
		if err != nil {
			t.Fatal(err)
		}
		if len(layout.PropertyWords(d.Properties, layout.ChartsProperty)) == 0 || (d.Properties[layout.ManifestProperty] == "") != older {
			t.Errorf("older %v: %v", older, d.Properties)
		}
	}
}

// placed writes a file and returns its path.
func placed(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// annsRedline returns the redline of two sources, under the name of Ann.
func annsRedline(t *testing.T, before, after string) *Redlined {
	t.Helper()
	r, err := Redline(context.Background(), before, after, RedlineOptions{Author: "Ann", Date: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// cameBack returns the text of a source after a file was synced into it.
func cameBack(t *testing.T, source, file string) string {
	t.Helper()
	return synced(t, source, file).Text
}

func synced(t *testing.T, source, file string) *SyncResult {
	t.Helper()
	s, err := Load(context.Background(), source, LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := Review{}.Sync(context.Background(), s, file, nil)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// fatesOf returns a redline of which changes were accepted, rejected, and left as they are.
func fatesOf(t *testing.T, data []byte, ids []string) map[string][]byte {
	t.Helper()
	return map[string][]byte{"accepted": decide(t, data, revise.Accept, ids), "rejected": decide(t, data, revise.Reject, ids), "left": data}
}

func decide(t *testing.T, data []byte, how func(*opc.Package, revise.Select) (*opc.Edit, *revise.Report, error), ids []string) []byte {
	t.Helper()
	if len(ids) == 0 {
		return data
	}
	p, err := opc.ReadBytes(data, opc.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	e, _, err := how(p, revise.Select{IDs: ids})
	if err != nil {
		t.Fatal(err)
	}
	out, err := e.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// revisionIDs returns the ids of the tracked changes that a redline has for changes.
func revisionIDs(changes ...redline.Change) (ids []string) {
	for _, change := range changes {
		for _, id := range change.IDs {
			ids = append(ids, strconv.Itoa(id))
		}
	}
	return ids
}

func differenceAt(got, want []string) string {
	for i := range got {
		if i >= len(want) || got[i] != want[i] {
			return fmt.Sprintf("line %d\ngot  %q\nwant %q", i+1, got[i], append(want, "")[min(i, len(want))])
		}
	}
	return "the end is missing"
}

// TestRedlineOwn: a redline whose changes were all accepted changes nothing in the source of AFTER, and one whose changes were all rejected
// nothing in that of BEFORE, comments included; one that AFTER has no longer stays in the file, and does not come back.
func TestRedlineOwn(t *testing.T) {
	documents := 80
	if testing.Short() {
		documents = 20
	}
	dir := t.TempDir()
	for n := range documents {
		c := rand.New(rand.NewPCG(uint64(n), 6))
		was := docgen.Placed(chooser{c}, 6)
		chunks := strings.Split(was, "\n\n")
		if i, j := c.IntN(len(chunks)), c.IntN(len(chunks)); n%2 == 0 { // a comment's place may be elsewhere then
			chunks[i], chunks[j] = chunks[j], chunks[i]
		}
		for i, chunk := range chunks {
			switch words := strings.Split(chunk, " "); {
			case c.IntN(3) > 0:
			case strings.HasPrefix(chunk, "::comment"):
				if c.IntN(2) == 0 && !strings.Contains(was, "reply_to") {
					chunks[i] = ""
				}
			case !strings.HasPrefix(chunk, "::") && len(words) > 3:
				words[c.IntN(len(words))] = "other"
				chunks[i] = strings.Join(words, " ")
			}
		}
		now := strings.Join(chunks, "\n\n")
		before, after := placed(t, dir, "before.noma", was), placed(t, dir, "after.noma", now)
		r, err := Redline(context.Background(), before, after, RedlineOptions{Author: "Ann"})
		if err != nil {
			t.Fatal(err)
		}
		ids := revisionIDs(r.Report.Changes...)
		if len(ids) == 0 || slices.ContainsFunc(r.Report.Changes, func(c redline.Change) bool { return c.Kind == "comment" }) {
			continue // which rejecting leaves
		}
		fates := fatesOf(t, r.Data, ids)
		for fate, source := range map[string]string{"accepted": after, "rejected": before} {
			want := map[string]string{after: now, before: was}[source]
			if got := cameBack(t, source, placed(t, dir, fate+".docx", string(fates[fate]))); got != want {
				t.Errorf("document %d, %s:\n%s", n, fate, differenceAt(strings.Split(got, "\n"), strings.Split(want, "\n")))
			}
		}
	}
}

// TestRedlineTitle: the only heading of a document that became a paragraph is one in the source of BEFORE.
func TestRedlineTitle(t *testing.T) {
	dir := t.TempDir()
	const was, now = "# Control words\n\nText.\n", "Other words\n\nText.\n"
	before, after := placed(t, dir, "before.noma", was), placed(t, dir, "after.noma", now)
	r := annsRedline(t, before, after)
	accepted := decide(t, r.Data, revise.Accept, revisionIDs(r.Report.Changes...))
	if got := cameBack(t, before, placed(t, dir, "accepted.docx", string(accepted))); got != now {
		t.Error(got)
	}
}

// TestRedlineNewList: a new list comes back with the levels of its items.
func TestRedlineNewList(t *testing.T) {
	const list = "- One\n  - Two\n  - Three\n    1. Four\n    2. Five\n       - Six\n  - Seven\n\n"
	for name, text := range map[string]string{
		"text":             "# A heading\n\nFirst words of a paragraph.\n\nSecond words.\n",
		"block without id": "# A heading\n\n::note\nFirst words of a paragraph.\n\nSecond words.\n::\n",
		"CRLF":             "# A heading\r\n\r\nFirst words of a paragraph.\r\n\r\nSecond words.\r\n",
	} {
		lines := list
		if name == "CRLF" {
			lines = strings.ReplaceAll(list, "\n", "\r\n")
		}
		now := strings.Replace(text, "Second", lines+"Second", 1)
		dir := t.TempDir()
		before, after := placed(t, dir, "before.noma", text), placed(t, dir, "after.noma", now)
		r := annsRedline(t, before, after)
		decided := placed(t, dir, "decided.docx", string(decide(t, r.Data, revise.Accept, revisionIDs(r.Report.Changes...))))
		if got := cameBack(t, before, decided); got != now {
			t.Errorf("%s: got\n%s", name, got)
		}
	}
}

// TestRedlineCommentMoves: a comment of both versions whose text was deleted in one place and typed in another one, or which was put elsewhere, is in
// both places. Decided, it comes into both sources once, with its answer.
func TestRedlineCommentMoves(t *testing.T) {
	dir := t.TempDir()
	text := func(exact string, chunks ...string) string {
		return "# Top {id=\"top\"}\n\n" + strings.Join(chunks, "\n\n") + "\n\n::comment{id=\"c\" parent=\"top\" exact=\"" + exact + "\" author=\"Jo\"}\nReally?\n::\n\n" +
			"::comment{id=\"d\" reply_to=\"c\" author=\"Lee\"}\nYes.\n::\n"
	}
	const first, second, middle, end = "A claim on which much was built.", "Other words, and a claim.", "The middle stays here.", "The end."
	was := text("claim", first, middle, end)
	for name, now := range map[string]string{
		"deleted": text("claim", middle, second, end), "put elsewhere": text("stays", first, middle, end), "put elsewhere, edited": text("stays", first, middle, "End."),
	} {
		before, after := placed(t, dir, "before.noma", was), placed(t, dir, "after.noma", now)
		r := annsRedline(t, before, after)
		for fate, data := range fatesOf(t, r.Data, revisionIDs(r.Report.Changes...)) {
			decided := placed(t, dir, fate+".docx", string(data))
			for source, want := range map[string]string{before: was, after: now} {
				got := cameBack(t, source, decided)
				switch {
				case fate == "left" && source == before:
					got = unasked(got)
				case name != "deleted" && fate != "left" && (fate == "accepted") == (source == before):
					continue // where a comment is, nobody decided
				case fate == "accepted":
					want = now
				case fate == "rejected":
					want = was
				}
				if got != want {
					t.Errorf("%s, %s into %s:\n%s", name, fate, filepath.Base(source), got)
				}
			}
		}
	}
}
