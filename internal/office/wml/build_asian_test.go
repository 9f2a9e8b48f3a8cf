package wml

import (
	"bytes"
	"strings"
	"testing"
)

func TestAsianHint(t *testing.T) {
	for text, want := range map[string]bool{
		"彼は“はい”と言った……": true,
		"概要 “引用” …":    true, "“引用”": true, "中文——“引号”": true, "500℃です": true, "約500 ℃です": true,
		"plain": false, "“quoted”": false, "漢字": false,
		"English “quotes” and 漢字": false, // would be as wide as ideographs
		"漢字 and the reader’s end": false,
		"“引用” α":                  false,
		"人’s":                     true,
		"שלום “引用”":               true, // the second run
	} {
		var out bytes.Buffer
		b := NewBuilder(&out)
		b.Runs([]Run{{Text: text}})
		if err := b.Flush(); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(out.String(), `<w:rFonts w:hint="eastAsia"/>`); got != want {
			t.Errorf("%s: hint %v in %s", text, got, out.String())
		}
	}
	var out bytes.Buffer
	b := NewBuilder(&out)
	b.Runs([]Run{{Text: "“一", Style: Bold}, {Text: "”", Style: Code}, {Text: "x"}})
	_ = b.Flush()
	if got := out.String(); !strings.Contains(got, `<w:rFonts w:hint="eastAsia"/><w:b/>`) || strings.Count(got, "hint") != 1 {
		t.Error(got)
	}
}
