// Package proc starts child processes in groups of their own and ends them with all that they have started.
//
// Where there are no process groups, as on Windows, the functions act on the child alone.
package proc
