package layout

import (
	"testing"

	"github.com/nomadocx/nomadocx/noma"
)

// TestTitleBlockSaysWhatIsMeant: a title may be a number, people may be names with more beside them, and
// the time of day is none of a title's business.
func TestTitleBlockSaysWhatIsMeant(t *testing.T) {
	for _, x := range []struct {
		value any
		want  string
	}{
		{"Depths", "Depths"}, {2030.0, "2030"}, {nil, ""}, {true, ""},
		{noma.Map{{Key: "name", Value: "Ann"}, {Key: "email", Value: "ann@example.org"}}, "Ann"},
		{[]any{"Ann", noma.Map{{Key: "name", Value: "Bo"}}, nil, noma.Map{}, []any{"Cy"}}, "Ann, Bo, Cy"},
	} {
		if got := said(x.value); got != x.want {
			t.Errorf("%v is shown as %q, want %q", x.value, got, x.want)
		}
	}
	for date, want := range map[string]string{"2026-03-01T00:00:00.000Z": "2026-03-01", "2026-03-01T10:20:00.000Z": "2026-03-01", "Spring 2026": "Spring 2026"} {
		if got := dayOf(date); got != want {
			t.Errorf("the date %s is shown as %q, want %q", date, got, want)
		}
	}
}
