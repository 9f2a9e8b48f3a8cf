package wml

import (
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// ChartKey returns a short hash of what a chart shows: the names, categories and numbers of its series, as
// its part holds them (ECMA-376 part 1, §21.2). How it appears does not count, nor how a program spells
// a number. "" for a part that cannot be read.
func ChartKey(part string) string {
	h := fnv.New32a()
	say := func(parts ...string) {
		for _, p := range parts {
			_, _ = h.Write([]byte(p)) // a hash never fails
			_, _ = h.Write([]byte{0})
		}
	}
	r := &reader{x: opc.NewScanner(part, opc.Names{})}
	role, index := "", ""
	found := false
	for r.in(1) {
		switch x := r.x; x.Local() {
		case "ser":
			say("series")
		case "tx", "cat", "val", "xVal", "yVal", "bubbleSize":
			role = x.Local()
		case "pt":
			index = r.value("idx")
		case "dLbls", "txPr", "spPr", "dPt", "marker", "trendline", "errBars", "extLst", "externalData", "f", "formatCode":
			x.Skip() // looks, and texts that are none of the data
		case "v":
			found = true
			say(role, index, plainNumber(strings.TrimSpace(x.Text())))
		}
	}
	if r.x.Err() != nil || !found {
		return ""
	}
	return strconv.FormatUint(uint64(h.Sum32()), 16)
}

// plainNumber returns a number in one form, with the ten digits all programs keep; other text stays.
func plainNumber(s string) string {
	if v, err := strconv.ParseFloat(s, 64); err == nil {
		return strconv.FormatFloat(v, 'g', 10, 64)
	}
	return s
}

// maxCharts is the number of bytes of charts and their workbooks that are kept of a document; of what
// is beyond it only the keys are known.
const maxCharts = 64 << 20

// chart reads the chart the current element names into a picture: its part, its key and its workbook.
func (r *reader) chart(img *Image) {
	part := r.charts[r.value("id")]
	if part == "" || !r.pkg.Has(part) {
		return
	}
	read, known := r.chartParts[part]
	if !known { // a hostile file names one part a thousand times
		if text, err := r.pkg.Text(part); err == nil {
			read.ChartKey = ChartKey(text)
			if r.chartBytes += len(text); r.chartBytes <= maxCharts {
				read.Chart = []byte(text)
				read.Workbook = r.workbook(part)
			}
		}
		if r.chartParts == nil {
			r.chartParts = map[string]Image{}
		}
		r.chartParts[part] = read
	}
	img.Chart, img.Workbook, img.ChartKey = read.Chart, read.Workbook, read.ChartKey
}

// Says returns the words of a drawing that was read, but for its description: those of a chart, too.
func (img *Image) Says() string {
	if len(img.Chart) == 0 {
		return img.Words
	}
	return strings.TrimSpace(img.Words + "\n" + PartWords(string(img.Chart), true))
}

// workbook returns the file with the numbers of a chart, nil when there is none that can be read: then what
// the chart shows is all there is.
func (r *reader) workbook(chart string) []byte {
	part, ok := r.pkg.Related(chart, "package")
	if !ok || int64(maxCharts-r.chartBytes) < r.pkg.Size(part) {
		return nil
	}
	book, err := r.pkg.Part(part)
	if err != nil {
		return nil
	}
	r.chartBytes += len(book)
	return book
}
