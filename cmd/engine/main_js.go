package main

import (
	"context"
	"runtime/debug"
	"syscall/js"
	"time"
)

// main gives the worker two functions and stays. nomadocxCall(name, arguments as JSON, answer, idle) makes a call: the answer is a function
// that gets the error as text or null, the result as JSON or null, and the bytes of a result or null. nomadocxEnd() ends the call that is
// idle work.
func main() {
	debug.SetGCPercent(400) // calls are short, and a page waits for them
	end := func() {}
	call := func(_ js.Value, args []js.Value) any {
		name, arguments, done := args[0].String(), args[1].String(), args[2]
		ctx := context.Background()
		if args[3].Bool() {
			var inner context.Context
			inner, end = context.WithCancel(ctx)
			ctx = &pausing{Context: inner, since: time.Now()}
		}
		go func() { // the files of the page are read while the call runs, which a handler must not wait for
			a, err := answer(ctx, name, []byte(arguments))
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
	js.Global().Set("nomadocxEnd", js.FuncOf(func(js.Value, []js.Value) any {
		end()
		return nil
	}))
	select {}
}

// pausing is a context that lets the worker hear its messages now and then when it is asked for its error, which work does all the time
// (package halt).
type pausing struct {
	context.Context
	since time.Time
}

const pauseAfter = 10 * time.Millisecond

var (
	awake = make(chan struct{}, 1)
	wake  = js.FuncOf(func(js.Value, []js.Value) any {
		awake <- struct{}{}
		return nil
	})
)

// Err returns why the work is to end, nil when it is not.
func (p *pausing) Err() error {
	if time.Since(p.since) > pauseAfter {
		js.Global().Call("nomadocxPause", wake)
		<-awake
		p.since = time.Now()
	}
	return p.Context.Err()
}
