package patch

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// replaceSource replaces bytes of the document: those of an operation that is taken back, as a record of the transcript
// kept them, or what no other operation makes. It is made for one state of the whole document,
// which BaseHash names. Ids come and go with the text.
func (st *stage) replaceSource(o *Op) (*effect, error) {
	if !st.empty() {
		return nil, errDepends
	}
	if err := hashShape(o.BaseHash); err != nil {
		return nil, err
	}
	text := st.f.Text
	if now := st.f.Hash(); !strings.HasPrefix(now, strings.ToLower(noma.TrimSpace(o.BaseHash))) {
		return nil, refuse(SHAMismatch, "the document changed since the operation was made for it: baseHash %s does not match current %s; read it again", o.BaseHash, now[:12])
	}
	span := source.Span{Start: o.At, End: o.At + o.Length}
	if o.At < 0 || o.Length < 0 || span.End > len(text) || !atRune(text, span.Start) || !atRune(text, span.End) || !utf8.ValidString(o.Content) {
		return nil, bad("bytes %d to %d are no stretch of the text", span.Start, span.End)
	}
	after, _, err := noma.Parse(source.NewFile(st.f.Name, text[:span.Start]+o.Content+text[span.End:]), st.opts.Parse)
	if err != nil {
		return nil, bad("the result is not a document: %v", err)
	}
	ids := map[string]bool{}
	for _, doc := range []*noma.Document{st.doc, after} {
		for n := range noma.Walk(doc) {
			if id := n.At().ID; id != "" {
				ids[id] = true
			}
		}
	}
	st.replaced = true
	return &effect{changes: []source.Edit{{Span: span, New: o.Content}}, ids: slices.Sorted(maps.Keys(ids)), seal: true, silent: true}, nil
}

// Replacing returns the operation that makes one text of another, and false when they are the same.
func Replacing(before, after string) (Op, bool) {
	at, length, content := Difference(before, after)
	return Op{Op: "replace_source", At: at, Length: length, Content: content, BaseHash: source.Hash(before)}, before != after
}

// Difference returns which bytes of a text are replaced by what to make another of it: what lies between what both begin
// and end with.
func Difference(before, after string) (start, length int, content string) {
	end := 0
	for n := min(len(before), len(after)); start < n && before[start] == after[start]; {
		start++
	}
	for start > 0 && !(atRune(before, start) && atRune(after, start)) {
		start--
	}
	for n := min(len(before), len(after)) - start; end < n && before[len(before)-1-end] == after[len(after)-1-end]; {
		end++
	}
	for end > 0 && !(atRune(before, len(before)-end) && atRune(after, len(after)-end)) {
		end--
	}
	return start, len(before) - end - start, after[start : len(after)-end]
}

func atRune(text string, at int) bool { return at == len(text) || utf8.RuneStart(text[at]) }
