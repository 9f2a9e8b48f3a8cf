package schema_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/schema"
)

// wellFormed is one operation of each kind, with every field it has.
var wellFormed = map[string]string{
	"replace_block":            `{"op":"replace_block","id":"a","content":"::note\n::","baseHash":"0123456789abcdef"}`,
	"add_block":                `{"op":"add_block","parent":"a","content":"::note\n::","position":0}`,
	"delete_block":             `{"op":"delete_block","id":"a"}`,
	"update_attribute":         `{"op":"update_attribute","id":"a","key":"owner","value":"Ann"}`,
	"rename_id":                `{"op":"rename_id","from":"a","to":"b"}`,
	"replace_body":             `{"op":"replace_body","id":"a","content":""}`,
	"update_heading":           `{"op":"update_heading","id":"a","title":"T"}`,
	"remove_attribute":         `{"op":"remove_attribute","id":"a","key":"owner"}`,
	"move_block":               `{"op":"move_block","id":"a","parent":"b","position":1}`,
	"add_comment":              `{"op":"add_comment","id":"k","target":"a","content":"Why?","author":"A","initials":"A","date":"2026-01-01","reply_to":"j"}`,
	"resolve_comment":          `{"op":"resolve_comment","id":"k","resolved_by":"A","resolved_at":"2026-01-01"}`,
	"add_footnote":             `{"op":"add_footnote","id":"n","target":"a","content":"Note","label":"*"}`,
	"add_endnote":              `{"op":"add_endnote","id":"n","target":"a","content":"Note","label":"*"}`,
	"add_change_request":       `{"op":"add_change_request","id":"r","target":"a","action":"replace","from":"x","to":"y","content":"Better","author":"A","date":"2026-01-01"}`,
	"update_table_cell":        `{"op":"update_table_cell","id":"t","row":0,"column":"Region","value":"x"}`,
	"update_table_header_cell": `{"op":"update_table_header_cell","id":"t","column":1,"value":"x"}`,
	"insert_table_row":         `{"op":"insert_table_row","id":"t","row":0,"cells":["a","b"]}`,
	"delete_table_row":         `{"op":"delete_table_row","id":"t","row":0}`,
	"insert_table_column":      `{"op":"insert_table_column","id":"t","column":0,"header":"H","cells":["a"]}`,
	"delete_table_column":      `{"op":"delete_table_column","id":"t","column":0}`,
	"update_dataset_cell":      `{"op":"update_dataset_cell","id":"d","row":0,"column":0,"value":"1"}`,
	"insert_dataset_row":       `{"op":"insert_dataset_row","id":"d","row":0,"cells":["a","b"]}`,
	"delete_dataset_row":       `{"op":"delete_dataset_row","id":"d","row":0}`,
	"insert_dataset_column":    `{"op":"insert_dataset_column","id":"d","column":0,"header":"H","cells":["a"]}`,
	"delete_dataset_column":    `{"op":"delete_dataset_column","id":"d","column":"H"}`,
	"replace_child":            `{"op":"replace_child","parent":"a","index":0,"content":"x","baseHash":"01234567"}`,
	"insert_child":             `{"op":"insert_child","index":0,"content":"x"}`,
	"delete_child":             `{"op":"delete_child","parent":"","index":0,"baseHash":"01234567"}`,
	"set_heading_level":        `{"op":"set_heading_level","id":"a","level":2}`,
	"insert_section":           `{"op":"insert_section","parent":"a","position":0,"level":2,"title":"T","id":"b","content":"x"}`,
	"move_section":             `{"op":"move_section","id":"a","parent":"b","position":0,"level":3}`,
	"replace_text":             `{"op":"replace_text","id":"a","exact":"old","text":"new","prefix":"the ","suffix":" word"}`,
	"replace_source":           `{"op":"replace_source","op_id":"0b6a3c0e-8d6f-4b1e-9a55-2f5d8f7a1c11","at":0,"length":1,"content":"x","baseHash":"01234567"}`,
}

// TestGeneratedMistakes takes every well-formed operation and, for every field of it, leaves it out,
// gives it every type it cannot have, and adds one the operation does not have.
func TestGeneratedMistakes(t *testing.T) {
	s := compile(t, schema.Named)["patch-op"]
	old := compile(t, schema.Protocol10)["patch-op"]
	data, _ := schema.Named("patch-op")
	var file struct {
		Defs map[string]struct{ Required []string } `json:"$defs"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	planted := 0
	for _, name := range slices.Sorted(maps.Keys(wellFormed)) {
		op := wellFormed[name]
		if err := s.Validate(value(t, op)); err != nil {
			t.Errorf("%s is not valid: %v", op, err)
		}
		if later := strings.HasSuffix(name, "_child") || strings.HasSuffix(name, "_section") || name == "set_heading_level" || name == "replace_text" || name == "replace_source"; (old.Validate(value(t, op)) != nil) != later {
			t.Errorf("version 1.0 of the protocol and %s", name)
		}
		fields := value(t, op).(map[string]any)
		refused := func(what string, change func(map[string]any)) {
			broken := maps.Clone(fields)
			change(broken)
			planted++
			if s.Validate(broken) == nil {
				t.Errorf("%s, %s: %v is valid", name, what, broken)
			}
		}
		for _, field := range slices.Sorted(maps.Keys(fields)) {
			if slices.Contains(file.Defs[name].Required, field) {
				refused("without "+field, func(m map[string]any) { delete(m, field) })
			}
			for what, v := range map[string]any{"a list of lists": []any{[]any{}}, "an object": map[string]any{}, "nothing": nil, "a truth": true} {
				if field == "value" && name == "update_attribute" && (v == nil || v == true) {
					continue
				}
				refused(field+" is "+what, func(m map[string]any) { m[field] = v })
			}
		}
		refused("one field more", func(m map[string]any) { m["extra"] = "x" })
		refused("a hash that is none", func(m map[string]any) { m["baseHash"] = "0123456" })
		refused("a hash with other letters", func(m map[string]any) { m["baseHash"] = "0123456g" })
		refused("a hash that is too long", func(m map[string]any) { m["baseHash"] = strings.Repeat("a", 65) })
	}
	if planted < 400 {
		t.Errorf("planted only %d mistakes", planted)
	}
}

// TestMistakes are those that only reading finds.
func TestMistakes(t *testing.T) {
	s := compile(t, schema.Named)
	record := func(change ...string) string {
		r := strings.NewReplacer(change...)
		return r.Replace(transcriptRecord)
	}
	for _, c := range []struct{ schema, text string }{
		{"patch-op", `{}`},
		{"patch-op", `[]`},
		{"patch-op", `"delete_block"`},
		{"patch-op", `{"op":"paint_red","id":"a"}`},
		{"patch-op", `{"op":"Delete_Block","id":"a"}`},
		{"patch-op", `{"op":"delete_block","id":""}`},
		{"patch-op", `{"op":"update_attribute","id":"a","key":"id","value":"b"}`},
		{"patch-op", `{"op":"remove_attribute","id":"a","key":"id"}`},
		{"patch-op", `{"op":"update_attribute","id":"a","key":"","value":"b"}`},
		{"patch-op", `{"op":"update_attribute","id":"a","key":"1st","value":"b"}`},
		{"patch-op", `{"op":"update_attribute","id":"a","key":"two words","value":"b"}`},
		{"patch-op", `{"op":"update_attribute","id":"a","key":"k","value":["b"]}`},
		{"patch-op", `{"op":"replace_block","id":"a","content":""}`},
		{"patch-op", `{"op":"replace_block","id":"a","body":"::note\n::"}`},
		{"patch-op", `{"op":"update_heading","id":"a","heading":"T"}`},
		{"patch-op", `{"op":"update_heading","id":"a","title":"one\ntwo"}`},
		{"patch-op", `{"op":"add_block","parent":"a","content":"::x\n::","position":-1}`},
		{"patch-op", `{"op":"add_block","parent":"a","content":"::x\n::","position":0.5}`},
		{"patch-op", `{"op":"add_block","parent":"a","content":"::x\n::","position":"0"}`},
		{"patch-op", `{"op":"add_block","id":"a","content":"::x\n::"}`},
		{"patch-op", `{"op":"rename_id","id":"a","to":"b"}`},
		{"patch-op", `{"op":"add_comment","id":"k","target":"a","content":"  \n"}`},
		{"patch-op", `{"op":"add_comment","id":"k","parent":"a","content":"x"}`},
		{"patch-op", `{"op":"add_comment","id":"k","target":"a","content":"x","replyTo":"j"}`},
		{"patch-op", `{"op":"add_footnote","id":"k","target":"a","content":"x","label":"a\nb"}`},
		{"patch-op", `{"op":"add_change_request","id":"k","target":"a","action":"rewrite","text":"x"}`},
		{"patch-op", `{"op":"add_change_request","id":"k","target":"a","action":"replace","from":"x"}`},
		{"patch-op", `{"op":"add_change_request","id":"k","target":"a","action":"replace","to":"x"}`},
		{"patch-op", `{"op":"add_change_request","id":"k","target":"a","action":"replace","from":"x","to":""}`},
		{"patch-op", `{"op":"add_change_request","id":"k","target":"a","action":"insert","from":"x"}`},
		{"patch-op", `{"op":"add_change_request","id":"k","target":"a","action":"delete","to":"x"}`},
		{"patch-op", `{"op":"add_change_request","id":"k","target":"a","action":"delete","from":""}`},
		{"patch-op", `{"op":"add_change_request","id":"k","target":"a","action":"insert","text":"a\nb"}`},
		{"patch-op", `{"op":"update_table_cell","id":"t","row":"0","column":0,"value":"x"}`},
		{"patch-op", `{"op":"update_table_cell","id":"t","row":-1,"column":0,"value":"x"}`},
		{"patch-op", `{"op":"update_table_cell","id":"t","row":0,"column":-1,"value":"x"}`},
		{"patch-op", `{"op":"update_table_cell","id":"t","row":0,"column":1.5,"value":"x"}`},
		{"patch-op", `{"op":"update_table_cell","id":"t","row":0,"column":0,"value":5}`},
		{"patch-op", `{"op":"update_table_cell","id":"t","row":0,"column":0,"value":"a\r\nb"}`},
		{"patch-op", `{"op":"insert_table_row","id":"t","row":0,"cells":"a"}`},
		{"patch-op", `{"op":"insert_table_row","id":"t","row":0,"cells":[1]}`},
		{"patch-op", `{"op":"insert_table_column","id":"t","column":"H","cells":[]}`},
		{"patch-op", `{"op":"insert_dataset_column","id":"d","column":0,"cells":[]}`},
		{"patch-op", `{"op":"insert_dataset_row","id":"d","row":0}`},
		{"patch-op", `{"op":"delete_dataset_column","id":"d","name":"H"}`},
		{"patch-op", `{"op":"replace_child","index":0,"content":"x"}`},
		{"patch-op", `{"op":"delete_child","parent":"a","index":0}`},
		{"patch-op", `{"op":"insert_child","parent":"a","content":"x"}`},

		{"decisions", `{}`},
		{"decisions", strings.Replace(decisions, `"reject"`, `"no"`, 1)},
		{"decisions", strings.Replace(decisions, `"finding":"b-2",`, ``, 1)},
		{"decisions", strings.Replace(decisions, `"text"`, `"words"`, 1)},

		{"patch-transaction", `{}`},
		{"patch-transaction", `{"prevalidate":true}`},
		{"patch-transaction", `{"ops":{"op":"delete_block","id":"a"}}`},
		{"patch-transaction", `{"ops":[],"prevalidate":"yes"}`},
		{"patch-transaction", `{"ops":[],"postValidate":true}`},
		{"patch-transaction", `{"ops":[{"op":"delete_block"}]}`},
		{"patch-transaction", `{"ops":[],"expected_sha":"1234567"}`},
		{"patch-transaction", `{"ops":[],"base_sha256":"12345678"}`},
		{"patch-transaction", `[{"op":"delete_block"}]`},
		{"patch-transaction", `[[{"op":"delete_block","id":"a"}]]`},
		{"patch-transaction", `{"op":"delete_block","id":"a","ops":[]}`},

		{"ast", `{}`},
		{"ast", `{"type":"document","children":[]}`},
		{"ast", `{"type":"document","meta":{},"children":null}`},
		{"ast", `{"type":"document","meta":{},"children":[],"endLine":1}`},
		{"ast", `{"type":"document","meta":{},"children":[],"title":"x"}`},
		{"ast", tree(`{"type":"document","meta":{},"children":[]}`)},
		{"ast", tree(`{"type":"image","pos":{"line":1,"column":1},"endLine":1}`)},
		{"ast", tree(`{"type":"paragraph","content":"x","endLine":1}`)},
		{"ast", tree(`{"type":"paragraph","pos":{"line":1,"column":1},"endLine":1}`)},
		{"ast", tree(`{"type":"paragraph","content":"x","pos":{"line":0,"column":1},"endLine":1}`)},
		{"ast", tree(`{"type":"paragraph","content":"x","pos":{"line":1},"endLine":1}`)},
		{"ast", tree(`{"type":"paragraph","content":"x","id":null,"pos":{"line":1,"column":1},"endLine":1}`)},
		{"ast", tree(`{"type":"section","id":"a","level":7,"title":"A","children":[],"pos":{"line":1,"column":1},"endLine":1}`)},
		{"ast", tree(`{"type":"section","level":1,"title":"A","children":[],"pos":{"line":1,"column":1},"endLine":1}`)},
		{"ast", tree(`{"type":"section","id":"a","level":1,"title":"A","aliases":[],"children":[],"pos":{"line":1,"column":1},"endLine":1}`)},
		{"ast", tree(`{"type":"section","id":"a","level":1,"title":"A","_idIsExplicit":1,"children":[],"pos":{"line":1,"column":1},"endLine":1}`)},
		{"ast", tree(`{"type":"list","ordered":false,"items":[],"pos":{"line":1,"column":1},"endLine":1}`)},
		{"ast", tree(`{"type":"list_item","content":"x","pos":{"line":1,"column":1},"endLine":1}`)},
		{"ast", tree(`{"type":"table","header":["a"],"align":["middle"],"rows":[],"pos":{"line":1,"column":1},"endLine":1}`)},
		{"ast", tree(`{"type":"table","header":["a"],"align":[null],"rows":[[1]],"pos":{"line":1,"column":1},"endLine":1}`)},
		{"ast", tree(`{"type":"directive","name":"a b","attrs":{},"children":[],"pos":{"line":1,"column":1},"endLine":1}`)},
		{"ast", tree(`{"type":"directive","name":"a","attrs":{"x":[]},"children":[],"pos":{"line":1,"column":1},"endLine":1}`)},
		{"ast", tree(`{"type":"directive","name":"a","attrs":{},"children":[],"id":"","pos":{"line":1,"column":1},"endLine":1}`)},

		{"transcript", record(`"protocol_version":"1.0"`, `"protocol_version":"1.1"`)},
		{"transcript", record(`"protocol_version":"1.0",`, `"v":1,`)},
		{"transcript", record(`"op_id":"1b4e28ba-2fa1-4d2e`, `"op_id":"1b4e28ba-2fa1-1d2e`)},
		{"transcript", record(`2026-05-11T14:32:00.000Z`, `2026-05-11 14:32`)},
		{"transcript", record(`2026-05-11T14:32:00.000Z`, `2026-05-11T14:32:00+02:00`)},
		{"transcript", record(`"kind":"agent"`, `"kind":"robot"`)},
		{"transcript", record(`"name":"helper"`, `"model":"x"`)},
		{"transcript", record(`file:///r.noma`, `/r.noma`)},
		{"transcript", record(`"pre_sha256":"aaaaaaaa`, `"pre_sha256":"AAAAAAAA`)},
		{"transcript", record(`"post_sha":"bbbbbbbb"`, `"post_sha":"bbbbbbb"`)},
		{"transcript", record(`"patch_result":"applied"`, `"patch_result":"partial"`)},
		{"transcript", record(`"op":{"op":"delete_block","id":"a"}`, `"op":{"op":"paint_red"}`)},
		{"transcript", record(`"op":{"op":"delete_block","id":"a"}`, `"op":"delete_block"`)},
		{"transcript", record(`"pre_validation":"ok"`, `"pre_validation":"info"`)},
		{"transcript", record(`,"post_validation":"warn"`, ``)},
		{"transcript", record(`"phase":"post"`, `"phase":"after"`)},
		{"transcript", record(`,"phase":"post"`, ``)},
		{"transcript", record(`"severity":"warning"`, `"severity":"warn"`)},
		{"transcript", record(`"elapsed_ms":1.5`, `"elapsed_ms":-1`)},
		{"transcript", record(`"signature":null`, `"signature":"x"`)},

		{"capability", `{}`},
		{"capability", `{"nomaAgent":{}}`},
		{"capability", `{"nomaAgent":{"version":2}}`},
		{"capability", `{"nomaAgent":{"version":"1"}}`},
		{"capability", `{"version":1}`},
		{"capability", `{"nomaAgent":{"version":1},"other":1}`},
		{"capability", `{"nomaAgent":{"version":1,"blocks":[]}}`},
		{"capability", `{"nomaAgent":{"version":1,"blocks":{"claim":["replace_block"]}}}`},
		{"capability", `{"nomaAgent":{"version":1,"blocks":{"claim":{"ops":"all"}}}}`},
		{"capability", `{"nomaAgent":{"version":1,"blocks":{"claim":{"ops":["replace"]}}}}`},
		{"capability", `{"nomaAgent":{"version":1,"blocks":{"claim":{"attrs":{"confidence":{"type":"float"}}}}}}`},
		{"capability", `{"nomaAgent":{"version":1,"blocks":{"claim":{"attrs":{"confidence":{"min":"0"}}}}}}`},
		{"capability", `{"nomaAgent":{"version":1,"ids":{"rename":"no"}}}`},
		{"capability", `{"nomaAgent":{"version":1,"validation":true}}`},
	} {
		if s[c.schema].Validate(value(t, c.text)) == nil {
			t.Errorf("%s takes %s", c.schema, c.text)
		}
	}
}

func tree(block string) string { return `{"type":"document","meta":{},"children":[` + block + `]}` }

var (
	transcriptRecord = `{"protocol_version":"1.0","tool_version":"0.1.0","op_id":"1b4e28ba-2fa1-4d2e-883f-0016d3cca427","ts":"2026-05-11T14:32:00.000Z",` +
		`"actor":{"kind":"agent","name":"helper","model":"m"},"doc_uri":"file:///r.noma",` +
		`"pre_sha256":"` + strings.Repeat("a", 64) + `","post_sha256":"` + strings.Repeat("b", 64) + `","pre_sha":"aaaaaaaa","post_sha":"bbbbbbbb",` +
		`"op":{"op":"delete_block","id":"a"},"patch_result":"applied","pre_validation":"ok","post_validation":"warn",` +
		`"diagnostics":[{"severity":"warning","code":"claim-without-evidence","message":"m","pos":{"line":1,"column":1},"phase":"post"}],` +
		`"elapsed_ms":1.5,"signature":null,"a_later_field":1}`
	decisions = `{"source":"` + sixtyFour + `","returned":[{"name":"a.docx","sha256":"` + sixtyFour + `"}],"decisions":[` +
		`{"finding":"a","decision":"accept"},{"finding":"b-2","decision":"reject"},{"finding":"c","decision":"comment","text":"Why?"}]}`
	sixtyFour = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

	descriptor = `{"nomaAgent":{"version":1,"profile":"default","blocks":{"claim":{"ops":["replace_block","update_attribute"],` +
		`"attrs":{"confidence":{"type":"number","min":0,"max":1},"status":{"enum":["open",2]}}},"evidence":{"ops":[]}},` +
		`"ids":{"rename":false},"validation":{"required":true},"later":{}}}`
)

// TestRecordsAndDescriptors: what the mistakes were planted in is right.
func TestRecordsAndDescriptors(t *testing.T) {
	s := compile(t, schema.Named)
	rejected := strings.NewReplacer(`"applied"`, `"rejected"`, `"op":{"op":"delete_block","id":"a"}`, `"op":{"op":"paint_red"}`).Replace(transcriptRecord)
	for name, texts := range map[string][]string{
		"transcript":        {transcriptRecord, rejected},
		"decisions":         {decisions},
		"capability":        {descriptor, `{"nomaAgent":{"version":1}}`},
		"patch-transaction": {`{"ops":[]}`, `[]`, wellFormed["delete_block"], `{"ops":[` + wellFormed["add_comment"] + `],"expected_sha":"01234567"}`},
		"ast":               {tree(""), tree(`{"type":"thematic_break","pos":{"line":1,"column":1},"endLine":1}`)},
	} {
		for _, text := range texts {
			if err := s[name].Validate(value(t, text)); err != nil {
				t.Errorf("%s refuses %s: %v", name, text, err)
			}
		}
	}
}
