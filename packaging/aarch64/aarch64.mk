# The library and the wheel for aarch64, built on another machine: docs/decisions/115-built-across.md.
.PHONY: setup-aarch64 sdk-aarch64 lib-aarch64 library-aarch64 wheel-aarch64 test-aarch64

AARCH64         := build/aarch64
AARCH64_LIBRARY := $(AARCH64)/lib/libswiftpager.so.$(VERSION)
AARCH64_TARGET  := aarch64-unknown-linux-gnu
SWIFT_TOOLS      = $(dir $(realpath $(shell command -v swift)))

setup-aarch64: setup-libraries
	@scripts/setup.sh aarch64
sdk-aarch64: setup-aarch64
	@packaging/aarch64/sdk.sh $(AARCH64)
$(AARCH64)/simdjson/libsimdjson.a: scripts/simdjson.sh dependencies.txt | sdk-aarch64
	@scripts/simdjson.sh $(AARCH64)/simdjson -target $(AARCH64_TARGET) --sysroot=$(CURDIR)/$(AARCH64)/sysroot

lib-aarch64: dependencies sdk-aarch64 ## Build build/aarch64/lib/libswiftpager.so on another machine; 10 minutes, 800 MB
	@$(MAKE) --no-print-directory library-aarch64

# The linker names what is missing (-z defs), because the runtime is of another version than the compiler.
library-aarch64: SIMDJSON := $(AARCH64)/simdjson
library-aarch64: $(AARCH64)/simdjson/libsimdjson.a
	@echo 'lib-aarch64: building the release library' >&2
	PKG_CONFIG_PATH= PKG_CONFIG_LIBDIR=$(CURDIR)/$(AARCH64)/sysroot/usr/lib/aarch64-linux-gnu/pkgconfig \
		SWIFTPAGER_SIMDJSON=inside swift build -c release --product swiftpager -j $(JOBS) \
		--scratch-path .build/aarch64 --swift-sdks-path $(AARCH64)/sdks --swift-sdk swiftpager-aarch64 \
		$(LINK_FLAGS) -Xlinker -z -Xlinker defs -Xlinker $(AARCH64)/newer_glibc.o
	@scripts/licences.sh $(AARCH64)/licenses .build/aarch64/checkouts $(SIMDJSON)
	@mkdir -p $(AARCH64)/lib
	$(SWIFT_TOOLS)llvm-objcopy --strip-all .build/aarch64/$(AARCH64_TARGET)/release/libswiftpager.so $(AARCH64_LIBRARY).new
	mv $(AARCH64_LIBRARY).new $(AARCH64_LIBRARY)
	ln -sf $(notdir $(AARCH64_LIBRARY)) $(AARCH64)/lib/$(SONAME)
	ln -sf $(SONAME) $(AARCH64)/lib/libswiftpager.so
