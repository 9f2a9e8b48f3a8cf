package chart

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// What a chart of Word shows is read back as it was written, from the part and from the workbook.
func TestReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := &Chart{Kind: rapid.SampledFrom([]string{"bar", "line", "area", "pie", "scatter"}).Draw(t, "kind"), Title: "A title"}
		value := rapid.OneOf(rapid.Float64Range(-1e6, 1e6), rapid.SampledFrom([]float64{0, 1.5, 1e-9, 1e20, math.NaN()}))
		n := rapid.IntRange(1, 12).Draw(t, "points")
		for range rapid.IntRange(1, 3).Draw(t, "series") {
			ys := rapid.SliceOfN(value, n, n).Draw(t, "values")
			ys[0] = 1
			c.lines = append(c.lines, series{name: rapid.StringMatching(`[A-Za-z& é<]{0,6}`).Draw(t, "name"), ys: ys})
		}
		if rapid.Bool().Draw(t, "named") {
			c.labels = rapid.SliceOfN(rapid.StringMatching(`[a-z&"']{1,4}`), n, n).Draw(t, "labels")
		}
		c.count()
		book, err := c.Workbook()
		if err != nil {
			t.Fatal(err)
		}
		shown, edited, err := Read(c.Part(), book)
		if err != nil {
			t.Fatal(err)
		}
		if !shown.Equal(c.Numbers()) {
			t.Errorf("shown %+v, sent %+v", shown, c.Numbers())
		}
		if edited != nil {
			t.Errorf("an untouched workbook says something else: %+v, not %+v", edited, shown)
		}
		if cells, ok := readWorkbook(book, []reference{{values: "Sheet1!$B$2"}}); !ok || len(cells["Sheet1"]) == 0 {
			t.Error("the workbook was not read")
		}
	})
}

// A workbook with other numbers than the chart shows was edited without the chart.
func TestReadEditedWorkbook(t *testing.T) {
	sent := Line("t", []float64{1, 2}, []float64{3, 4}, "bar")
	book, err := Line("t", []float64{1, 2}, []float64{3, 5}, "bar").Workbook()
	if err != nil {
		t.Fatal(err)
	}
	shown, edited, err := Read(sent.Part(), book)
	if err != nil || shown.Value(0, 1) != 4 || edited == nil || edited.Value(0, 1) != 5 {
		t.Errorf("shown %+v, edited %+v, %v", shown, edited, err)
	}
	other := strings.ReplaceAll(string(sent.Part()), "Sheet1!", "label ")
	if _, edited, err = Read([]byte(other), book); err != nil || edited != nil {
		t.Errorf("a chart that names no cells has no workbook to be compared with: %+v, %v", edited, err)
	}
}

func TestReadTitles(t *testing.T) {
	part := strings.Replace(string(Line("t", []float64{1}, []float64{3}, "line").Part()), `<c:autoTitleDeleted`,
		`<c:title><c:tx><c:rich><a:p><a:r><a:t>Sales </a:t></a:r><a:r><a:t>up</a:t></a:r></a:p></c:rich></c:tx></c:title><c:autoTitleDeleted`, 1)
	shown, _, err := Read([]byte(part), nil)
	if err != nil || !slices.Equal(shown.Titles, []string{"Sales up"}) {
		t.Errorf("%+v, %v", shown, err)
	}
}

func TestReadRefuses(t *testing.T) {
	whole := string(Line("t", []float64{1, 2}, []float64{3, 4}, "line").Part())
	for name, part := range map[string]string{
		"nothing":        "",
		"no series":      "<a/>",
		"cut off":        whole[:len(whole)-40],
		"a far point":    strings.Replace(whole, `<c:pt idx="1">`, `<c:pt idx="99999">`, 1),
		"no point":       strings.Replace(whole, `<c:pt idx="1">`, `<c:pt idx="-1">`, 1),
		"a letter":       strings.Replace(whole, `<c:pt idx="1">`, `<c:pt idx="b">`, 1),
		"too many":       "<a>" + strings.Repeat(`<ser><val><pt idx="31999"><v>1</v></pt></val></ser>`, 40) + "</a>",
		"a long number":  strings.Replace(whole, `<c:pt idx="1">`, `<c:pt idx="1000001">`, 1),
		"without an idx": strings.Replace(whole, `<c:pt idx="1">`, `<c:pt>`, 1),
	} {
		if n, _, err := Read([]byte(part), nil); err == nil {
			t.Errorf("%s: read as %+v", name, n)
		}
	}
}

func TestSetItems(t *testing.T) {
	set := func(s string) *string { return &s }
	for _, c := range []struct {
		list  string
		items []*string
		want  string
	}{
		{"1.50, 2 ,3", []*string{nil, set("9"), nil}, "1.50, 9 ,3"},
		{"1 2  3", []*string{nil, set("9"), nil}, "1 9  3"},
		{"1,2", []*string{nil, nil, set("3")}, "1,2,3"},
		{"1 2", []*string{nil, nil, set("3")}, "1 2 3"},
		{" 1,2,3 ", []*string{nil, nil}, " 1,2 "},
		{"1,,3", []*string{nil, set("2"), nil}, "1,2,3"},
		{"1 2 3", []*string{nil, set(""), nil}, "1 - 3"},
		{"", []*string{set("1"), set("2")}, "1,2"},
		{"5", []*string{nil, set("6")}, "5,6"},
	} {
		got := SetItems(c.list, c.items)
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.list, got, c.want)
		}
	}
}

// Items that were not given keep their form, and the list reads as it should.
func TestSetItemsReads(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.StringMatching(`( ?[0-9.]{1,3} ?,){0,3} ?[0-9]{1,2}|([0-9]{1,2} ){0,4}[0-9]`).Draw(t, "list")
		old := SplitList(list)
		items := make([]*string, rapid.IntRange(1, 6).Draw(t, "n"))
		want := make([]string, len(items))
		for i := range items {
			if i >= len(old) || rapid.Bool().Draw(t, "new") {
				s := rapid.StringMatching(`[0-9]{1,3}`).Draw(t, "item")
				items[i], want[i] = &s, s
			} else {
				want[i] = old[i]
			}
		}
		if got := SplitList(SetItems(list, items)); !slices.Equal(got, want) {
			t.Errorf("%q became %q, want %q", list, got, want)
		}
	})
}

func TestReferences(t *testing.T) {
	for ref, want := range map[string]cellRange{
		"Sheet1!$B$2:$B$7":   {"Sheet1", place{1, 1}, place{1, 6}},
		"'My ''data'''!A1":   {"My 'data'", place{0, 0}, place{0, 0}},
		"Sheet1!$AA$1:$AC$1": {"Sheet1", place{26, 0}, place{28, 0}},
	} {
		if got, ok := areaOf(ref); !ok || got != want {
			t.Errorf("%s: %+v %v", ref, got, ok)
		}
	}
	for _, ref := range []string{"", "label 0", "Sheet1!", "Sheet1!$A$1:$B$2", "Sheet1!A0", "Sheet1!B7:B2", "Sheet1!AAAA1", "Sheet1!A1048577", "S!XFE1", "(S!A1,S!B1)"} {
		if got, ok := areaOf(ref); ok {
			t.Errorf("%s is no row or column of cells: %+v", ref, got)
		}
	}
}

func FuzzReadNumbers(f *testing.F) {
	c := Line("t", []float64{1, 2}, []float64{3, 4}, "bar")
	book, err := c.Workbook()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(c.Part(), book)
	f.Add([]byte(`<a><ser><val><f>Sheet1!B2:B3</f><pt idx="1"><v>7</v></pt></val></ser></a>`), book)
	f.Fuzz(func(t *testing.T, part, book []byte) {
		shown, edited, err := Read(part, book)
		if err == nil && !shown.Equal(shown) {
			t.Error("not equal to itself")
		}
		if edited != nil && edited.Equal(shown) {
			t.Error("equal, and told as an edit")
		}
	})
}

// TestPercent: shares are rounded as Word rounds those beside its pies: once, and halves up.
func TestPercent(t *testing.T) {
	for f, want := range map[float64]string{0.445: "45", 0.3145: "31", 0.305: "31", 0.5: "50", 0.0025: "0.3", 0.05: "5", 0.0994: "9.9"} {
		if got := percent(f); got != want {
			t.Errorf("%v: %s, want %s", f, got, want)
		}
	}
}
