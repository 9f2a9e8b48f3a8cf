package record

// Coverage is set later in this file.
type Coverage struct{}
