package redline

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// readComments gives the comments of the newer file that the older one lacks new ids.
func (f *frame) readComments() error {
	_, older, err := f.old.optional(opc.TypeComments)
	if err != nil {
		return err
	}
	f.remarks.last = -1
	f.r.eachChild(older, func(_, id, _ string) { f.remarks.take(id) })
	name, newer, err := f.new.optional(opc.TypeComments)
	if err != nil || newer == "" {
		return err
	}
	said := func(markup string) string {
		tag := markup[:strings.IndexByte(markup, '>')+1]
		return attribute(tag, "w:author") + "\x00" + attribute(tag, "w:date") + "\x00" + f.r.text(inside(markup))
	}
	have, theirs := map[string][]string{}, map[string]string{} // markup
	fresh := false
	f.r.eachChild(newer, func(_, id, markup string) { theirs[id] = markup })
	f.r.eachChild(older, func(_, id, markup string) {
		if theirs[id] == markup && !strings.Contains(markup, " r:") { // nearly all
			f.comments[id] = dropped + id
			f.threads[lastParagraph(markup)] = lastParagraph(markup)
			return
		}
		key := said(markup)
		have[key] = append(have[key], markup)
	})
	f.r.eachChild(newer, func(_, id, markup string) {
		if f.comments[id] != "" {
			return
		}
		key := said(markup)
		if same := have[key]; len(same) > 0 {
			tag := same[0][:strings.IndexByte(same[0], '>')+1]
			f.comments[id], have[key] = dropped+attribute(tag, "w:id"), same[1:]
			f.threads[lastParagraph(markup)] = lastParagraph(same[0])
			return
		}
		if f.r.noComments {
			f.comments[id] = dropped
			return
		}
		f.comments[id], fresh = f.remarks.next(), true
	})
	if !fresh {
		return nil
	}
	to := f.old.related(opc.TypeComments)
	if to == "" {
		to = "word/comments.xml"
	}
	rels, err := f.files.ids(to, name)
	if err != nil {
		return err
	}
	f.newComments, err = f.reframe(newer, rels)
	return err
}

// movesComments finds the comments of both versions that stand elsewhere in the newer one than accepting leaves them, or which accepting
// takes out with the text they are on, and reports whether there are any that were not known.
func (j *job) movesComments() (found bool) {
	if len(j.base.comments) == 0 || j.r.noComments {
		return false
	}
	was, got, want := map[string]string{}, map[string]string{}, map[string]string{}
	for _, name := range append(j.old.stories(), j.old.asides()...) {
		text := j.old.text[name]
		j.commented(was, text)
		if after := j.accepted[name]; after != nil {
			text = after.Text()
		}
		j.commented(got, text)
	}
	for _, name := range append(j.new.stories(), j.new.asides()...) {
		j.commented(want, j.new.text[name])
	}
	for _, is := range slices.Sorted(maps.Keys(j.base.comments)) {
		id, both := strings.CutPrefix(j.base.comments[is], dropped)
		if both && id != "" && j.twice[id] == "" && was[id] != "" && want[is] != "" && got[id] != want[is] {
			j.twice[id], j.stay[id], found = j.base.remarks.next(), got[id] != "", true
		}
	}
	return found
}

// commented notes where the marks of comments stand in a text: what is ahead of them in their paragraphs, and what is behind.
func (j *job) commented(out map[string]string, text string) {
	const open = "<w:comment"
	from, to := 0, 0
	for at := 0; ; at += len(open) {
		next := strings.Index(text[at:], open)
		if next < 0 {
			return
		}
		at += next
		if mark := text[at+len(open):]; !strings.HasPrefix(mark, "RangeStart ") && !strings.HasPrefix(mark, "Reference ") {
			continue
		}
		if at >= to {
			from, to = paragraphStart(text, at), len(text)
			if n := strings.Index(text[at:], "</w:p>"); n >= 0 {
				to = at + n
			}
		}
		tag := text[at : at+strings.IndexByte(text[at:], '>')+1]
		out[attribute(tag, "w:id")] += ":" + j.letters(text[from:at]) + "|" + j.letters(text[at:to])
	}
}

// letters returns the text in a markup without white space, and without numbers, which are computed.
func (j *job) letters(markup string) string {
	var b strings.Builder
	for tag := ""; markup != ""; {
		text, rest, _ := strings.Cut(markup, "<")
		if text != "" && !strings.HasPrefix(tag, "w:instrText") {
			for _, c := range opc.Between(text) {
				if !unicode.IsDigit(c) && !unicode.IsSpace(c) {
					b.WriteRune(c)
				}
			}
		}
		tag, markup, _ = strings.Cut(rest, ">")
	}
	return j.r.reading(b.String())
}

// paragraphStart returns where the paragraph begins in which a place is, 0 for none.
func paragraphStart(text string, at int) int {
	for {
		i := strings.LastIndex(text[:at], "<w:p")
		if i <= 0 || text[i+len("<w:p")] == '>' || text[i+len("<w:p")] == ' ' {
			return max(0, i)
		}
		at = i
	}
}

// again makes the marks of comments that come twice, in a block of the newer file, those of the copies.
func (w *writer) again(b *block) {
	if len(w.twice) == 0 {
		return
	}
	b.ready()
	for _, text := range []*string{&b.raw, &b.steps} {
		for _, tag := range [...]string{"RangeStart", "RangeEnd", "Reference"} {
			open := "<w:comment" + tag + ` w:id="`
			parts := strings.Split(*text, open+dropped)
			for i, part := range parts[1:] {
				id, _, _ := strings.Cut(part, `"`)
				if to := w.twice[id]; to != "" {
					parts[i+1] = to + part[len(id):]
					b.brings = true
				} else {
					parts[i+1] = dropped + part
				}
			}
			*text = strings.Join(parts, open)
		}
	}
}

// goneComments reports the comments of the older file that the newer one has not: that one went cannot be tracked.
func (f *frame) goneComments(report *Report) error {
	_, older, err := f.old.optional(opc.TypeComments)
	if err != nil || f.r.noComments {
		return err
	}
	stay := map[string]bool{}
	for _, to := range f.comments {
		stay[to] = true
	}
	var gone []string
	f.r.eachChild(older, func(_, id, markup string) {
		if !stay[dropped+id] {
			author := opc.Between(attribute(markup[:strings.IndexByte(markup, '>')+1], "w:author"))
			report.Gone = append(report.Gone, id)
			gone = append(gone, author+" “"+clipped(strings.TrimSpace(plain(markup)))+"”")
		}
	})
	report.differ("comments", "comments", gone)
	return nil
}

// copied returns copies of comments of the older file, with what they answer and whether that is settled: in the newer file when they stand
// where that has them. taken are the ids of paragraphs, nil where there are none.
func (f *frame) copied(w *writer, taken map[string]bool, threads *addedThreads) (string, error) {
	if len(w.copies) == 0 {
		return "", nil
	}
	said, err := f.old.threads()
	if err != nil {
		return "", err
	}
	newer, err := f.new.threads()
	if err != nil {
		return "", err
	}
	now := map[string]thread{} // by the ids of the comments in the older file
	f.r.eachChild(f.new.text[f.new.related(opc.TypeComments)], func(_, id, markup string) {
		t := newer[lastParagraph(markup)]
		t.parent = threads.names[t.parent]
		now[strings.TrimPrefix(f.comments[id], dropped)] = t
	})
	var b strings.Builder
	markups, names, first := map[string]string{}, map[string]string{}, len(threads.more)
	f.r.eachChild(f.old.text[f.old.related(opc.TypeComments)], func(_, id, markup string) { markups[id] = markup })
	for _, c := range w.copies {
		w.report.Copies = append(w.report.Copies, c[1])
		if e, err := parse(strings.Replace(markups[c[0]], ` w:id="`+c[0]+`"`, ` w:id="`+c[1]+`"`, 1)); err == nil {
			last := lastParagraph(markups[c[0]])
			id := threads.another(taken)
			t, ok := said[last]
			if w.twice[c[0]] == c[1] {
				t, ok = now[c[0]]
			}
			if ok && id != "" {
				threads.more[len(threads.more)-1].thread = t
				names[last] = id
			}
			nameParagraphs(e, id)
			put(&b, e, false)
			if w.stay[c[0]] {
				w.open = false
				w.note("comment", "", plain(markups[c[0]]))
			}
		}
	}
	for i := first; i < len(threads.more); i++ {
		m := &threads.more[i]
		m.parent = cmp.Or(names[m.parent], m.parent)
	}
	return b.String(), nil
}

// writeComments adds the comments of the newer file that the text refers to now, and those about what could not be tracked.
func (f *frame) writeComments(w *writer, texts []string) error {
	markups := map[string]string{}
	f.r.eachChild(f.newComments, func(_, id, markup string) {
		if to := f.comments[id]; to != "" && !strings.HasPrefix(to, dropped) {
			markups[to] = strings.Replace(markup, ` w:id="`+id+`"`, ` w:id="`+to+`"`, 1)
		}
	})
	_, older, err := f.old.optional(opc.TypeComments)
	if err != nil {
		return err
	}
	taken := paragraphIDs(older)
	text, threads := f.added(w, texts, markups, taken)
	was, _ := rootTag(older)
	is, _ := rootTag(f.newComments)
	if declarations(was + is)["w14"] == "" {
		taken = nil
	}
	copies, err := f.copied(w, taken, threads)
	if err != nil {
		return err
	}
	text += copies + w.remarks(taken, threads)
	if text == "" {
		return nil
	}
	if err := f.writeThreads(threads); err != nil {
		return err
	}
	part := f.old.related(opc.TypeComments)
	if part == "" {
		root := f.newComments
		if root == "" {
			main, _ := rootTag(f.old.text[f.old.main])
			root = `<w:comments xmlns:w="` + declarations(main)["w"] + `">`
		}
		tag, from := rootTag(root)
		return f.files.add(opc.TypeComments, "word/comments.xml", wordML+"comments+xml", root[:from+len(tag)]+text+"</w:comments>")
	}
	all, err := f.files.text(part)
	if err == nil && f.newComments != "" {
		all, err = joinRoots(all, f.newComments)
	}
	if err == nil {
		f.files.set[part], err = opc.AppendToRoot(all, func(string) string { return text })
	}
	return err
}

// added returns the comments that texts refer to, which are added, and what becomes of their threads.
func (f *frame) added(w *writer, texts []string, markups map[string]string, taken map[string]bool) (string, *addedThreads) {
	t := &addedThreads{names: maps.Clone(f.threads), given: map[string]string{}}
	var b strings.Builder
	for _, text := range texts {
		for _, id := range referred(text, "comment") {
			if markups[id] == "" {
				continue
			}
			if e, err := parse(markups[id]); err == nil {
				last := lastParagraph(markups[id])
				if last != "" {
					t.given[last] = freeParagraph(last, taken)
					t.names[last] = t.given[last]
					t.order = append(t.order, last)
				}
				nameParagraphs(e, t.given[last])
				put(&b, e, false)
				w.open = false
				w.note("comment", "", plain(markups[id]))
				w.open = false
			}
			delete(markups, id)
		}
	}
	return b.String(), t
}
