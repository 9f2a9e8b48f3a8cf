package wml

import (
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/opc"
)

// ChartKey is a short hash of what a chart shows: the names, categories and numbers of its series, as
// its part holds them (ECMA-376 part 1, §21.2). How it looks does not count, nor how a program spells
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

// plainNumber is a number in one spelling, with the ten digits all programs keep; other text stays.
func plainNumber(s string) string {
	if v, err := strconv.ParseFloat(s, 64); err == nil {
		return strconv.FormatFloat(v, 'g', 10, 64)
	}
	return s
}

// chart is the key of the chart the current element names.
func (r *reader) chart() string {
	part := r.charts[r.value("id")]
	if part == "" || !r.pkg.Has(part) {
		return ""
	}
	key, known := r.chartKeys[part]
	if !known { // a hostile file names one part a thousand times
		if text, err := r.pkg.Text(part); err == nil {
			key = ChartKey(text)
		}
		if r.chartKeys == nil {
			r.chartKeys = map[string]string{}
		}
		r.chartKeys[part] = key
	}
	return key
}
