package docx

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// Charts (ECMA-376 part 1, §14.2.1): a part each, with a workbook behind it. They are written after the
// body, like pictures.

const (
	chartType    = officeType + "drawingml.chart+xml"
	workbookType = officeType + "spreadsheetml.sheet"
)

// chartID gives a chart its part and its relationship in the part that shows it.
func (r *renderer) chartID(part string) func(*wml.Image) string {
	return func(im *wml.Image) string {
		r.media.drew(im)
		r.charts = append(r.charts, im)
		return r.pkg.AddRel(part, officeRel+"chart", chartPart(len(r.charts)), false)
	}
}

func chartPart(n int) string { return "word/charts/chart" + strconv.Itoa(n) + ".xml" }

func (r *renderer) writeCharts() error {
	for i, im := range r.charts {
		name := chartPart(i + 1)
		book := "word/embeddings/Microsoft_Excel_Worksheet" + strconv.Itoa(i+1) + ".xlsx"
		r.pkg.AddRel(name, officeRel+"package", book, false) // rId1, as the chart has it
		if err := r.pkg.AddPart(name, chartType, im.Chart); err != nil {
			return err
		}
		if err := r.pkg.AddPart(book, workbookType, im.Workbook); err != nil {
			return err
		}
	}
	return nil
}

// chartKeys returns what the charts of the file show, for a sync to tell whether somebody edited them.
func (r *renderer) chartKeys() string {
	var keys []string
	for _, im := range r.charts {
		if k := wml.ChartKey(string(im.Chart)); k != "" && !slices.Contains(keys, k) {
			keys = append(keys, k)
		}
	}
	return strings.Join(keys, " ")
}
