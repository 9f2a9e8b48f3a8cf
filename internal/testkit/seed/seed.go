// Package seed gives the properties that rapid tries a fixed seed, so that two runs of one state of the source agree. Test packages that
// use rapid import it for that. Other documents are tried with -rapid.seed=N, with 0 others in each run.
package seed

import (
	"flag"

	_ "pgregory.net/rapid" // registers the flag
)

func init() {
	if err := flag.Set("rapid.seed", "1"); err != nil {
		panic(err)
	}
}
