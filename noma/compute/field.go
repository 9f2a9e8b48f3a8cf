package compute

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// Field returns a setting of a block that may be an attribute or, where that would be awkward, a line
// `key: value` of its body. Attributes come first, in the order of keys; then body lines, in the
// order of keys again. Blank values count as absent. The key is the one that was found, "" for none.
func Field(n *noma.Directive, keys ...string) (value, key string, fromBody bool) {
	if value, key = n.First(keys...); key != "" {
		return value, key, false
	}
	for _, k := range keys {
		if v, ok := BodyField(n, k); ok {
			return v, k, true
		}
	}
	return "", "", false
}

// BodyField returns the value of the first body line `key: value` that is not blank. Lines of blocks
// inside the body are theirs.
func BodyField(n *noma.Directive, key string) (string, bool) {
	for line := range strings.SplitSeq(body(n), "\n") {
		if strings.HasPrefix(line, "::") {
			break
		}
		if v, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), key); ok {
			if v, ok = strings.CutPrefix(strings.TrimLeft(v, " \t"), ":"); ok {
				if v = strings.TrimSpace(v); v != "" {
					return v, true
				}
			}
		}
	}
	return "", false
}

// body returns what the author wrote between the fences; a file that was read in counts in its place.
func body(n *noma.Directive) string {
	if n.RawBody.S == "" {
		return n.Body
	}
	return n.RawBody.S
}
