package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestNegotiationOfTheDocs runs the negotiation of docs/arm.md as it is printed: its commands in their
// order, with the artifacts it shows. What it leaves to the reader, a source and a manifest, is made here.
func TestNegotiationOfTheDocs(t *testing.T) {
	text := page(t, "arm")
	_, text, _ = strings.Cut(text, "\n## A negotiation\n")
	text, _, _ = strings.Cut(text, "\n## ")
	t.Chdir(t.TempDir())
	for name, content := range map[string]string{
		"msa.noma":     "# MSA\n\n::claim{id=\"cap\"}\nThe cap is six (6) months of fees.\n::\n",
		"counter.json": `[{"kind":"replacement","oldText":"six (6) months","text":"nine (9) months"}]`,
		"accept.json":  `[{"kind":"comment","text":"Accepted."}]`,
	} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if code, _, errs := tool("render", "msa.noma", "--to", "docx", "--out", "msa.docx"); code != 0 {
		t.Fatal(errs)
	}
	// The artifacts come after the command that needs them.
	if from := strings.Index(text, "    [{"); from < 0 {
		t.Fatal("the page shows no artifacts")
	} else if err := os.WriteFile("proposal.json", []byte(text[from:from+strings.Index(text[from:], "]\n")+1]), 0o600); err != nil {
		t.Fatal(err)
	}
	keys, commands := map[string]string{}, 0
	for line := range strings.Lines(text) {
		command, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "    nomadocx ")
		if !ok {
			continue
		}
		commands++
		args := strings.Fields(command)
		if args[1] == "init" {
			manifest := fmt.Sprintf(`{"schemaVersion":2,"sessionId":"msa","createdAt":"2026-01-15T09:00:00.000Z",
				"ontologyRefs":[{"ontologyId":"topics","version":"1","topics":["liability"]}],
				"parties":[{"partyId":"acme","displayName":"Acme Corp","signingKeys":[%s,%s]},{"partyId":"northwind","displayName":"Northwind Ltd","signingKeys":[%s]}],
				"documents":[{"documentId":"msa","mediaType":"text/x-noma"}],
				"anchors":[{"anchorId":"a-cap","documentId":"msa","clauseTopic":"liability","selector":{"kind":"noma-block","blockId":"cap"}}]}`,
				keys["acme-anna"], keys["acme-agent"], keys["northwind-nina"])
			if err := os.WriteFile("manifest.json", []byte(manifest), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		var out, errs bytes.Buffer
		terminal := &terminal{in: strings.NewReader("yes\n"), out: &out, err: &errs, getenv: func(string) string { return "" }}
		if code := run(context.Background(), terminal, args); code != 0 {
			t.Fatalf("nomadocx %s: exit %d\n%s%s", command, code, &out, &errs)
		}
		if args[1] == "keygen" {
			keys[args[5]] = out.String()
		}
	}
	if _, out, _ := tool("arm", "verify", "msa.docx"); commands != 14 || !strings.Contains(out, "valid, 3 turns") || !strings.Contains(out, " 0 not covered, 0 missing") {
		t.Errorf("%d commands, and then:\n%s", commands, out)
	}
}
