package api

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/jobs"
)

// enter makes a folder for a request, unless there are too many already: what is received lies on
// disk. leave must be called.
func (s *Server) enter() (dir string, leave func(), err error) {
	if s.present.Add(1) > int64(s.options.Queue+s.options.Jobs) {
		s.present.Add(-1)
		s.metrics.failure("queue_full")
		return "", nil, &problem{status: http.StatusServiceUnavailable, detail: "too many requests are waiting", retry: true}
	}
	if dir, err = os.MkdirTemp(s.options.Temp, "nomadocx-api-"); err != nil {
		s.present.Add(-1)
		return "", nil, err
	}
	return dir, func() {
		// What cannot be removed is left to the system, which clears its temporary folder.
		_ = os.RemoveAll(dir)
		s.present.Add(-1)
	}, nil
}

// do waits for a seat and does one job in it.
func (s *Server) do(ctx context.Context, r jobs.Request, dir string) (jobs.Reply, error) {
	patience := time.NewTimer(s.options.Patience)
	defer patience.Stop()
	select {
	case s.seats <- struct{}{}:
	case <-ctx.Done():
		return jobs.Reply{}, ctx.Err()
	case <-patience.C:
		s.metrics.failure("queue_timeout")
		return jobs.Reply{}, &problem{status: http.StatusServiceUnavailable, detail: "the jobs before this one take too long", retry: true}
	}
	defer func() { <-s.seats }()
	r.MaxOutput = s.options.MaxResult
	r.Strict = true
	reply, err := s.runner.Do(ctx, r, s.options.Deadline)
	var crash *jobs.CrashError
	switch {
	case err == nil && reply.Error == "":
		return reply, nil
	case err == nil:
		s.metrics.failure("document")
		// Where the document lay is nothing the client knows or should.
		why := strings.ReplaceAll(reply.Error, dir+string(filepath.Separator), "")
		return reply, &problem{status: http.StatusUnprocessableEntity, detail: why}
	case ctx.Err() != nil:
		s.metrics.failure("client_gone")
	case errors.Is(err, jobs.ErrDeadline):
		s.metrics.failure("deadline")
		return reply, &problem{status: http.StatusGatewayTimeout, detail: "the document was not done in " + s.options.Deadline.String()}
	case errors.Is(err, jobs.ErrMemory):
		s.metrics.failure("memory")
		return reply, &problem{status: http.StatusUnprocessableEntity, detail: "the document takes too much memory"}
	case errors.As(err, &crash):
		s.metrics.failure("crash")
		return reply, &problem{status: http.StatusInternalServerError, detail: "the process that handled the document died"}
	}
	return reply, err
}

// sendFile answers with a file.
func sendFile(w http.ResponseWriter, r *http.Request, path, contentType, name string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	http.ServeContent(w, r, "", time.Time{}, f)
	return nil
}
