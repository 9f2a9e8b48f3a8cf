package app

import (
	"bytes"
	"fmt"

	"github.com/nomadocx/nomadocx/internal/memory"
)

// What a text takes is estimated from its size, so that one that is too much for the machine is refused before it is parsed.
// Measured on documents of short paragraphs, list items and blocks, which take most.
const (
	lineCost = 400 // of a line, which can be a block
	byteCost = 8
	jsonCost = 12 // of a byte of JSON
)

// affordable refuses a source that would take more memory than it may.
func affordable(file string, data []byte) error { return within(file, costOf(data)) }

// costOf returns the memory that a source is expected to take, in bytes.
func costOf(data []byte) int64 {
	return int64(bytes.Count(data, []byte("\n")))*lineCost + int64(len(data))*byteCost
}

// affordableData refuses review data that would take more memory than they may.
func affordableData(file string, data []byte) error { return within(file, int64(len(data))*jsonCost) }

func within(file string, cost int64) error {
	if limit := memory.Limit(); cost > limit {
		return fmt.Errorf("%s: %w", file, &memory.TooMuch{Limit: limit})
	}
	return nil
}

// maxPackage returns the largest Word file or file of data that is read into memory, in bytes.
func maxPackage() int64 { return min(512<<20, memory.Limit()/4) }
