# Rust's tests. Nothing comes from the network: the crate needs the standard library only.

CARGO := $(shell command -v cargo 2>/dev/null)
CARGO_ENVIRONMENT = CARGO_TARGET_DIR=$(CURDIR)/build/rust CARGO_NET_OFFLINE=true \
	RUSTFLAGS='-Lnative=$(CURDIR)/build/lib -Clink-arg=-Wl,-rpath,$(CURDIR)/build/lib'

check-rust:
ifeq ($(CARGO),)
	@echo 'test-rust: left out, because cargo is missing'
else
	@echo '-- Rust'
	@cd bindings/rust && if cargo fmt --version >/dev/null 2>&1; then cargo fmt --check; fi
	@cd bindings/rust && if cargo clippy --version >/dev/null 2>&1; then \
		$(CARGO_ENVIRONMENT) cargo clippy -q --all-targets -- -D warnings; fi
	@cd bindings/rust && $(CARGO_ENVIRONMENT) cargo test -q --no-run
	@cd bindings/rust && RUST_BACKTRACE=0 $(CARGO_ENVIRONMENT) cargo test 2>/dev/null | ../../scripts/count_tests.py cargo
endif

bench-rust:
	@mkdir -p build/bench
	@cd bench/peers/rust && $(CARGO_ENVIRONMENT) cargo build -q --release
	@cp build/rust/release/rust_walk build/bench/
