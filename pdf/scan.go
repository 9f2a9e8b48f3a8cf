package pdf

import (
	"bytes"
	"strconv"
)

// This file reads as much PDF as Chromium's writer (Skia) produces: numbered objects in plain text
// one after the other, their streams with a direct /Length, no object streams, no encryption.

// texts calls f for every stretch of a file that is not the content of a stream.
func texts(file []byte, f func(text []byte)) {
	for len(file) > 0 {
		i := bytes.Index(file, []byte(">> stream\n"))
		if i < 0 {
			f(file)
			return
		}
		end := i + len(">> stream\n")
		f(file[:end])
		rest := file[end:]
		n := streamLength(file[:i])
		if n < 0 || n > len(rest) {
			if n = bytes.Index(rest, []byte("endstream")); n < 0 {
				return
			}
		}
		file = rest[n:]
	}
}

// streamLength returns the /Length at the end of a dictionary, -1 when there is none.
func streamLength(dict []byte) int {
	i := bytes.LastIndex(dict[max(0, len(dict)-200):], []byte("/Length "))
	if i < 0 {
		return -1
	}
	n, ok := leadingInt(dict[max(0, len(dict)-200)+i+len("/Length "):])
	if !ok {
		return -1
	}
	return n
}

// leadingInt reads the decimal number that b starts with.
func leadingInt(b []byte) (int, bool) {
	n := 0
	for n < len(b) && b[n] >= '0' && b[n] <= '9' {
		n++
	}
	v, err := strconv.Atoi(string(b[:n]))
	return v, err == nil
}

// objects returns the numbered objects of a file, and where the first one begins.
func objects(file []byte) (out map[int]object, first int) {
	out, first = map[int]object{}, -1
	for at := 0; ; {
		i := bytes.Index(file[at:], []byte(" 0 obj\n"))
		if i < 0 {
			return out, first
		}
		i += at
		from := i
		for from > at && file[from-1] >= '0' && file[from-1] <= '9' {
			from--
		}
		at = i + len(" 0 obj\n")
		n, ok := leadingInt(file[from:i])
		o, length := readObject(file[at:])
		at += length
		if ok && n > 0 {
			out[n] = o
			if first < 0 {
				first = from
			}
		}
	}
}

// readObject returns the object that a text begins with, and its length.
func readObject(b []byte) (object, int) {
	end := bytes.Index(b, []byte("\nendobj"))
	if end < 0 {
		end = len(b)
	}
	dict := bytes.Index(b[:end], []byte(">> stream\n"))
	if dict < 0 {
		return object{body: b[:end]}, end
	}
	dict += len(">>")
	from := dict + len(" stream\n")
	n := streamLength(b[:dict])
	if n < 0 || n > len(b)-from || !endsStream(b[from+n:]) { // the length is a wrong one
		if n = bytes.Index(b[from:], []byte("endstream")); n < 0 {
			n = len(b) - from
		}
	}
	return object{body: b[:dict], stream: b[from : from+n : from+n]}, from + n
}

// endsStream reports whether the end of a stream is next, behind the end of a line (§7.3.8.1).
func endsStream(b []byte) bool {
	return bytes.HasPrefix(bytes.TrimPrefix(bytes.TrimPrefix(b, []byte("\r")), []byte("\n")), []byte("endstream"))
}

// reference returns the object number behind a key, as in "/Pages 12 0 R".
func reference(dict []byte, key string) (int, bool) {
	_, after, ok := bytes.Cut(dict, []byte(key+" "))
	if !ok {
		return 0, false
	}
	return leadingInt(after)
}
