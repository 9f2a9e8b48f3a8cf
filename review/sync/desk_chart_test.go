package reviewsync_test

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/testkit/wordtest"
)

// What a reviewer does to a chart. Word writes an edited number into the chart and into the workbook
// behind it; other programs write one of them.

type chartPlace uint8

const (
	inChart chartPlace = 1 << iota
	inWorkbook
)

// chartValue writes a value of the n-th chart, or with series 0 the name of a point; all count from 1.
// Point 0 is the name of the series.
func (d *desk) chartValue(where chartPlace, n, series, point int, now string) error {
	if where&inChart != 0 {
		root := d.tree("word/charts/chart" + strconv.Itoa(n) + ".xml")
		if root == nil {
			return errors.New("no such chart")
		}
		all := every(root, "ser")
		at, of := all[max(series-1, 0)], "val"
		switch {
		case series == 0:
			of = "cat"
		case point == 0:
			of, point = "tx", 1
		}
		list := at.SelectElement("c:" + of)
		if list == nil {
			list = at.SelectElement(map[string]string{"val": "c:yVal", "cat": "c:xVal"}[of])
		}
		if err := setPoint(list, point, now); err != nil {
			return err
		}
		if of == "cat" { // each series has the names
			for _, s := range all[1:] {
				if err := setPoint(s.SelectElement("c:cat"), point, now); err != nil {
					return err
				}
			}
		}
	}
	if where&inWorkbook != 0 {
		name := "word/embeddings/Microsoft_Excel_Worksheet" + strconv.Itoa(n) + ".xlsx"
		book, err := editZip(d.data[name], "xl/worksheets/sheet1.xml", func(root *etree.Element) error {
			return setCell(root, string(rune('A'+series))+strconv.Itoa(point+1), now)
		})
		d.data[name] = book
		return err
	}
	return nil
}

// setPoint writes a point of a cache; without a text it is taken out, and one behind the last is added.
func setPoint(list *etree.Element, point int, now string) error {
	if list == nil {
		return errors.New("no such series")
	}
	cache := every(list, "ptCount")[0].Parent()
	for _, pt := range cache.SelectElements("c:pt") {
		if pt.SelectAttrValue("idx", "") == strconv.Itoa(point-1) {
			if now == "" {
				cache.RemoveChild(pt)
			} else {
				pt.SelectElement("c:v").SetText(now)
			}
			return nil
		}
	}
	pt := cache.CreateElement("c:pt")
	pt.CreateAttr("idx", strconv.Itoa(point-1))
	pt.CreateElement("c:v").SetText(now)
	return nil
}

// setCell writes a cell of a sheet, as a number or as the text it is.
func setCell(root *etree.Element, ref, now string) error {
	for _, c := range every(root, "c") {
		if c.SelectAttrValue("r", "") != ref {
			continue
		}
		if t := every(c, "t"); len(t) > 0 {
			t[0].SetText(now)
		} else {
			c.SelectElement("v").SetText(now)
		}
		return nil
	}
	return fmt.Errorf("no cell %s", ref)
}

// chartTitle types a title into the first chart.
func (d *desk) chartTitle(text string) error {
	root := d.tree("word/charts/chart1.xml")
	if root == nil {
		return errors.New("no chart")
	}
	plot := every(root, "plotArea")[0]
	title := etree.NewElement("c:title")
	title.CreateElement("c:tx").CreateElement("c:rich").CreateElement("a:p").CreateElement("a:r").CreateElement("a:t").SetText(text)
	insertBefore(plot, title)
	return nil
}

// alt writes the alternative text of the n-th picture.
func (d *desk) alt(n int, text string) error {
	all := every(d.body(), "docPr")
	if n < 1 || n > len(all) {
		return errors.New("no such picture")
	}
	all[n-1].RemoveAttr("descr")
	if text != "" {
		all[n-1].CreateAttr("descr", text)
	}
	return nil
}

// every returns the elements of a local name under an element, whatever their namespace.
func every(e *etree.Element, tag string) []*etree.Element {
	var out []*etree.Element
	for _, c := range e.ChildElements() {
		if c.Tag == tag {
			out = append(out, c)
		}
		out = append(out, every(c, tag)...)
	}
	return out
}

// editZip changes one XML part of a package.
func editZip(data []byte, part string, change func(*etree.Element) error) ([]byte, error) {
	return wordtest.Rewrite(data, func(name, text string) (string, error) {
		if name != part {
			return text, nil
		}
		t := etree.NewDocument()
		if err := t.ReadFromString(text); err != nil {
			return "", err
		}
		if err := change(t.Root()); err != nil {
			return "", err
		}
		return t.WriteToString()
	})
}
