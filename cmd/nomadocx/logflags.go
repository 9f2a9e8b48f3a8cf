package main

import (
	"crypto/rand"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/patch/transcript"
	"github.com/spf13/cobra"
)

// defaultLockTimeout is how long a patch waits for another of the same file.
const defaultLockTimeout = 10 * time.Second

// besideFile is the value of --transcript without a value: FILE.patches.
const besideFile = "FILE.patches"

// logFlags say who patches and why, for the transcript.
func logFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.String("transcript", "", "with --inplace, record each operation in FILE.patches, or in `PATH` as --transcript=PATH")
	f.Lookup("transcript").NoOptDefVal = besideFile
	f.String("actor", "", "`NAME` of who patches, for the transcript (default: the user)")
	f.String("actor-kind", "", "`KIND` of actor: human, agent or tool (default human; agent with --actor-model)")
	choice(cmd, "actor-kind", "human", "agent", "tool")
	f.String("actor-model", "", "`MODEL` of an agent")
	f.String("actor-version", "", "`VERSION` of an agent or tool")
	f.String("reason", "", "`TEXT`: why, for the transcript")
	f.String("parent-op-id", "", "`UUID` of the record that caused this patch")
	f.String("now", "", "`TIME` to record instead of the clock's, as 2026-05-11T14:32:00Z")
}

func lockTimeout(cmd *cobra.Command) time.Duration {
	wait, _ := cmd.Flags().GetDuration("lock-timeout")
	return wait
}

// logOptions makes the options of a patch in place from the flags.
func logOptions(cmd *cobra.Command, args []string) (app.PatchFileOptions, error) {
	f := cmd.Flags()
	text := func(name string) string { v, _ := f.GetString(name); return v }
	var o app.PatchFileOptions
	o.LockTimeout = lockTimeout(cmd)
	o.Transcript = text("transcript")
	if o.Transcript == besideFile {
		o.Transcript = app.TranscriptOf(args[0])
	}
	if inplace, _ := f.GetBool("inplace"); o.Transcript != "" && !inplace {
		return o, usagef("--transcript records changes of the file, so it needs --inplace")
	}
	o.Attribution = app.Attribution{
		Actor:       transcript.Actor{Kind: text("actor-kind"), Name: text("actor"), Model: text("actor-model"), Version: text("actor-version")},
		Reason:      text("reason"),
		ParentOpID:  text("parent-op-id"),
		ToolVersion: toolVersion(),
		Now:         time.Now,
		Random:      rand.Reader,
	}
	a := &o.Attribution.Actor
	switch a.Kind {
	case "":
		a.Kind = "human"
		if a.Model != "" {
			a.Kind = "agent"
		}
	case "human", "agent", "tool":
	default:
		return o, usagef("--actor-kind must be human, agent or tool, not %q", a.Kind)
	}
	if a.Name == "" {
		a.Name = user()
	}
	if id := o.Attribution.ParentOpID; id != "" && !app.IsOpID(id) {
		return o, usagef("--parent-op-id must be the op_id of a record, a UUID of version 4, not %q", id)
	}
	if now := text("now"); now != "" {
		at, err := time.Parse(time.RFC3339, now)
		if err != nil {
			return o, usagef("--now must be a time such as 2026-05-11T14:32:00Z, not %q", now)
		}
		o.Attribution.Now = func() time.Time { return at }
	}
	return o, nil
}

// toolVersion returns the program's version as a semantic version, which transcripts ask for.
func toolVersion() string {
	v := strings.TrimPrefix(version, "v")
	if v == "" || v[0] < '0' || v[0] > '9' {
		return "0.0.0-" + version
	}
	return v
}

// user returns who runs the program, as the environment says.
func user() string {
	for _, name := range []string{"USER", "LOGNAME", "USERNAME"} {
		if v := os.Getenv(name); v != "" {
			return v
		}
	}
	return "unknown"
}

func absolutePath(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}
