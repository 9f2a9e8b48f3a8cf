package arm

import (
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Acceptance criterion 4, last sentence: every code is reached by a test. Each is searched for in the
// tests by its Go name, as tables of this package spell it.
func TestCriterion04EveryCodeIsTested(t *testing.T) {
	source, err := os.ReadFile("code.go")
	if err != nil {
		t.Fatal(err)
	}
	var tests strings.Builder
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		tests.Write(data)
	}
	n := 0
	for line := range strings.Lines(string(source)) {
		name, rest, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok || !strings.Contains(rest, `Code = "ARM_`) {
			continue
		}
		n++
		if name != "ExpectationMismatch" && !strings.Contains(tests.String(), name) { // that one is the command's
			t.Errorf("no test names %s", name)
		}
	}
	if n != len(codes) || n < 60 {
		t.Errorf("%d codes are declared and %d listed", n, len(codes))
	}
}

// Writers refuse what would not verify or could not be shown.
func TestWritersRefuse(t *testing.T) {
	g := golden(t)
	draft := func(text string) error {
		_, err := Draft(g, DraftOptions{TurnID: "t", CreatedAt: "2026-01-15T12:00:00.000Z", Author: "northwind", AnchorID: "a-term", Decision: "propose",
			Artifacts: []Value{ArtifactInput{ID: "x", Kind: "comment", Text: text}.Value()}})
		return err
	}
	// What could never become a turn is no draft either.
	never := func(change func(o *DraftOptions)) error {
		o := DraftOptions{TurnID: "t", CreatedAt: "2026-01-15T12:00:00.000Z", Author: "northwind", AnchorID: "a-term", Decision: "propose",
			Artifacts: []Value{ArtifactInput{ID: "x", Kind: "comment", Text: "more"}.Value()}}
		change(&o)
		_, err := Draft(g, o)
		return err
	}
	_, badRecord := Draft(set(g, "/ledger/0/bodyHash", text(otherHash)), DraftOptions{})
	_, badName := New(set(*g.Get("manifest"), "/documents/0/title", text("a\uffff")))
	_, approved := Approve(parse(t, `{}`), signers["acme-human-1"], ApproveOptions{})
	old := *g.Items("ledger")[2].Get("body")
	_, stale := Commit(g, old, nil, signers["northwind-human-1"], "2026-01-15T12:00:00.000Z")
	for name, c := range map[string]struct {
		err  error
		want Code
	}{
		"control character": {draft("a\x01"), TextUnrepresentable}, "no character": {draft("a\ufffe"), TextUnrepresentable}, "tab and line feed": {draft("a\tb\nc"), ""},
		"record": {badRecord, WriterRecordInvalid}, "manifest": {badName, TextUnrepresentable}, "empty draft": {approved, SchemaInvalid}, "stale": {stale, StaleDraft},
		"unknown author": {never(func(o *DraftOptions) { o.Author = "eve" }), TurnAuthorUnknown}, "turn id": {never(func(o *DraftOptions) { o.TurnID = "turn-1" }), TurnIDDuplicate},
		"unknown anchor": {never(func(o *DraftOptions) { o.Artifacts[0] = o.Artifacts[0].with(text("a-other").as("anchorId")) }), ArtifactAnchorUnknown},
		"artifact id":    {never(func(o *DraftOptions) { o.Artifacts[0] = o.Artifacts[0].with(text("art-1").as("artifactId")) }), ArtifactIDDuplicate},
		"no such turn":   {never(func(o *DraftOptions) { o.RespondsTo = "turn-9" }), SchemaInvalid},
		"an agent's":     {never(func(o *DraftOptions) { o.Author, o.Mandate = "acme", "m" }), ""},
	} {
		var r *Refusal
		switch {
		case c.want == "" && c.err != nil:
			t.Errorf("%s: %v", name, c.err)
		case c.want != "" && (!errors.As(c.err, &r) || r.Code != c.want):
			t.Errorf("%s: %v, want %s", name, c.err, c.want)
		}
	}
	// What Word cannot show in a record of another writer is reported, not written.
	odd := reseal(g, 2, "", func(b Value) Value { return set(b, "/visibleArtifacts/0/text", text("a\x01")) })
	_, r := rebuilt(t, odd, contract(t))
	found := false
	for _, w := range r.Warnings {
		found = found || w.Code == WarnTextNotMappable
	}
	if !found {
		t.Errorf("%+v", r.Warnings)
	}
}

// Keys of low order are refused in all 14 encodings: under such a key one signature fits many messages.
func TestLowOrderKeys(t *testing.T) {
	identity := append([]byte{1}, make([]byte, 63)...) // R the neutral element, S zero
	for _, p := range lowOrder {
		for _, sign := range []byte{0, 0x80} {
			key := append([]byte{}, p[:]...)
			key[31] |= sign
			if _, err := usable(key); err == nil {
				t.Errorf("%x is accepted", key)
			}
			fits := 0
			for i := range 200 {
				if ed25519.Verify(key, fmt.Appendf(nil, "message %d", i), identity) {
					fits++
				}
			}
			if fits == 0 {
				t.Errorf("%x is no point of low order", key)
			}
		}
	}
}

// The forms a public key may have (arm-notes §10).
func TestPublicKeyForms(t *testing.T) {
	x := "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
	block := "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n-----END PUBLIC KEY-----\n"
	jwk := `"publicKeyJwk":{"kty":"OKP","crv":"Ed25519","x":"` + x + `"}`
	quoted := `"publicKeyPem":` + string(text(block).Canonical())
	for in, good := range map[string]bool{
		jwk: true, quoted: true, jwk + "," + quoted: false, `"a":1`: false,
		strings.Replace(jwk, x, x+"=", 1): false, strings.Replace(jwk, "_", "/", 1): false, strings.Replace(jwk, x, x[:42]+"p", 1): false, strings.Replace(jwk, x, x[:42], 1): false,
		strings.Replace(jwk, "Ed25519", "X25519", 1): false, strings.Replace(jwk, "OKP", "EC", 1): false,
		`"publicKeyPem":` + string(text(block+block).Canonical()):                                      false,
		`"publicKeyPem":` + string(text(strings.ReplaceAll(block, "PUBLIC", "CERTIFIED")).Canonical()): false,
	} {
		v := parse(t, `{"algorithm":"Ed25519",`+in+`}`)
		key, err := publicKey(&v)
		if (err == nil) != good || good && base64.RawURLEncoding.EncodeToString(key) != x {
			t.Errorf("%s: %v", in, err)
		}
	}
}

// A private key is never printed, whatever the verb.
func TestSignerIsNotPrinted(t *testing.T) {
	s := signers["acme-human-1"]
	for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
		if got := fmt.Sprintf(verb, s); got != "signer acme-human-1" {
			t.Errorf("%s prints %q", verb, got)
		}
	}
	if _, err := ParseSigner([]byte("-----BEGIN PRIVATE KEY-----\nsecret\n-----END PRIVATE KEY-----"), "a"); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("%v", err)
	}
}
