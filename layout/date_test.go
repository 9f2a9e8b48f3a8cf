package layout_test

import (
	"testing"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// TestDayShown: a day is written in the language of the document; what is no day stays.
func TestDayShown(t *testing.T) {
	for _, c := range []struct{ front, want string }{
		{"date: 2026-11-27", "27 November 2026"}, {"lang: en-US\ndate: 2026-11-27", "November 27, 2026"}, {"lang: en_GB\ndate: 2026-01-01", "1 January 2026"},
		{"lang: de\ndate: 2026-03-01", "1. März 2026"}, {"lang: de-AT\ndate: \"2026-11-27\"", "27. November 2026"}, {"lang: fr\ndate: 2026-08-01", "1er août 2026"},
		{"lang: fr\ndate: 2026-08-02", "2 août 2026"}, {"lang: es\ndate: 2026-11-27", "27 de noviembre de 2026"}, {"lang: ja\ndate: 2026-11-27", "2026年11月27日"},
		{"lang: tlh\ndate: 2026-11-27", "2026-11-27"}, {"date: Spring 2026", "Spring 2026"}, {"date: \"2026-13-40\"", "2026-13-40"}, {"title: None", ""},
		{"date: 2026-11-27T10:20:00Z", "27 November 2026"},
	} {
		d, err := noma.ParseText("day.noma", "---\n"+c.front+"\n---\n\nText.\n")
		if err != nil {
			t.Fatal(err)
		}
		if got := layout.DayShown(d); got != c.want {
			t.Errorf("%q is shown as %q, want %q", c.front, got, c.want)
		}
	}
}
