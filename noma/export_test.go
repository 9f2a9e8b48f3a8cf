package noma

// The laws, for tests that need packages which import this one.
var (
	CheckTree     = checkTree
	CheckRemarks  = checkRemarks
	CheckInlineOf = checkInlineOf
	Outline       = outline
)
