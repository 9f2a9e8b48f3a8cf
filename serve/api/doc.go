// Package api is the service: documents over HTTP.
//
//	POST /v1/render?to=pdf    a source, alone or with its pictures and data → the result
//	POST /v1/review           a source and the Word file that came back → the new source, patch, report
//	GET  /openapi.json        what there is, as OpenAPI 3.1
//	GET  /healthz, /metrics   for those who run it
//
// # Whoever sends documents is a stranger
//
// A document is handled in a folder of its own that holds what came with it and nothing else, by a
// child process (package jobs) that ends at its deadline. It is rendered in strict mode: nothing
// active, nothing from outside. The PDF browser has neither network nor files. So a document sees what
// was sent with it, and costs at most the limits of [Options].
//
// # Limits
//
// Size of a request, size of a result, time of a job, jobs at once, requests waiting, and how long
// one waits. What is beyond them is refused with a status that says which: 413, 503, 504.
//
// # Who may ask
//
// With a token, whoever sends it (Authorization: Bearer). Without one the service listens on loopback
// only, and refuses requests that a page of another site makes a browser send.
package api
