package pdf

import (
	"testing"
	"time"
)

// TestStarved: a browser that has to wait gets more time; one that hangs, or used what it had, does not.
func TestStarved(t *testing.T) {
	const period = 100 * time.Second
	for _, c := range []struct {
		used, lately time.Duration
		want         bool
	}{
		{8 * time.Second, 8 * time.Second, true},     // two processors shared by twenty
		{100 * time.Second, 99 * time.Second, false}, // an endless loop
		{8 * time.Second, 0, false},                  // it stopped doing anything
		{40 * time.Second, 8 * time.Second, true},
		{56 * time.Second, 8 * time.Second, false}, // it had enough, if slowly
	} {
		if got := starved(c.used, c.lately, period); got != c.want {
			t.Errorf("used %v, lately %v: %v", c.used, c.lately, got)
		}
	}
}

// TestCeiling: what the caller says holds; what we say grows with the document as far as the machine does.
func TestCeiling(t *testing.T) {
	const mb, gb = 1 << 20, 1 << 30
	for _, c := range []struct {
		max  int64
		size int
		free int64
		want int64
	}{
		{0, mb, 64 * gb, 2 * defaultMemory},
		{0, 16 * mb, 64 * gb, 16 * mb * memoryPerByte},
		{0, 16 * mb, 8 * gb, 6 * gb},
		{0, 16 * mb, 0, 2 * defaultMemory},
		{gb, 16 * mb, 64 * gb, 2 * gb},
	} {
		if got := (BrowserOptions{MaxMemory: c.max}).ceiling(c.size, c.free); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
	if available() < 64*mb {
		t.Errorf("the machine has %d bytes of memory, it seems", available())
	}
}
