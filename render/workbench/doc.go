// Package workbench makes the page in which documents are written, checked, sent and taken back (docs/workbench.md).
//
// What works on documents there is the engine: cmd/engine, the verbs of internal/app compiled to WebAssembly. `make build` puts it
// into the folder built, from where it is embedded; a program that was built without it has no workbench.
//
// The scripts of the page are modules in the folder page. Browsers do not load modules from disk, so they are joined to one
// script (internal/pagescript).
package workbench
