package norma

import "testing"

// FuzzConfig reads settings of any bytes: no panic, and what is accepted has all it needs.
func FuzzConfig(f *testing.F) {
	for _, kind := range []string{TypeExec, TypeCodex, TypeOpenCode, TypeGemini} {
		if data, err := defaultConfig(kind); err == nil {
			f.Add(data)
		}
	}
	for _, cmd := range []string{"[]", `[""]`, "null", `"a"`} {
		agent := `{"type":"exec","cmd":` + cmd + `}`
		f.Add([]byte(`{"agents":{"plan":` + agent + `,"do":` + agent + `,"check":` + agent + `,"act":` + agent + `},"budgets":{"max_iterations":1}}`))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := decodeConfig(data)
		if (c == nil) == (err == nil) {
			t.Errorf("%q gives %v, %v", data, c, err)
		}
	})
}
