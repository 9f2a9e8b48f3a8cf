package schema

import (
	"bytes"
	"embed"
	"encoding/json"
	"slices"
	"strings"
)

//go:embed *.schema.json
var files embed.FS

// Suffix is what the name of a schema's file ends in.
const Suffix = ".schema.json"

// Names returns the names of all schemas, sorted.
func Names() []string {
	return []string{"ast", "capability", "decisions", "patch-op", "patch-transaction", "transcript"}
}

// Named returns the text of a schema. The name may carry the [Suffix].
func Named(name string) ([]byte, bool) {
	name = strings.TrimSuffix(name, Suffix)
	if !slices.Contains(Names(), name) {
		return nil, false
	}
	text, err := files.ReadFile(name + Suffix)
	if err != nil {
		panic("schema: " + err.Error()) // the files are part of the program
	}
	return text, true
}

// additive are the operations that came after version 1.0 of the Protocol.
var additive = []string{"replace_child", "insert_child", "delete_child", "set_heading_level", "insert_section", "move_section", "replace_text", "replace_source"}

// Protocol10 returns the text of a schema as version 1.0 of the Protocol has it: without the operations
// that came later.
func Protocol10(name string) ([]byte, bool) {
	text, ok := Named(name)
	if !ok {
		return nil, false
	}
	out, err := without(text, additive)
	if err != nil {
		panic("schema: " + name + ": " + err.Error())
	}
	return out, true
}

// without takes definitions out of a schema, with all that names them: references, and words of an
// enumeration. The rest keeps its order.
func without(text []byte, names []string) ([]byte, error) {
	var b bytes.Buffer
	if err := copyValue(&b, json.NewDecoder(bytes.NewReader(text)), names); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, b.Bytes(), "", "  "); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

// copyValue copies the next value of a JSON text, but for what goes.
func copyValue(b *bytes.Buffer, dec *json.Decoder, names []string) error {
	token, err := dec.Token()
	if err != nil {
		return err
	}
	delim, nested := token.(json.Delim)
	if !nested {
		return appendJSON(b, token)
	}
	b.WriteByte(byte(delim))
	first := true
	for dec.More() {
		var one bytes.Buffer
		goes := false
		if delim == '{' {
			key, err := dec.Token()
			if err != nil {
				return err
			}
			goes = slices.Contains(names, key.(string))
			if err := appendJSON(&one, key); err != nil {
				return err
			}
			one.WriteByte(':')
		}
		at := one.Len()
		if err := copyValue(&one, dec, names); err != nil {
			return err
		}
		if goes || delim == '[' && named(one.Bytes()[at:], names) {
			continue
		}
		if !first {
			b.WriteByte(',')
		}
		first = false
		b.Write(one.Bytes())
	}
	if _, err := dec.Token(); err != nil {
		return err
	}
	b.WriteByte(byte(delim) + 2) // ] and } follow [ and { at this distance
	return nil
}

// named reports whether an entry of a list is one of the names, or nothing but a reference to one.
func named(entry []byte, names []string) bool {
	for _, n := range names {
		if s := string(entry); s == `"`+n+`"` || s == `{"$ref":"#/$defs/`+n+`"}` {
			return true
		}
	}
	return false
}

func appendJSON(b *bytes.Buffer, v any) error {
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	b.Write(bytes.TrimSuffix(line.Bytes(), []byte("\n")))
	return nil
}
