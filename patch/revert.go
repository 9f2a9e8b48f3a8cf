package patch

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/source"
)

// revert puts an earlier text in the place of a stretch of the document, as a record of the transcript kept it. It is made
// for one state of the whole document, which BaseHash names. Ids come and go with the text.
func (st *stage) revert(o *Op) (*effect, error) {
	if !st.empty() {
		return nil, errDepends
	}
	if err := hashShape(o.BaseHash); err != nil {
		return nil, err
	}
	text := st.f.Text
	sum := sha256.Sum256([]byte(text))
	if now := hex.EncodeToString(sum[:]); !strings.HasPrefix(now, strings.ToLower(noma.TrimSpace(o.BaseHash))) {
		return nil, refuse(SHAMismatch, "the document changed since the revert was made for it: baseHash %s does not match current %s", o.BaseHash, now[:12])
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
	st.reverts = true
	return &effect{changes: []source.Edit{{Span: span, New: o.Content}}, ids: slices.Sorted(maps.Keys(ids)), seal: true, silent: true}, nil
}

func atRune(text string, at int) bool { return at == len(text) || utf8.RuneStart(text[at]) }
