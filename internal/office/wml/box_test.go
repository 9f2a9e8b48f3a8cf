package wml

import "testing"

func TestBoxes(t *testing.T) {
	state := map[Box]*bool{NoBox: nil, OpenBox: new(bool), DoneBox: new(bool)}
	*state[DoneBox] = true
	for _, x := range []struct {
		sent, native Box
		text         string
		want         Box
		words        string
	}{
		{OpenBox, OpenBox, "\u2610", OpenBox, ""},
		{OpenBox, DoneBox, "\u2612", DoneBox, ""},
		{OpenBox, DoneBox, "\u2610", DoneBox, ""}, // only the state was changed
		{OpenBox, OpenBox, "\u2612", DoneBox, ""}, // only the character was
		{DoneBox, OpenBox, "\u2612", OpenBox, ""},
		{DoneBox, DoneBox, "\u2610", OpenBox, ""},
		{NoBox, DoneBox, "\u2610", OpenBox, ""}, // a control of the reviewer shows what it is
		{NoBox, NoBox, "\u2611", DoneBox, ""},
		{NoBox, DoneBox, "\u2605", DoneBox, ""},
		{OpenBox, OpenBox, "", NoBox, ""},
		{OpenBox, OpenBox, "\u2610words", OpenBox, "words"},
		{OpenBox, OpenBox, "words", NoBox, "words"},
	} {
		c := &Control{Kind: CheckBox, Checked: state[x.native]}
		if x.sent != NoBox {
			c.Tag = boxTag + boxNames[x.sent]
		}
		if got, words := c.box(x.text); got != x.want || words != x.words {
			t.Errorf("%v %v %q: %v %q", x.sent, x.native, x.text, got, words)
		}
	}
	for text, want := range map[string]Box{"\u2610 a": OpenBox, " \u2612\ta": DoneBox, "\u2610a": NoBox, "\u2610": NoBox, "a \u2610 b": NoBox, "": NoBox} {
		if got, _ := TypedBox(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
