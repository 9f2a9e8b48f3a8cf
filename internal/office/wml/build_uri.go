package wml

import (
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"
)

// TargetURI returns an external link target as a relationship may hold it (ECMA-376 part 2, §8.2: a URI
// reference). Characters that no URI may contain are percent-encoded as UTF-8, a lone percent sign
// too; everything else stays, so that an ordinary address comes back as it was. Word refuses to
// open a package with a target that is no URI.
func TargetURI(s string) string {
	bad := 0
	for i := 0; i < len(s); i++ {
		if !addressByte[s[i]] && !uriByte(s, i) {
			bad++
		}
	}
	if bad == 0 && s != "" {
		return s
	}
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	b.Grow(len(s) + 2*bad)
	for i := 0; i < len(s); i++ {
		if c := s[i]; uriByte(s, i) {
			b.WriteByte(c)
		} else {
			b.WriteByte('%')
			b.WriteByte(digits[c>>4])
			b.WriteByte(digits[c&15])
		}
	}
	if b.Len() == 0 {
		return noTarget
	}
	return b.String()
}

// noTarget is the target of a link that leads nowhere.
const noTarget = "about:blank"

// maxTarget is the longest address Word keeps for a hyperlink, in characters.
const maxTarget = 2079

// ValidTarget reports whether an address can be the target of a hyperlink once TargetURI has encoded
// it. Word calls a package corrupt for a web address without a host or with an impossible port, and cuts
// one that is too long.
func ValidTarget(s string) bool {
	if len(s) <= maxTarget && ordinaryAddress(s) {
		return true
	}
	target := TargetURI(s)
	if len(target) > maxTarget && utf8.RuneCountInString(target) > maxTarget {
		return false
	}
	u, err := url.Parse(target)
	if err != nil {
		return false
	}
	switch strings.ToLower(u.Scheme) {
	case "http", "https":
		if u.Hostname() == "" {
			return false
		}
	}
	if port := u.Port(); port != "" {
		n, err := strconv.Atoi(port)
		return err == nil && n <= 65535
	}
	return true
}

// ordinaryAddress reports whether s is a web address of the commonest kind, which needs no parser: a
// host of letters and digits, then a path or a query.
func ordinaryAddress(s string) bool {
	rest, web := strings.CutPrefix(s, "https://")
	if !web {
		rest, web = strings.CutPrefix(s, "http://")
	}
	if !web {
		return false
	}
	host := 0
	for host < len(rest) && hostByte(rest[host]) {
		host++
	}
	if host == 0 || host < len(rest) && rest[host] != '/' && rest[host] != '?' {
		return false // a port, say
	}
	for i := host; i < len(rest); i++ {
		if !addressByte[rest[i]] {
			return false
		}
	}
	return true
}

// addressByte tells the bytes that any path and any query may hold and that mean nothing else there.
var addressByte = func() (t [256]bool) {
	for c := range t {
		t[c] = hostByte(byte(c)) || strings.IndexByte("/?=&_~+,;", byte(c)) >= 0
	}
	return t
}()

func hostByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '.' || c == '-'
}

// uriByte reports whether the byte may stand in a target. Letters beyond ASCII may (relationship
// targets are IRIs in practice, and Word writes them so).
func uriByte(s string, i int) bool {
	switch c := s[i]; {
	case c <= ' ', c == 0x7f:
		return false
	case c == '%':
		return i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2])
	case c == '#':
		return strings.IndexByte(s[:i], '#') < 0 // a fragment has none
	default:
		return strings.IndexByte("<>\"{}|\\^`", c) < 0
	}
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}
