// Command sync brings the edits of returned.docx into report.noma and prints what became of each.
package main

import (
	"bytes"
	"fmt"
	"log"
	"os"

	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

func main() {
	text, err := os.ReadFile("report.noma")
	if err != nil {
		log.Fatal(err)
	}
	returned, err := os.ReadFile("returned.docx")
	if err != nil {
		log.Fatal(err)
	}
	result, err := reviewsync.SyncFile("report.noma", string(text), bytes.NewReader(returned), int64(len(returned)), reviewsync.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range result.Findings {
		fmt.Printf("report.noma:%d: %s: %s %s\n", f.Line, f.Outcome, f.Message, f.Now)
	}
	if err := os.WriteFile("report.noma", []byte(result.Text), 0o644); err != nil {
		log.Fatal(err)
	}
}
