package contract_test

import (
	"encoding/json"
	"path"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
	"github.com/nomadocx/nomadocx/norma/contract"
)

// What an agent may write, norma reads as the same.
func TestResponsesSurvive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(rapid.String(), 0, 3)
		want := contract.Response{Version: 1, Status: rapid.SampledFrom([]string{"ok", "fail"}).Draw(t, "status"), Summary: rapid.String().Draw(t, "summary"),
			Files: []string{}, NextActions: append([]string{}, texts.Draw(t, "next")...), Errors: append([]string{}, texts.Draw(t, "errors")...)}
		data, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := contract.DecodeResponse(data)
		if err != nil || !reflect.DeepEqual(*got, want) {
			t.Fatalf("%s: %+v %v", data, got, err)
		}
		fenced := "a log {line}\n```json\n" + string(data) + "\n```\nand more\n"
		if inner, ok := contract.Recover([]byte(fenced)); !ok || strings.TrimSpace(string(inner)) != string(data) {
			t.Fatalf("not found in %s", fenced)
		}
	})
}

// FuzzDecode searches for panics, and for paths that get through and lead out.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"version":1,"status":"ok","summary":"","files":["a/b"]}`))
	f.Add([]byte(`{"version":1,"verdict":"PASS","criteria":[{"id":"AC1","pass":true,"evidence":"../x"}]}`))
	f.Add([]byte("```\n{}\n```"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if r, err := contract.DecodeResponse(data); err == nil {
			for _, p := range r.Files {
				if path.Clean("/step/"+p) != "/step/"+p {
					t.Errorf("%q got through", p)
				}
			}
		}
		if v, err := contract.DecodeVerdict(data); err == nil {
			for _, j := range v.Criteria {
				if j.Evidence != "" && path.Clean("/step/"+j.Evidence) != "/step/"+j.Evidence {
					t.Errorf("%q got through", j.Evidence)
				}
			}
			_ = v.Check(nil)
		}
		if inner, ok := contract.Recover(data); ok && len(inner) > len(data) {
			t.Error("more was found than there is")
		}
		_, _ = contract.DecodeRequest(data)
		_, _ = contract.Criterion{Text: string(data)}.Commands()
	})
}

func TestCommands(t *testing.T) {
	for text, want := range map[string][][]string{
		"plain":                             nil,
		"the report's fine; a < b & c":      nil,
		"a => nomadocx check r.noma":        {{"check", "r.noma"}},
		"a => nomadocx  check 'x y' ''":     {{"check", "x y", ""}},
		`a => nomadocx check "it's"x`:       {{"check", "it'sx"}},
		`a => nomadocx diff 'a|b' "x => y"`: {{"diff", "a|b", "x => y"}},
		"a=>nomadocx check a.noma=>nomadocx check b.noma --profile x=y": {{"check", "a.noma"}, {"check", "b.noma", "--profile", "x=y"}},
		"costs 5$ => nomadocx check a.noma --ignore-rule 5$":            {{"check", "a.noma", "--ignore-rule", "5$"}},
	} {
		got, err := contract.Criterion{ID: "AC1", Text: text}.Commands()
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q %v", text, got, err)
		}
	}
}

// What only a shell would read, what is not closed, and what is no command that looks is refused with the reason.
func TestCommandsThatAreRefused(t *testing.T) {
	for machine, want := range map[string]string{
		"": "nothing stands after =>", " ": "nothing stands after =>", "nomadocx check a.noma =>": "nothing stands after =>",
		"rm -rf /":                              `"rm -rf /"`,
		"nomadocx":                              "without a command",
		"nomadocx chek a.noma":                  "cannot call nomadocx chek",
		"nomadocx --version":                    "cannot call nomadocx --version",
		"b => nomadocx check a.noma":            `"b"`,
		"nomadocx check 'a.noma":                "the quote ' is not closed",
		`nomadocx check "a.noma`:                `the quote " is not closed`,
		"nomadocx check a && nomadocx check b":  "&& is for a shell",
		"nomadocx check a || nomadocx check b":  "|| is for a shell",
		"nomadocx check a | cat":                "| is for a shell",
		"nomadocx check a; nomadocx check b":    "; is for a shell",
		"nomadocx check a &":                    "& is for a shell",
		"nomadocx ids a > ids.json":             "> is for a shell",
		"nomadocx ids a >> ids.json":            ">> is for a shell",
		"nomadocx check < a":                    "< is for a shell",
		"nomadocx check $(ls)":                  "$( is for a shell",
		"nomadocx check $FILE":                  "$ is for a shell",
		"nomadocx check `ls`":                   "` is for a shell",
		"nomadocx agent check":                  "agents judge criteria",
		"nomadocx check a --fix":                "cannot have --fix",
		"nomadocx render a -odocx":              "cannot have -odocx",
		"nomadocx arm commit a.docx d.json":     "of nomadocx arm it can have",
		"nomadocx review accept a.noma --all":   "of nomadocx review it can have",
		"nomadocx check a --help":               "--help decides nothing",
		"nomadocx check a -h":                   "-h decides nothing",
		"nomadocx serve .":                      "cannot call nomadocx serve",
		"nomadocx check a => nomadocx worker":   "cannot call nomadocx worker",
		"nomadocx check a => nomadocx check 'b": "is not closed",
	} {
		got, err := contract.Criterion{ID: "AC1", Text: "it holds =>" + machine}.Commands()
		if err == nil || !strings.HasPrefix(err.Error(), "AC1: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q %v, want %s", machine, got, err, want)
		}
	}
}
