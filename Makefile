# make demo   see it work: a bundled site, its flow, a replay, a broken page
# make test   everything that needs no package from elsewhere
# make e2e    flows on real applications, started from packages
# make help   the other targets

GO          ?= go
COMMIT      := $(shell git rev-parse --short=12 HEAD 2>/dev/null)
LDFLAGS     := -s -w -X main.commit=$(COMMIT)
SCRIPTS     := .ci/action .ci/apt .ci/bench .ci/bench-rod .ci/browser .ci/conformance-packages .ci/e2e-packages .ci/format .ci/generated .ci/run
STATICCHECK := $(GO) tool -modfile=.ci/tools/go.mod staticcheck

.DEFAULT_GOAL := build
.PHONY: build demo test e2e conformance bench lint generate install-browser install-test-tools help clean

build: ## the program, as bin/jevrun
	$(GO) build -trimpath -ldflags '$(LDFLAGS)' -o bin/jevrun ./cmd/jevrun

demo: build install-browser ## a bundled site from run to broken replay
	bin/jevrun demo

test: install-browser install-test-tools lint ## formatting, analysis, generated files, all tests with the race detector
	.ci/generated
	@# without GORACE each command that a test runs would sleep for a second at its end
	GORACE=atexit_sleep_ms=20 $(GO) test -race -timeout 10m ./...

lint: ## gofmt, go vet, staticcheck, shellcheck
	.ci/format
	$(GO) vet ./...
	$(STATICCHECK) ./...
	shellcheck $(SCRIPTS)

e2e: install-browser ## flows on real applications, started from packages
	.ci/e2e-packages
	@# what the examples say of themselves is in make test
	$(GO) test -tags e2e -count 1 -timeout 10m -v -skip TestExamplesDoWhatTheirHeadersSay ./examples/flows/...

conformance: install-browser ## what is read of a page against Chrome's own tree, corpus by corpus, and against labels
	.ci/conformance-packages
	$(GO) test -tags conformance -run 'TestConformance|TestPrecision' -count 1 -timeout 30m -v ./runtime/page

bench: install-browser ## measurements as a Markdown table, with the machine and its load above it, and a replay beside rod
	@.ci/bench
	@.ci/bench-rod

generate: ## the files that are written from tables: docs/language.md, schemas/
	$(GO) generate ./...

install-browser: ## Debian's chromium-headless-shell, where there is no browser for headless work
	@.ci/browser

install-test-tools: ## a C compiler for the race detector, shellcheck, and a browser with a window and a screen for it
	@command -v "$$($(GO) env CC)" >/dev/null || .ci/apt gcc libc6-dev
	@command -v shellcheck >/dev/null || .ci/apt shellcheck
	@command -v chromium >/dev/null || .ci/apt chromium
	@command -v Xvfb >/dev/null || .ci/apt xvfb

clean: ## remove what build made
	rm -rf bin

help: ## this list
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 20
