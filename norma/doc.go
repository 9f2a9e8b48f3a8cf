// Package norma is norma: plan, do, check, act, until every acceptance criterion passes or a budget
// is used up. Agents play the four roles; norma calls them, keeps what they leave, judges whether they
// kept to the contract, and is the only one that changes the repository.
//
//	p, _, err := workflow.Init(ctx, dir, workflow.TypeExec)   // .norma with its database and configuration
//	s, err := workflow.Begin(ctx, p, workflow.Options{})      // the lock, then recovery
//	result, err := s.Run(ctx, task)                           // one task
//	err = s.End()
//	view, err := workflow.Look(ctx, p)                        // reading needs no lock
//
// # What a crash leaves
//
// A step is a folder that gets its name by one rename, and a row that is inserted by one transaction, in
// that order. A patch is announced in the database, with copies of what it overwrites, before git touches
// a file. So whoever comes next can tell from the disk and the database what happened last, and puts it
// in order (recovery.go) before anything else.
//
//	temporary folder → agent → files to disk → rename → row and events
//	patch checked → copies → act committed with the intent → git apply → verified → intent removed
//
// # Where to find what
//
//	project.go config.go lock.go       the folder .norma
//	store.go schema.go runs.go tasks.go events.go   the database
//	criteria.go taskedit.go waiting.go   what tasks ask for, and what waits for what
//	loop.go act.go                     the order of the roles, and how a run ends
//	step.go judge.go backend.go environment.go prompt.go process*.go   one step
//	trial.go starter.go                a step outside any run; own agents to start from
//	guard.go sight.go undo.go          what an agent did beside its folder
//	patchscreen.go patchnames.go workspace.go patchapply.go   patches
//	recovery.go retention.go           after a crash; old runs
//	timeline.go logtail.go page.go     a run for people
package norma
