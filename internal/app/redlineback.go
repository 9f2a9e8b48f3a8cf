package app

import (
	"bytes"
	"context"
	"encoding/json"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/review/redline"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// A redline that comes back is two files. For the source that BEFORE was made from it is BEFORE, with changes that are proposed, also when
// the author has gone on writing in it, or has its changes as requests already; see redlineside.go. For any other it is AFTER: changes that
// nobody decided are in that source already, and what was rejected is an edit. So a redline has a part with what AFTER was sent as, under
// which names and dates its changes stand, and which comments are ours.

const (
	redlineNamespace = "urn:noma:redline"
	redlineStore     = "{6C1B3C53-5B9E-4E0A-9C55-3B0E6A2F7D11}"
)

// redlineRecord is what that part holds, as JSON in its one element.
type redlineRecord struct {
	Manifest string   `json:"manifest"` // "" when AFTER was not made by us
	Changes  []string `json:"changes"`  // authors and dates of changes
	// Properties are what else AFTER says of how it was sent: the properties of that are those of BEFORE. A record that was made before there
	// were these has none.
	Properties map[string]string `json:"properties,omitzero"`
	// Comments says of comments, as [said] names them, how often BEFORE and AFTER have them, which the file has more often: those on what is
	// untracked, which nobody wrote, those that AFTER has no longer, and copies.
	Comments map[string][2]int `json:"comments,omitempty"`
}

// changeKey is how a record names the changes of an author. Editors write seconds in more ways than one.
func changeKey(author, date string) string {
	return author + " " + date[:min(len(date), len("2006-01-02T15:04"))]
}

// recordRedline adds the part to a redline whose AFTER was made by us, or which has comments that this program added.
func recordRedline(data []byte, after *opc.Package, report *redline.Report, date string) ([]byte, error) {
	record := redlineRecord{Manifest: string(wml.ManifestOf(after)), Comments: map[string][2]int{}}
	for _, u := range report.Untracked {
		if u.Comment != "" {
			record.Comments[changeKey(redline.RemarkAuthor, date)+"\n"+u.Remark()] = [2]int{}
		}
	}
	if record.Manifest == "" && len(record.Comments)+len(report.Gone)+len(report.Copies) == 0 {
		return data, nil
	}
	p, err := opc.ReadBytes(data, opc.Limits{})
	if err != nil {
		return nil, err
	}
	main, _ := p.Related("", opc.TypeOfficeDocument)
	if record.Manifest != "" {
		record.Properties = wml.PropertiesOf(after)
		maps.DeleteFunc(record.Properties, func(name, _ string) bool { return !layout.OwnProperty(name) })
	}
	if err := record.count(p, report); err != nil {
		return nil, err
	}
	for _, c := range report.Changes {
		if key := changeKey(c.Author, c.Date); !slices.Contains(record.Changes, key) {
			record.Changes = append(record.Changes, key)
		}
	}
	text, err := json.Marshal(record) // which escapes what XML does not allow
	if err != nil {
		return nil, err
	}
	e := p.Edit()
	e.AddData(main, redlineStore, []string{redlineNamespace}, []byte(`<redline xmlns="`+redlineNamespace+`">`+strings.ReplaceAll(string(text), "&", `\u0026`)+`</redline>`))
	return e.Bytes()
}

// readRedline returns the record of a redline, nil for other files.
func readRedline(p *opc.Package) *redlineRecord {
	for _, d := range p.DataParts() {
		if head, err := p.Head(d.Name, 1<<10); err != nil || !bytes.Contains(head, []byte(redlineNamespace)) {
			continue
		}
		text, err := p.Text(d.Name)
		if err != nil {
			continue
		}
		var r redlineRecord
		x := opc.NewScanner(text, opc.Names{})
		if x.Next() && x.Local() == "redline" && json.Unmarshal([]byte(x.Text()), &r) == nil {
			return &r
		}
	}
	return nil
}

// redlineAfter returns a redline as AFTER, with the changes of its own that nobody decided accepted; nil when AFTER was not made by us.
func redlineAfter(ctx context.Context, p *opc.Package, record *redlineRecord) (*wml.Document, error) {
	if record.Manifest == "" {
		return nil, nil
	}
	_, all, err := revise.Accept(p, revise.Select{Look: halt.Of(ctx)})
	if err != nil {
		return nil, err
	}
	ours := revise.Select{Look: halt.Of(ctx)}
	for _, r := range all.Revisions {
		if slices.Contains(record.Changes, changeKey(r.Author, r.Date)) {
			ours.IDs = append(ours.IDs, r.ID)
		}
	}
	if len(ours.IDs) > 0 {
		if p, err = changed(p, revise.Accept, ours); err != nil {
			return nil, err
		}
	}
	d, err := wml.Read(p, wml.Options{})
	if err != nil {
		return nil, err
	}
	d.Manifest = []byte(record.Manifest)
	if record.Properties == nil {
		delete(d.Properties, layout.ManifestProperty) // it is that of BEFORE
	} else {
		maps.DeleteFunc(d.Properties, func(name, _ string) bool { return layout.OwnProperty(name) }) // they are those of BEFORE
		maps.Copy(d.Properties, record.Properties)
	}
	reviewsync.KeepPictures(d, p)
	m, _ := layout.ReadManifest(d.Manifest, d.Properties[layout.ManifestProperty])
	namesOf(d, m.Entries)
	return d, nil
}

// namesOf puts the bookmarks of AFTER's blocks where these read as they were sent: in a redline they stand where BEFORE has them, in
// paragraphs that may have become others.
func namesOf(d *wml.Document, sent []layout.Entry) {
	places := markedAs(slices.Collect(mainParagraphs(d)), sent)
	for p := range mainParagraphs(d) {
		var to *wml.Paragraph
		for _, pt := range p.Points {
			if at := places[layout.MarkKey(layout.PlainBookmark(pt.Name))]; pt.Kind == wml.BookmarkStart && at != nil && at != p {
				to = at
			}
		}
		if to == nil {
			continue
		}
		var stay, along []wml.Point
		for _, pt := range p.Points { // comments on a block have their bookmarks with its own, notes where they are marked
			at, known := places[layout.MarkKey(layout.PlainBookmark(pt.Name))]
			if noted := pt.At < len(p.Runs) && p.Runs[pt.At].Kind == wml.NoteMark; pt.Kind == wml.BookmarkStart && (at == to || !known && !noted) {
				pt.At = 0
				along = append(along, pt)
			} else {
				stay = append(stay, pt)
			}
		}
		p.Points, to.Points = stay, append(along, to.Points...)
	}
}

// markedAs returns the paragraphs that were sent with bookmarks, by these: all of them when the file reads as it was sent, else nil for
// those that are not the only ones which read as they do.
func markedAs(paras []*wml.Paragraph, sent []layout.Entry) map[uint32]*wml.Paragraph {
	times, reads := map[uint32]int{}, map[uint32][]*wml.Paragraph{}
	for _, e := range sent {
		times[e.Content]++
	}
	key := func(p *wml.Paragraph) uint32 { return layout.ContentHash(layout.Fingerprint(p.Runs, wml.Original)) }
	for _, p := range paras {
		reads[key(p)] = append(reads[key(p)], p)
	}
	out, shown := map[uint32]*wml.Paragraph{}, []layout.Entry{}
	for _, e := range sent {
		if all := reads[e.Content]; e.Anchor != 0 && e.Content != 0 && times[e.Content] == 1 && len(all) == 1 {
			out[e.Anchor] = all[0]
		} else if e.Anchor != 0 {
			out[e.Anchor] = nil
		}
		if e.Content != 0 {
			shown = append(shown, e)
		}
	}
	paras = slices.DeleteFunc(paras, func(p *wml.Paragraph) bool { return key(p) == 0 })
	ahead := len(shown) - len(paras) // the paragraphs of headers and footers
	for i, p := range paras {
		noted := slices.ContainsFunc(p.Runs, func(r wml.Run) bool { return r.Kind == wml.NoteMark }) // it was sent with what that is named
		if ahead < 0 || !noted && shown[ahead+i].Content != key(p) {
			return out
		}
	}
	for i, p := range paras {
		if e := shown[ahead+i]; e.Anchor != 0 {
			out[e.Anchor] = p
		}
	}
	return out
}

// mainParagraphs returns the paragraphs of the text of a document.
func mainParagraphs(d *wml.Document) iter.Seq[*wml.Paragraph] {
	var all []wml.Block
	for _, s := range d.Stories {
		if s.Kind == wml.MainStory {
			all = append(all, s.Blocks...)
		}
	}
	return wml.Paragraphs(all...)
}

// redline reads a redline as both of its versions.
func (r *returned) redline(ctx context.Context, p *opc.Package, record *redlineRecord) error {
	settled, err := decidedColumns(ctx, r.word, p)
	if err == nil && settled != nil {
		p = settled
		if r.word, err = wml.Read(p, wml.Options{}); err == nil {
			reviewsync.KeepPictures(r.word, p)
		}
	}
	if err != nil {
		return err
	}
	if r.after, err = redlineAfter(ctx, p, record); err != nil {
		return err
	}
	r.record = record
	was := string(r.word.Manifest)
	withoutAlts(r.word, record.Manifest)
	r.word.Manifest = layout.AddLinks(r.word.Manifest, []byte(record.Manifest))
	if r.after != nil {
		withoutAlts(r.after, was)
		r.after.Manifest = layout.AddLinks(r.after.Manifest, []byte(was))
	}
	return nil
}

// withoutAlts takes the descriptions of charts out that the other version has: they were made from its numbers, nobody wrote them.
func withoutAlts(d *wml.Document, manifest string) {
	m, _ := layout.ReadManifest([]byte(manifest), "")
	for _, s := range d.Stories {
		for p := range wml.Paragraphs(s.Blocks...) {
			for i := range p.Runs {
				if im := p.Runs[i].Image(); im != nil && im.ChartKey != "" && slices.Contains(m.Alts, layout.AltHash(noma.OneLine(im.Alt))) {
					im.Alt = ""
				}
			}
		}
	}
}

// against decides what a redline is for a source: see above.
func (r *returned) against(s *Source) {
	if r.record == nil {
		return
	}
	side := 0
	if r.after != nil && r.sentAs() != s.File.Hash() && !r.ofBefore(s) {
		side, r.word = 1, r.after
	}
	if len(r.record.Comments) > 0 {
		r.withoutSpare(s, side)
	}
}
