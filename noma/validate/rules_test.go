package validate

import (
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/sources"
)

const rulesFolder = "testdata/rules/"

// ruleCases returns the archive of one code: documents whose name starts with "bad" make the rule speak,
// those whose name starts with "good" do not; NAME.bib before one holds its sources; bad.txt is what check prints about bad.noma. A line
// `flags bad: --profile adr` at the head gives options to one of the documents.
func ruleCases(t testing.TB, code string) *txtar.Archive {
	t.Helper()
	a, err := txtar.ParseFile(rulesFolder + code + ".txtar")
	if err != nil {
		t.Fatalf("every code has its cases: %v", err)
	}
	return a
}

// TestEveryRule goes through all codes: each has a document that shows it and one that is free of it.
func TestEveryRule(t *testing.T) {
	for _, code := range allCodes() {
		t.Run(code, func(t *testing.T) {
			cases := ruleCases(t, code)
			shown := txtar.Archive{Comment: cases.Comment}
			good, bad := 0, 0
			for _, f := range cases.Files {
				name, isDocument := strings.CutSuffix(f.Name, ".noma")
				if strings.HasSuffix(f.Name, ".bib") {
					shown.Files = append(shown.Files, f)
				}
				if !isDocument {
					continue
				}
				opts := flagsOf(t, string(cases.Comment), name)
				d := parse(t, string(f.Data))
				for _, bib := range shown.Files {
					if strings.HasPrefix(bib.Name, name+".") && strings.HasSuffix(bib.Name, ".bib") {
						d.Library = &sources.Library{}
						d.Library.Add(bib.Name, bib.Data)
					}
				}
				list := Document(d, opts)
				shown.Files = append(shown.Files, f, txtar.File{Name: name + ".txt", Data: []byte(Format(list, f.Name))})
				speaks := strings.Contains(" "+codes(list)+" ", " "+code+" ")
				switch {
				case strings.HasPrefix(name, "bad"):
					bad++
					if !speaks {
						t.Errorf("%s does not show %s", f.Name, code)
					}
				case strings.HasPrefix(name, "good"):
					good++
					if speaks {
						t.Errorf("%s shows %s:\n%s", f.Name, code, Format(list, f.Name))
					}
				default:
					t.Errorf("%s is neither good nor bad", f.Name)
				}
			}
			if good == 0 || bad == 0 {
				t.Errorf("%d good and %d bad documents", good, bad)
			}
			golden.Check(t, rulesFolder+code+".txtar", txtar.Format(&shown))
		})
	}
	files, err := filepath.Glob(rulesFolder + "*.txtar")
	if err != nil || len(files) != len(allCodes()) {
		t.Errorf("%d archives for %d codes: %v", len(files), len(allCodes()), err)
	}
}

// TestEveryRuleIsDocumented: the page of the command says of every code how severe it is and whether
// noverify silences it.
func TestEveryRuleIsDocumented(t *testing.T) {
	data, err := os.ReadFile("../../docs/check.md")
	if err != nil {
		t.Fatal(err)
	}
	rules := []rule{unknownProfile, unknownIgnoreRule}
	always := map[string]bool{duplicateID.code: true}
	rules = append(rules, duplicateID, brokenReference, unknownHeading)
	for _, r := range blockRules {
		rules = append(rules, r.rule)
	}
	for _, r := range documentRules {
		rules = append(rules, r.rule)
	}
	for _, r := range computedRules {
		rules = append(rules, r.rule)
	}
	codes := map[string]bool{}
	for _, r := range rules {
		codes[r.code] = true
	}
	if len(codes) != len(allCodes()) {
		t.Errorf("rules have %d codes, not %d", len(codes), len(allCodes()))
	}
	for _, r := range rules {
		mark := ""
		if always[r.code] {
			mark = " •"
		}
		if row := "| `" + r.code + "`" + mark + " | " + string(r.severity) + " | "; !strings.Contains(string(data), row) {
			t.Errorf("docs/check.md has no row that begins with %s", row)
		}
	}
}

// flagsOf reads the options that the head of an archive gives to a document.
func flagsOf(t testing.TB, head, name string) Options {
	opts := Options{Now: today, File: func(_ noma.Node, name string) error {
		if name == "hal.png" {
			return fs.ErrNotExist
		}
		return nil
	}}
	for line := range strings.SplitSeq(head, "\n") {
		words := strings.Fields(line)
		if len(words) < 2 || words[0] != "flags" || words[1] != name+":" {
			continue
		}
		for i := 2; i+1 < len(words); i += 2 {
			switch value := words[i+1]; words[i] {
			case "--profile":
				opts.Profiles = append(opts.Profiles, value)
			case "--ignore-rule":
				opts.IgnoreRules = append(opts.IgnoreRules, value)
			case "--stale-days":
				days, err := strconv.ParseFloat(value, 64)
				if err != nil {
					t.Fatal(err)
				}
				opts.StaleDays = days
			default:
				t.Fatalf("unknown flag %s", words[i])
			}
		}
	}
	return opts
}

// corpus returns all documents of the folder, for the laws and for fuzzing.
func corpus(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob(rulesFolder + "*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, doc := range txtar.Parse(data).Files {
			if strings.HasSuffix(doc.Name, ".noma") {
				texts = append(texts, string(doc.Data))
			}
		}
	}
	if len(texts) < 90 {
		t.Fatalf("only %d documents", len(texts))
	}
	return texts
}
