package batch

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// maxLog is the size after which an item's log is not continued: a document that fails every night
// for years must not fill the disk.
const maxLog = 1 << 20

func logPath(dir string, id int64) string {
	return filepath.Join(logDir(dir), strconv.FormatInt(id, 10)+".log")
}

// log writes what became of an attempt. That it cannot be written is no reason to fail the item.
func (w *worker) log(it *Item, started time.Time) {
	became := string(it.State)
	if it.State == Available {
		became = "failed, to be tried again"
		if w.hard.Err() != nil {
			became = "stopped"
		}
	}
	text := fmt.Sprintf("%s attempt %d by %s: %s after %v\n", started.UTC().Format(time.RFC3339), it.Attempt, w.name,
		became, it.Finished.Sub(started).Round(time.Millisecond))
	if it.Error != "" {
		text += "    " + it.Error + "\n"
	}
	for _, o := range it.Outputs {
		text += fmt.Sprintf("    %s, %d bytes, sha256 %s\n", o.Path, o.Bytes, o.SHA256)
		for _, warning := range o.Warnings {
			text += "    " + warning + "\n"
		}
	}
	w.append(it, text)
}

// note adds the end of what a process said before it died.
func (w *worker) note(it *Item, stderr string) {
	if stderr = strings.TrimSpace(stderr); stderr != "" {
		w.append(it, "    | "+strings.ReplaceAll(stderr, "\n", "\n    | ")+"\n")
	}
}

func (w *worker) append(it *Item, text string) {
	path := it.Log()
	if os.MkdirAll(filepath.Dir(path), 0o755) != nil {
		return
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || info.Size() > maxLog {
		return
	}
	if info, err := f.Stat(); err == nil && info.Size() == 0 {
		text = "# " + it.Output + "\n" + text
	}
	_, _ = f.WriteString(text) // see above
}
