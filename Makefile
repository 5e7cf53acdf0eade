# What people type. Each target does its own set-up: a Rust toolchain and python3 are enough.

CARGO ?= cargo
BATT  := target/release/batt

.PHONY: run test check bench docs setup data build fuzz clean

## run: fetch the public data and run the 400 reference programs on it (embedded set when offline)
run: setup build
	-$(BATT) data get
	@# Exit code 1 says that some tasks are not solved, which is a result and no failure.
	$(BATT) run || test $$? -eq 1

build:
	$(CARGO) build --release -p arcbatt-cli

## test: formatting, lints, data, all tests; the runner's summary comes last
test: setup check
	@$(MAKE) --no-print-directory data || \
		echo "make: going on without the public data: tests that need it say so"
	$(CARGO) test --workspace --doc --quiet
	@if $(CARGO) nextest --version >/dev/null 2>&1; then \
		$(CARGO) nextest run --workspace --no-fail-fast --status-level fail --final-status-level fail; \
	else \
		$(CARGO) test --workspace --tests --no-fail-fast; \
	fi

## check: formatting and lints, warnings denied
check:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings

## bench: speed against the Python reference in one run; writes docs/performance.md
bench: setup build data
	$(CARGO) run --release -p arcbatt-bench -- --write docs/performance.md

## docs: generated pages
docs: build
	$(BATT) ops --markdown > docs/ops.md

## data: public tasks and reference programs, into the user's cache folder
data: setup
	$(CARGO) run --quiet -p arcbatt-cli -- data get

## setup: pip, where the system has none and we may install it
setup:
	@python3 -m pip --version >/dev/null 2>&1 || python3 -m ensurepip >/dev/null 2>&1 || \
		(command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && apt-get update -q && apt-get install -qy python3-pip) || \
		echo "make: no pip: the public data cannot be fetched"

## fuzz: random files and random programs, for a minute each
fuzz:
	$(CARGO) run --release -p arcbatt-fuzz -- parser --seconds 60
	$(CARGO) run --release -p arcbatt-fuzz -- programs --seconds 60

clean:
	$(CARGO) clean
