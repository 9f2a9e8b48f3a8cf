//go:build unix

package batch_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/serve/batch"
)

// TestKilledBrowsers kills the browsers of the batch several times; every PDF is made and opens.
func TestKilledBrowsers(t *testing.T) {
	slow.Test(t, "processes and databases")
	n := size(12)
	o := order{Dir: t.TempDir(), Pattern: sources(t, n, "r"), Targets: []app.Target{"pdf"}, Workers: 2, Attempts: 5, Deadline: time.Minute}
	watch := o.open(t)
	p := o.start(t)
	killed := 0
	for i := range *browsers {
		eventually(t, "some to be done", func() bool { return counts(t, watch).Completed >= i*n/(*browsers+1)+1 })
		eventually(t, "a browser", func() bool {
			killed += killBrowsers(t, p.Process.Pid)
			return killed > i || counts(t, watch).Completed == n
		})
	}
	if killed < *browsers {
		t.Errorf("%d browsers were killed, not %d", killed, *browsers)
	}
	if err := p.Wait(); err != nil {
		t.Fatal(err)
	}
	if c := counts(t, watch); c.Completed != n {
		t.Errorf("%+v", c)
	}
	all := results(t, o.Dir)
	if len(all) != n {
		t.Errorf("%d results, not %d", len(all), n)
	}
	for name := range all {
		if out, err := exec.Command("pdfinfo", filepath.Join(o.Dir, name)).CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", name, err, out)
		}
	}
	noTemp(t, o.Dir)
}

// killBrowsers ends the browsers below a process, and only those: other tests have some too.
func killBrowsers(t *testing.T, root int) (killed int) {
	t.Helper()
	parents, browsers := map[int]int{}, []int{}
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + e.Name() + "/stat")
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(rest)
		if len(fields) < 2 {
			continue
		}
		if parents[pid], err = strconv.Atoi(fields[1]); err != nil {
			t.Fatal(err)
		}
		args, _ := os.ReadFile("/proc/" + e.Name() + "/cmdline")
		if strings.Contains(string(args), "--headless") && !strings.Contains(string(args), "--type=") {
			browsers = append(browsers, pid)
		}
	}
	for _, pid := range browsers {
		for up := pid; up > 1; up = parents[up] {
			if up == root {
				if syscall.Kill(pid, syscall.SIGKILL) == nil {
					killed++
				}
				break
			}
		}
	}
	return killed
}

// TestContainment renders what tries to reach out. Nothing arrives, and the documents beside it are
// made.
func TestContainment(t *testing.T) {
	slow.Test(t, "processes and databases")
	var reached atomic.Int64
	canary := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	defer canary.Close()
	pattern := sources(t, 2, "good")
	root := strings.Split(pattern, "/**")[0]
	secret := filepath.Join(t.TempDir(), "secret.txt")
	write(t, secret, "marzipan")
	write(t, filepath.Join(root, "q0", "hostile.noma"), strings.NewReplacer("CANARY", canary.URL, "SECRET", secret).Replace(`# Quay

![x](CANARY/picture.png) ![y](file://SECRET)

::html
<iframe src="file://SECRET"></iframe><iframe src="CANARY/frame"></iframe><iframe src="http://169.254.169.254/"></iframe>
<img src="CANARY/img.png"><style>@import url(CANARY/import.css);</style>
<script>fetch('CANARY/fetch'); for (;;) {}</script>
<meta http-equiv="refresh" content="0; url=CANARY/refresh">
::

::script
new WebSocket('CANARY'.replace('http', 'ws')); location = 'CANARY/location'; for (;;) {}
::
`)+"\n::html\n<img src=\"data:image/png;base64,"+strings.Repeat("QUJD", 2<<20)+"\">\n::\n")
	o := order{Dir: t.TempDir(), Pattern: pattern, Targets: []app.Target{"pdf", "docx"}, Workers: 1, Attempts: 1, Deadline: time.Minute}
	if _, err := o.do(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	list, err := o.open(t).Items(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, it := range list {
		if strings.Contains(it.Output, "good") && it.State != batch.Completed {
			t.Errorf("%s: %s %s", it.Output, it.State, it.Error)
		}
		if !it.State.Over() {
			t.Errorf("%s is %s", it.Output, it.State)
		}
	}
	if hostile := filepath.Join(o.Dir, "q0", "hostile.pdf"); fileExists(hostile) {
		if out, err := exec.Command("pdftotext", hostile, "-").CombinedOutput(); err != nil || strings.Contains(string(out), "marzipan") {
			t.Errorf("the PDF shows a file of this machine: %v", err)
		}
	}
	if n := reached.Load(); n != 0 {
		t.Errorf("%d requests left", n)
	}
}

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
