package chart

import (
	"math"
	"strconv"
	"strings"
)

// maxSaid is the number of values a description says; who wants all of them opens the data.
const maxSaid = 12

// maxNamed is the number of series up to which a description names them.
const maxNamed = 6

// Describe returns the chart in words, for who cannot see it: its kind, its axes, and its values when they are few, else its series.
func (c *Chart) Describe() string {
	s := c.describe()
	if len(c.lines) == 0 {
		return s
	}
	if len(c.lines)*len(c.lines[0].ys) > maxSaid {
		sep := ": "
		for i := 0; i < c.Series && 1 < c.Series && c.Series <= maxNamed; i++ {
			s += sep + c.seriesName(i)
			sep = ", "
		}
		return s
	}
	for i := range c.lines {
		sep := ". "
		if len(c.lines) > 1 {
			s += ". " + c.seriesName(i)
			sep = ": "
		}
		for k, y := range c.lines[i].ys {
			if !math.IsNaN(y) {
				s += sep + c.category(k) + " " + minus(spoken(y))
				sep = ", "
			}
		}
	}
	return s
}

// spoken returns a value as it is said: of numbers below a million nine digits, for what is computed has up to 17 that mean nothing.
func spoken(y float64) string {
	if math.Abs(y) < 1e6 {
		y, _ = strconv.ParseFloat(strconv.FormatFloat(y, 'g', 9, 64), 64)
	}
	return cellNumber(y)
}

// describe says what the chart is, what its axes show and how much.
func (c *Chart) describe() string {
	s := strings.ToUpper(c.Kind[:1]) + c.Kind[1:] + " chart"
	if c.piled() {
		s = "Stacked bar chart"
	}
	if c.valueTitle != "" {
		s += " of " + c.valueTitle
	}
	if c.nameTitle != "" {
		s += " by " + c.nameTitle
	}
	s += ", " + strconv.Itoa(c.Points) + " point"
	if c.Points != 1 {
		s += "s"
	}
	if c.Series > 1 {
		s += " in each of " + strconv.Itoa(c.Series) + " series"
	}
	return s
}
