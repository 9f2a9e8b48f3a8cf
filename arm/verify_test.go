package arm

import (
	"os"
	"testing"
)

// goldenText returns the record of arm-notes §12.2.
func goldenText(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/golden.arm.json")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func golden(t testing.TB) Value {
	t.Helper()
	v, err := Parse(goldenText(t), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestGoldenRecord(t *testing.T) {
	v := golden(t)
	if got := string(v.Canonical()); got != string(goldenText(t)) {
		t.Error("the canonical form differs from the record as it was given")
	}
	r := Verify(v, Limits{})
	if r.Result != Valid || len(r.Errors)+len(r.Warnings) > 0 {
		t.Errorf("%s: %v %v", r.Result, r.Errors, r.Warnings)
	}
	if r.ManifestHash != "sha256:1cfeee31b2bfa8353b876b865f8c78ff9f02cfa0d11f6d46286ffee7244a98ae" ||
		*r.HeadTurnHash != "sha256:cabe931fe6f8afe9229184569344888e386d7cab1d709459661538bc01637de3" || r.TurnCount != 3 {
		t.Errorf("%+v", r)
	}
	if h := v.hash(); h != "sha256:706d43ff98dfb12dfe6579e7252a31d97c34b45ebf2a21d0d4929c78b3d2cf5d" {
		t.Errorf("the record hashes to %s", h)
	}
}
