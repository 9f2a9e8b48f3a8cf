package pdf

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"sync"
)

// content is a file as its numbered objects.
type content struct {
	head       []byte   // what stands before the first object: the version
	objects    []object // by number; number 0 is none
	root, info int
}

// object is a numbered object; a stream has a dictionary and the bytes behind it, as they are in the file.
type object struct {
	body   []byte
	stream []byte // nil: it is no stream
}

// maxObjects bounds the numbers of objects that are believed (ISO 32000-1 Annex C.2).
const maxObjects = 8388607

// readContent reads a file as Chromium writes it; false when it is laid out otherwise.
func readContent(file []byte) (*content, bool) {
	at := bytes.LastIndex(file, []byte("trailer\n<<"))
	if at < 0 {
		return nil, false
	}
	trailer, ok := readDict(file[at+len("trailer\n"):])
	c := &content{}
	var okRoot, okInfo bool
	c.root, okRoot = ref(trailer.get("Root"))
	c.info, okInfo = ref(trailer.get("Info"))
	size, okSize := integer(trailer.get("Size"))
	if !ok || !okRoot || !okInfo || !okSize || size < 1 || size > maxObjects || size > len(file) {
		return nil, false
	}
	c.objects = make([]object, size)
	all, first := objects(file)
	for n, o := range all {
		if n < size {
			c.objects[n] = o
		}
	}
	c.head = file[:max(first, 0)]
	return c, c.dict(c.root).name("Type") == "Catalog" && c.dict(c.info) != nil
}

// dict returns an object as a dictionary, nil when it is none.
func (c *content) dict(n int) dict {
	if n <= 0 || n >= len(c.objects) {
		return nil
	}
	d, ok := readDict(c.objects[n].body)
	if !ok {
		return nil
	}
	return d
}

// resolve returns a value or, when it is a reference, the object it refers to.
func (c *content) resolve(v []byte) []byte {
	if n, ok := ref(v); ok && n < len(c.objects) {
		return c.objects[n].body
	}
	return v
}

// sub returns a value of a dictionary as a dictionary, whether it stands there or elsewhere.
func (c *content) sub(d dict, key string) dict {
	out, _ := readDict(c.resolve(d.get(key)))
	return out
}

// add makes an object and returns its number.
func (c *content) add(body string) int {
	c.objects = append(c.objects, object{body: []byte(body)})
	return len(c.objects) - 1
}

// addStream makes a stream of bytes, compressed, with more entries.
func (c *content) addStream(entries string, data []byte) int {
	packed := deflate(data)
	n := c.add(fmt.Sprintf("<<%s/Filter /FlateDecode\n/Length %d>>", entries, len(packed)))
	c.objects[n].stream = packed
	return n
}

// setStream replaces the bytes of a stream.
func (c *content) setStream(n int, data []byte) {
	packed := deflate(data)
	d := c.dict(n).with("Filter", "/FlateDecode").with("Length", fmt.Sprint(len(packed)))
	c.objects[n] = object{body: d.bytes(), stream: packed}
}

// packers keeps the memory of compressors, which is much more than most streams have.
var packers = sync.Pool{New: func() any { return zlib.NewWriter(nil) }}

func deflate(data []byte) []byte {
	var b bytes.Buffer
	w := packers.Get().(*zlib.Writer)
	defer packers.Put(w)
	w.Reset(&b)
	_, _ = w.Write(data) // a buffer takes everything
	_ = w.Close()
	return b.Bytes()
}

// maxStream bounds what a stream may unpack to.
const maxStream = 1 << 30

var errStream = errors.New("a stream that cannot be read")

// data returns the bytes of a stream, unpacked.
func (c *content) data(n int) ([]byte, error) {
	d := c.dict(n)
	switch d.name("Filter") {
	case "":
		return c.objects[n].stream, nil
	case "FlateDecode":
	default:
		return nil, errStream
	}
	r, err := zlib.NewReader(bytes.NewReader(c.objects[n].stream))
	if err != nil {
		return nil, errStream
	}
	out, err := io.ReadAll(io.LimitReader(r, maxStream))
	if err != nil {
		return nil, errStream
	}
	return out, nil
}

// pageObjects returns the objects of the pages in their order.
func (c *content) pageObjects() (out []int) {
	root, _ := ref(c.dict(c.root).get("Pages"))
	seen := map[int]bool{}
	for todo := []int{root}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		d := c.dict(n)
		if d == nil || seen[n] {
			continue
		}
		seen[n] = true
		if d.get("Kids") == nil {
			out = append(out, n)
			continue
		}
		kids := items(c.resolve(d.get("Kids")))
		for i := len(kids) - 1; i >= 0; i-- { // the first kid comes off the stack first
			if k, ok := ref(kids[i]); ok {
				todo = append(todo, k)
			}
		}
	}
	return out
}

// used returns which objects can be reached.
func (c *content) used() []bool {
	out := make([]bool, len(c.objects))
	visit := func(n int) bool {
		if n <= 0 || n >= len(out) || out[n] {
			return false
		}
		out[n] = true
		return true
	}
	var todo []int
	for _, n := range []int{c.root, c.info} {
		if visit(n) {
			todo = append(todo, n)
		}
	}
	for len(todo) > 0 {
		rest := c.objects[todo[len(todo)-1]].body
		todo = todo[:len(todo)-1]
		var before [2][]byte
		for tok, more := token(rest); len(tok) > 0; tok, more = token(more) {
			if string(tok) == "R" {
				if n, ok := integer(before[0]); ok && visit(n) {
					todo = append(todo, n)
				}
			}
			before[0], before[1] = before[1], tok
		}
	}
	return out
}

// write returns the file with the objects that can be reached. Its identifier (§14.4) is a hash of them.
func (c *content) write() []byte {
	used := c.used()
	out := bytes.Clone(c.head)
	at := make([]int, len(c.objects))
	for n, o := range c.objects {
		if !used[n] {
			continue
		}
		at[n] = len(out)
		out = fmt.Appendf(out, "%d 0 obj\n", n)
		out = append(out, o.body...)
		if o.stream != nil {
			out = append(out, " stream\n"...)
			out = append(append(out, o.stream...), "\nendstream"...)
		}
		out = append(out, "\nendobj\n"...)
	}
	sum := sha256.Sum256(out)
	table := len(out)
	out = fmt.Appendf(out, "xref\n0 %d\n", len(c.objects))
	for n := range c.objects {
		// Entries of the table are 20 bytes long, the line end included (§7.5.4).
		if used[n] {
			out = fmt.Appendf(out, "%010d 00000 n \n", at[n])
		} else {
			out = append(out, "0000000000 65535 f \n"...)
		}
	}
	return fmt.Appendf(out, "trailer\n<</Size %d\n/Root %d 0 R\n/Info %d 0 R\n/ID [<%x> <%x>]>>\nstartxref\n%d\n%%%%EOF\n",
		len(c.objects), c.root, c.info, sum[:16], sum[:16], table)
}
