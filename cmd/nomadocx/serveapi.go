package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/serve/api"
	"github.com/spf13/cobra"
)

func newAPI(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "api",
		Short: "Serve rendering and syncing over HTTP",
		Long: `Serve documents over HTTP until Ctrl-C or SIGTERM; then running requests are
finished. "nomadocx serve --api" is the same.

  POST /v1/render?to=pdf   a source as the body, or a form with the source and
                           its pictures and data; the answer is the result
  POST /v1/review          a form with a source and the Word file that came
                           back; the answer is the new source, the operations
                           that were applied, and the report
  GET  /openapi.json       all of it, as OpenAPI 3.1
  GET  /healthz, /metrics  for those who run it

A document is handled alone, in a process of its own with a limit of time: it
reaches neither the network nor any file that was not sent with it. On an
address that other machines can reach a token is required; clients send it as
"Authorization: Bearer TOKEN".`,
		Example: `  nomadocx api
  curl --data-binary @report.noma 'http://127.0.0.1:8080/v1/render?to=pdf' > report.pdf
  curl -F source=@report.noma -F 'file=@plan.png;filename=img/plan.png' 'http://127.0.0.1:8080/v1/render?to=docx' > report.docx
  curl -F source=@report.noma -F returned=@returned.docx http://127.0.0.1:8080/v1/review
  NOMADOCX_TOKEN=$(cat token) nomadocx api --addr 0.0.0.0:8080 --jobs 4`,
		GroupID: "out",
		RunE:    func(cmd *cobra.Command, args []string) error { return runAPI(t, cmd, args) },
	}
	f := cmd.Flags()
	f.String("addr", "127.0.0.1:8080", "the `ADDRESS` to listen on")
	f.String("token-file", "", "a `FILE` with the token clients must send (default $NOMADOCX_TOKEN)")
	f.Int("jobs", runtime.NumCPU(), "`N` documents are done at once")
	f.Int("queue", 16, "`N` requests may wait")
	f.Duration("timeout", time.Minute, "how long one document may take: a `TIME` such as 90s or 5m")
	f.Int("max-request", 32, "the largest request, in `MB`")
	f.Int("max-result", 128, "the largest result, in `MB`")
	return cmd
}

func runAPI(t *terminal, cmd *cobra.Command, args []string) error {
	f := cmd.Flags()
	if len(args) > 0 {
		return usagef("nomadocx api takes no file; clients send documents (got %q)", args[0])
	}
	number := func(name string) int { n, _ := f.GetInt(name); return n }
	for _, name := range []string{"jobs", "queue", "max-request", "max-result"} {
		if number(name) < 1 {
			return usagef("--%s must be at least 1, not %d", name, number(name))
		}
	}
	limit, _ := f.GetDuration("timeout")
	if limit < time.Second {
		return usagef("--timeout must be at least 1s, not %v", limit)
	}
	token := t.getenv("NOMADOCX_TOKEN")
	if path, _ := f.GetString("token-file"); path != "" {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if token = strings.TrimSpace(string(data)); token == "" {
			return fmt.Errorf("%s holds no token", path)
		}
	}
	runner, err := newRunner(number("jobs"))
	if err != nil {
		return err
	}
	defer runner.Close()
	server, err := api.New(runner, api.Options{Token: token, Jobs: number("jobs"), Queue: number("queue"), Deadline: limit,
		MaxRequest: int64(number("max-request")) << 20, MaxResult: int64(number("max-result")) << 20, Version: version})
	if err != nil {
		return err
	}
	address, _ := f.GetString("addr")
	err = server.ListenAndServe(cmd.Context(), address, func(a net.Addr) {
		fmt.Fprintf(t.err, "listening on http://%s\n", a)
	})
	if errors.Is(err, api.ErrTokenNeeded) {
		return usagef("%v: set NOMADOCX_TOKEN or --token-file", err)
	}
	return err
}

// servesAPI makes "serve --api" the command api.
func servesAPI(args []string) []string {
	if args[0] != "serve" {
		return args
	}
	for i, a := range args {
		if a == "--api" {
			return append(append([]string{"api"}, args[1:i]...), args[i+1:]...)
		}
	}
	return args
}
