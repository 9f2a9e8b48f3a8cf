package arm_test

import (
	"bytes"
	"fmt"
	"os"

	"github.com/nomadocx/nomadocx/arm"
)

func ExampleVerifyText() {
	data, err := os.ReadFile("testdata/golden.arm.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	report := arm.VerifyText(data, arm.Limits{})
	fmt.Println(report.Result, report.TurnCount)

	data = bytes.Replace(data, []byte("twelve (12)"), []byte("twelve (11)"), 1)
	report = arm.VerifyText(data, arm.Limits{})
	fmt.Println(report.Result, report.Errors[0].Code)
	// Output:
	// valid 3
	// invalid ARM_TURN_BODY_HASH_MISMATCH
}
