package docfile

import (
	"os"
	"strconv"
	"strings"
	"time"
)

// year10000 is the first second whose year has five digits.
const year10000 = 253402300800

// SourceDate returns the time that a file says it was made at: SOURCE_DATE_EPOCH when the environment has it, in UTC
// (reproducible-builds.org), else the given one.
func SourceDate(otherwise time.Time) time.Time {
	s, err := strconv.ParseInt(strings.TrimSpace(os.Getenv("SOURCE_DATE_EPOCH")), 10, 64)
	if err != nil || s < 0 || s >= year10000 {
		return otherwise
	}
	return time.Unix(s, 0).UTC()
}
