# The commands of this project. `make` alone checks everything.
#
#   make demo     build, render the example, bring a reviewed copy back, show what happened
#   make test     all tests; the last line counts them
#   make quick    the tests that need neither a browser, an office nor processes, laws at a tenth
#   make build    bin/nomadocx with the workbench, and bin/norma, static; with ENGINE=-quick a larger workbench in less time
#   make golden   rewrite the golden files (read the difference before you commit it)
#   make fuzz     fuzz for a while: make fuzz P=./noma F=FuzzParse T=60s
#   make fuzz-all all fuzz targets for an hour together (T=…); keep what is then in testdata/fuzz
#   make bench    benchmarks:       make bench P=./patch; the last lines are the throughput of PDFs
#   make shapes   hostile inputs:   make shapes N=16000; exponents of their cost from N to 4N things, and how soon a cancel stops them
#   make windows  the tests that depend on the system, under Wine where it is installed
#   make race     the tests under the race detector
#   make html     all pages by the HTML validator of the W3C (needs java, and npm once)
#   make lint     gofmt, vet, golangci-lint when it is installed

VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
LDFLAGS := -s -w -X main.version=$(VERSION)
P ?= ./...
F ?= Fuzz
T ?= 30s

# As the tests and the program are compiled, so that no package is compiled twice.
RUN := CGO_ENABLED=0 go run -trimpath

.PHONY: all build demo returned test quick windows race bench shapes editors golden fuzz fuzz-all lint setup clean html

all: lint build test

# The engine of the workbench is embedded in the program, so it comes first.
build:
	$(RUN) ./internal/engine $(ENGINE)
	CGO_ENABLED=0 go build -trimpath -ldflags '$(LDFLAGS)' -o bin/nomadocx ./cmd/nomadocx
	CGO_ENABLED=0 go build -trimpath -ldflags '$(LDFLAGS)' -o bin/norma ./cmd/norma

demo: setup build
	$(RUN) ./internal/demo

# The returned copy of the demo, edited in LibreOffice (examples/README.md).
returned: setup build
	./scripts/make-returned

# What takes longest or waits most begins first, so that both cores have work until the end.
test: setup
	@$(RUN) ./internal/tally $(if $(filter ./...,$(P)),./review/sync ./internal/app ./cmd/engine ./pdf ./render/html ./render/workbench ./serve/batch ./cmd/norma) $(P)

# What is compiled for build, test, quick and lint is compiled with the same flags, so that each package is compiled once.
# Nothing is vetted here, as that takes half of the time; make lint does. The tests allocate much and keep little: internal/tally says it of GOGC.
# ExamplePrint starts a browser, and examples cannot skip themselves.
quick:
	@GOGC=$${GOGC:-1600} GOMEMLIMIT=1500MiB CGO_ENABLED=0 go test -trimpath -short -vet=off -skip '^ExamplePrint$$' $(if $(filter ./...,$(P)),./review/sync ./cmd/nomadocx ./internal/app ./serve/mcp) $(P) | { grep -v -e '^ok' -e 'no test files' || true; }

windows:
	$(RUN) ./internal/wine

race: setup
	go test -race $(P)

bench:
	go test -run '^$$' -bench . -skip 'Throughput|Shapes|Cancelled' -benchmem -benchtime=0.3s $(P)
	go test -run '^$$' -bench Throughput -benchtime=100x ./pdf

shapes:
	go test -run '^$$' -bench 'Shapes|Cancelled' -benchtime=1x -timeout 3h ./internal/app -shapes.n $(or $(N),4000)

# Only packages that import golden know the flag.
golden: setup
	CGO_ENABLED=0 go test -trimpath $$(go list -f '{{.ImportPath}} {{join .TestImports " "}} {{join .XTestImports " "}}' ./... | grep 'nomadocx/golden' | cut -d' ' -f1) -update

# The tables of docs/editors.md, by the programs that are installed.
editors: build
	$(RUN) ./internal/editors bin/nomadocx

# The pages of all samples and examples, by the validator that scripts/check-html fetches.
html: setup
	./scripts/check-html

fuzz:
	go test $(P) -run '^$$' -fuzz '$(F)' -fuzztime $(T) -fuzzminimizetime 20x

fuzz-all: T = 1h
fuzz-all:
	$(RUN) ./internal/fuzzall -for $(T)

lint:
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { echo 'not gofmted:'; gofmt -l $$(git ls-files '*.go'); exit 1; }
	CGO_ENABLED=0 go vet -trimpath ./...
	@if command -v golangci-lint >/dev/null; then golangci-lint run ./...; else echo 'golangci-lint is not installed; gofmt and vet are clean'; fi

# The programs the tests and the demo drive: a browser, an office, PDF tools, fonts.
setup:
	@./scripts/setup

clean:
	rm -rf bin out
