# `make demo` shows it, `make test` proves it; both set up what they need.

SHELL := /bin/bash
BUILD := swift build --explicit-target-dependency-import-check error
VENV := .venv
PYTEST := $(VENV)/bin/pytest -q
export GITXPLORER := $(CURDIR)/.build/debug/gitxplorer

.PHONY: help demo test build build-tests test-swift test-python lint format schemas release install clean

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
	cd Tests && $(CURDIR)/$(PYTEST) Contract EndToEnd

lint: $(VENV)/ready ## Spacing of Swift, shell scripts
	swift format lint --strict --recursive Package.swift Sources Tests
	shellcheck Clients/shell/gitxplorer Scripts/dependencies .ci/run

format: ## Let swift-format settle spacing
	swift format --in-place --recursive Package.swift Sources Tests

schemas: build ## Write Schemas/ and README's tables anew from the method table
	$(GITXPLORER) schema --write Schemas
	$(GITXPLORER) schema --write-tables README.md

release: ## Build the optimised server with the Swift libraries linked in
	@Scripts/dependencies build
	$(BUILD) --configuration release --static-swift-stdlib --product gitxplorer
	strip .build/release/gitxplorer

install: release ## Install into PREFIX (/usr/local)
	install -D .build/release/gitxplorer $(DESTDIR)$(or $(PREFIX),/usr/local)/bin/gitxplorer

$(VENV)/ready: Tests/requirements.txt
	@Scripts/dependencies test
	python3 -m venv $(VENV)
	$(VENV)/bin/pip install -q --disable-pip-version-check -r Tests/requirements.txt
	touch $@

clean: ## Remove what was built
	rm -rf .build $(VENV)
