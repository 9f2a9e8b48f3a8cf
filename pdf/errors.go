package pdf

import "errors"

// Errors a caller can distinguish with errors.Is. The error returned says more.
var (
	// ErrNoBrowser: there is no Chromium on this machine, or the one named does not exist.
	ErrNoBrowser = errors.New("no Chromium found")
	// ErrStart: the browser is there but does not start.
	ErrStart = errors.New("the browser does not start")
	// ErrTimeout: the document was not finished in its time.
	ErrTimeout = errors.New("printing took too long")
	// ErrBrowserDied: the browser ended or crashed while it was printing, twice.
	ErrBrowserDied = errors.New("the browser died while printing")
	// ErrMemory: the document needs more memory than the browser may have.
	ErrMemory = errors.New("the document takes too much memory to print")
	// ErrClosed: the Printer has been closed.
	ErrClosed = errors.New("the printer is closed")
	// ErrTooLarge: the document is longer than the browser accepts at once.
	ErrTooLarge = errors.New("the document is too large to print")
	// ErrConformance: the file is not what the standard asked for demands; the error says why.
	ErrConformance = errors.New("the PDF would not conform")
	// ErrOptions: a page size, a margin or another option cannot be used.
	ErrOptions = errors.New("unusable print option")
)
