package wml

import (
	"testing"

	"pgregory.net/rapid"
)

// Whatever text XML can hold comes out as it went in.
func TestEnvelopeKeepsItsPayload(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		payload := rapid.StringOf(rapid.OneOf(rapid.RuneFrom([]rune(`{}"\&<>]&amp; 😀é`)), rapid.Rune())).Filter(inXML).Draw(t, "payload")
		e, err := ReadEnvelope(string(WriteEnvelope("urn:a", "letter", "0.1", "application/json", payload)), "urn:b", "urn:a")
		if err != nil || e == nil || e.Namespace != "urn:a" || e.Root != "letter" || len(e.Payloads) != 1 || e.Payloads[0].Text != payload || e.Payloads[0].Nested {
			t.Fatalf("%q came out as %+v, %v", payload, e, err)
		}
	})
}

func inXML(s string) bool {
	for _, r := range s {
		if r < ' ' || r == 0xfffe || r == 0xffff {
			return false
		}
	}
	return true
}

func TestReadEnvelope(t *testing.T) {
	for name, c := range map[string]struct {
		in       string
		payloads int
		nested   bool
		found    bool
		bad      bool
	}{
		"prefixed":      {`<x:r xmlns:x="urn:a"><x:payload encoding="e"> t </x:payload></x:r>`, 1, false, true, false},
		"hints":         {`<r xmlns="urn:a"><hint><payload/></hint><payload>t</payload></r>`, 1, false, true, false},
		"other payload": {`<r xmlns="urn:a"><payload xmlns="urn:b"/></r>`, 0, false, true, false},
		"two":           {`<r xmlns="urn:a"><payload/><payload/></r>`, 2, false, true, false},
		"nested":        {`<r xmlns="urn:a"><payload>t<b/></payload></r>`, 1, true, true, false},
		"CDATA":         {`<r xmlns="urn:a"><payload><![CDATA[t]]></payload></r>`, 1, false, true, false},
		"other root":    {`<r xmlns="urn:c"><a xmlns="urn:a"/></r>`, 0, false, false, false},
		"not mentioned": {`<broken`, 0, false, false, false},
		"DTD":           {`<!DOCTYPE r><r xmlns="urn:a"/>`, 0, false, false, true},
		"cut off":       {`<r xmlns="urn:a"><payload>`, 1, false, true, true},
	} {
		e, err := ReadEnvelope(c.in, "urn:a")
		if (err != nil) != c.bad || (e != nil) != c.found {
			t.Errorf("%s: %+v, %v", name, e, err)
			continue
		}
		if e != nil && (len(e.Payloads) != c.payloads || c.payloads == 1 && e.Payloads[0].Nested != c.nested) {
			t.Errorf("%s: %+v", name, e)
		}
	}
}
