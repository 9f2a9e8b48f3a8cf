//go:build !failpoints

package norma

// failpoint is a place where a test kills the process; see failpoint.go. Programs for users have none.
func failpoint(string) {}

func failpointArmed(string) bool { return false }

func dieNow() {}
