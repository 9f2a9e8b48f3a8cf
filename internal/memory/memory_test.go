package memory

import (
	"errors"
	"testing"
)

func TestParse(t *testing.T) {
	for s, want := range map[string]int64{
		"512MiB": 512 << 20, "512M": 512 << 20, "512 mb": 512 << 20, "2GiB": 2 << 30, "1.5g": 3 << 29, "1073741824": 1 << 30, "1073741824b": 1 << 30, "65536K": 64 << 20,
	} {
		if got, err := Parse(s); got != want || err != nil {
			t.Errorf("%q is %d, %v; want %d", s, got, err, want)
		}
	}
	for _, s := range []string{"", "much", "-1G", "1M", "0", "1e99G", "nan", "inf", "1gig", "12xb", "GiB"} {
		if n, err := Parse(s); err == nil {
			t.Errorf("%q is %d", s, n)
		}
	}
}

func TestLimit(t *testing.T) {
	if n := Limit(); n < least || n > most {
		t.Errorf("the usual limit is %d", n)
	}
	b := NewBudget(10)
	var much *TooMuch
	if err := b.Spend(10); err != nil {
		t.Error(err)
	}
	if err := b.Spend(1); !errors.As(err, &much) || much.Limit != 10 {
		t.Errorf("11 of 10: %v", err)
	}
}
