// Package halt stops work in the middle of it when its context ends.
//
// Work on a hostile file may take long in any of a hundred loops, below functions that cannot fail. So there is one
// mechanism: whoever starts the work makes a [Look] of its context and catches; the loops call the Look, which unwinds
// the work when the context has ended.
//
//	func Verb(ctx context.Context) (err error) {
//		defer halt.Catch(&err)
//		work(halt.Of(ctx))
//		...
//
// A Look goes from package to package in their Options. It may only be called by the goroutine that catches.
package halt

import "context"

// Look ends the work it is called in when its context has ended. It is called once for every block, paragraph, row,
// finding or operation; nil, the zero value of every option, never ends anything.
type Look func()

// stopped is what unwinds the work.
type stopped struct{ err error }

// Of returns the check of a context.
func Of(ctx context.Context) Look {
	return func() {
		if err := ctx.Err(); err != nil {
			panic(stopped{err})
		}
	}
}

// Now examines the context.
func (l Look) Now() {
	if l != nil {
		l()
	}
}

// Catch is deferred where the work is started: err becomes the error of the context when that ended the work.
func Catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case stopped:
		*err = r.err
	default:
		panic(r)
	}
}

// Or looks, and calls leave before it ends the work.
func (l Look) Or(leave func()) {
	if l == nil {
		return
	}
	done := false
	defer func() {
		if !done {
			leave()
		}
	}()
	l()
	done = true
}
