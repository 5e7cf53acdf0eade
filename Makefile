# What people type. Each target does its own set-up: a Rust toolchain and python3 are enough.

CARGO ?= cargo
BATT  := target/release/batt

.PHONY: run test check bench docs setup opencl data build fuzz clean gpu-report gpu-check

## run: fetch the public data and run the 400 reference programs on it (embedded set when offline)
run: setup build
	-$(BATT) data get
	@# Exit code 1 says that some tasks are not solved, which is a result and no failure.
	$(BATT) run || test $$? -eq 1

build:
	$(CARGO) build --release -p arcbatt-cli

## test: formatting, lints, data, devices, all tests; the runner's summary comes last
test: setup opencl check
	@$(MAKE) --no-print-directory data || \
		echo "make: going on without the public data: tests that need it say so"
	@if $(MAKE) --no-print-directory $(GPU_TOOLS); then $(MAKE) --no-print-directory gpu-check; \
		else echo "make: no CUDA compiler: the kernels are not compiled for CUDA"; fi
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

# CUDA 12.9's compiler and assembler, from Python packages: CUDA 13 knows no sm_60 any more.
GPU_TOOLS := target/gpu-tools/12.9.86
GPU_REPORT = ARCBATT_NVRTC=$(GPU_TOOLS)/nvidia/cuda_nvrtc/lib/libnvrtc.so.12 \
	PTXAS=$(GPU_TOOLS)/nvidia/cuda_nvcc/bin/ptxas \
	$(CARGO) run --quiet -p arcbatt-gpu --example gpu_report --

$(GPU_TOOLS): | setup
	rm -rf $@.part
	python3 -m pip install --quiet --target $@.part nvidia-cuda-nvrtc-cu12==12.9.86 nvidia-cuda-nvcc-cu12==12.9.86
	mv $@.part $@

## gpu-report: every kernel through NVRTC and ptxas; writes docs/gpu.md and the embedded PTX
gpu-report: $(GPU_TOOLS)
	$(GPU_REPORT) write docs/gpu.md crates/gpu/kernels/fallback.ptx.gz

## gpu-check: the same, compared with docs/gpu.md
gpu-check: $(GPU_TOOLS)
	$(GPU_REPORT) check docs/gpu.md

## data: public tasks and reference programs, into the user's cache folder
data: setup
	$(CARGO) run --quiet -p arcbatt-cli -- data get

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
		echo "make: no OpenCL device: tests on devices say that they are skipped"

## fuzz: random files and random programs, for a minute each
fuzz:
	$(CARGO) run --release -p arcbatt-fuzz -- parser --seconds 60
	$(CARGO) run --release -p arcbatt-fuzz -- programs --seconds 60

clean:
	$(CARGO) clean
