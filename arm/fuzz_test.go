package arm

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strconv"
	"testing"
	"unicode/utf8"
)

// FuzzParse holds the reader against the library's, which is laxer: what we take, it takes, and it
// reads the same from our canonical form. What is no JSON for us is none for it, unless it is not UTF-8.
func FuzzParse(f *testing.F) {
	for _, s := range []string{`[1e400]`, `{"a":1,"a":2}`, `["\ud800"]`, `[[[[]]]]`, `-0`, "\"\xed\xa0\x80\"", `{"\ud83d\ude00":[null,true,false],"":{}}`,
		`[9007199254740993,1E-7,0.1e+2]`, ` {"b" : "\u00e9\/\n" , "a":[ ]} `, `"\u2028\"\\"`, `{"a":{"a":[{"a":"é"}]}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := Parse(data, Limits{})
		if err != nil {
			if read := err.(*ReadError); read.Code == JSONInvalid && json.Valid(data) && utf8.Valid(data) {
				t.Fatalf("%q is JSON, and was refused: %v", data, err)
			}
			return
		}
		c := v.Canonical()
		again, err := Parse(c, Limits{Depth: 65, Bytes: len(c) + 1})
		if err != nil || !bytes.Equal(again.Canonical(), c) {
			t.Fatalf("%q: the canonical form %q is not its own: %v", data, c, err)
		}
		theirs, err := plain(data)
		if err != nil {
			t.Fatalf("%q was read, and is no JSON: %v", data, err)
		}
		if ours, err := plain(c); err != nil || !reflect.DeepEqual(ours, theirs) {
			t.Fatalf("%q became %q: %v", data, c, err)
		}
	})
}

// plain returns a text as the library reads it.
func plain(data []byte) (v any, err error) {
	err = json.Unmarshal(data, &v)
	return v, err
}

// FuzzVerify mutates records in two ways: their bytes, and one value of a record that can be read,
// which is then sealed again with the right keys, so that what the seal does not tell is examined too.
// Without new seals nothing can come of it that nobody signed.
func FuzzVerify(f *testing.F) {
	f.Add(goldenText(f), uint16(0), []byte(nil))
	g := golden(f)
	f.Add(g.Canonical(), uint16(9), []byte(`"liability"`))
	f.Add(g.Canonical(), uint16(60), []byte(`{"kind":"direct-party-signature"}`))
	known := map[string]bool{}
	for _, c := range tamperCases {
		tampered := c.record(g)
		f.Add(tampered.Canonical(), uint16(0), []byte(nil))
		for _, turn := range tampered.Items("ledger") {
			known[string(turn.Canonical())] = true
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, at uint16, with []byte) {
		v, err := Parse(data, Limits{})
		if err != nil {
			if r := VerifyText(data, Limits{}); r.Result != Unreadable || len(r.Errors) != 1 {
				t.Fatalf("%+v", r)
			}
			return
		}
		r := look(t, v)
		if r.Result == Valid {
			for _, turn := range v.Items("ledger") {
				if !known[string(turn.Canonical())] {
					t.Fatalf("a turn that nobody signed is valid: %s", turn.Canonical())
				}
			}
		}
		value, err := Parse(with, Limits{})
		if err != nil || v.kind != Object {
			return
		}
		n := int(at)
		look(t, sealed(replaced(v, &n, value)))
	})
}

// look verifies a record and reads it in all other ways.
func look(t *testing.T, v Value) *Report {
	t.Helper()
	r := Verify(v, Limits{})
	if (r.Result == Valid) != (len(r.Errors) == 0) {
		t.Fatalf("%+v", r)
	}
	if again := Verify(*parseText(v.Canonical()), Limits{}); again.Result != r.Result || len(again.Errors) != len(r.Errors) {
		t.Fatalf("in canonical form the record is %+v, not %+v", again, r)
	}
	Summarize(v)
	if r.Result == Valid {
		if code, message := (Heads{HeadOf(v, "")}).Check(v); code != "" {
			t.Fatalf("%s: %s", code, message)
		}
	}
	draft, err := Draft(v, DraftOptions{TurnID: "fuzz", CreatedAt: "2026-01-15T12:00:00.000Z", Author: "northwind", AnchorID: "a-liability", Decision: "propose",
		Artifacts: []Value{ArtifactInput{ID: "fuzz", Kind: "comment", Text: "More."}.Value()}})
	if err == nil && r.Result != Valid {
		t.Fatalf("a draft was made for a record that is not valid: %s", draft.Canonical())
	}
	return r
}

// replaced puts a value in the place of the n-th one.
func replaced(v Value, n *int, by Value) Value {
	if *n == 0 {
		*n = -1
		return by.as(v.name)
	}
	*n--
	if v.kind != Array && v.kind != Object {
		return v
	}
	items := make([]Value, len(v.items))
	for i := range v.items {
		if items[i] = v.items[i]; *n >= 0 {
			items[i] = replaced(v.items[i], n, by)
		}
	}
	v.items = items
	return v
}

// sealed signs all turns of a record again, each with the key it names, after the manifest's hash and
// the chain were made to fit.
func sealed(v Value) Value {
	if v.kind != Object || len(v.Items("ledger")) == 0 {
		return v
	}
	previous, hash := Value{}, ""
	if m := v.Get("manifest"); m != nil {
		hash = m.hash()
	}
	for i := range v.Items("ledger") {
		at := "/ledger/" + strconv.Itoa(i)
		turn := v.Items("ledger")[i]
		signer, ok := signers[turn.Get("signature").Text("keyId")]
		if body := turn.Get("body"); !ok || body == nil || body.kind != Object {
			continue
		}
		body := turn.Get("body").with(text(hash).as("manifestHash"), previous.as("previousTurnHash"))
		turn = Seal(body, signer, turn.Get("signature").Text("signedAt"))
		v = set(v, at, turn)
		previous = text(turn.Text("turnHash"))
	}
	return v
}

// FuzzCarriage puts a part of any bytes into a Word file. A file that had nothing of this program, or something
// that could be read, has the golden record after it was stored.
func FuzzCarriage(f *testing.F) {
	f.Add([]byte(envelope(string(goldenText(f)))))
	f.Add([]byte(`<a xmlns="` + cacheNamespace + `"/>`))
	f.Add([]byte(`<x:agentRevisionManifest xmlns:x="` + manifestNamespace + `" version="0.1"><x:payload encoding="application/json">{"autoCall":true,"manifest":{},"serverRef":"x"}</x:payload></x:agentRevisionManifest>`))
	f.Add([]byte(`<agentRevisionCache xmlns="` + cacheNamespace + `"><payload encoding="application/json">{"artifacts":[{"artifactId":"art-1","native":{"commentId":"1"}}]}</payload></agentRevisionCache>`))
	g := golden(f)
	f.Fuzz(func(t *testing.T, part []byte) {
		data := contract(t, "customXml/item1.xml", string(part))
		c := ReadCarriage(open(t, data))
		r := c.Verify(Limits{})
		if (r.Result == Valid) != (len(r.Errors) == 0) {
			t.Fatalf("%+v", r)
		}
		c.Summary()
		if v, ok := c.Record(); ok && r.Result == Valid {
			Cover(v, documentOf(t, data), c.Hints())
		}
		if len(c.findings) > 0 || r.Has(PrivateKeyPresent) {
			return
		}
		if r := ReadCarriage(open(t, stored(t, data, g))).Verify(Limits{}); r.Result != Valid || r.TurnCount != 3 {
			t.Fatalf("after the record was stored: %+v", r)
		}
	})
}
