package record_test

import (
	"bytes"
	"fmt"
	"os"

	"github.com/nomadocx/nomadocx/record"
)

func ExampleVerifyText() {
	data, err := os.ReadFile("testdata/golden.arm.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	report := record.VerifyText(data, record.Limits{})
	fmt.Println(report.Result, report.TurnCount)

	data = bytes.Replace(data, []byte("twelve (12)"), []byte("twelve (11)"), 1)
	report = record.VerifyText(data, record.Limits{})
	fmt.Println(report.Result, report.Errors[0].Code)
	// Output:
	// valid 3
	// invalid ARM_TURN_BODY_HASH_MISMATCH
}
