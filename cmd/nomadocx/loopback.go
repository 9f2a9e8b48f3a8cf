package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/nomadocx/nomadocx/internal/httpguard"
	"github.com/spf13/cobra"
)

// portFlag returns the port of --port.
func portFlag(cmd *cobra.Command) (int, error) {
	port, _ := cmd.Flags().GetInt("port")
	if port < 0 || port > 65535 {
		return 0, usagef("--port must be a number from 0 to 65535, not %d", port)
	}
	return port, nil
}

// serveLoopback serves on a port of 127.0.0.1 until ctx ends, which ends the pages that wait too. began is called with the address when
// it is reachable. read is the longest time that a request may take to arrive, 0 for any: a page that waits for an answer keeps its
// request.
func serveLoopback(ctx context.Context, port int, h http.Handler, read time.Duration, began func(net.Addr)) error {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return fmt.Errorf("cannot serve on port %d: %w (try --port 0)", port, err)
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: read, IdleTimeout: time.Minute, MaxHeaderBytes: 64 << 10,
		BaseContext: func(net.Listener) context.Context { return ctx }}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(httpguard.Limit(l, maxConnections)) }()
	began(l.Addr())
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := server.Shutdown(end); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}
