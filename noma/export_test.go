package noma

// The laws, for tests that need packages which import this one.
var (
	CheckTree        = checkTree
	CheckDiagnostics = checkDiagnostics
	CheckInlineOf    = checkInlineOf
	Outline          = outline
)
