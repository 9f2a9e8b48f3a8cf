package opc

import (
	"path"
	"strings"
	"unicode/utf8"
)

// contentTypes is the name of the stream that says which part is of which type (ECMA-376 part 2,
// §10.1.2.2).
const contentTypes = "[Content_Types].xml"

// checkName reports what is wrong with the name of a zip entry, "" when nothing is.
func checkName(name string) string {
	switch {
	case name == "":
		return "has no name"
	case len(name) > 1024:
		return "has a name of more than 1,024 bytes"
	case !utf8.ValidString(name):
		return "has a name that is not UTF-8"
	case strings.HasPrefix(name, "/"), strings.ContainsAny(name, "\\\x00"), len(name) > 1 && name[1] == ':':
		return "has a name that leaves the package"
	}
	for i, r := range name {
		if r < 0x20 {
			return "has a control character in its name"
		}
		// A segment of ".." starts here.
		if (i == 0 || name[i-1] == '/') && strings.HasPrefix(name[i:], "..") && (len(name) == i+2 || name[i+2] == '/') {
			return "has a name that leaves the package"
		}
	}
	return ""
}

// fold returns the form in which part names are compared: they are equal up to ASCII case (ECMA-376
// part 2, §9.1.1.3).
func fold(name string) string {
	for i := 0; i < len(name); i++ {
		if c := name[i]; 'A' <= c && c <= 'Z' {
			return strings.Map(func(r rune) rune {
				if 'A' <= r && r <= 'Z' {
					return r + 'a' - 'A'
				}
				return r
			}, name)
		}
	}
	return name
}

// relsName returns the name of the part that holds the relationships of a part, or of the package when
// the name is empty.
func relsName(source string) string {
	dir, file := path.Split(source)
	return dir + "_rels/" + file + ".rels"
}

// resolve gives the part a relationship target means, "" when it leaves the package. Targets are
// relative to the folder of the source part (ECMA-376 part 2, §9.3.2).
func resolve(source, target string) string {
	target, _, _ = strings.Cut(target, "#")
	target = strings.ReplaceAll(target, "\\", "/") // some writers mean it
	if strings.HasPrefix(target, "/") {
		target = path.Clean(target)
	} else {
		target = path.Clean("/" + path.Dir(source) + "/" + target)
	}
	return unescape(strings.TrimPrefix(target, "/"))
}

// unescape decodes %20 and its like; part names in a zip are usually plain.
func unescape(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			hi, lo := hexDigit(s[i+1]), hexDigit(s[i+2])
			if hi >= 0 && lo >= 0 {
				b.WriteByte(byte(hi<<4 | lo))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func hexDigit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// relative returns the shortest target that means the part as seen from the source part.
func relative(source, part string) string {
	from := strings.Split(path.Dir(source), "/")
	if from[0] == "." {
		from = nil
	}
	to := strings.Split(part, "/")
	for len(from) > 0 && len(to) > 1 && from[0] == to[0] {
		from, to = from[1:], to[1:]
	}
	return strings.Repeat("../", len(from)) + strings.Join(to, "/")
}
