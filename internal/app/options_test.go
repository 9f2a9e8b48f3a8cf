package app

import "testing"

func TestCheckOptions(t *testing.T) {
	for _, c := range []struct {
		options CheckOptions
		says    string
	}{
		{CheckOptions{}, ""},
		{CheckOptions{StaleDays: 0.5, Profiles: []string{"research", "no-such-profile"}, Format: "github"}, ""},
		{CheckOptions{Format: "xml"}, `format "xml" is not known; use text, json or github`},
		{CheckOptions{Profiles: []string{"research", ""}}, "profile needs a value, but got an empty one"},
		{CheckOptions{StaleDays: -1}, "stale-days must be at least 0, not -1"},
	} {
		err := c.options.Validate()
		if (err == nil) != (c.says == "") || err != nil && err.Error() != c.says {
			t.Errorf("%+v: %v, want %q", c.options, err, c.says)
		}
	}
}
