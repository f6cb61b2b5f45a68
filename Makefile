# `make demo` shows the server and `make test` tests it; both install what they need.

SHELL := /bin/bash
# Without SwiftPM's RUNPATH of $$ORIGIN: a library next to the binary must not be loaded in place of the system's.
BUILD := swift build --explicit-target-dependency-import-check error --disable-local-rpath
# Not in .build: a debug build and an optimized build would overwrite each other.
RELEASE := .build-release
# Without a table of exported symbols, and with relocations in a tenth of the space, which glibc reads from 2.36 on.
RELEASE_LINK := -Xlinker --no-export-dynamic \
	$(shell printf '%s\n' 2.36 "$$(getconf GNU_LIBC_VERSION | cut -d' ' -f2)" | sort -CV && echo -Xlinker -z -Xlinker pack-relative-relocs)
# The first folder that is searched has only the archive of C++'s library: relocating the shared one takes an eighth of a start's instructions.
RELEASE_LINK += -Xlinker -L$(CURDIR)/$(RELEASE)/archives
# For C and C++: the checks of glibc, and no path of the machine that builds.
RELEASE_C := -Xcc -D_FORTIFY_SOURCE=2 -Xcc -ffile-prefix-map=$(CURDIR)=.
VENV := .venv
BROWSE_VENV := .venv-browse
PYTEST := $(VENV)/bin/pytest -q
export GITXPLORER := $(CURDIR)/.build/debug/gitxplorer

.PHONY: help demo browse web test build build-tests test-swift test-python lint format requirements recordings cache-tests schemas agreement freeze-schemas release release-check \
	install deb clean soak steady pictures bench-upstream bench-cache bench-shared bench bench-check bench-accept bench-tools attack fuzz fuzz-merge faults sanitize

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1|/' | column -t -s'|'

demo: build ## Set up, build, and show the main methods on the built-in sandbox
	@PYTHONPATH=Clients/python/src python3 -m gitxplorer demo --server "$(GITXPLORER) serve --sandbox"
	@echo; echo "Now look around by yourself: make browse"

browse: build $(BROWSE_VENV)/ready ## Explore the built-in sandbox in the terminal
	@$(BROWSE_VENV)/bin/python -m gitxplorer browse --server "$(GITXPLORER) serve --sandbox"

web: build ## Explore the built-in sandbox in the browser
	@$(GITXPLORER) web --sandbox

test: build-tests $(VENV)/ready lint test-swift test-python ## Set up everything and run every test

build: ## Build the server (debug)
	@Scripts/dependencies build
	$(BUILD) --product gitxplorer

build-tests: ## Build the server and its tests (debug)
	@Scripts/dependencies test
	$(BUILD) --build-tests

# The fuzz targets run last and alone: they keep every processor busy, and other tests have time limits.
test-swift: build-tests ## Run the unit tests
	swift test --skip-build --skip FuzzTargetTests
	swift test --skip-build --filter FuzzTargetTests

test-python: build-tests $(VENV)/ready ## Run the tests of clients, the contract tests and the end-to-end tests on the built binary
	cd Clients && $(CURDIR)/$(PYTEST) --numprocesses 3 --dist loadfile
	cd Clients/python && $(CURDIR)/$(VENV)/bin/mypy
	cd Tests && $(CURDIR)/$(PYTEST) --numprocesses 3 --dist loadfile Contract Agreement EndToEnd Judges

RECORDINGS := ../shared/github/recordings.jsonl

recordings: ## Compare with all of GitHub's recordings, if they are next to the checkout
ifeq ($(wildcard $(RECORDINGS)),)
	@echo "Skipped the comparison with all of GitHub's recordings: $(RECORDINGS) does not exist."
else
	$(MAKE) build-tests $(VENV)/ready
	folder=$$(mktemp -d) && python3 Tests/Recordings/distil.py ../shared "$$folder" && \
		diff -r --exclude='*.py' --exclude='*.md' --exclude=__pycache__ "$$folder" Tests/Recordings
	GITXPLORER_RECORDINGS=$(abspath $(RECORDINGS)) swift test --skip-build \
		--filter 'RecordingTests|ReplayTests|ValidatorTests|SandboxServerTests'
	cd Tests && GITXPLORER_RECORDINGS=$(abspath $(RECORDINGS)) $(CURDIR)/$(PYTEST) \
		Judges/test_recorded_rules.py EndToEnd/test_recordings.py
endif

cache-tests: build ## Judge the proxy with cache-tests, and accept the results for its page and its tests
	cd Tests && python3 -m harness.cache_tests --accept \
		--proxy "$(GITXPLORER) proxy --listen 127.0.0.1:0 --api-url {origin} --cache :memory:"

soak: build $(VENV)/ready ## Kill a server under load thirty times
	cd Tests && GITXPLORER_SOAK=1 $(CURDIR)/$(PYTEST) EndToEnd/test_kill.py

steady: build-tests $(VENV)/ready ## Look for tests that fail now and then: RUNS (10) times alone, BUSY (5) times alongside busy loops
	Scripts/steady $(or $(RUNS),10) $(or $(BUSY),5)

bench-upstream: release $(VENV)/ready ## Count the requests to GitHub, compared with PyGithub and gh
	PYTHONPATH=Benchmarks $(VENV)/bin/python -m bench upstream --server $(RELEASE)/gitxplorer --write Documentation/costs.md

bench-cache: release $(VENV)/ready ## Measure hits in a large cache, and during eviction
	PYTHONPATH=Benchmarks $(VENV)/bin/python -m bench cache --server $(RELEASE)/gitxplorer

bench-shared: release $(VENV)/ready ## Count the requests to GitHub of several servers with a shared cache
	PYTHONPATH=Benchmarks $(VENV)/bin/python -m bench shared --server $(RELEASE)/gitxplorer --times \
		--svg Documentation/pictures/shared-cache-requests.svg

pictures: build $(VENV)/ready ## Draw the pictures of the documentation
	$(VENV)/bin/python Scripts/pictures browse.svg user.svg vim.svg round-trips.svg
	$(VENV)/bin/python Scripts/web-pictures # web-user.png web-repository.png web-console.png
	cd Clients && GITXPLORER_WRITE_SCREENS=1 $(CURDIR)/$(PYTEST) -k 'colors or avatars_are_shown' \
		python/tests/e2e/test_real_pictures.py emacs/tests/e2e/test_real_emacs.py # browse-kitty.png browse-sixel.png emacs.png

lint: $(VENV)/ready ## Check the Swift code, shell scripts, Vim script, Lua and the clients' types
	swift format lint --strict --recursive Package.swift Sources Tests Fuzz Examples
	shellcheck Clients/shell/gitxplorer-sh .ci/run $(filter-out %.c %.txt Scripts/attack Scripts/clients Scripts/client-types Scripts/concurrency Scripts/examples Scripts/pictures Scripts/web-pictures,$(wildcard Scripts/*))
	Scripts/client-types --check
	Scripts/concurrency
	cd Clients/vim && PYTHONWARNINGS=ignore $(CURDIR)/$(VENV)/bin/vint plugin autoload ftplugin syntax && luacheck -q lua

format: ## Format the Swift code with swift-format
	swift format --in-place --recursive Package.swift Sources Tests Fuzz Examples

attack: build $(VENV)/ready ## Attack a server in many ways, and print how much memory it used
	$(BUILD) --product echo
	$(VENV)/bin/python Scripts/attack

schemas: build ## Generate what follows from the method table: Schemas/, clients, pages, manual page
	Scripts/examples
	$(BUILD) --product gitxplorer
	$(BUILD) --product gitxplorer-dev
	$(GITXPLORER) schema --write Schemas
	Scripts/client-types
	$(GITXPLORER) --experimental-dump-help | $(GITXPLORER)-dev Documentation

agreement: $(VENV)/ready ## Generate the test cases of the Swift validator with Python's jsonschema
	$(VENV)/bin/python Tests/Agreement/generate.py

freeze-schemas: ## Accept Schemas/ as what later changes must not break, at a release
	rm -rf Tests/Contract/released
	cp -r Schemas Tests/Contract/released

fuzz: $(VENV)/ready ## Look for inputs that break the protocol, for SECONDS (60) per target of TARGETS (all)
	Scripts/fuzz $(or $(SECONDS),60) $(TARGETS)

fuzz-merge: ## Add to Fuzz/Corpus what `make fuzz` has found for TARGETS (all)
	Scripts/fuzz merge $(TARGETS)

faults: build $(VENV)/ready ## Let every call of a session to the system fail in every way (half an hour)
	cd Tests && PYTHONPATH=../Clients/python/src $(CURDIR)/$(VENV)/bin/python -m harness.sweep $(FAULTS)

sanitize: ## Run the unit tests under the sanitizers of threads, addresses and undefined behavior (an hour)
	@Scripts/dependencies test
	Scripts/sanitize thread
	Scripts/sanitize address
	Scripts/sanitize undefined

release: ## Build the optimized server with the Swift libraries linked in
	@Scripts/dependencies build
	mkdir -p $(RELEASE)/archives
	ln -sf "$$(cc -print-file-name=libstdc++.a)" $(RELEASE)/archives/
	$(BUILD) --configuration release --static-swift-stdlib --scratch-path $(RELEASE) \
		$(RELEASE_LINK) $(RELEASE_C) --product gitxplorer
	strip -o $(RELEASE)/gitxplorer $(RELEASE)/release/gitxplorer
	Scripts/check-binary $(RELEASE)/gitxplorer $(CURDIR)
	@ls -l $(RELEASE)/gitxplorer

PREFIX ?= /usr/local
# Another build of the server than the optimized one, for trials of `install` and `deb`.
BINARY ?= $(RELEASE)/gitxplorer
BUILT_BINARY := $(if $(filter $(RELEASE)/%,$(BINARY)),release)

install: $(BUILT_BINARY) ## Install server, shell client, manual pages, completions and units into PREFIX (/usr/local)
	DESTDIR="$(DESTDIR)" Scripts/install $(BINARY) $(PREFIX)

deb: $(BUILT_BINARY) ## Make a Debian package in build/
	@Scripts/dependencies deb
	Scripts/package-deb $(BINARY) build

release-check: ## Check that a release can be made (CONTRIBUTING.md, "Releases")
	Scripts/release-check
	$(MAKE) test sanitize bench-check deb

bench: release bench-tools ## Compare the speed with a C program and other servers
	$(BENCH_PYTHON) -m bench run $(BENCH_SERVER) $(BENCH)

bench-check: release bench-tools ## Compare the instructions of the start and of a request with the accepted ones
	$(BENCH_PYTHON) -m bench check $(BENCH_SERVER)

bench-accept: release bench-tools ## Accept the current instructions
	$(BENCH_PYTHON) -m bench accept $(BENCH_SERVER)

BENCH_VENV := .venv-bench
BENCH_PYTHON = PATH="$(CURDIR)/$(BENCH_VENV)/bin:$$PATH" PYTHONPATH=Benchmarks \
	$(BENCH_VENV)/bin/python
BENCH_SERVER = --server $(RELEASE)/gitxplorer
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
	$(BENCH_VENV)/bin/pip install -q --disable-pip-version-check --require-hashes -r $<
	touch $@

# Keeps the names of registries out of the files, and extras in: pip does not take a pin of hishel for hishel[httpx].
COMPILE := pip-compile --quiet --upgrade --generate-hashes --allow-unsafe --no-strip-extras \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links

requirements: ## Pin the Python packages of tests and benchmarks: requirements.in to .txt
	folder=$$(mktemp -d) && python3 -m venv $$folder && \
		$$folder/bin/pip install -q --disable-pip-version-check pip-tools && \
		for of in Tests Benchmarks; do CUSTOM_COMPILE_COMMAND="make requirements" \
			$$folder/bin/$(COMPILE) $$of/requirements.in -o $$of/requirements.txt || exit; done

$(BROWSE_VENV)/ready: Clients/python/pyproject.toml
	@Scripts/dependencies browse
	python3 -m venv $(BROWSE_VENV)
	$(BROWSE_VENV)/bin/pip install -q --disable-pip-version-check -e 'Clients/python[browse]'
	touch $@

$(VENV)/ready: Tests/requirements.txt Tests/requirements-axe.txt
	@Scripts/dependencies test
	python3 -m venv $(VENV)
	$(VENV)/bin/pip install -q --disable-pip-version-check --require-hashes -r $<
	$(VENV)/bin/pip install -q --disable-pip-version-check --no-deps --require-hashes -r Tests/requirements-axe.txt
	touch $@

clean: ## Remove everything that was built
	rm -rf .build build $(RELEASE) $(VENV) $(BROWSE_VENV) $(BENCH_VENV) Benchmarks/build
