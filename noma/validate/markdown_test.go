package validate

import (
	"slices"
	"testing"
)

// TestPatterns: each notation has a regular expression that is one; they are made when they are needed.
func TestPatterns(t *testing.T) {
	for _, x := range slices.Concat(blockNotations, inlineNotations) {
		if x.is() == nil || x.instead == "" {
			t.Errorf("%+v", x)
		}
	}
}
