package chart

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma/source"
)

// Numbers of a ::plotly chart that were edited go back into its JSON: value by value, and nothing else
// of it changes.

// EditPlotly says what to change in the JSON of a ::plotly block so that its chart shows now, in the
// order of the text; spans are bytes of spec. ok is false when no single values do it: series or points
// came or went, or a series is named that has no name in the JSON.
func EditPlotly(spec string, now *Numbers) (edits []source.Edit, ok bool) {
	c, err := plotly([]byte(spec))
	if err != nil {
		return nil, false
	}
	was := c.Numbers()
	places := specPlaces(spec)
	if len(now.Series) != len(was.Series) || len(places) < len(was.Series) {
		return nil, false
	}
	set := func(at source.Span, text string) bool {
		if at.Empty() {
			return false
		}
		edits = append(edits, source.Edit{Span: at, New: text})
		return true
	}
	for i, t := range places[:len(was.Series)] {
		names, values := t.lists["x"], t.lists["y"]
		if c.Kind == "pie" {
			names, values = t.lists["labels"], t.lists["values"]
		}
		if !SameName(now.Names[i], was.Names[i]) && !set(t.name, jsonText(now.Names[i])) {
			return nil, false
		}
		for k := range max(now.Points(), was.Points()) {
			if v := now.Value(i, k); !SameValue(v, was.Value(i, k)) {
				if k >= len(values) || !set(values[k], jsonNumber(v, values[k].Of(spec))) {
					return nil, false
				}
			}
			if name := now.Category(k); !SameName(name, was.Category(k)) {
				if k >= len(names) || name == "" || !set(names[k], jsonName(name, names[k].Of(spec))) {
					return nil, false
				}
			}
		}
	}
	slices.SortFunc(edits, func(a, b source.Edit) int { return a.Span.Start - b.Span.Start })
	// Some JSON says a thing twice. What comes out is the proof.
	text, err := source.Apply(spec, edits)
	if err != nil {
		return nil, false
	}
	if c, err = plotly([]byte(text)); err != nil || !c.Numbers().Equal(now) {
		return nil, false
	}
	return edits, true
}

// jsonNumber spells a value, as a string where it was one; a missing one is null.
func jsonNumber(v float64, was string) string {
	s := Spell(v)
	switch {
	case s == "":
		return "null"
	case strings.HasPrefix(was, `"`):
		return jsonText(s)
	}
	return s
}

// jsonName spells the name or place of a point, as a number where it was one and still is.
func jsonName(name, was string) string {
	if v, err := strconv.ParseFloat(name, 64); err == nil && !strings.HasPrefix(was, `"`) && !math.IsInf(v, 0) && !math.IsNaN(v) {
		return Spell(v)
	}
	return jsonText(name)
}

func jsonText(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a text always has a form
	return strings.TrimSuffix(b.String(), "\n")
}

// tracePlaces are where the values of a trace stand; a span is empty where there is none.
type tracePlaces struct {
	name  source.Span
	lists map[string][]source.Span // x, y, labels, values
}

// specPlaces finds the values of the traces of a spec that is JSON.
func specPlaces(spec string) (out []tracePlaces) {
	r := &specReader{spec: spec, d: json.NewDecoder(strings.NewReader(spec))}
	r.object(func(key string) {
		if !strings.EqualFold(key, "data") {
			r.value()
			return
		}
		out = nil
		r.array(func() {
			t := tracePlaces{lists: map[string][]source.Span{}}
			r.object(func(key string) {
				switch key = strings.ToLower(key); key {
				case "name":
					t.name = r.value()
				case "x", "y", "labels", "values":
					var list []source.Span
					r.array(func() { list = append(list, r.value()) })
					t.lists[key] = list
				default:
					r.value()
				}
			})
			out = append(out, t)
		})
	})
	return out
}

// specReader walks JSON that is known to be well-formed. What is of another kind than asked for is passed over.
type specReader struct {
	spec string
	d    *json.Decoder
}

// value passes over a value and says where it stands.
func (r *specReader) value() source.Span {
	var raw json.RawMessage
	if r.d.Decode(&raw) != nil {
		return source.Span{}
	}
	end := int(r.d.InputOffset())
	return source.Span{Start: end - len(raw), End: end}
}

// opens reports whether the next value opens with c, and passes over that; another value is passed over whole.
func (r *specReader) opens(c byte) bool {
	rest := strings.TrimLeft(r.spec[r.d.InputOffset():], " \t\r\n:,")
	if rest == "" || rest[0] != c {
		r.value()
		return false
	}
	_, err := r.d.Token()
	return err == nil
}

func (r *specReader) object(member func(key string)) {
	if !r.opens('{') {
		return
	}
	for r.d.More() {
		key, err := r.d.Token()
		if err != nil {
			return
		}
		name, _ := key.(string)
		member(name)
	}
	_, _ = r.d.Token() // the closing brace
}

func (r *specReader) array(item func()) {
	if !r.opens('[') {
		return
	}
	for r.d.More() {
		item()
	}
	_, _ = r.d.Token() // the closing bracket
}
