package arm

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"math"
	"testing"
)

// Acceptance criterion 1: the vectors of arm-notes §12.1.
func TestCriterion01Numbers(t *testing.T) {
	for bits, want := range map[uint64]string{
		0x0000000000000000: "0", 0x8000000000000000: "0", 0x0000000000000001: "5e-324", 0x7fefffffffffffff: "1.7976931348623157e+308",
		0x4340000000000000: "9007199254740992", 0x4430000000000000: "295147905179352830000", 0x44b52d02c7e14af5: "9.999999999999997e+22",
		0x44b52d02c7e14af6: "1e+23", 0x444b1ae4d6e2ef4f: "999999999999999900000", 0x444b1ae4d6e2ef50: "1e+21",
		0x3eb0c6f7a0b5ed8c: "9.999999999999997e-7", 0x3eb0c6f7a0b5ed8d: "0.000001", 0x41b3de4355555555: "333333333.3333333",
		0xbecbf647612f3696: "-0.0000033333333333333333", 0x43143ff3c1cb0959: "1424953923781206.2",
	} {
		if got := formatNumber(math.Float64frombits(bits)); got != want {
			t.Errorf("%016x is %s, want %s", bits, got, want)
		}
	}
}

func TestCriterion01Canonical(t *testing.T) {
	for name, c := range map[string]struct{ in, out, sum string }{
		"J1": {`{"b":1,"a":2,"A":3,"aa":4,"":5}`, `{"":5,"A":3,"a":2,"aa":4,"b":1}`, "a1fc498688561f2ebc13e78b7a1e4805634fc437c3770477a2242d5fb462debc"},
		"J2": {
			`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`,
			"", "5e321556d22018a9656991a9e94f77ec175fa193e52a2429d312f8419ec8b08c"},
		"J3": {
			`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
			"", "2d5e01a318d0f0879ab568c4be289c8b1f64ef8921a53c6277d5e069978baacb"},
		"J5": {"\"\\u0000\\u0001\\b\\t\\n\\u000b\\f\\r\\u001f\\u007f\\u0080\\u2028\\u2029\\/<>&'\\\"\\\\\"",
			fromHex("225c75303030305c75303030315c625c745c6e5c75303030625c665c725c75303031667fc280e280a8e280a92f3c3e26275c225c5c22"),
			"6c12767a9ca0b9f9b8bec8df733c1721a301edfa5af25860dc9f97aad52b0320"},
		"J6": {`["e\u0301","\u00e9"]`, fromHex("5b2265cc81222c22c3a9225d"), "d056a09c651dab55ceb8f30b349ec21de471bdf5ce4a94db7f29dc9594f54ec3"},
		"J7": {`9007199254740991`, `9007199254740991`, "f40b423c2dd95ff2b2f027e22208f438cf7242862e5e746860e697308c9add26"},
	} {
		v, err := Parse([]byte(c.in), Limits{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := v.Canonical()
		if c.out != "" && string(got) != c.out {
			t.Errorf("%s is\n%s, want\n%s", name, got, c.out)
		}
		if sum := sha256.Sum256(got); hex.EncodeToString(sum[:]) != c.sum {
			t.Errorf("%s hashes to %x, want %s: %q", name, sum, c.sum, got)
		}
	}
}

// J4 has an integer that a record cannot hold (rule 1.4), so its numbers are made, not read.
func TestCriterion01CanonicalNumbers(t *testing.T) {
	numbers := list()
	for _, f := range []float64{0, math.Copysign(0, -1), 1.0, 1e0, 100, 1e21, 1e-6, 1e-7, 123456789012345680000, 5e-324, 1.7976931348623157e308} {
		numbers.items = append(numbers.items, Value{kind: Number, text: formatNumber(f)})
	}
	const want = `[0,0,1,1,100,1e+21,0.000001,1e-7,123456789012345680000,5e-324,1.7976931348623157e+308]`
	if got := string(numbers.Canonical()); got != want || numbers.hash() != "sha256:ba3e76c7a59b653779a3f0633fadf6ef7bb57d118e49b98b724c291d2533ba6d" {
		t.Errorf("J4 is %s", got)
	}
}

func fromHex(s string) string {
	b, err := hex.DecodeString(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func TestCriterion01Refusals(t *testing.T) {
	deep := func(n int) string {
		b := make([]byte, 0, 2*n)
		for range n {
			b = append(b, '[')
		}
		for range n {
			b = append(b, ']')
		}
		return string(b)
	}
	for in, want := range map[string]Code{
		`{"a":1,"a":2}`: JSONDuplicateMember, `{"a":1,"\u0061":2}`: JSONDuplicateMember, `{"b":1,"a":1,"b":2}`: JSONDuplicateMember,
		`["\ud800"]`: JSONLoneSurrogate, `["\udc00\ud800"]`: JSONLoneSurrogate, `{"\ud800":1}`: JSONLoneSurrogate, "[\"\xed\xa0\x80\"]": JSONLoneSurrogate,
		"[\"\xc0\x80\"]": JSONInvalid, "[\"\xff\"]": JSONInvalid, "[\"\\n\xff\"]": JSONInvalid, "\ufeff[]": JSONInvalid,
		`[01]`: JSONInvalid, `[+1]`: JSONInvalid, `[.5]`: JSONInvalid, `[5.]`: JSONInvalid, `[1,]`: JSONInvalid, `[NaN]`: JSONInvalid, `[-]`: JSONInvalid, `[1e]`: JSONInvalid,
		`{} x`: JSONInvalid, "[\"\n\"]": JSONInvalid, `"\x41"`: JSONInvalid, ``: JSONInvalid, `{"a"}`: JSONInvalid, `{"a":}`: JSONInvalid, `{a:1}`: JSONInvalid,
		`"\u12"`: JSONInvalid, `"\u00g0"`: JSONInvalid, `["a`: JSONInvalid, `"\`: JSONInvalid, `tru`: JSONInvalid,
		`[1e400]`: JSONNumberUnsafe, `[-1e400]`: JSONNumberUnsafe, `[9007199254740993]`: JSONNumberUnsafe, `[12345678901234567890]`: JSONNumberUnsafe, `[-9007199254740992]`: JSONNumberUnsafe,
		`[123456789012345680000]`: JSONNumberUnsafe, `[1e20]`: JSONNumberUnsafe, `[-9007199254740993.0]`: JSONNumberUnsafe,
		deep(65): LimitExceeded, deep(100_000): LimitExceeded,
	} {
		_, err := Parse([]byte(in), Limits{})
		var e *ReadError
		if !errors.As(err, &e) || e.Code != want {
			t.Errorf("%.40q: %v, want %s", in, err, want)
		}
	}
	for in, want := range map[string]string{`[1e30]`: `[1e+30]`, `[9007199254740991.0]`: `[9007199254740991]`, `[1e-400]`: `[0]`, deep(64): deep(64), " [ ] ": "[]", `"\ud83d\ude00"`: `"😀"`} {
		if v, err := Parse([]byte(in), Limits{}); err != nil || string(v.Canonical()) != want {
			t.Errorf("%q: %s, %v", in, v.Canonical(), err)
		}
	}
	if _, err := Parse([]byte(`[1,2,3]`), Limits{Values: 3}); err == nil {
		t.Error("the bound on values does not hold")
	}
	if _, err := Parse([]byte(`[1,2,3]`), Limits{Bytes: 6}); err == nil {
		t.Error("the bound on bytes does not hold")
	}
}
