// Command tally runs the tests and says at the end how many passed.
//
//	go run ./internal/tally [go test flags and packages]
//
// It shows the output of failed tests and packages only, then one line: "N passed, N failed".
// A package that does not build counts as one failure.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
)

// event is one line of `go test -json` (see `go doc test2json`).
type event struct {
	Action, Package, Test, Output string
	ImportPath                    string // of build events
	Elapsed                       float64
	FailedBuild                   string
}

func main() {
	// make lint has vetted all of it, by more rules than go test does.
	// Half as many packages more than there are processors: browsers, offices and databases let their tests wait.
	processors := runtime.GOMAXPROCS(0)
	packages := "-p=" + strconv.Itoa(processors+(processors+1)/2)
	cmd := exec.Command("go", append([]string{"test", "-json", "-timeout=20m", "-vet=off", "-trimpath", packages}, os.Args[1:]...)...)
	cmd.Stderr = os.Stderr
	// As make build builds the program: packages are compiled once for it and for the tests, wherever the checkout lies.
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if os.Getenv("GOGC") == "" {
		// The laws allocate much and keep little: with rare collections they take half the time. The limit is for what keeps more.
		cmd.Env = append(cmd.Env, "GOGC=1600", "GOMEMLIMIT=1500MiB")
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "tally:", err)
		os.Exit(1)
	}
	passed, failed := count(out, os.Stdout)
	err = cmd.Wait()
	if err != nil && failed == 0 {
		failed = 1 // go test itself could not run
		fmt.Println("go test:", err)
	}
	fmt.Printf("%d passed, %d failed\n", passed, failed)
	if failed > 0 {
		os.Exit(1)
	}
}

// count reads test events, shows what failed and a line for each package, and counts leaf results:
// a test with subtests is not counted beside them.
func count(events io.Reader, show io.Writer) (passed, failed int) {
	output := map[string][]string{} // package and test → what it printed
	parents := map[string]bool{}
	failures := map[string]int{}
	in := bufio.NewScanner(events)
	in.Buffer(nil, 16<<20)
	for in.Scan() {
		var e event
		if json.Unmarshal(in.Bytes(), &e) != nil {
			fmt.Fprintln(show, in.Text())
			continue
		}
		key := e.Package + "\x00" + e.Test
		if i := strings.LastIndexByte(e.Test, '/'); i > 0 {
			parents[e.Package+"\x00"+e.Test[:i]] = true
		}
		switch e.Action {
		case "build-output":
			fmt.Fprint(show, e.Output)
		case "output":
			output[key] = append(output[key], e.Output)
		case "skip":
			delete(output, key)
		case "pass":
			if e.Test != "" {
				if !parents[key] {
					passed++
				}
			} else if e.Package != "" {
				fmt.Fprintf(show, "ok    %s (%.1f s)\n", e.Package, e.Elapsed)
			}
			delete(output, key)
		case "fail":
			for _, line := range output[key] {
				fmt.Fprint(show, line)
			}
			delete(output, key)
			if e.Test != "" {
				failures[e.Package]++
				if !parents[key] {
					failed++
				}
				continue
			}
			if failures[e.Package] == 0 { // it did not build, or died outside a test
				failed++
			}
			fmt.Fprintf(show, "FAIL  %s\n", e.Package)
		}
	}
	return passed, failed
}
