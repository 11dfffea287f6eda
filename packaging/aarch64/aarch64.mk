# The library and the wheel for aarch64, built on another machine: docs/decisions/116-built-across.md.
.PHONY: setup-aarch64 sdk-aarch64 lib-aarch64 library-aarch64 wheel-aarch64 built-wheel-aarch64 test-aarch64 \
	test-aarch64-c test-aarch64-python

AARCH64         := build/aarch64
AARCH64_LIBRARY := $(AARCH64)/lib/libswiftpager.so.$(VERSION)
AARCH64_ALLOCATION = \
	.build/aarch64/checkouts/swift-collections/Sources/ContainersPreview/Extensions/TemporaryAllocation.swift
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

# The linker names what is missing (-z defs), because the runtime is of another version than the compiler. Where
# swift-collections asks for the compiler's version and means that of the standard library, it gets the other answer.
library-aarch64: SIMDJSON := $(AARCH64)/simdjson
library-aarch64: $(AARCH64)/simdjson/libsimdjson.a
	@echo 'lib-aarch64: building the release library' >&2
	@swift package --scratch-path .build/aarch64 resolve
	@chmod u+w $(AARCH64_ALLOCATION) && sed -i 's/^#if compiler(>=6.3)$$/#if false/' $(AARCH64_ALLOCATION)
	PKG_CONFIG_PATH=$(CURDIR)/$(AARCH64)/sysroot/usr/lib/aarch64-linux-gnu/pkgconfig \
		SWIFTPAGER_SIMDJSON=inside swift build -c release --product swiftpager -j $(JOBS) \
		--scratch-path .build/aarch64 --swift-sdks-path $(AARCH64)/sdks --swift-sdk swiftpager-aarch64 \
		$(LINK_FLAGS) -Xlinker -z -Xlinker defs -Xlinker $(AARCH64)/newer_libraries.o
	@scripts/licences.sh $(AARCH64)/licenses .build/aarch64/checkouts $(SIMDJSON)
	@mkdir -p $(AARCH64)/lib
	$(SWIFT_TOOLS)llvm-objcopy --strip-all .build/aarch64/$(AARCH64_TARGET)/release/libswiftpager.so $(AARCH64_LIBRARY).new
	mv $(AARCH64_LIBRARY).new $(AARCH64_LIBRARY)
	ln -sf $(notdir $(AARCH64_LIBRARY)) $(AARCH64)/lib/$(SONAME)
	ln -sf $(SONAME) $(AARCH64)/lib/libswiftpager.so

$(AARCH64)/curl/libcurl.so.4: packaging/wheel/curl.sh dependencies.txt packaging/aarch64/packages.txt | \
		setup-wheel sdk-aarch64
	@packaging/wheel/curl.sh $(@D) aarch64 $(AARCH64)/sysroot
wheel-aarch64: newest-curl ## Build build/aarch64/wheel/*.whl on another machine
	@$(MAKE) --no-print-directory built-wheel-aarch64
built-wheel-aarch64: manual setup-wheel lib-aarch64 $(AARCH64)/curl/libcurl.so.4
	@build/wheel-tools/bin/python packaging/wheel/build.py aarch64

# The Python environment of the tests, for the emulated Python.
$(AARCH64)/venv/.made: Tests/requirements.txt bench/requirements.txt | setup
	@rm -rf $(@D)
	@mkdir -p $(@D)/bin
	@ln -s $(CURDIR)/$(AARCH64)/root/usr/bin/python3.11 $(@D)/bin/python
	@echo 'home = $(CURDIR)/$(AARCH64)/root/usr/bin' >$(@D)/pyvenv.cfg
	@build/venv/bin/uv pip install --quiet --native-tls --require-hashes --only-binary :all: --python-version 3.11 \
		--python-platform aarch64-manylinux_2_36 --target $(@D)/lib/python3.11/site-packages $(^:%=--requirements %)
	@touch $@

# Tries what was built the last time, also if the sources have changed since.
test-aarch64: setup-aarch64 setup-tests $(AARCH64)/venv/.made ## Try what is for aarch64 in an emulated Linux; a minute
	@$(SERVERS) --shop --tls -- $(PYTEST) Tests/aarch64

# The C tests and the Python tests with what was built the last time. The servers run natively. Left out are tests of
# time, and those that c.skipped and python.skipped name.
EMULATED       = $(ALL_SERVERS) packaging/aarch64/emulated.sh $(AARCH64)
AARCH64_TESTS := $(AARCH64)/tests
AARCH64_CLANG  = $(SWIFT_TOOLS)$(1) --target=$(AARCH64_TARGET) --sysroot=$(CURDIR)/$(AARCH64)/sysroot -fuse-ld=lld \
	-Wno-unused-command-line-argument
test-aarch64-c: setup-aarch64 setup-tests ## Run the C tests with the library for aarch64, emulated; as root; minutes
	@$(MAKE) -s -j $(JOBS) c-tests C_TESTS=$(AARCH64_TESTS) JANSSON_FLAGS= JANSSON_LINK=-ljansson \
		CC='$(call AARCH64_CLANG,clang)' CXX='$(call AARCH64_CLANG,clang++)' \
		C_LINK='-Iinclude -L$(AARCH64)/lib -lswiftpager -Wl,-rpath,$(CURDIR)/build/lib'
	TEST_LIMIT=600 TEST_JOBS=$$((2 * $(JOBS))) $(EMULATED) sh -c '$(AARCH64_TESTS)/swiftpager-tests $(or $(TESTS), \
		$$($(AARCH64_TESTS)/swiftpager-tests --list | cut -d " " -f 2 | grep -vxFf Tests/aarch64/c.skipped))'
test-aarch64-python: setup-aarch64 setup-tests $(AARCH64)/venv/.made ## Run the Python tests, emulated; as root; an hour
	@sed -n 's/^Tests./--deselect=/p' Tests/aarch64/python.skipped >$(AARCH64)/deselected
	TEST_LIMIT=300 PYTEST_TIMEOUT=900 $(EMULATED) $(PYTEST) -o faulthandler_timeout=1000 -n $$(($(JOBS) + 1)) \
		-m 'not alone' @$(AARCH64)/deselected $(or $(TESTS),Tests/python)
