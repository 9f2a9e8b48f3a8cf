package astjson

import (
	"math"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/noma"
)

// printer appends JSON to a buffer. Every value starts where the buffer ends; depth is the number of
// open objects and arrays.
type printer struct {
	look  halt.Look
	buf   []byte
	depth int
	// flush is called between nodes, so that a large tree never stands in the buffer as a whole.
	flush func()
}

const spaces = "                                                                "

func (p *printer) newline() {
	p.buf = append(p.buf, '\n')
	for n := 2 * p.depth; n > 0; n -= len(spaces) {
		p.buf = append(p.buf, spaces[:min(n, len(spaces))]...)
	}
}

func (p *printer) open(c byte) {
	p.buf = append(p.buf, c)
	p.depth++
}

// close ends an object or array; an empty one stays on its line.
func (p *printer) close(c byte) {
	p.depth--
	if last := p.buf[len(p.buf)-1]; last != '{' && last != '[' {
		p.newline()
	}
	p.buf = append(p.buf, c)
}

// item starts the next element of an array.
func (p *printer) item() {
	if last := p.buf[len(p.buf)-1]; last != '[' {
		p.buf = append(p.buf, ',')
	}
	p.newline()
}

// key starts the next member of an object.
func (p *printer) key(name string) {
	if last := p.buf[len(p.buf)-1]; last != '{' {
		p.buf = append(p.buf, ',')
	}
	p.newline()
	p.buf = AppendString(p.buf, name)
	p.buf = append(p.buf, ": "...)
}

func (p *printer) text(key, value string) {
	p.key(key)
	p.buf = AppendString(p.buf, value)
}

func (p *printer) integer(key string, value int) {
	p.key(key)
	p.buf = noma.AppendNumber(p.buf, float64(value))
}

func (p *printer) strings(key string, list []string) {
	p.key(key)
	p.open('[')
	for _, s := range list {
		p.item()
		p.buf = AppendString(p.buf, s)
	}
	p.close(']')
}

// value prints data as a noma.Map holds it.
func (p *printer) value(v any) {
	switch v := v.(type) {
	case nil:
		p.buf = append(p.buf, "null"...)
	case bool:
		p.boolean(v)
	case float64:
		p.buf = appendNumber(p.buf, v)
	case int:
		p.buf = appendNumber(p.buf, float64(v))
	case string:
		p.buf = AppendString(p.buf, v)
	case []any:
		p.open('[')
		for _, e := range v {
			p.item()
			p.value(e)
		}
		p.close(']')
	case []string:
		p.open('[')
		for _, e := range v {
			p.item()
			p.buf = AppendString(p.buf, e)
		}
		p.close(']')
	case noma.Map:
		p.open('{')
		for _, e := range v {
			p.key(e.Key)
			p.value(e.Value)
		}
		p.close('}')
	default:
		panic("astjson: value of a type that noma.Map does not hold")
	}
}

func (p *printer) boolean(v bool) {
	if v {
		p.buf = append(p.buf, "true"...)
	} else {
		p.buf = append(p.buf, "false"...)
	}
}

// AppendValue appends data (nil, bool, float64, int, string, []string, []any, [noma.Map]) as indented
// JSON.
func AppendValue(dst []byte, v any) []byte {
	p := printer{buf: dst}
	p.value(v)
	return p.buf
}

// appendNumber appends a number; JSON has no infinities, they are null.
func appendNumber(dst []byte, f float64) []byte {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return append(dst, "null"...)
	}
	return noma.AppendNumber(dst, f)
}

// AppendString appends a quoted string. Only quotes, backslashes and C0 controls are escaped; bytes
// that are not UTF-8 read as U+FFFD.
func AppendString(dst []byte, s string) []byte { return noma.AppendQuoted(dst, s) }
