package layout

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// LinkKey returns the normal form of a link: the address as a Word file holds it. Editors lower the case of
// scheme and host, add the slash of an empty path, drop an empty fragment, and write letters for their percent-encoding.
func LinkKey(l *wml.Link) string {
	switch {
	case l == nil:
		return ""
	case l.Anchor != "" && l.URL == "":
		return "#" + PlainBookmark(l.Anchor)
	}
	u := strings.TrimSuffix(plainURI(wml.TargetURI(l.URL)), "#")
	if l.Anchor != "" {
		u += "#" + l.Anchor
	}
	i := strings.Index(u, "://")
	if i < 0 {
		return u
	}
	end := len(u)
	if j := strings.IndexAny(u[i+3:], "/?#"); j >= 0 {
		end = i + 3 + j
	}
	head, tail := u[:end], u[end:]
	if tail == "/" {
		tail = ""
	}
	for k := 0; k < len(head); k++ {
		if c := head[k]; c >= 'A' && c <= 'Z' {
			return strings.ToLower(head) + tail
		}
	}
	if tail == "" {
		return head
	}
	return u
}

// plainURI returns the form in which two forms of an address are equal (RFC 3986 §6.2.2): letters and
// digits of ASCII stand as they are, everything beyond ASCII percent-encoded, in capital digits. So are brackets,
// which end an address in the source: as Word shows addresses, they are the same.
func plainURI(s string) string {
	plain := true
	for i := 0; i < len(s) && plain; i++ {
		plain = s[i] != '%' && !escaped(s[i])
	}
	if plain {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c, encoded := s[i], false
		if c == '%' && i+2 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				c, encoded = byte(n), true
				i += 2
			}
		}
		switch {
		case escaped(c), encoded && !unreserved(c):
			fmt.Fprintf(&b, "%%%02X", c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// escaped reports whether a byte is percent-encoded in the normal form, however it was written.
func escaped(c byte) bool { return c >= utf8.RuneSelf || c == '(' || c == ')' }

// unreserved reports whether a byte means the same in an address whether it is encoded or not (RFC 3986
// §2.3).
func unreserved(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-._~", c) >= 0
}
