package screen

import (
	"os"

	"golang.org/x/sys/windows"
)

// obeys makes the console of Windows obey sequences, as it does from Windows 10 on, and reports whether it does. Text needs no such
// thing: Go writes it in the console's own encoding, whatever the code page.
func obeys(f *os.File) bool {
	conn, err := f.SyscallConn()
	if err != nil {
		return false
	}
	done := false
	err = conn.Control(func(fd uintptr) {
		var mode uint32
		console := windows.Handle(fd)
		done = windows.GetConsoleMode(console, &mode) == nil &&
			windows.SetConsoleMode(console, mode|windows.ENABLE_PROCESSED_OUTPUT|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
	})
	return err == nil && done
}
