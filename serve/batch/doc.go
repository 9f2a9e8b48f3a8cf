// Package batch processes many jobs and stores the progress of each, so that an interrupted run can be resumed.
//
//	s, err := batch.Open(ctx, batch.Options{Dir: "out"})         // or DB: "postgres://…"
//	plan, err := batch.PlanRender([]string{"reports/**/*.noma"}, …)
//	q, err := s.Enqueue(ctx, plan.Batch, plan.Jobs)
//	err = s.Work(ctx, runner, batch.WorkOptions{Until: q.Batch})
//
// # The progress store decides
//
// Two tables, batches and batch_items, say what is to be done and what became of it. An item is known
// by the file it makes: asking for it again is the same item. What hands items to workers is
// disposable:
//
//   - SQLite, in DIR/.nomadocx/batch.db: the workers of one process take the next item from the table.
//     The process holds a lock on DIR/.nomadocx/batch.lock; a second one gets [ErrBusy]. Because of
//     the lock, an item that is marked as running when a process starts has lost its worker and is
//     taken again at once. River is not used here, though it has a driver for SQLite: beside a table
//     that one process holds it would be a second queue, with tables of its own that change between
//     its releases, and it would find a killed worker after its patience instead of at once.
//   - PostgreSQL: any number of processes on any number of machines that see the same files, with
//     River as the queue. River has no heartbeat: an item whose machine died is taken again after the
//     job timeout and half a minute (river.go).
//
// # What happens to an item
//
//	available → running → completed
//	                    → available   it failed, and has attempts left
//	                    → discarded   no attempts left, or its process died under it twice
//	any of the first two → cancelled
//
// Every claim has a number (attempt); a result counts only while that number still is the item's. So a
// worker that was thought dead can do no harm. A file is made under DIR/.nomadocx/tmp and renamed to
// its place: it is there whole or not at all, and it is made at least once.
//
// A completed item remembers the hash of every file it was made from, of its options and of the
// version of the tool. As long as these and the result are what they were, it is up to date.
package batch
