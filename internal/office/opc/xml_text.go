package opc

import (
	"encoding/binary"
	"errors"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Text returns the character data of the current element, whose start tag is the current tag, with that
// of the elements inside. The element's end tag is the current tag then.
func (x *Scanner) Text() string {
	if !x.opened || x.err != nil {
		return ""
	}
	if x.pending {
		x.Next()
		return ""
	}
	i := strings.IndexByte(x.s[x.pos:], '<')
	if i < 0 && x.refill() {
		i = strings.IndexByte(x.s[x.pos:], '<')
	}
	// Nearly always: plain characters, then the end tag.
	if i >= 0 && x.pos+i+1 < len(x.s) && x.s[x.pos+i+1] == '/' {
		text := x.s[x.pos : x.pos+i]
		x.pos += i
		if x.spend(textCost * len(text)) {
			x.Next()
		}
		return characters(text)
	}
	var b strings.Builder
	for depth := x.depth; x.depth >= depth && x.err == nil; {
		if x.pending {
			x.Next()
			continue
		}
		i := strings.IndexByte(x.s[x.pos:], '<')
		if i < 0 && x.refill() {
			continue
		}
		if i < 0 {
			x.Next() // reports the missing end
			break
		}
		b.WriteString(characters(x.s[x.pos : x.pos+i]))
		x.pos += i
		const cdata = "<![CDATA["
		switch {
		case strings.HasPrefix(x.s[x.pos:], cdata):
			x.pos += len(cdata)
			end := strings.Index(x.s[x.pos:], "]]>")
			for ; end < 0; end = strings.Index(x.s[x.pos:], "]]>") {
				b.WriteString(lineEnds(x.s[x.pos:]))
				x.pos = len(x.s)
				if !x.refill() {
					x.fail("the text ends inside a CDATA section")
					return b.String()
				}
			}
			b.WriteString(lineEnds(x.s[x.pos : x.pos+end]))
			x.pos += end + len("]]>")
		case strings.HasPrefix(x.s[x.pos:], "<!"), strings.HasPrefix(x.s[x.pos:], "<?"):
			x.pos++
			x.passOver()
		default:
			x.Next()
		}
	}
	x.spend(textCost * b.Len())
	return b.String()
}

// Between returns the character data of what stands between two tags: without comments and instructions, with references
// replaced.
func Between(s string) string {
	if strings.IndexByte(s, '<') < 0 {
		return characters(s)
	}
	var b strings.Builder
	for {
		text, markup, found := strings.Cut(s, "<")
		b.WriteString(characters(text))
		end := "-->"
		switch {
		case !found:
			return b.String()
		case strings.HasPrefix(markup, "![CDATA["):
			text, s, _ = strings.Cut(markup[len("![CDATA["):], "]]>")
			b.WriteString(lineEnds(text))
			continue
		case strings.HasPrefix(markup, "?"):
			end = "?>"
		}
		_, s, _ = strings.Cut(markup, end)
	}
}

// lineEnds makes every line end a line feed (XML 1.0 §2.11).
func lineEnds(s string) string {
	if strings.IndexByte(s, '\r') < 0 {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}

// characters returns a stretch of character data with its references replaced.
func characters(s string) string {
	return references(lineEnds(s))
}

// decodeAttr returns an attribute value: white space as written becomes blanks (XML 1.0 §3.3.3).
func decodeAttr(s string) string {
	if strings.ContainsAny(s, "\t\r\n") {
		s = strings.NewReplacer("\r\n", " ", "\t", " ", "\r", " ", "\n", " ").Replace(s)
	}
	return references(s)
}

// references replaces the five named entities and character references. What is none of them stays
// as written: there is no document type that could define more.
func references(s string) string {
	i := strings.IndexByte(s, '&')
	if i < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i >= 0 {
		b.WriteString(s[:i])
		s = s[i:]
		// The longest reference is &#x10FFFF; written with some leading zeros.
		end := strings.IndexByte(s[:min(len(s), 16)], ';')
		if text, ok := reference(s, end); ok {
			b.WriteString(text)
			s = s[end+1:]
		} else {
			b.WriteByte('&')
			s = s[1:]
		}
		i = strings.IndexByte(s, '&')
	}
	b.WriteString(s)
	return b.String()
}

// reference decodes s[:end+1], "&…;".
func reference(s string, end int) (string, bool) {
	if end < 2 {
		return "", false
	}
	switch name := s[1:end]; name {
	case "amp":
		return "&", true
	case "lt":
		return "<", true
	case "gt":
		return ">", true
	case "quot":
		return `"`, true
	case "apos":
		return "'", true
	default:
		if name[0] != '#' || len(name) < 2 {
			return "", false
		}
		digits, base := name[1:], 10
		if digits[0] == 'x' || digits[0] == 'X' {
			digits, base = digits[1:], 16
		}
		n, err := strconv.ParseUint(digits, base, 32)
		if err != nil {
			return "", false
		}
		if n < 0x20 && n != '\t' && n != '\n' && n != '\r' || n > utf8.MaxRune || n >= 0xd800 && n < 0xe000 {
			return string(utf8.RuneError), true // not a character of XML
		}
		return string(rune(n)), true
	}
}

// declarationSize is how many bytes at the beginning of a text are examined for its encoding.
const declarationSize = 256

// plainText reports whether a text that begins like this is UTF-8 without a byte order mark, as nearly all are.
func plainText(head string) bool {
	for _, mark := range [...]string{"\xef\xbb\xbf", "\xff\xfe", "\xfe\xff", "<\x00", "\x00<"} {
		if strings.HasPrefix(head, mark) {
			return false
		}
	}
	return declaredEncoding(head) == ""
}

// decodeText gives the text of an XML part in UTF-8 (XML 1.0 §4.3.3: UTF-16 must have a byte order
// mark; without one we examine the first character, which can only be "<").
func decodeText(s string) (string, error) {
	switch {
	case strings.HasPrefix(s, "\xef\xbb\xbf"):
		s = s[3:]
	case strings.HasPrefix(s, "\xff\xfe"):
		return fromUTF16(s[2:], binary.LittleEndian), nil
	case strings.HasPrefix(s, "\xfe\xff"):
		return fromUTF16(s[2:], binary.BigEndian), nil
	case strings.HasPrefix(s, "<\x00"):
		return fromUTF16(s, binary.LittleEndian), nil
	case strings.HasPrefix(s, "\x00<"):
		return fromUTF16(s, binary.BigEndian), nil
	}
	if encoding := declaredEncoding(s); encoding != "" {
		return "", errors.New("the encoding " + strconv.Quote(clipped(encoding)) + " is not allowed in a Word document")
	}
	if utf8.ValidString(s) { // many times faster than finding out while repairing
		return s, nil
	}
	return strings.ToValidUTF8(s, "\uFFFD"), nil
}

// declaredEncoding returns the encoding of the XML declaration, "" when it is one that reads as UTF-8.
func declaredEncoding(s string) string {
	if !strings.HasPrefix(s, "<?xml") {
		return ""
	}
	end := strings.Index(s[:min(len(s), declarationSize)], "?>")
	if end < 0 {
		return ""
	}
	_, rest, ok := strings.Cut(s[:end], "encoding")
	rest = strings.TrimLeft(rest, " \t\r\n=")
	if !ok || rest == "" {
		return ""
	}
	quote := rest[0]
	name, _, _ := strings.Cut(rest[1:], string(quote))
	switch strings.ToLower(name) {
	case "utf-8", "utf8", "us-ascii", "ascii", "utf-16": // what says UTF-16 and is not is UTF-8
		return ""
	}
	return name
}

func fromUTF16(s string, order binary.ByteOrder) string {
	units := make([]uint16, len(s)/2)
	for i := range units {
		units[i] = order.Uint16([]byte{s[2*i], s[2*i+1]})
	}
	return string(utf16.Decode(units))
}
