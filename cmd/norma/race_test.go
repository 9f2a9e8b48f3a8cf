//go:build race

package main

// raced: the tests run under the race detector, and so do the processes they start.
const raced = true
