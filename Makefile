# Everything from a fresh clone: `make demo` builds Pawl and runs a real workflow to its end, `make test` runs the tests.

SHELL := /bin/bash
.DEFAULT_GOAL := help

PACKAGES := libsqlite3-dev libyaml-dev libexpat1-dev libre2-dev
SWIFT_FLAGS := --explicit-target-dependency-import-check error
PAWL := .build/debug/pawl
FUZZ_SECONDS ?= 300
DEMO := .build/demo

.PHONY: help packages build release demo test format lint ci crash fuzz soak benchmark peers clean

help: ## Shows this list.
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 20

packages: ## Installs the Debian packages that Pawl is built with, if they are missing.
	@missing=""; for package in $(PACKAGES); do dpkg -s $$package >/dev/null 2>&1 || missing="$$missing $$package"; done; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	sudo=""; if [ "$$(id -u)" != 0 ]; then sudo=sudo; fi; \
	echo "Installing$$missing with apt-get$${sudo:+ (with sudo)} ..."; \
	$$sudo apt-get update -q >/dev/null && $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -q $$missing >/dev/null

build: packages ## Builds the pawl command (debug).
	@echo "Building pawl; the first time takes some minutes ..."
	swift build $(SWIFT_FLAGS) --product pawl

release: packages ## Builds the pawl command (release).
	swift build $(SWIFT_FLAGS) -c release --product pawl

demo: build ## Builds, runs the order workflow to its end, prints its history, verifies its replay.
	@rm -rf $(DEMO) && mkdir -p $(DEMO)
	@echo; echo '$$ pawl run workflows/4-order.yaml --input @workflows/4-order.input.json'
	@$(PAWL) run workflows/4-order.yaml --config workflows/pawl.yaml --store $(DEMO)/pawl.db --input @workflows/4-order.input.json
	@echo; echo '$$ pawl history order/ORD-17'
	@$(PAWL) history order/ORD-17 --store $(DEMO)/pawl.db
	@echo; echo '$$ pawl replay --all --verify'
	@$(PAWL) replay --all --verify --store $(DEMO)/pawl.db

# One after the other: many of them start processes or wait for sockets, and hundreds at once on two cores starve each other.
test: packages ## Runs all tests.
	swift test --no-parallel $(SWIFT_FLAGS)

format: ## Formats the sources.
	swift format -i -r Package.swift Sources Plugins Tests

lint: ## Checks the format of the sources.
	swift format lint --strict -r Package.swift Sources Plugins Tests

ci: ## Runs what continuous integration runs.
	.ci/run

crash: packages ## Kills pawl hundreds of times, and looks at what it left.
	PAWL_CRASH_ROUNDS=300 swift test $(SWIFT_FLAGS) --filter CrashTests
	PAWL_MARATHON=200x20 swift test $(SWIFT_FLAGS) --filter MarathonTests

soak: release ## Runs pawl serve under load for ten minutes, then under too much of it for two, and prints what it holds.
	Tests/Serve/soak.py .build/release/pawl 10
	Tests/Serve/soak.py .build/release/pawl 2 --overload

fuzz: packages ## Feeds random expressions to the checker and the evaluator: FUZZ_SECONDS=3600, else 300.
	swift run $(SWIFT_FLAGS) -c release Fuzz $(FUZZ_SECONDS)

benchmark: packages ## Measures; the figures depend on the machine.
	swift run $(SWIFT_FLAGS) -c release Benchmarks

peers: ## Installs the engines that the benchmark compares expressions with.
	python3 -m venv .build/peers && .build/peers/bin/pip install -q cel-expr-python common-expression-language

clean: ## Removes what was built.
	rm -rf .build
