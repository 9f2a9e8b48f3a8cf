package patch

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// BlockHash returns the SHA-256, in lower-case hex, of a node's source: its lines as they are in the file,
// a section's with all of its content, without the last line feed (contract patch.md §2).
func BlockHash(f *source.File, n noma.Node) string {
	b := n.At()
	span := source.Span{Start: f.LineSpan(b.Line).Start, End: f.LineSpan(b.EndLine).End}
	// Only the line feed is not the block's: the carriage return of CRLF still is.
	if strings.HasPrefix(f.Text[span.End:], "\r\n") {
		span.End++
	}
	sum := sha256.Sum256([]byte(span.Of(f.Text)))
	return hex.EncodeToString(sum[:])
}

// checkHash compares baseHash with the block it is about.
func (st *stage) checkHash(o *Op) error {
	if err := hashShape(o.BaseHash); err != nil {
		return err
	}
	id := *o.Place()
	if id == "" && shapes[o.Op].additive && o.Place() == &o.Parent || id == noma.WholeDocument && o.Place() == &o.Target {
		return st.matchHash(o.BaseHash, st.doc, "the document")
	}
	n, ok := st.find(id)
	if !ok {
		return st.notFound(id)
	}
	return st.matchHash(o.BaseHash, n, "block "+quote(id))
}

func hashShape(hash string) error {
	hash = strings.ToLower(noma.TrimSpace(hash))
	if len(hash) < 8 || len(hash) > 64 || strings.Trim(hash, "0123456789abcdef") != "" {
		return bad("baseHash must be 8–64 hex chars of the block's sha256 (got %q)", hash)
	}
	return nil
}

// matchHash refuses a node whose source has changed, in the file or by a pending operation.
func (st *stage) matchHash(hash string, n noma.Node, name string) error {
	if err := st.untouched(n); err != nil {
		return err
	}
	hash = strings.ToLower(noma.TrimSpace(hash))
	if now := BlockHash(st.f, n); !strings.HasPrefix(now, hash) {
		return refuse(SHAMismatch, "%s changed since it was read: baseHash %s does not match current %s; read it again", name, hash, now[:12])
	}
	return nil
}
