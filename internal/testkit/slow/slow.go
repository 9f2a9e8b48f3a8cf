// Package slow marks the tests that take long.
package slow

import "testing"

// Test skips a test in a run with -short (`make quick`); takes says what it takes: a browser, an office, processes.
func Test(t testing.TB, takes string) {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: takes " + takes)
	}
}
