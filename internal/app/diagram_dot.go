//go:build !js

package app

import (
	"context"
	"errors"
	"fmt"
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
	cmd := exec.CommandContext(ctx, program, "-Tsvg", "-Gbgcolor=transparent", "-Gfontname=Helvetica", "-Nfontname=Helvetica", "-Efontname=Helvetica")
	cmd.Dir, cmd.WaitDelay = empty, time.Second
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + empty, "LANG=C.UTF-8", "SERVER_NAME=nomadocx", "GV_FILE_PATH=" + empty}
	cmd.Stdin = strings.NewReader(source)
	said, svg := &limited{most: 4 << 10}, &limited{most: maxDrawing, strict: true}
	cmd.Stderr, cmd.Stdout = said, svg
	err = cmd.Run()
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("drawing it takes longer than %v", drawingTime)
	case err != nil:
		line, _, _ := strings.Cut(strings.TrimSpace(string(said.kept)), "\n")
		if line == "" {
			line = err.Error()
		}
		return nil, errors.New("dot: " + strings.ToValidUTF8(line[:min(len(line), 200)], ""))
	}
	return svg.kept, nil
}
