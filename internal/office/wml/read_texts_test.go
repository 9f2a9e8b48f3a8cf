package wml

import (
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// TestLawModelOwnsItsTexts: a document that was read keeps nothing of the part it was read from.
func TestLawModelOwnsItsTexts(t *testing.T) {
	for _, c := range readCases {
		p := packageOf(t, zipped(file{body(c.body)}))
		part, _ := MainPart(p)
		text, err := p.Text(part)
		if err != nil {
			t.Fatal(err)
		}
		d := &Document{}
		pool, err := newPool(p, d, part, nil)
		if err != nil {
			t.Fatal(err)
		}
		s, err := pool.story(p, MainStory, part, opc.NewScanner(text, names))
		if err != nil {
			t.Fatal(err)
		}
		d.Stories = []*Story{s}
		from := uintptr(unsafe.Pointer(unsafe.StringData(text)))
		eachText(reflect.ValueOf(d), map[uintptr]bool{}, func(v string) {
			if at := uintptr(unsafe.Pointer(unsafe.StringData(v))); v != "" && at >= from && at < from+uintptr(len(text)) {
				t.Errorf("%s: %q is a piece of the part", c.name, v)
			}
		})
	}
}

// eachText calls f for every text that can be reached from a value.
func eachText(v reflect.Value, seen map[uintptr]bool, f func(string)) {
	switch v.Kind() {
	case reflect.String:
		f(v.String())
	case reflect.Pointer:
		if !v.IsNil() && !seen[v.Pointer()] {
			seen[v.Pointer()] = true
			eachText(v.Elem(), seen, f)
		}
	case reflect.Interface:
		eachText(v.Elem(), seen, f)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			eachText(v.Index(i), seen, f)
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			eachText(it.Key(), seen, f)
			eachText(it.Value(), seen, f)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			eachText(v.Field(i), seen, f)
		}
	}
}

// All cases in one part, many times over: what is open at the end of a part is another thing each time.
func TestLawReadInPieces(t *testing.T) {
	var all strings.Builder
	for i := range 20 {
		for _, c := range readCases {
			all.WriteString(c.body)
			all.WriteString(p(r(strings.Repeat("x", i))))
		}
	}
	mustRead(t, body(all.String())) // readBytes compares
}
