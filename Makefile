# `make demo` shows it, `make test` proves it; both set up what they need.

SHELL := /bin/bash
BUILD := swift build --explicit-target-dependency-import-check error
# Beside .build, so that a debug build and an optimised one do not undo each other.
RELEASE := .build-release
VENV := .venv
PYTEST := $(VENV)/bin/pytest -q
export GITXPLORER := $(CURDIR)/.build/debug/gitxplorer

.PHONY: help demo test build build-tests test-swift test-python lint format schemas agreement released release \
	install clean soak bench-upstream bench-cache bench bench-check bench-accept bench-tools attack fuzz sanitize

help: ## What there is to make
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1|/' | column -t -s'|'

demo: build ## Set up, build, and show the main methods on the built-in sandbox
	@PYTHONPATH=Clients/python/src python3 -m gitxplorer demo --server "$(GITXPLORER) serve --sandbox"

test: build-tests $(VENV)/ready lint test-swift test-python ## Set up everything and run every test

build: ## Build the server (debug)
	@Scripts/dependencies build
	$(BUILD) --product gitxplorer

build-tests: ## Build the server and its tests (debug)
	@Scripts/dependencies test
	$(BUILD) --build-tests

test-swift: build-tests ## Unit tests
	swift test --skip-build

test-python: build-tests $(VENV)/ready ## Clients, contract and end-to-end tests on the built binary
	cd Clients && $(CURDIR)/$(PYTEST)
	cd Clients/python && $(CURDIR)/$(VENV)/bin/mypy
	cd Tests && $(CURDIR)/$(PYTEST) --numprocesses 3 --dist loadfile Contract Agreement EndToEnd Judges

soak: build $(VENV)/ready ## Kill a server under load thirty times
	cd Tests && GITXPLORER_SOAK=1 $(CURDIR)/$(PYTEST) EndToEnd/test_kill.py

bench-upstream: release $(VENV)/ready ## Count what GitHub is asked, beside PyGithub and gh
	$(VENV)/bin/python Benchmarks/upstream --server $(RELEASE)/gitxplorer --write README.md

bench-cache: release $(VENV)/ready ## Measure hits in a large cache, and while it is kept in its bound
	$(VENV)/bin/python Benchmarks/cache --server $(RELEASE)/gitxplorer

lint: $(VENV)/ready ## Spacing of Swift, shell scripts
	swift format lint --strict --recursive Package.swift Sources Tests Fuzz
	shellcheck Clients/shell/gitxplorer Scripts/dependencies Scripts/fuzz Scripts/sanitize .ci/run

format: ## Let swift-format settle spacing
	swift format --in-place --recursive Package.swift Sources Tests Fuzz

attack: build ## Attack a server in every way, and print what it cost in memory
	Scripts/attack

schemas: build ## Write anew what is made from the method table: Schemas/, types, tables, manual page
	$(GITXPLORER) schema --write Schemas --write-types Clients --write-tables README.md \
		--write-manual Documentation/gitxplorer.1

agreement: $(VENV)/ready ## Have Python's jsonschema judge the cases of the Swift validator anew
	$(VENV)/bin/python Tests/Agreement/generate.py > Tests/Agreement/cases.jsonl

released: ## At a release: take Schemas/ over as what later changes must not break
	rm -rf Tests/Contract/released
	cp -r Schemas Tests/Contract/released

fuzz: ## Look for inputs that break the protocol, SECONDS (60) for each of TARGETS (all)
	Scripts/fuzz $(or $(SECONDS),60) $(TARGETS)

sanitize: ## Run the unit tests under the thread and the address sanitizer (half an hour)
	@Scripts/dependencies test
	Scripts/sanitize thread
	Scripts/sanitize address

release: ## Build the optimised server with the Swift libraries linked in
	@Scripts/dependencies build
	$(BUILD) --configuration release --static-swift-stdlib --scratch-path $(RELEASE) \
		--product gitxplorer
	strip -o $(RELEASE)/gitxplorer $(RELEASE)/release/gitxplorer
	@ls -l $(RELEASE)/gitxplorer

install: release ## Install into PREFIX (/usr/local)
	install -D $(RELEASE)/gitxplorer $(DESTDIR)$(or $(PREFIX),/usr/local)/bin/gitxplorer
	install -D -m 644 Documentation/gitxplorer.1 \
		$(DESTDIR)$(or $(PREFIX),/usr/local)/share/man/man1/gitxplorer.1

bench: release bench-tools ## Measure speed beside the machine's floor and other servers
	$(DRIVER) run $(BENCH)

bench-check: release bench-tools ## Compare instructions a request with those that were accepted
	$(DRIVER) check

bench-accept: release bench-tools ## Accept the instructions a request as they are now
	$(DRIVER) accept

BENCH_VENV := .venv-bench
DRIVER = PATH="$(CURDIR)/$(BENCH_VENV)/bin:$$PATH" PYTHONPATH=Benchmarks \
	$(BENCH_VENV)/bin/python -m driver --server $(RELEASE)/gitxplorer
GO_BUILD := GO111MODULE=off GOPATH=/usr/share/gocode go build

bench-tools: $(BENCH_VENV)/ready Benchmarks/build/load Benchmarks/build/floor Benchmarks/build/jsonrpc2

Benchmarks/build/%: Benchmarks/%.c
	@mkdir -p $(@D)
	$(CC) -O2 -std=gnu11 -Wall -Wextra -Werror -o $@ $<

Benchmarks/build/jsonrpc2: Benchmarks/peers/jsonrpc2.go $(BENCH_VENV)/ready
	@mkdir -p $(@D)
	$(GO_BUILD) -o $@ $<

$(BENCH_VENV)/ready: Benchmarks/requirements.txt
	@Scripts/dependencies bench
	python3 -m venv $(BENCH_VENV)
	$(BENCH_VENV)/bin/pip install -q --disable-pip-version-check -r $<
	touch $@

$(VENV)/ready: Tests/requirements.txt
	@Scripts/dependencies test
	python3 -m venv $(VENV)
	$(VENV)/bin/pip install -q --disable-pip-version-check -r Tests/requirements.txt
	touch $@

clean: ## Remove what was built
	rm -rf .build $(RELEASE) $(VENV) $(BENCH_VENV) Benchmarks/build
