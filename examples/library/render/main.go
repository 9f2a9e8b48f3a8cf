// Command render makes report.docx from report.noma.
package main

import (
	"log"
	"os"

	"github.com/nomadocx/nomadocx/render/docx"
)

func main() {
	text, err := os.ReadFile("report.noma")
	if err != nil {
		log.Fatal(err)
	}
	file, err := os.Create("report.docx")
	if err != nil {
		log.Fatal(err)
	}
	if err := docx.RenderText(file, "report.noma", string(text), docx.TextOptions{Image: os.ReadFile}); err != nil {
		log.Fatal(err)
	}
	if err := file.Close(); err != nil {
		log.Fatal(err)
	}
}
