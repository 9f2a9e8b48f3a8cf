package patch

import (
	"errors"
	"fmt"
	"strings"
)

// Code is a machine-readable reason why an operation was refused (Protocol §3.5).
type Code string

const (
	TargetMissing        Code = "target_missing"
	ParentMissing        Code = "parent_missing"
	IDConflict           Code = "id_conflict"
	InvalidContent       Code = "invalid_content"
	IDAttributeProtected Code = "id_attribute_protected"
	SHAMismatch          Code = "sha_mismatch"
	PreValidationBlocked Code = "pre_validation_blocked"
	OpListAborted        Code = "op_list_aborted"
	UnsupportedOp        Code = "unsupported_op"
	Ambiguous            Code = "ambiguous" // ours (§1.2): what is named is there more than once
)

// Error refuses a list of operations; nothing has been changed.
type Error struct {
	Code    Code
	Message string
	// OpIndex is the place in the list of the operation that failed, from 0.
	OpIndex int
}

func (e *Error) Error() string { return e.Message }

func refuse(code Code, format string, args ...any) error {
	return &Error{Code: code, Message: short(fmt.Sprintf(format, args...))}
}

// short takes the middle out of a message that repeats a long text of an operation: what is wrong stands in front of such a
// text, and what to do behind it.
func short(message string) string {
	const head, tail = 600, 300
	if len(message) <= head+tail {
		return message
	}
	return strings.ToValidUTF8(message[:head], "") + " … " + strings.ToValidUTF8(message[len(message)-tail:], "")
}

func bad(format string, args ...any) error { return refuse(InvalidContent, format, args...) }

// at gives an error the place of its operation.
func at(err error, index int) error {
	var e *Error
	if errors.As(err, &e) {
		e.OpIndex = index
		return e
	}
	return fmt.Errorf("op %d: %w", index, err)
}

// errDepends says that an operation depends on what a pending one of the stage does. It never leaves
// the package: the stage ends and the operation is tried again on the next.
var errDepends = errors.New("the operation depends on an earlier one")
