# What people type. Each target does its own set-up: a Rust toolchain and python3 are enough.

CARGO ?= cargo
# What newcomers wait for: built in less than half the time of a release, and nearly as fast.
BATT  := target/quick/batt
# What is measured and given away.
RELEASE := target/release/batt
# What the tests run. Of one package alone cargo would build most crates again, with other features.
TESTED := target/debug

# The Python package: where it is built and tested, and tools that may be missing (what needs them says so).
PYTHON ?= python3
VENV   := target/venv
WHEELS := target/wheels
PROFILE := release
# A Rust target such as aarch64-unknown-linux-gnu, for a wheel that is not for this machine.
TARGET  ?=
PIP     = $(VENV)/bin/python -m pip --disable-pip-version-check --quiet
ZIG    := ziglang==0.17.0
RAY    := ray==2.60.0

.PHONY: run test check bench bench-solve docs setup opencl opencl-groups data build release fuzz clean gpu-report gpu-check gpu-compile gpu-sim
.PHONY: python wheel sdist test-build test-rust test-python python-versions web test-web chromium

## run: fetch the public data and run the 400 reference programs on it (embedded set when offline)
run: setup build
	-$(BATT) data get
	@# Exit code 1 says that some tasks are not solved, which is a result and no failure.
	$(BATT) run || test $$? -eq 1

build:
	$(CARGO) build --profile quick -p arcbatt-cli

## release: the fastest batt, into target/release; takes minutes
release:
	$(CARGO) build --release -p arcbatt-cli

# What `make test` must not go without, of data, opencl, cc, cxx, python and web: CI names them all.
DEMAND ?=

## test: formatting, lints, data, devices, all tests; the runner's summary comes last
test: setup opencl check test-build
	@$(MAKE) --no-print-directory gpu-check
	$(CARGO) test --workspace --doc --quiet
	@# All run whatever the others say. Tests may skip what is missing, not what is there (testdata/needs.rs).
	@# What fails is named again below the last summary.
	@failed=; lacking=; found=; \
	has() { found="$$found $$1"; }; \
	lacks() { echo "make: going on without $$2"; case " $(DEMAND) " in *" $$1 "*) lacking="$$lacking $$1";; esac; }; \
	if $(TESTED)/batt data get; then has data; else lacks data "the public data: TESTS THAT NEED IT ARE SKIPPED"; fi; \
	if ls /etc/OpenCL/vendors/*.icd >/dev/null 2>&1; then has opencl; else lacks opencl "OpenCL: TESTS ON DEVICES ARE SKIPPED"; fi; \
	if command -v cc >/dev/null; then has cc; else lacks cc "a C compiler: TESTS OF KERNELS AS C ARE SKIPPED"; fi; \
	if command -v g++ >/dev/null; then has cxx; else lacks cxx "a C++ compiler: TESTS ON A SIMULATED GPU ARE SKIPPED"; fi; \
	if command -v python3 >/dev/null; then has python; fi; \
	export ARCBATT_DEMAND="$$found"; \
	if $(MAKE) --no-print-directory $(VENV)/ready; then $(MAKE) --no-print-directory test-python || failed=python; \
		else lacks python "the Python package: NONE OF ITS TESTS ARE RUN"; fi; \
	if $(MAKE) --no-print-directory $(NODE_MODULES); then $(MAKE) --no-print-directory test-web || failed="$$failed web"; \
		else lacks web "node: NONE OF THE TESTS OF THE DASHBOARD'S PAGES ARE RUN"; fi; \
	$(MAKE) --no-print-directory test-rust || failed="$$failed rust"; \
	for part in $$failed; do echo "make: the tests of $$part failed, see above; make test-$$part runs them alone"; done; \
	for part in $$lacking; do echo "make: $$part is demanded and not there, see above"; done; \
	[ -z "$$failed$$lacking" ]

# nextest where it is installed: quiet until something fails.
TEST_RUST = $(shell if $(CARGO) nextest --version >/dev/null 2>&1; \
	then echo "$(CARGO) nextest run --workspace"; else echo "$(CARGO) test --workspace --lib --bins --tests"; fi)

# With batt and the examples, which other targets run.
test-build:
	$(CARGO) test --workspace --no-run --quiet

## test-rust: the tests of the crates
test-rust: export NEXTEST_STATUS_LEVEL = fail
test-rust: export NEXTEST_FINAL_STATUS_LEVEL = fail
test-rust:
	@$(TEST_RUST) --no-fail-fast

## test-python: the tests of the Python package, on a wheel that is built in less time than the real one
test-python: WHEELS := target/wheels/quick
test-python: PROFILE := quick
test-python: python
	ARCBATT_WHEELS=$(WHEELS) ARCBATT_BINARY=$(TESTED)/batt $(VENV)/bin/python -m pytest

## check: formatting and lints, warnings denied
check:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings

## bench: speed against the Python reference in one run; writes docs/performance.md and docs/python.md
bench: setup release
	$(RELEASE) data get
	$(CARGO) run --release -p arcbatt-bench --bin arcbatt-bench -- --write docs/performance.md
	@if $(MAKE) --no-print-directory $(VENV)/ready; \
		then $(MAKE) --no-print-directory python && $(VENV)/bin/python python/bench/ops.py --batt $(RELEASE) --write docs/python.md; \
		else echo "make: going on without the Python package: docs/python.md stays as it is"; fi

## bench-solve: what `batt solve` gets right, by effort, strategy and data set; writes docs/solving.md (hours)
bench-solve: setup data
	$(CARGO) run --release -p arcbatt-bench --bin solving -- page docs/solving.md

## docs: generated pages and type stubs
docs: build
	$(BATT) ops --markdown > docs/ops.md
	$(BATT) ops --stubs arc > python/arcbatt/dsl.pyi
	$(BATT) ops --stubs batt > python/arcbatt/dsl_batt.pyi

## python: an environment in target/venv with the package from its wheel and the tools of its tests
python: wheel
	@$(PIP) install $(RAY) || echo "make: going on without $(RAY)"
	$(PIP) install --no-index --find-links $(WHEELS) --force-reinstall --no-deps arcbatt

## wheel: one wheel for Python 3.10 and newer on Linux with glibc 2.17 and newer, into target/wheels
wheel: $(VENV)/ready
	@$(PIP) install $(ZIG) || echo "make: going on without $(ZIG)"
	@rm -f $(WHEELS)/*.whl
	@if [ "$$(uname -s)" = Linux ] && $(VENV)/bin/python -m ziglang version >/dev/null 2>&1; then \
		$(MATURIN) build $(BUILT) --zig --compatibility manylinux2014; \
	else \
		echo "make: no zig: the wheel may need a system as new as this one"; \
		$(MATURIN) build $(BUILT); \
	fi

BUILT = --profile $(PROFILE) --out $(WHEELS) $(if $(TARGET),--target $(TARGET),--interpreter $(VENV)/bin/python)

## sdist: the sources of the Python package, into target/wheels
sdist: $(VENV)/ready
	$(MATURIN) sdist --out $(WHEELS)

# maturin looks for zig with the first python3 of the path.
MATURIN = PATH="$(CURDIR)/$(VENV)/bin:$$PATH" maturin

# Debian has Python's venv in a package of its own; virtualenv from PyPI does without it.
$(VENV)/ready: python/requirements-test.txt | setup
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
		{ echo "make: no Python 3.10 or newer: say PYTHON=... if it has another name than $(PYTHON)"; exit 1; }
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV) >/dev/null 2>&1 || \
		(command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && apt-get update -q && apt-get install -qy python3-venv && \
		$(PYTHON) -m venv $(VENV)) || \
		($(PYTHON) -m pip install --quiet --target target/virtualenv virtualenv && \
		PYTHONPATH=target/virtualenv $(PYTHON) -m virtualenv --quiet --clear $(VENV))
	$(PIP) install --requirement $<
	@touch $@

## python-versions: the wheel in an empty environment of every Python 3.10 and newer that is found
python-versions: wheel
	@sh python/versions.sh $(WHEELS) target/versions

# The dashboard's pages: built files are in the repository, so that only who changes them needs node.
NODE_MODULES := web/node_modules/.package-lock.json

$(NODE_MODULES): web/package-lock.json
	@command -v npm >/dev/null || \
		(command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && apt-get update -q && apt-get install -qy nodejs npm) || \
		{ echo "make: no npm: install node 20 or newer"; exit 1; }
	npm --prefix web ci --silent --no-audit --no-fund
	@touch $@

## web: the dashboard's pages from their sources, into web/dist
web: $(NODE_MODULES)
	npm --prefix web run build

## test-web: types and built files of the pages, and the pages in a browser
test-web: $(NODE_MODULES) chromium test-build
	npm --prefix web run --silent check
	BATT=$(CURDIR)/$(TESTED)/batt npm --prefix web run --silent test

## chromium: a browser for tests, where there is none and we may install it
chromium:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || \
		(command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && apt-get update -q && apt-get install -qy chromium) || \
		echo "make: no chromium: tests in a browser fail"

# CUDA 12.9's compiler and assembler, from Python packages: CUDA 13 knows no sm_60 any more.
CUDA := 12.9.86
GPU_TOOLS := target/gpu-tools/$(CUDA)
GPU_REPORT = ARCBATT_NVRTC=$(GPU_TOOLS)/nvidia/cuda_nvrtc/lib/libnvrtc.so.12 \
	PTXAS=$(GPU_TOOLS)/nvidia/cuda_nvcc/bin/ptxas $(TESTED)/examples/gpu_report
PTX := crates/gpu/kernels/fallback.ptx.gz

$(GPU_TOOLS): | setup
	rm -rf $@.part
	python3 -m pip install --quiet --target $@.part nvidia-cuda-nvrtc-cu12==$(CUDA) nvidia-cuda-nvcc-cu12==$(CUDA)
	mv $@.part $@

## gpu-report: every kernel through NVRTC and ptxas; writes docs/gpu.md and the embedded PTX
gpu-report: $(GPU_TOOLS) test-build
	$(GPU_REPORT) write docs/gpu.md $(PTX)

## gpu-check: the same, compared with docs/gpu.md; nothing where that was made from the same sources
gpu-check: test-build
	@if $(GPU_REPORT) fresh docs/gpu.md $(PTX) $(CUDA); then echo "make: docs/gpu.md is of these kernels"; \
		elif $(MAKE) --no-print-directory $(GPU_TOOLS); then $(MAKE) --no-print-directory gpu-compile; \
		else echo "make: no CUDA compiler: the kernels are not compiled for CUDA"; fi

gpu-compile: $(GPU_TOOLS) test-build
	$(GPU_REPORT) check docs/gpu.md

# A CUDA driver that runs PTX on this machine and counts (crates/gpu/sim). Its device gets the embedded PTX.
GPU_SIM := target/gpu-sim
SIMULATED = LD_LIBRARY_PATH=$(GPU_SIM) ARCBATT_NVRTC=none

## gpu-sim: all vectors and whole batts as CUDA on a simulated GPU, then what kernels cost there, into docs/gpu.md
gpu-sim: setup build
	-$(BATT) data get
	sh crates/gpu/sim/build $(GPU_SIM)
	$(SIMULATED) CUDASIM_COUNTS=0 $(BATT) selftest --backend cuda
	$(SIMULATED) $(BATT) run --data embedded --backend cuda
	$(CARGO) build --profile quick -p arcbatt-gpu --example gpu_sim
	@rm -f $(GPU_SIM)/counts.json
	$(SIMULATED) CUDASIM_REPORT=$(GPU_SIM)/counts.json target/quick/examples/gpu_sim table docs/gpu.md

## data: public tasks and reference programs, into the user's cache folder
data: setup build
	$(BATT) data get

## setup: pip, where the system has none and we may install it
setup:
	@python3 -m pip --version >/dev/null 2>&1 || python3 -m ensurepip >/dev/null 2>&1 || \
		(command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && apt-get update -q && apt-get install -qy python3-pip) || \
		echo "make: no pip: the public data cannot be fetched"

## opencl: a software OpenCL device for tests, where there is none and we may install it
opencl:
	@ls /etc/OpenCL/vendors/*.icd >/dev/null 2>&1 || \
		(command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && apt-get update -q && \
		apt-get install -qy pocl-opencl-icd ocl-icd-libopencl1) || \
		echo "make: no OpenCL device"

# Another OpenCL for the CPU, Intel's and under its licence, from Python packages.
INTEL_OPENCL := 2026.2.0
OPENCL_GROUPS := $(CURDIR)/target/opencl-groups/$(INTEL_OPENCL)
# It is to take the lanes of a group one by one: as vectors they would need more stack than it has. Vectors of loops, and code for AVX-512, come out wrong.
GROUPS_OF_32 = ARCBATT_OPENCL_LANES=32 OCL_ICD_VENDORS=$(OPENCL_GROUPS) LD_LIBRARY_PATH=$(OPENCL_GROUPS)/lib:$(OPENCL_GROUPS)/local/lib \
	CL_CONFIG_CPU_VECTORIZER_MODE=1 CL_CONFIG_CPU_TARGET_ARCH=corei7

$(OPENCL_GROUPS): | setup
	rm -rf $@.part
	python3 -m pip install --quiet --ignore-installed --prefix $@.part intel-opencl-rt==$(INTEL_OPENCL) intel-cmplr-lib-rt==$(INTEL_OPENCL)
	echo libintelocl.so > $@.part/intel.icd
	mv $@.part $@

## opencl-groups: groups of 32 lanes with OpenCL, which PoCL cannot compile, on a driver that is fetched (800 MB)
opencl-groups: $(OPENCL_GROUPS) test-build
	$(GROUPS_OF_32) $(TESTED)/batt selftest --backend opencl
	$(GROUPS_OF_32) $(CARGO) test --workspace --test device --test plans --quiet

## fuzz: random files and random programs, for a minute each
fuzz:
	$(CARGO) run --profile quick -p arcbatt-fuzz -- parser --seconds 60
	$(CARGO) run --profile quick -p arcbatt-fuzz -- programs --seconds 60

clean:
	$(CARGO) clean
