package redline

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// noteKind is footnotes or endnotes.
type noteKind struct {
	element, relType, part, contentType string
}

const wordML = "application/vnd.openxmlformats-officedocument.wordprocessingml."

var noteKinds = [...]noteKind{
	{"footnote", opc.TypeFootnotes, "word/footnotes.xml", wordML + "footnotes+xml"},
	{"endnote", opc.TypeEndnotes, "word/endnotes.xml", wordML + "endnotes+xml"},
}

// noteTexts are the notes of a package by element and id.
type noteTexts map[string]string

// read adds the notes of a part.
func (t noteTexts) read(r *rules, element, text string) {
	r.eachChild(text, func(local, id, markup string) {
		if local == element {
			t[element+id] = markup
		}
	})
}

// note returns what counts of a note, for a reference to it.
func (r *rules) note(reference, id string) string {
	if r.noNotes {
		return ""
	}
	markup := r.notes[strings.TrimSuffix(reference, "Reference")+id]
	if markup == "" || !strings.Contains(markup, "<w:r>") && !strings.Contains(markup, "<w:r ") {
		return "" // also one with nothing but an empty paragraph
	}
	inner := rules{noFormatting: r.noFormatting, rendered: r.rendered, noCase: r.noCase, noSpace: r.noSpace, noBoxes: r.noBoxes, noFields: r.noFields}
	return strconv.FormatUint(inner.hash(inside(markup)), 36)
}

// inside returns the markup inside an element.
func inside(markup string) string {
	from, to := strings.IndexByte(markup, '>')+1, strings.LastIndex(markup, "</")
	if to < from {
		return ""
	}
	return markup[from:to]
}

// readNotes gives the notes of the newer file new ids and reads those of both.
func (f *frame) readNotes() error {
	f.r.notes = noteTexts{}
	for _, k := range noteKinds {
		_, older, err := f.old.optional(k.relType)
		if err != nil {
			return err
		}
		name, newer, err := f.new.optional(k.relType)
		if err != nil {
			return err
		}
		used, alike := ids{}, map[string]int{}
		f.r.eachChild(older, func(local, id, markup string) {
			if used.take(id); local == k.element {
				f.r.notes[k.element+id] = markup
				alike[inside(markup)]++
			}
		})
		f.r.eachChild(newer, func(_, id, markup string) {
			f.sameNotes[k.element+id] = f.r.notes[k.element+id] == markup && alike[inside(markup)] == 1 &&
				!strings.Contains(markup, " r:") && !strings.Contains(markup, "<w:numId")
			if kind := attribute(markup[:strings.IndexByte(markup, '>')+1], "w:type"); kind == "" || kind == "normal" {
				f.notes[k.element+id] = used.next()
			}
		})
		if newer == "" {
			continue
		}
		to := f.old.related(k.relType)
		if to == "" {
			to = k.part
		}
		rels, err := f.files.ids(to, name)
		if err != nil {
			return err
		}
		if newer, err = f.reframe(newer, rels); err != nil {
			return err
		}
		f.newNotes[k.element] = newer
		fresh := noteTexts{}
		fresh.read(f.r, k.element, newer)
		for key, markup := range fresh {
			if _, separator := f.r.notes[key]; !separator {
				f.r.notes[key] = markup
			}
		}
	}
	return nil
}

// writeNotes writes the notes that were edited and those that came. texts are the parts with references to them.
func (f *frame) writeNotes(w *writer, texts []string) error {
	for _, k := range noteKinds {
		newer := f.newNotes[k.element]
		if newer == "" {
			continue
		}
		part := f.old.related(k.relType)
		edited := map[string]string{}
		for _, pair := range w.notes {
			a, okA := strings.CutPrefix(pair[0], k.element+"Reference")
			b, okB := strings.CutPrefix(pair[1], k.element+"Reference")
			if okA && okB && !f.r.noNotes && f.r.note(k.element, a) != f.r.note(k.element, b) {
				edited[a] = b
			}
		}
		came := f.came(k.element, texts)
		if len(edited) == 0 && came == "" {
			continue
		}
		if part == "" {
			if err := f.addNotes(k, newer, came); err != nil {
				return err
			}
			continue
		}
		text, err := f.files.text(part)
		if err != nil {
			return err
		}
		if text, err = joinRoots(text, newer); err != nil {
			return err
		}
		w.part, w.anchor, w.open = k.element, "", false
		if text, err = f.editNotes(w, k.element, text, edited); err != nil {
			return err
		}
		w.part = ""
		end := strings.LastIndex(text, "</")
		f.files.set[part] = text[:end] + came + text[end:]
	}
	return nil
}

// number brings the notes of the file, and their ids, into the order of the references to them: some programs hand them out in one of these
// orders, whatever the ids are. Paragraphs with notes in which there are tracked changes already stay as they are.
func (j *job) number(f *frame) error {
	for i, b := range j.old.cuts[j.old.main].story.Blocks {
		if b.Revised && strings.Contains(j.old.cuts[j.old.main].raw(i, i+1), noteMark) {
			return nil
		}
	}
	for _, k := range noteKinds {
		part, main := f.old.related(k.relType), f.files.set[f.old.main]
		order := inTurn(referred(main, k.element))
		if part == "" || rises(order) || !rises(inTurn(referred(f.old.text[f.old.main], k.element))) {
			continue
		}
		text, err := f.files.text(part)
		if err != nil {
			return err
		}
		to := map[string]string{}
		for n, id := range slices.SortedFunc(slices.Values(order), byNumber) {
			to[order[n]] = id
		}
		f.files.set[f.old.main] = renamed(main, "<w:"+k.element+"Reference ", to)
		f.files.set[part] = renamed(j.r.inOrder(text, k.element, order), "<w:"+k.element+" ", to)
	}
	return nil
}

func byNumber(a, b string) int { return number(a) - number(b) }

func rises(ids []string) bool { return slices.IsSortedFunc(ids, byNumber) }

// inTurn returns ids as they come first.
func inTurn(ids []string) (out []string) {
	seen := make(map[string]bool, len(ids))
	for _, id := range ids {
		if !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}
	return out
}

// renamed returns a text with other ids in the tags that begin so.
func renamed(text, open string, to map[string]string) string {
	var b strings.Builder
	parts := strings.Split(text, open)
	b.WriteString(parts[0])
	for _, part := range parts[1:] {
		tag, rest, _ := strings.Cut(part, ">")
		if id := attribute(" "+tag, "w:id"); to[id] != "" {
			tag = strings.Replace(" "+tag, ` w:id="`+id+`"`, ` w:id="`+to[id]+`"`, 1)[1:]
		}
		b.WriteString(open + tag + ">" + rest)
	}
	return b.String()
}

// inOrder returns a part with its notes in an order of their ids; others stay where they are.
func (r *rules) inOrder(text, element string, order []string) string {
	markups, moves := map[string]string{}, map[string]bool{}
	for _, id := range order {
		moves[id] = true
	}
	for _, c := range r.children(text) {
		if c.local == element {
			markups[c.id] = c.markup
		}
	}
	var b strings.Builder
	done, next := 0, 0
	for _, c := range r.children(text) {
		if c.local == element && moves[c.id] && next < len(order) {
			b.WriteString(text[done:c.from] + markups[order[next]])
			done = c.from + len(c.markup)
			next++
		}
	}
	return b.String() + text[done:]
}

// editNotes writes the notes that became others into their part. edited are their ids with those of the newer file.
func (f *frame) editNotes(w *writer, element, text string, edited map[string]string) (string, error) {
	var b strings.Builder
	done := 0
	for _, c := range f.r.children(text) {
		to, ok := edited[c.id]
		if c.local != element || !ok {
			continue
		}
		was, errA := parse(c.markup)
		is, errB := parse(f.r.notes[element+to])
		if err := cmp.Or(errA, errB); err != nil {
			return "", err
		}
		b.WriteString(text[done:c.from])
		openTag(&b, was, was.FullTag(), false)
		before, after := f.noteBlocks[element+c.id], f.noteBlocks[element+to]
		if f.noteBlocks == nil {
			before, after = w.r.blocks(was, false), w.r.blocks(is, true)
		}
		w.story(&b, before, after)
		b.WriteString("</" + was.FullTag() + ">")
		done = c.from + len(c.markup)
		w.touched()
	}
	b.WriteString(text[done:])
	return b.String(), nil
}

// came returns the notes that references of the newer file are left of.
func (f *frame) came(element string, texts []string) string {
	var b strings.Builder
	given := map[string]bool{}
	for key, id := range f.notes {
		if strings.HasPrefix(key, element) {
			given[id] = true
		}
	}
	for _, text := range texts {
		for _, id := range referred(text, element) {
			if !given[id] {
				continue
			}
			delete(given, id)
			if e, err := parse(f.r.notes[element+id]); err == nil {
				plainParagraphs(e)
				put(&b, e, false)
			}
		}
	}
	return b.String()
}

// notesOf returns the notes that markup refers to, as in [noteTexts].
func notesOf(markup string) (keys []string) {
	if !strings.Contains(markup, noteMark) {
		return nil
	}
	for _, k := range noteKinds {
		for _, id := range referred(markup, k.element) {
			keys = append(keys, k.element+id)
		}
	}
	return keys
}

// referred returns the ids that references of a kind have in a text, in order.
func referred(text, kind string) (ids []string) {
	open := "<w:" + kind + "Reference "
	for {
		i := strings.Index(text, open)
		if i < 0 {
			return ids
		}
		text = text[i+len(open)-1:]
		ids = append(ids, attribute(text[:strings.IndexByte(text, '>')+1], "w:id"))
	}
}

// plainParagraphs takes the ids of paragraphs out, which a file has once.
func plainParagraphs(e *etree.Element) {
	if is(e, "p") {
		e.Attr = nil
	}
	for c := range e.ChildElementsSeq() {
		plainParagraphs(c)
	}
}

// addNotes adds a part with notes, which the older package lacks.
func (f *frame) addNotes(k noteKind, newer, came string) error {
	var b strings.Builder
	f.r.eachChild(newer, func(_, _, markup string) {
		if attribute(markup[:strings.IndexByte(markup, '>')+1], "w:type") != "" {
			b.WriteString(markup)
		}
	})
	tag, from := rootTag(newer)
	if err := f.listSeparators(k); err != nil {
		return err
	}
	return f.files.add(k.relType, k.part, k.contentType, newer[:from+len(tag)]+b.String()+came+"</w:"+k.element+"s>")
}

// afterNotes are settings that stand behind those of notes (ECMA-376 §17.15.1.78).
var afterNotes = []string{"<w:endnotePr", "<w:compat", "<w:docVars", "<w:rsids", "<m:mathPr", "<w:attachedSchema", "<w:themeFontLang", "<w:clrSchemeMapping",
	"<w:doNotIncludeSubdocsInStats", "<w:shapeDefaults", "<w:decimalSymbol", "</w:settings>"}

// listSeparators lets the settings list the separators of notes that the older package gets: Word loads those alone.
func (f *frame) listSeparators(k noteKind) error {
	_, newer, err := f.new.optional("settings")
	if err != nil {
		return err
	}
	listed := ""
	f.r.eachChild(newer, func(local, _, markup string) {
		if local == k.element+"Pr" {
			listed = markup
		}
	})
	part := f.old.related("settings")
	if part == "" || listed == "" {
		return nil
	}
	text, err := f.files.text(part)
	if err != nil || strings.Contains(text, "<w:"+k.element+"Pr") {
		return err
	}
	for _, open := range afterNotes {
		if i := strings.Index(text, open); i >= 0 && open != "<w:"+k.element+"Pr" {
			f.files.set[part] = text[:i] + listed + text[i:]
			break
		}
	}
	return nil
}
