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

// objects returns the texts of the numbered objects of a file, without their streams.
func objects(file []byte) map[int][]byte {
	out := map[int][]byte{}
	texts(file, func(t []byte) {
		for len(t) > 0 {
			i := bytes.Index(t, []byte(" 0 obj\n"))
			if i < 0 {
				return
			}
			from := i
			for from > 0 && t[from-1] >= '0' && t[from-1] <= '9' {
				from--
			}
			n, ok := leadingInt(t[from:i])
			body := t[i+len(" 0 obj\n"):]
			if end := bytes.Index(body, []byte("\nendobj")); end >= 0 {
				body = body[:end]
			}
			if ok {
				out[n] = body
			}
			t = t[i+len(" 0 obj\n")+len(body):]
		}
	})
	return out
}

// reference returns the object number behind a key, as in "/Pages 12 0 R".
func reference(dict []byte, key string) (int, bool) {
	_, after, ok := bytes.Cut(dict, []byte(key+" "))
	if !ok {
		return 0, false
	}
	return leadingInt(after)
}
