package arch

// entry is a row of the table: a package, its layer and what it does. A package may import packages of lower layers.
type entry struct {
	path  string
	layer int // standalone for packages that import none of the module
	about string
}

const standalone = -1

// packages is the table of packages. ARCHITECTURE.md shows it; see [Picture].
var packages = []entry{
	{"cmd/nomadocx", 8, "the command line: flags in, a call of `internal/app`, exit code out"},
	{"cmd/engine", 8, "the verbs of `internal/app` for a web page, as WebAssembly"},
	{"cmd/norma", 8, "the command line of the plan-do-check-act runner"},

	{"noma", 1, "parses source into a tree in which every node and attribute knows its bytes; inline markup too"},
	{"noma/source", 0, "immutable bytes, spans into them, and edits on them; `Apply` is the only way text changes"},
	{"noma/diag", 0, "diagnostics as values"},
	{"noma/blocks", 0, "what the blocks of the format are for, their attributes, values and defaults"},
	{"noma/sources", 0, "files of sources: BibTeX and CSL-JSON as plain text, each entry with its line"},
	{"noma/dataset", 1, "tabular bodies (pipes, CSV, TSV, JSON, YAML) as one grid, with the edits each notation needs"},
	{"noma/compute", 2, "formulas of computed blocks"},
	{"noma/book", 2, "a manifest and its chapters as one document, and which chapter every block came from"},
	{"noma/validate", 4, "the rules of a document, one small function each"},
	{"noma/ingest", 4, "Markdown as source, with nothing lost"},
	{"noma/drift", 4, "what changed between two states of a document, as blocks of source"},

	{"patch", 2, "turns operations into source edits, in stages, and proves the result"},
	{"patch/transcript", 5, "the log of patches: locks, records that no crash can part from the text, replay, undo"},
	{"patch/capability", 5, "what agents may do to a document, and advice about what they want to do; it never refuses"},
	{"patch/proof", 5, "what a list of operations would do, shown before it is written"},

	{"layout", 3, "how every construct appears in Word, once, for both directions"},

	{"render/docx", 4, "writes a plan as a package; knows styles, frames and parts, no fields of blocks"},
	{"render/html", 4, "the tree as a page"},
	{"render/astjson", 4, "the tree as JSON"},
	{"render/nomatext", 4, "the tree as normalised source"},
	{"render/llm", 4, "the tree as text for a language model"},
	{"render/markdown", 4, "the tree as Markdown for places that show it"},
	{"render/site", 5, "a book as pages that open from disk: search, backlinks, tags, an inspector"},
	{"render/workbench", 5, "the page in which documents are written, checked, sent and taken back"},

	{"review/extract", 4, "a returned file as review data, without the source"},
	{"review/sync", 5, "compares what was sent with what came back, and turns every difference into a finding and operations"},
	{"review/page", 4, "the page on which every returned edit is decided, as one file that loads nothing"},
	{"review/redline", 5, "two Word files as one with tracked changes, proved to give both"},
	{"review/report", 6, "shows findings to people: terminal lines, a table, Markdown, HTML"},

	{"controls", 3, "form fields: what a content control is in Word, and what its value means in the source"},
	{"pdf", 4, "a page as a PDF, in one supervised, isolated Chromium"},

	{"arm", 5, "signed revision records in a Word file: written, verified, compared, rebuilt as comments and tracked changes"},

	{"norma", 7, "plan, do, check, act by agents, with its database, recovery and patches through git"},
	{"norma/contract", 0, "what norma and its agents say to each other, as JSON"},
	{"norma/agent", 7, "the agents for documents that need no model"},

	{"serve/jobs", 7, "units of work in child processes, with deadlines"},
	{"serve/batch", 7, "many jobs; their progress is in SQLite or PostgreSQL, so that an interrupted run is resumed"},
	{"serve/api", 7, "the verbs over HTTP, for documents of strangers"},
	{"serve/mcp", 7, "the verbs as tools of the Model Context Protocol, inside one folder"},

	{"internal/app", 6, "the verbs: what a user can ask for, each one function"},
	{"internal/office/opc", 1, "packages: parts, relationships, content types; reading is bounded, writing deterministic"},
	{"internal/office/wml", 2, "WordprocessingML as Go types: one walk reads it, one builder writes it"},
	{"internal/office/revise", 3, "the parts of a Word file as stretches of bytes: their blocks, and the tracked changes in them"},
	{"internal/align", 0, "pairs the elements of two lists, in order or one by one"},
	{"internal/match", 1, "what became of the blocks of a flow: the same, changed, moved, split, joined, new or gone"},
	{"internal/latex", 1, "the mathematics of LaTeX as a tree, and trees as LaTeX and MathML"},
	{"internal/chart", 2, "plots as SVG and PNG, and a rasterizer for SVG figures"},
	{"internal/schema", 0, "JSON Schemas of what the program reads and writes"},
	{"internal/halt", 0, "stops work in the middle when its context is cancelled"},
	{"internal/memory", 0, "how much memory the program may take"},
	{"internal/files", 0, "opens files by path, or inside one folder only"},
	{"internal/docfile", 1, "the one way to change a file: as a whole or not at all, and locked"},
	{"internal/proc", 0, "programs of others: where they are installed, and processes in groups of their own"},
	{"internal/httpguard", 0, "who may ask a server of this machine"},
	{"internal/fonts", 0, "the fonts of pages and pictures"},
	{"internal/pagescript", 0, "the JavaScript modules of a page as one script, and what its policy calls them"},
	{"internal/screen", 0, "text that is safe to print on a terminal"},
	{"internal/testkit/docgen", 4, "generated documents, for tests"},
	{"internal/testkit/officetest", 3, "LibreOffice decides tracked changes, for tests"},
	{"internal/testkit/seed", standalone, "a fixed seed for properties, for tests"},
	{"internal/testkit/slow", standalone, "marks tests that take long"},
	{"internal/testkit/webtest", standalone, "pages in a real browser, for tests"},
	{"internal/testkit/wordtest", standalone, "edits of parts of Word files, for tests"},
	{"internal/samples", 8, "compares with samples of another implementation"},
	{"internal/engine", 8, "makes the engine of the workbench: `cmd/engine`, packed"},
	{"internal/demo", 8, "`make demo`"},
	{"internal/editors", standalone, "`make editors`: measures what other programs do to Word files"},
	{"internal/fuzzall", standalone, "`make fuzz-all`: runs all fuzz targets"},
	{"internal/wine", standalone, "`make windows`: the tests that depend on the system, as Windows runs them"},
	{"internal/tally", standalone, "`make test`: runs the tests and counts them"},
	{"internal/arch", standalone, "this table, as a test"},

	{"examples/library/render", 8, "a program that writes a Word file; [docs/library.md](docs/library.md) shows it"},
	{"examples/library/sync", 8, "a program that brings a returned file into its source"},

	{"golden", standalone, "golden files, and the comparison with them"},
}
