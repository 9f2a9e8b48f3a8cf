package pdf

import (
	"bytes"
	"slices"
	"strconv"
	"time"
)

// normalize makes two prints of one document equal, in place. Chromium's output differs from run
// to run in two things only: the dates, and in tagged files the ids of structure elements, which
// are numbers of DOM nodes and so depend on what the tab showed before. Both are replaced by text
// of the same length, so that no offset in the file moves.
func normalize(file []byte, date time.Time) {
	stamp := []byte(date.Format("20060102150405"))
	var ids [][]byte
	texts(file, func(t []byte) {
		for _, key := range []string{"/CreationDate (D:", "/ModDate (D:"} {
			for rest := t; ; {
				i := bytes.Index(rest, []byte(key))
				if i < 0 {
					break
				}
				rest = rest[i+len(key):]
				// D:YYYYMMDDHHmmSS+00'00' (ISO 32000-1 §7.9.4); the zone is always +00'00'.
				if len(rest) >= len(stamp) && allDigits(rest[:len(stamp)]) {
					copy(rest, stamp)
				}
			}
		}
		for rest := t; ; {
			i := bytes.Index(rest, []byte("(node"))
			if i < 0 {
				break
			}
			rest = rest[i+len("(node"):]
			if n := bytes.IndexByte(rest, ')'); n > 0 && n <= 12 && allDigits(rest[:n]) {
				ids = append(ids, rest[:n])
			}
		}
	})
	renumber(ids)
}

// renumber replaces each id by its rank. The ids are padded to one width, and the file lists them
// sorted as text (§7.9.6, name trees), so ranks keep the order.
func renumber(ids [][]byte) {
	known := make([]string, len(ids))
	for i, id := range ids {
		known[i] = string(id)
	}
	slices.SortFunc(known, func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return bytes.Compare([]byte(a), []byte(b))
	})
	known = slices.Compact(known)
	rank := make(map[string]int, len(known))
	for i, id := range known {
		rank[id] = i + 1
	}
	for _, id := range ids {
		n := strconv.Itoa(rank[string(id)])
		for i := range id {
			id[i] = '0'
		}
		copy(id[len(id)-len(n):], n)
	}
}

func allDigits(b []byte) bool {
	return !slices.ContainsFunc(b, func(c byte) bool { return c < '0' || c > '9' })
}
