//go:build !linux

package memory

// machine returns the memory this process can have at most, in bytes; 0 when it is not known.
func machine() int64 { return 0 }
