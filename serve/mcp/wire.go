package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// MaxLine is the longest message that is read, in bytes.
const MaxLine = 16 << 20

// Bounds of the calls that have no answer yet, in number and in bytes of their messages. More are refused at once, so that a
// client cannot fill the memory; one call alone may be as long as a message.
const (
	maxPending      = 256
	maxPendingBytes = 32 << 20
)

// codeBusy is a server error of JSON-RPC 2.0, section 5.1.
const codeBusy = -32000

// pipes carry one session, one message per line. Unlike the SDK's own transport they survive a
// malformed line, and when the client closes its side they let the calls under way be answered.
type pipes struct {
	in  io.Reader
	out io.Writer
}

func (p *pipes) Connect(context.Context) (sdk.Connection, error) {
	w := &wire{out: p.out, incoming: make(chan received), closed: make(chan struct{}), pending: map[any]int{}, idle: make(chan struct{}, 1)}
	go w.listen(bufio.NewReaderSize(p.in, 64<<10))
	return w, nil
}

// received is a message, or the end of the stream.
type received struct {
	message jsonrpc.Message
	err     error
}

type wire struct {
	incoming chan received
	closed   chan struct{}
	once     sync.Once

	mu      sync.Mutex
	out     io.Writer
	pending map[any]int   // the calls that have no answer yet, by id: the lengths of their messages
	bytes   int           // of those
	idle    chan struct{} // has a value when the last of them was answered
}

func (w *wire) SessionID() string { return "" }

// Read waits for the next message.
func (w *wire) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case r := <-w.incoming:
		return r.message, r.err
	case <-w.closed:
		return nil, io.EOF
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Close makes Read return. The goroutine that reads the pipe ends with the pipe: nothing can wake a
// read of standard input.
func (w *wire) Close() error {
	w.once.Do(func() { close(w.closed) })
	return nil
}

// Write sends one message.
func (w *wire) Write(_ context.Context, m jsonrpc.Message) error {
	line, err := jsonrpc.EncodeMessage(m)
	if err != nil {
		return err
	}
	err = w.send(line)
	if r, ok := m.(*jsonrpc.Response); ok {
		w.answered(r.ID.Raw())
	}
	return err
}

func (w *wire) send(line []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, err := w.out.Write(append(line, '\n'))
	return err
}

// asked notes a call, and reports false when too many wait. Of two calls with one id, which is an error, only one is answered.
func (w *wire) asked(id any, size int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if n := len(w.pending); n >= maxPending || n > 0 && w.bytes+size > maxPendingBytes {
		return false
	}
	w.bytes += size - w.pending[id]
	w.pending[id] = size
	return true
}

// refuse answers a call that cannot wait.
func (w *wire) refuse(id jsonrpc.ID) {
	line, err := jsonrpc.EncodeMessage(&jsonrpc.Response{ID: id, Error: &jsonrpc.Error{Code: codeBusy, Message: fmt.Sprintf(
		"the server is busy: at most %d calls, and %d MB of them, wait for their answers; send this one again when others were answered", maxPending, maxPendingBytes>>20)}})
	if err == nil {
		err = w.send(line)
	}
	if err != nil {
		_ = w.Close() // nobody listens any more
	}
}

func (w *wire) answered(id any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.bytes -= w.pending[id]
	if delete(w.pending, id); len(w.pending) == 0 {
		select {
		case w.idle <- struct{}{}:
		default:
		}
	}
}

// settled waits until every call has its answer.
func (w *wire) settled() {
	for {
		w.mu.Lock()
		done := len(w.pending) == 0
		w.mu.Unlock()
		if done {
			return
		}
		select {
		case <-w.idle:
		case <-w.closed:
			return
		}
	}
}

// listen reads lines until the stream ends.
func (w *wire) listen(in *bufio.Reader) {
	for {
		line, err := readLine(in)
		var long *longLineError
		switch {
		case errors.As(err, &long):
			w.complain(jsonrpc.CodeInvalidRequest, err.Error())
			continue
		case err != nil && len(line) == 0:
			w.settled()
			w.deliver(received{err: err})
			return
		case len(bytes.TrimSpace(line)) == 0:
			continue
		}
		m, problem := message(line)
		if problem != nil {
			w.complain(problem.Code, problem.Message)
			continue
		}
		if r, ok := m.(*jsonrpc.Request); ok && r.IsCall() && !w.asked(r.ID.Raw(), len(line)) {
			w.refuse(r.ID)
			continue
		}
		if !w.deliver(received{message: m}) {
			return
		}
	}
}

func (w *wire) deliver(r received) bool {
	select {
	case w.incoming <- r:
		return true
	case <-w.closed:
		return false
	}
}

// complain answers what is no message. There is no id to answer to (JSON-RPC 2.0, section 5).
func (w *wire) complain(code int64, why string) {
	line, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": nil, "error": map[string]any{"code": code, "message": why}})
	if err == nil {
		err = w.send(line)
	}
	if err != nil {
		_ = w.Close() // nobody listens any more
	}
}

// message reads one message, or says what is wrong with it.
func message(line []byte) (jsonrpc.Message, *jsonrpc.Error) {
	line = bytes.TrimSpace(line)
	if !json.Valid(line) {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "this line is no JSON"}
	}
	if line[0] == '[' {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "batches are not supported: send one message per line"}
	}
	m, err := jsonrpc.DecodeMessage(line)
	if err != nil {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "this is no JSON-RPC 2.0 message: " + err.Error()}
	}
	return m, nil
}

type longLineError struct{ size int64 }

func (e *longLineError) Error() string {
	return fmt.Sprintf("the line has %d bytes, and %d is the limit", e.size, MaxLine)
}

// readLine reads up to the next line feed, or the end. A line that is too long is passed over without
// being held in memory.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	var size int64
	for {
		part, err := in.ReadSlice('\n')
		size += int64(len(part))
		if size <= MaxLine {
			line = append(line, part...)
		} else {
			line = nil
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if size > MaxLine {
			return nil, &longLineError{size}
		}
		return line, err
	}
}
