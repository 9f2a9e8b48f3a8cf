package api

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nomadocx/nomadocx/internal/httpguard"
	"github.com/nomadocx/nomadocx/serve/jobs"
)

// Options are the limits of a service. Zero values stand for the defaults.
type Options struct {
	// Token is what clients must send; "" lets everybody in who reaches the address.
	Token string
	// MaxRequest is the largest request, in bytes (32 MiB), MaxResult the largest result (128 MiB).
	MaxRequest, MaxResult int64
	// Deadline is the time one job may take (60 s).
	Deadline time.Duration
	// Jobs is how many are done at once (1); the runner should have as many children. Queue is how
	// many may wait (16), each at most Patience (30 s).
	Jobs, Queue int
	Patience    time.Duration
	// Grace is how long a client may send or take nothing, or next to nothing, of a document (5 s).
	Grace time.Duration
	// Temp is where folders for requests are made; "" is that of the system.
	Temp string
	// Version is that of the tool.
	Version string
	// Now is the clock; nil means time.Now.
	Now func() time.Time
}

// maxConnections is how many connections are open at once.
const maxConnections = 512

// minToken is the least length of a token: whoever guesses has no chance.
const minToken = 16

func (o Options) withDefaults() Options {
	set(&o.MaxRequest, 32<<20)
	set(&o.MaxResult, 128<<20)
	set(&o.Deadline, 60*time.Second)
	set(&o.Jobs, 1)
	set(&o.Queue, 16)
	set(&o.Patience, 30*time.Second)
	set(&o.Grace, 5*time.Second)
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

func set[T int | int64 | time.Duration](v *T, otherwise T) {
	if *v <= 0 {
		*v = otherwise
	}
}

// Server answers requests. It is an http.Handler.
type Server struct {
	options  Options
	runner   *jobs.Runner
	routes   *http.ServeMux
	metrics  *metrics
	seats    chan struct{} // one token for each job that may run
	present  atomic.Int64  // requests with documents, from when they are received whole to the last byte of their answer
	stored   atomic.Int64  // bytes of documents on disk, of requests that are being received too
	draining atomic.Bool
}

// New makes a server whose jobs are done by a runner.
func New(runner *jobs.Runner, o Options) (*Server, error) {
	if o.Token != "" && len(o.Token) < minToken {
		return nil, fmt.Errorf("the token has %d characters; it needs at least %d", len(o.Token), minToken)
	}
	s := &Server{options: o.withDefaults(), runner: runner, metrics: newMetrics(), routes: http.NewServeMux()}
	s.seats = make(chan struct{}, s.options.Jobs)
	s.handle("GET /{$}", true, s.welcome)
	s.handle("GET /healthz", false, s.health)
	s.handle("GET /openapi.json", false, s.openAPI)
	s.handle("GET /metrics", true, s.exposition)
	s.handle("POST /v1/render", true, s.render)
	s.handle("POST /v1/review", true, s.review)
	return s, nil
}

// handle registers a route whose failures become problem documents and whose requests are counted.
func (s *Server) handle(pattern string, guarded bool, f func(http.ResponseWriter, *http.Request) error) {
	_, path, _ := strings.Cut(pattern, " ")
	route := strings.TrimSuffix(path, "{$}")
	s.routes.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		begun := s.options.Now()
		count := &counter{ResponseWriter: w, status: http.StatusOK}
		err := s.admit(r, guarded)
		if err == nil {
			err = f(count, r)
		}
		if err != nil {
			s.fail(count, err)
		}
		s.metrics.request(route, count.status, s.options.Now().Sub(begun))
	})
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// Results are documents of strangers: none may become a page of this program in somebody's browser.
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("Cache-Control", "no-store")
	if s.options.Token == "" && (!httpguard.Local(r.Host) || httpguard.OfPage(r)) {
		s.fail(&counter{ResponseWriter: w, status: http.StatusOK}, &problem{status: http.StatusForbidden, detail: "a page of a browser made this request, or it is for another host; give the service a token if that is wanted"})
		return
	}
	// On a copy: the server examines the body of the original, and when nobody has asked for it, it answers a
	// refused client at once instead of waiting for what that may never send.
	limited := r.WithContext(r.Context())
	limited.Body = http.MaxBytesReader(w, r.Body, s.options.MaxRequest)
	if _, known := s.routes.Handler(limited); known == "" {
		s.fail(&counter{ResponseWriter: w, status: http.StatusOK}, s.unknown(w, limited))
		return
	}
	s.routes.ServeHTTP(w, limited)
}

// unknown returns what is wrong with a request that no route takes.
func (s *Server) unknown(w http.ResponseWriter, r *http.Request) error {
	var allowed []string
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
		other := r.WithContext(r.Context())
		other.Method = method
		if _, known := s.routes.Handler(other); known != "" {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) == 0 {
		return &problem{status: http.StatusNotFound, detail: "there is nothing at this address; GET /openapi.json lists what there is"}
	}
	w.Header().Set("Allow", strings.Join(allowed, ", "))
	return &problem{status: http.StatusMethodNotAllowed, detail: "this address takes " + strings.Join(allowed, " or ") + ", not the method of the request"}
}

// admit checks who asks, and what it announces.
func (s *Server) admit(r *http.Request, guarded bool) error {
	if !guarded {
		return nil
	}
	if s.options.Token != "" {
		given, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		// Hashes are compared, so that the time it takes says nothing about the length either.
		want, got := sha256.Sum256([]byte(s.options.Token)), sha256.Sum256([]byte(given))
		if !ok || subtle.ConstantTimeCompare(want[:], got[:]) != 1 {
			return &problem{status: http.StatusUnauthorized, detail: "send the token as Authorization: Bearer …"}
		}
	}
	if r.ContentLength > s.options.MaxRequest {
		return &http.MaxBytesError{Limit: s.options.MaxRequest}
	}
	return nil
}

func (s *Server) welcome(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, err := fmt.Fprintf(w, "nomadocx %s\n\nPOST /v1/render?to=pdf  a source\nPOST /v1/review         a source and a returned Word file\nGET  /openapi.json      all of it\n", s.options.Version)
	return ignoreGone(err)
}

func (s *Server) health(w http.ResponseWriter, _ *http.Request) error {
	if s.draining.Load() {
		return &problem{status: http.StatusServiceUnavailable, detail: "the service is ending"}
	}
	w.Header().Set("Content-Type", "application/json")
	_, err := fmt.Fprintf(w, `{"status":"ok","version":%q}`+"\n", s.options.Version)
	return ignoreGone(err)
}

// ListenAndServe answers requests at an address until ctx ends; then it takes no new ones, finishes
// those it has, and returns. ready is called with the address, whose port may have been 0.
func (s *Server) ListenAndServe(ctx context.Context, address string, ready func(net.Addr)) error {
	if err := s.checkAddress(address); err != nil {
		return err
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	if ready != nil {
		ready(l.Addr())
	}
	o := &s.options
	server := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       maxTransfer,
		WriteTimeout:      2*maxTransfer + o.Patience + o.Deadline, // reading, waiting, working, writing
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(slog.DiscardHandler, slog.LevelError), // what clients do wrong is in the metrics
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(httpguard.Limit(l, maxConnections)) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	s.draining.Store(true)
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), o.Deadline+o.Patience+10*time.Second)
	defer cancel()
	if err := server.Shutdown(grace); err != nil {
		return errors.Join(err, server.Close())
	}
	return nil
}

// ErrTokenNeeded says that without a token only loopback is served.
var ErrTokenNeeded = errors.New("the address can be reached from other machines, so a token is needed")

// checkAddress refuses to serve everybody without a token.
func (s *Server) checkAddress(address string) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("the address %q has no port; it has the form 127.0.0.1:8080", address)
	}
	if s.options.Token != "" || host == "localhost" {
		return nil
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsLoopback() {
		return nil
	}
	return fmt.Errorf("%s: %w", address, ErrTokenNeeded)
}
