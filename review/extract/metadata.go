package extract

import (
	"strings"

	"github.com/nomadocx/nomadocx/layout"
)

// metadataKinds are the blocks whose metadata lines are read, with the labels of their fields in
// the order in which they are shown (contract review-data.md §4).
var metadataKinds = []struct {
	words  []string
	fields []string
}{
	{[]string{"Citation"}, []string{"source", "accessed", "url", "doi"}},
	{[]string{"API"}, []string{"version", "base url", "status", "owner"}},
	{[]string{"Endpoint"}, []string{"method", "path", "auth", "status", "api"}},
	{[]string{"Parameter"}, []string{"in", "type", "required", "default", "enum"}},
	{[]string{"Example"}, []string{"language", "for", "status"}},
	{[]string{"Changelog"}, []string{"version", "date", "status"}},
	{[]string{"Instruction"}, []string{"scope", "audience", "priority", "owner"}},
	{[]string{"Query"}, []string{"language", "dataset", "source", "status"}},
	{[]string{"Code cell"}, []string{"kernel", "status", "execution"}},
	{[]string{"Output"}, []string{"for", "status", "mime"}},
	{[]string{"Computed metric", "Computed plot", "Computed table"}, []string{"formula", "domain", "unit"}},
	{[]string{"Control"}, []string{"type", "default", "min", "max", "step"}},
	{[]string{"User memory", "Feedback memory", "Project memory", "Reference memory", "Memory"},
		[]string{"type", "confidence", "last seen", "scope", "source", "valid until", "superseded by", "expired"}},
	{[]string{"Evidence", "Counterevidence"}, []string{"for", "source", "url", "doi", "accessed"}},
	{[]string{"Risk"}, []string{"severity", "owner", "status"}},
	{[]string{"Decision", "ADR"}, []string{"status", "owner", "date"}},
	{[]string{"Open question"}, []string{"status", "owner", "due"}},
	{[]string{"Assumption", "Hypothesis", "Result", "Limitation"}, []string{"status", "owner", "confidence", "source"}},
	{[]string{"Review"}, []string{"status", "reviewer", "due", "date"}},
	{[]string{"Provenance"}, []string{"source", "url", "tool", "by", "commit", "at"}},
	{[]string{"Confidence"}, []string{"value", "basis", "source", "updated"}},
	{[]string{"Agent task", "Todo"}, []string{"scope", "owner", "due", "priority"}},
}

// boxGlyphs are how check boxes appear; tasks have one before their label (contract differences.md A16).
const boxGlyphs = "☐☒☑□■✓✔"

// labelFields returns the fields a block with this label line may show; nil for other blocks.
func labelFields(label string) []string {
	label = trim(strings.TrimLeftFunc(label, func(r rune) bool { return isSpace(r) || strings.ContainsRune(boxGlyphs, r) }))
	for i := range metadataKinds {
		k := &metadataKinds[i]
		for _, w := range k.words {
			if rest, ok := strings.CutPrefix(label, w); ok && behindLabel(rest) {
				return k.fields
			}
		}
	}
	return nil
}

// behindLabel reports whether a text can stand behind the words of a label: a kind or number, " (…)" or " 3", then ": " and a title.
func behindLabel(rest string) bool {
	if strings.HasPrefix(rest, " (") {
		_, rest, _ = strings.Cut(rest, ")")
	} else if strings.HasPrefix(rest, " ") {
		rest = strings.TrimLeft(rest[1:], "0123456789.")
	}
	return rest == "" || rest[0] == ':'
}

// blockMetadata lists the metadata lines of the bookmarked blocks of a flow, one entry for each.
func (p *part) blockMetadata(flow []block) {
	for i := range flow {
		l := flow[i].para
		if l == nil || len(l.names) == 0 {
			continue
		}
		switch l.Style {
		case layout.StyleDirective, layout.StyleCaption, layout.StyleAction:
			if fields := labelFields(l.text()); fields != nil {
				p.metadataOf(l, fields, flow[i+1:])
			}
		}
	}
}

// metadataOf reads the run of metadata lines of one block; framed text may stand before them.
func (p *part) metadataOf(label *para, labels []string, after []block) {
	entry := BlockMetadata{Anchors: label.names, At: label.at}
	index := len(p.review.BlockMetadata)
	for i := range after {
		q := after[i].para
		if q == nil || q.Style == layout.StyleDirective {
			break
		}
		if q.Style != layout.StyleMeta {
			if len(entry.Fields) > 0 || !q.framed() && !q.blank {
				break
			}
			continue
		}
		fields := splitFields(q.Paragraph, labels)
		if len(fields) == 0 {
			break
		}
		for _, f := range fields {
			entry.Fields.set(f.Label, f.Text)
		}
		entry.HasRevisions = entry.HasRevisions || revised(q.Paragraph)
		p.review.note(q.Paragraph, BlockMetadataList, index)
	}
	if len(entry.Fields) == 0 {
		return
	}
	entry.NativeID = p.number(BlockMetadataList)
	p.review.BlockMetadata = append(p.review.BlockMetadata, entry)
}
