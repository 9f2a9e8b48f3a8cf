package redline

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// RemarkAuthor is whose comments say, in the text, what could not be tracked there.
const RemarkAuthor = "nomadocx"

// Remark returns what the comment about something untracked says.
func (u *Untracked) Remark() string {
	return "Not tracked: " + strings.Join(strings.Fields(u.Message), " ")
}

// remark tells that something cannot be tracked. A comment at the next block that both versions have says so, too: in the text
// itself, as headers and footers can have none.
func (w *writer) remark(code, message string) {
	u := Untracked{Code: code, Message: message, Comment: w.frame.remarks.next()}
	w.report.Untracked = append(w.report.Untracked, u)
	w.waiting = append(w.waiting, u.Comment)
}

// remarkTold gives what was told of headers and footers before the text is written its comments, at the beginning of the text.
func (w *writer) remarkTold() {
	for i := range w.report.Untracked {
		if u := &w.report.Untracked[i]; u.Code == "header" {
			u.Comment = w.frame.remarks.next()
			w.waiting = append(w.waiting, u.Comment)
		}
	}
}

// hasRoom reports whether comments can be put into a block that both versions have.
func (w *writer) hasRoom(x *block) bool {
	return w.part == "" && w.depth == 1 && x.kind != contents && x.kind != mark && x.kind != section
}

// keptBlock writes a block of the older file that stays, with the comments that have no place yet.
func (w *writer) keptBlock(out *strings.Builder, x *block) {
	raw := x.raw
	if w.hasRoom(x) {
		w.roomAt = out.Len()
		raw = w.placed(raw, 0)
	}
	out.WriteString(raw)
}

// remarkedLast returns the text with the comments that have no place yet in the last block that both versions have.
func (w *writer) remarkedLast(text string) string {
	if w.part != "" || w.roomAt < 0 {
		return text
	}
	return w.placed(text, w.roomAt)
}

// remarkLate gives the text the comments about headers, footers and notes, which were written after it.
func (w *writer) remarkLate(s *storyPair, set map[string]string) {
	if w.roomAt >= 0 {
		set[s.part] = w.placed(set[s.part], w.roomAt)
	}
	for i := range w.report.Untracked {
		if u := &w.report.Untracked[i]; slices.Contains(w.waiting, u.Comment) {
			u.Comment = "" // there is no paragraph
		}
	}
}

// Remarked reports whether a comment says something of what is untracked.
func (r *Report) Remarked() bool {
	return slices.ContainsFunc(r.Untracked, func(u Untracked) bool { return u.Comment != "" })
}

// placed returns markup with the comments that have no place yet at the beginning of the first paragraph that begins at or behind an
// offset; as it is when there is none.
func (w *writer) placed(text string, from int) string {
	if len(w.waiting) == 0 {
		return text
	}
	const open = "<all>"
	x := opc.NewScanner(open+text[from:]+"</all>", names)
	for x.Next() {
		if !x.Opened() || x.Space() != word || x.Local() != "p" {
			continue
		}
		at, end := x.Span()
		at, end = at+from-len(open), end+from-len(open)
		if strings.HasSuffix(text[:end], "/>") {
			return text[:at] + strings.TrimSuffix(text[at:end], "/>") + ">" + w.references() + "</w:p>" + text[end:]
		}
		if x.Next() && x.Opened() && x.Space() == word && x.Local() == "pPr" {
			x.Skip()
			_, end = x.Span()
			end += from - len(open)
		}
		return text[:end] + w.references() + text[end:]
	}
	return text
}

// references returns the marks of the comments that have no place yet.
func (w *writer) references() string {
	var b strings.Builder
	for _, id := range w.waiting {
		b.WriteString(`<w:commentRangeStart w:id="` + id + `"/><w:commentRangeEnd w:id="` + id + `"/><w:r><w:commentReference w:id="` + id + `"/></w:r>`)
	}
	w.waiting = nil
	return b.String()
}

// remarks returns the comments about what could not be tracked. taken are the ids of paragraphs, nil where there are none.
func (w *writer) remarks(taken map[string]bool, threads *addedThreads) string {
	var b strings.Builder
	for i := range w.report.Untracked {
		u := &w.report.Untracked[i]
		if u.Comment == "" {
			continue
		}
		b.WriteString(`<w:comment w:id="` + u.Comment + `" w:author="` + RemarkAuthor + `" w:initials="n"`)
		if w.o.Date != "" {
			b.WriteString(` w:date="`)
			escape(&b, w.o.Date)
			b.WriteByte('"')
		}
		b.WriteString(`><w:p`)
		if id := threads.another(taken); id != "" {
			b.WriteString(` w14:paraId="` + id + `"`)
		}
		b.WriteString(`><w:r><w:t xml:space="preserve">`)
		escape(&b, u.Remark())
		b.WriteString(`</w:t></w:r></w:p></w:comment>`)
	}
	return b.String()
}
