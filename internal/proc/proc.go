// Package proc finds the programs of others, starts them in groups of their own and ends them with all that they have started.
//
// Where there are no process groups, as on Windows, the functions act on the child alone.
package proc
