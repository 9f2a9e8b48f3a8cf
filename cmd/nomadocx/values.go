package main

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// positive reads a numeric flag; what is not a finite number above zero counts as not given.
func positive(s string) float64 {
	n, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil || math.IsInf(n, 0) || math.IsNaN(n) || n <= 0 {
		return 0
	}
	return n
}

// parseTime reads an ISO 8601 date or date and time; without a zone it is UTC.
func parseTime(s string) (time.Time, error) {
	var err error
	for _, layout := range []string{"2006-01-02", time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04"} {
		var when time.Time
		if when, err = time.Parse(layout, s); err == nil {
			return when, nil
		}
	}
	return time.Time{}, err
}
