package api

import (
	"encoding/json"
	"errors"
	"net/http"
)

// problem is a failure a client hears of (RFC 9457).
type problem struct {
	status int
	detail string
	code   string // of a refusal that the request can override
	retry  bool   // trying again later may help
}

func (p *problem) Error() string { return p.detail }

// errGone: the client went away before its answer was there. It is nobody's failure; the status is only for
// the metrics.
var errGone = &problem{status: http.StatusBadRequest, detail: "the client has gone"}

// fail answers with a problem. What went wrong with us is not the client's to read in detail.
func (s *Server) fail(w *counter, err error) {
	var p *problem
	var size *http.MaxBytesError
	switch {
	case errors.As(err, &p):
		if p == errGone {
			s.metrics.failure("client_gone")
		}
	case errors.As(err, &size):
		p = &problem{status: http.StatusRequestEntityTooLarge, detail: "the request is larger than the service takes"}
	default:
		p = &problem{status: http.StatusInternalServerError, detail: "the service could not do this"}
		s.metrics.failure("internal")
	}
	if w.begun {
		return // the status is out already, and the client sees that the length is not what it said
	}
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	h.Del("Content-Disposition")
	if p.retry {
		h.Set("Retry-After", "5")
	}
	if p.status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", `Bearer realm="nomadocx"`)
	}
	w.WriteHeader(p.status)
	_ = json.NewEncoder(w).Encode(struct {
		Title  string `json:"title"`
		Status int    `json:"status"`
		Detail string `json:"detail"`
		Code   string `json:"code,omitempty"`
	}{http.StatusText(p.status), p.status, p.detail, p.code}) // a client that has gone away needs no answer
}

// counter remembers the status that was sent.
type counter struct {
	http.ResponseWriter
	status int
	begun  bool
}

// Unwrap is for http.ResponseController.
func (c *counter) Unwrap() http.ResponseWriter { return c.ResponseWriter }

func (c *counter) WriteHeader(status int) {
	c.status, c.begun = status, true
	c.ResponseWriter.WriteHeader(status)
}

func (c *counter) Write(b []byte) (int, error) {
	c.begun = true
	return c.ResponseWriter.Write(b)
}

// ignoreGone drops the error of writing to a client that has gone away: nobody could hear of it.
func ignoreGone(error) error { return nil }
