package main

import (
	"context"
	"runtime"
	"runtime/debug"
	"syscall/js"
)

// roomAtStart is what the memory has room for before it grows. It grows in steps of 4 MB, at each of which the browser may collect garbage
// of its own; pages that nothing is written to cost nothing.
const roomAtStart = 128 << 20

// kept is memory that nothing is written to. It counts as live, so that garbage is not collected before there are five times as many
// bytes: the first returned file of a usual size is compared without that.
var kept = make([]byte, 12<<20)

// main gives the worker a function and stays. nomadocxCall(name, arguments as JSON, answer) makes a call: the answer is a function that
// gets the error as text or null, the result as JSON or null, and the bytes of a result or null.
func main() {
	debug.SetGCPercent(400) // calls are short, and a page waits for them
	runtime.KeepAlive(make([]byte, roomAtStart))
	defer runtime.KeepAlive(kept)
	call := func(_ js.Value, args []js.Value) any {
		name, arguments, done := args[0].String(), args[1].String(), args[2]
		go func() { // the files of the page are read while the call runs, which a handler must not wait for
			a, err := answer(context.Background(), name, []byte(arguments))
			if err != nil {
				done.Invoke(err.Error(), js.Null(), js.Null())
				return
			}
			bytes := js.Null()
			if a.bytes != nil {
				bytes = js.Global().Get("Uint8Array").New(len(a.bytes))
				js.CopyBytesToJS(bytes, a.bytes)
			}
			done.Invoke(js.Null(), string(a.json), bytes)
		}()
		return nil
	}
	js.Global().Set("nomadocxCall", js.FuncOf(call))
	select {}
}
