package contract_test

import (
	"encoding/json"
	"path"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/workflow/contract"
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

// FuzzDecode looks for panics, and for paths that get through and lead out.
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
		_, _ = contract.Criterion{Text: string(data)}.Command()
	})
}

func TestCommands(t *testing.T) {
	for text, want := range map[string][]string{
		"plain":                              nil,
		"a => nomadocx check r.noma":         {"check", "r.noma"},
		"a => b => nomadocx  check 'x y' ''": {"check", "x y", ""},
		`a => nomadocx check "it's"x`:        {"check", "it'sx"},
	} {
		got, err := contract.Criterion{ID: "AC1", Text: text}.Command()
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q %v", text, got, err)
		}
	}
}
