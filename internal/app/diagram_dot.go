//go:build !js

package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// graphviz draws with dot. A source is not trusted: with SERVER_NAME set dot reads no file but below
// GV_FILE_PATH (graphviz, "Environment variables"), and that is an empty folder.
func graphviz(ctx context.Context, source string) ([]byte, error) {
	program, err := exec.LookPath("dot")
	if err != nil {
		return nil, errNoDot
	}
	empty, err := os.MkdirTemp("", "nomadocx-dot-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(empty)
	cmd := exec.CommandContext(ctx, program, "-Tsvg", "-Gfontname=Helvetica", "-Nfontname=Helvetica", "-Efontname=Helvetica")
	cmd.Dir, cmd.WaitDelay = empty, time.Second
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + empty, "LANG=C.UTF-8", "SERVER_NAME=nomadocx", "GV_FILE_PATH=" + empty}
	cmd.Stdin = strings.NewReader(source)
	var said bytes.Buffer
	cmd.Stderr = &bounded{to: &said, left: 4 << 10}
	var svg bytes.Buffer
	cmd.Stdout = &bounded{to: &svg, left: maxDrawing, strict: true}
	err = cmd.Run()
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("drawing it takes longer than %v", drawingTime)
	case err != nil:
		line, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n")
		if line == "" {
			line = err.Error()
		}
		return nil, errors.New("dot: " + strings.ToValidUTF8(line[:min(len(line), 200)], ""))
	}
	return svg.Bytes(), nil
}

// bounded is a writer that takes so many bytes; more are an error if strict, and else dropped.
type bounded struct {
	to     io.Writer
	left   int
	strict bool
}

func (b *bounded) Write(p []byte) (int, error) {
	if len(p) > b.left && b.strict {
		return 0, errors.New("too much")
	}
	n := min(len(p), b.left)
	b.left -= n
	if _, err := b.to.Write(p[:n]); err != nil {
		return 0, err
	}
	return len(p), nil
}
