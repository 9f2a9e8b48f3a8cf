// Package memory says how much memory this process may take for the documents it reads.
//
// Readers estimate what a file will take while they read it, and refuse it as soon as that is more than [Limit], with a [TooMuch]:
// a small file can unpack to more than a machine has.
package memory

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// Variable is the variable of the environment that sets the limit, as --max-memory does.
const Variable = "NOMADOCX_MAX_MEMORY"

const (
	most  = 2 << 30  // unless the user says otherwise
	least = 64 << 20 // below it no document can be worked on
)

var given atomic.Int64

// Set makes a number of bytes the limit, for the whole process.
func Set(n int64) { given.Store(n) }

// Limit returns how many bytes a document may take: what was set, else what the environment says, else a quarter of the
// memory of the machine, or of the container, and at most 2 GiB.
func Limit() int64 {
	if n := given.Load(); n > 0 {
		return n
	}
	return usual()
}

var usual = sync.OnceValue(func() int64 {
	if n, err := Parse(os.Getenv(Variable)); err == nil {
		return n
	}
	if n := machine(); n > 0 {
		return max(least, min(most, n/4))
	}
	return most
})

// Parse reads a size such as 512MiB, 2G or 1500000000.
func Parse(s string) (int64, error) {
	text := strings.ToLower(strings.TrimSpace(s))
	digits := strings.TrimRight(text, "bgikm ")
	unit, known := map[string]float64{"": 1, "b": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}[strings.TrimSuffix(strings.TrimSuffix(strings.TrimSpace(text[len(digits):]), "b"), "i")]
	n, err := strconv.ParseFloat(digits, 64)
	if n *= unit; err != nil || !known || math.IsNaN(n) || n > 1<<50 {
		return 0, fmt.Errorf("%q is no size; give one such as 512MiB or 4GiB", s)
	}
	if n < least {
		return 0, fmt.Errorf("%s is too little to read any document; give at least %s", s, Text(least))
	}
	return int64(n), nil
}

// Text returns a size for people.
func Text(n int64) string {
	switch {
	case n >= 1<<30 && n%(1<<30) == 0:
		return fmt.Sprintf("%d GiB", n>>30)
	case n >= 1<<20:
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d bytes", n)
}

// TooMuch refuses what would take more than the limit.
type TooMuch struct{ Limit int64 }

func (e *TooMuch) Error() string {
	return fmt.Sprintf("it would take more than %s of memory to read, which is the limit; if you trust the file, allow more memory", Text(e.Limit))
}

// Budget counts what a document takes. The zero value allows nothing.
type Budget struct {
	limit int64
	spent atomic.Int64
}

// NewBudget allows a number of bytes.
func NewBudget(limit int64) *Budget { return &Budget{limit: limit} }

// Spend counts bytes, and fails with a *[TooMuch] when there are too many.
func (b *Budget) Spend(n int64) error {
	if b.spent.Add(n) > b.limit {
		return &TooMuch{b.limit}
	}
	return nil
}
