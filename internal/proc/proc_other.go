//go:build !linux

package proc

import "os/exec"

// DieWithParent does nothing here.
func DieWithParent(*exec.Cmd) {}

// Expendable does nothing here.
func Expendable(int) {}

// Resident returns 0: the memory of another process is not known here.
func Resident(int) int64 { return 0 }
