package api

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/serve/jobs"
)

// overrides say which parameter of a request overrides a refusal.
var overrides = map[jobs.Code]string{
	jobs.WrongFile:   " Use force=true to sync it anyway.",
	jobs.ManyDeleted: " Use allow-delete=true if that was meant.",
}

// do waits for a seat and does one job in it.
func (s *Server) do(ctx context.Context, r jobs.Request, dir string) (jobs.Reply, error) {
	patience := time.NewTimer(s.options.Patience)
	defer patience.Stop()
	select {
	case s.seats <- struct{}{}:
	case <-ctx.Done():
		return jobs.Reply{}, errGone
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
		return reply, &problem{status: http.StatusUnprocessableEntity, detail: why + overrides[reply.Code], code: string(reply.Code)}
	case ctx.Err() != nil:
		return reply, errGone
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

// sendFile answers with a file, whole: conditions and ranges a client may ask for are about things that
// stay, and this result is gone once it is sent.
func (s *Server) sendFile(w http.ResponseWriter, path, contentType, name string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	h.Set("Content-Length", strconv.FormatInt(info.Size(), 10))
	s.sending(w, info.Size())
	_, err = io.Copy(w, f)
	return ignoreGone(err)
}
