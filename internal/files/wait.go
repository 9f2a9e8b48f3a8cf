//go:build !js

package files

import "syscall"

// NonBlocking opens a file without waiting: a pipe waits for its writer otherwise.
const NonBlocking = syscall.O_NONBLOCK
