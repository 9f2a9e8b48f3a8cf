package html

import (
	"math/rand"
	"strconv"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/internal/testkit/webtest"
)

// TestMergedTables: in each row and each column of a table a cell begins, and no two cells share a place, as HTML wants it.
func TestMergedTables(t *testing.T) {
	spans := 0
	for seed := range 300 {
		text := docgen.Merged(rand.New(rand.NewSource(int64(seed))))
		page := "<!DOCTYPE html>\n<html lang=\"en\"><head><title>x</title></head><body>" + render(t, text, Options{Fragment: true}) + "</body></html>"
		if _, err := inspect(page); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, page)
		}
		root, _ := webtest.Read(page)
		root.Walk(func(e *webtest.Element) {
			if e.Name != "table" {
				return
			}
			taken, begins, width, rows := map[[2]int]bool{}, map[int]bool{}, 0, 0
			ends := map[*webtest.Element]int{} // the rows below the cells that are several rows high
			e.Walk(func(tr *webtest.Element) {
				if tr.Name != "tr" {
					return
				}
				col, cells := 0, 0
				tr.Walk(func(c *webtest.Element) {
					if c.Name != "td" && c.Name != "th" {
						return
					}
					for taken[[2]int{rows, col}] {
						col++
					}
					cells++
					begins[col] = true
					down, across := span(c, "rowspan"), span(c, "colspan")
					if spans += down + across - 2; down > 1 {
						ends[c] = rows + down
					}
					for i := range down {
						for j := range across {
							if taken[[2]int{rows + i, col + j}] {
								t.Fatalf("seed %d: two cells share a place\n%s\n%s", seed, text, page)
							}
							taken[[2]int{rows + i, col + j}] = true
						}
					}
					col += across
					width = max(width, col)
				})
				if rows++; cells == 0 {
					t.Fatalf("seed %d: a row without a cell\n%s\n%s", seed, text, page)
				}
			})
			for c, end := range ends {
				if (c.Attrs["class"] == "noma-last") != (end == rows && c.Name == "td") {
					t.Fatalf("seed %d: a cell that ends above row %d of %d has the class %q\n%s\n%s", seed, end, rows, c.Attrs["class"], text, page)
				}
			}
			for at := range taken {
				if at[0] >= rows {
					t.Fatalf("seed %d: a cell reaches beyond the last row\n%s\n%s", seed, text, page)
				}
			}
			if len(begins) != width || len(taken) != width*rows {
				t.Fatalf("seed %d: %d columns, cells begin in %d\n%s\n%s", seed, width, len(begins), text, page)
			}
		})
	}
	if spans < 100 {
		t.Errorf("only %d spans", spans)
	}
}

func span(e *webtest.Element, key string) int {
	n, err := strconv.Atoi(e.Attrs[key])
	if err != nil {
		return 1
	}
	return n
}
