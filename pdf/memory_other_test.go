//go:build unix && !linux

package pdf

// memory returns 0: only Linux says how much memory the processes of a browser hold.
func memory(string) int64 { return 0 }
