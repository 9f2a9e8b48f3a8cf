// Package jobs does units of work, one document each, in child processes.
//
// A document can be hostile or merely huge: it may take for ever, take all memory, or hit a fault
// that ends the process. What must go on afterwards, a batch or a service, therefore does no such
// work itself. It keeps a few children and hands them one [Request] at a time:
//
//	r := jobs.NewRunner(jobs.Config{Command: []string{"nomadocx", "job-child"}, Children: 2})
//	defer r.Close()
//	reply, err := r.Do(ctx, request, 5*time.Minute)
//
// The child is the same program; it calls [Serve] with a [Performer], which keeps one browser for all
// the PDFs it makes. Requests and replies are JSON, one line each.
//
// What a caller can rely on:
//
//   - A request ends at its deadline: the child is killed with all that it started ([ErrDeadline]).
//   - A request whose child dies is answered with a [CrashError] that has the end of the child's
//     standard error, and the next request gets a new child. So a caller knows which document did it.
//   - A child that takes too much memory is killed ([ErrMemory], Linux only).
//   - A child ends when its parent does, however that ended, because its standard input closes.
//   - A reply lists every file the result depends on with its hash, so that the caller can tell
//     later whether doing it again would give the same.
//
// Results are written to the path the request names, synced, and not renamed: where a result
// belongs, and whether it still is wanted, only the caller knows.
package jobs
