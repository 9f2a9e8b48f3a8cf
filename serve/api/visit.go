package api

import (
	"errors"
	"io"
	"net/http"
	"os"
	"time"
)

const (
	// minRate is how many bytes a second a client sends and takes at least, once its grace is over.
	minRate = 64 << 10
	// maxTransfer is how long a request may take to arrive, and a result to leave.
	maxTransfer = time.Minute
)

// due returns when a client that began at a time has to have sent or taken so many bytes.
func (o *Options) due(begun time.Time, bytes int64) time.Time {
	return begun.Add(min(o.Grace+time.Duration(bytes/minRate)*time.Second, maxTransfer))
}

// sending gives a client the time it may take for a result. Who takes it too slowly loses it: it keeps another request from
// being done.
func (s *Server) sending(w http.ResponseWriter, bytes int64) {
	_ = http.NewResponseController(w).SetWriteDeadline(s.options.due(time.Now(), bytes)) // without it the whole request has its deadline
}

// visit is a request with a document: a folder, what was received into it, and a place among those that are done or wait.
// It takes the place when all of it has been received, so that clients that send slowly keep nobody waiting.
type visit struct {
	server   *Server
	dir      string
	received int64
	placed   bool
}

// enter makes a folder for a request, unless too many wait already, and counts and times what its body brings. leave must
// be called.
func (s *Server) enter(w http.ResponseWriter, r *http.Request) (*visit, error) {
	if s.present.Load() >= int64(s.options.Queue+s.options.Jobs) {
		return nil, s.full()
	}
	dir, err := os.MkdirTemp(s.options.Temp, "nomadocx-api-")
	if err != nil {
		return nil, err
	}
	v := &visit{server: s, dir: dir}
	r.Body = &body{ReadCloser: r.Body, visit: v, connection: http.NewResponseController(w), begun: time.Now()}
	return v, nil
}

func (s *Server) full() error {
	s.metrics.failure("queue_full")
	return &problem{status: http.StatusServiceUnavailable, detail: "too many requests are waiting", retry: true}
}

// queue takes a place for a request that has been received.
func (v *visit) queue() error {
	if v.server.present.Add(1) > int64(v.server.options.Queue+v.server.options.Jobs) {
		v.server.present.Add(-1)
		return v.server.full()
	}
	v.placed = true
	return nil
}

// leave removes the folder and gives the place up.
func (v *visit) leave() {
	// What cannot be removed is left to the system, which clears its temporary folder.
	_ = os.RemoveAll(v.dir)
	v.server.stored.Add(-v.received)
	if v.placed {
		v.server.present.Add(-1)
	}
}

// body is what a client sends. It fails when it comes too slowly, and when the bodies of all requests together are more
// than those that may wait can have.
type body struct {
	io.ReadCloser
	visit      *visit
	connection *http.ResponseController
	begun      time.Time
}

func (b *body) Read(p []byte) (int, error) {
	v, o := b.visit, &b.visit.server.options
	_ = b.connection.SetReadDeadline(o.due(b.begun, v.received)) // without it the whole request has its deadline
	n, err := b.ReadCloser.Read(p)
	v.received += int64(n)
	if v.server.stored.Add(int64(n)) > o.MaxRequest*int64(o.Queue+o.Jobs) {
		return 0, v.server.full()
	}
	if errors.Is(err, io.EOF) {
		// The connection is read on, to notice that the client has gone; that may take as long as the work.
		_ = b.connection.SetReadDeadline(time.Time{})
	}
	return n, err
}
