# swiftpager. `make help` lists the targets.

VERSION := $(shell sed -n 's/.*StaticString = "\(.*\)"/\1/p' Sources/PagerClient/Version.swift)
SONAME  := libswiftpager.so.0
PREFIX  ?= /usr/local
# For multiarch: LIBDIR=/usr/lib/x86_64-linux-gnu.
LIBDIR  ?= $(PREFIX)/lib
DESTDIR ?=
LIBRARY := build/lib/libswiftpager.so.$(VERSION)
PYTHON  := build/venv/bin/python
SERVERS := $(PYTHON) scripts/with_servers.py
ALL_SERVERS := $(SERVERS) --shop --trouble --tls --
PYTEST   = $(PYTHON) -m pytest -q --durations=15 --durations-min=1
JOBS    ?= $(shell nproc 2>/dev/null || echo 2)
# SwiftPM locks the folder of a build: the library has its own, because `make test` builds it beside the tests.
LIBRARY_FOLDER := .build/library
# The tests start some thousand interpreters. Each reads what the first one compiled, also if the caller's environment
# says that none of them writes it.
export PYTHONDONTWRITEBYTECODE :=
CFLAGS      ?= -O2 -g
C_WARNINGS  := -std=c11 -Wall -Wextra -pedantic -Werror
C_LINK      := -Iinclude -Lbuild/lib -lswiftpager -Wl,-rpath,$(CURDIR)/build/lib

# The simdjson that the library has inside: decision 95.
SIMDJSON := build/simdjson
# What turns a Swift library into one for every language: the Swift runtime and simdjson inside, only the C names
# outside, no unloading (the runtime does not survive that). On the command line and not in Package.swift, where unsafe
# flags would keep the package from being a dependency of others. What a page runs lies together: see decision 81.
# hypotf, which nothing calls, would need glibc 2.35. A page would check 40 times that nothing else has access to a
# property: the build of the Swift tests does.
LINK_FLAGS  = -Xswiftc -cross-module-optimization -Xswiftc -enforce-exclusivity=unchecked \
	-Xswiftc -static-stdlib -Xswiftc -use-ld=lld \
	-Xcc -DSWIFTPAGER_RUNTIME_INSIDE -Xcxx -I$(CURDIR)/$(SIMDJSON) \
	-Xlinker $(SIMDJSON)/libsimdjson.a -Xlinker --defsym=hypotf=swiftpager_hypotf \
	-Xswiftc -Xfrontend -Xswiftc -function-sections \
	-Xlinker --symbol-ordering-file=scripts/page.order -Xlinker --no-warn-symbol-ordering \
	-Xlinker --version-script=scripts/exports.map -Xlinker -soname -Xlinker $(SONAME) \
	-Xlinker -z -Xlinker nodelete -Xlinker -z -Xlinker now -Xlinker --gc-sections -Xlinker --as-needed

.PHONY: help setup-libraries setup setup-programs setup-tests lib library place-library dependencies install \
	uninstall headers abi manual requirements demo lint format mutants refusals test test-long test-swift soak bench \
	bench-walk order page-cost docs valgrind thread-sanitizer address-sanitizer clean
help: ## List the targets
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18
setup-libraries:
	@scripts/setup.sh libraries
setup: setup-libraries ## Install what building and testing needs
	@scripts/setup.sh python

# What apt installs for the tests: in one step, before the builds that run beside each other, because apt locks.
setup-programs: setup-libraries
	@scripts/setup.sh programs
	@scripts/setup.sh bindings
setup-tests: setup-programs setup

# A run of the tests builds the library once, and says so to what it starts.
ifdef BUILT
lib:
	@python3 scripts/library_stamp.py check
else
lib: dependencies ## Build build/lib/libswiftpager.so with the Swift runtime inside; DEBUG=1: in seconds, for tests
	@$(MAKE) --no-print-directory library
endif
dependencies: setup-libraries
	@scripts/check_dependencies.sh
$(SIMDJSON)/libsimdjson.a: scripts/simdjson.sh dependencies.txt
	@scripts/simdjson.sh $(SIMDJSON)

# The stamp says what the library was built from: scripts/library_stamp.py. It is taken before the build and put beside
# the library after it, so that an edit meanwhile is noticed.
STAMP := build/lib/stamp.json
ifdef DEBUG
# It shares the modules of the Swift tests, and needs the Swift of this machine.
library:
	@echo 'lib: building the debug library' >&2
	@mkdir -p build/lib
	@python3 scripts/library_stamp.py take debug >$(STAMP).new
	swift build --product swiftpager -j $(JOBS)
	@cp .build/debug/libswiftpager.so $(LIBRARY).new
	@$(MAKE) --no-print-directory place-library
else
library: $(SIMDJSON)/libsimdjson.a
	@echo 'lib: building the release library' >&2
	@mkdir -p build/lib
	@python3 scripts/library_stamp.py take release >$(STAMP).new
	SWIFTPAGER_SIMDJSON=inside swift build -c release --product swiftpager -j $(JOBS) \
		--scratch-path $(LIBRARY_FOLDER) $(LINK_FLAGS)
	@scripts/licences.sh build/licenses $(LIBRARY_FOLDER)/checkouts $(SIMDJSON)
	strip -o $(LIBRARY).new $(LIBRARY_FOLDER)/release/libswiftpager.so
	@$(MAKE) --no-print-directory place-library
endif
place-library:
	@mv $(LIBRARY).new $(LIBRARY)
	@ln -sf $(notdir $(LIBRARY)) build/lib/$(SONAME)
	@ln -sf $(SONAME) build/lib/libswiftpager.so
	@mv $(STAMP).new $(STAMP)

# In the environment and not among the words of a command, because a path may have spaces and quotes.
$(foreach name,PREFIX LIBDIR DESTDIR LIBRARY SONAME VERSION,$(eval install uninstall: export $(name) := $$($(name))))
install: ## Install headers and library below PREFIX, LIBDIR (and DESTDIR); build with `make lib` before
	@python3 scripts/library_stamp.py check --release
	@packaging/installing/files.sh install
uninstall: ## Remove what `make install` put below PREFIX, LIBDIR (and DESTDIR)
	@packaging/installing/files.sh uninstall

headers: ## Write what follows from swiftpager.h and from the schemas of configs
	@python3 contract/headers.py
# A difference from Tests/contract/contract.json fails a test: renewing that file is how a break is decided.
abi: headers ## Write Tests/contract/contract.json anew: the contract that programs are compiled against
	@python3 contract/kept.py

manual: lib ## Write the manual page of the command, bindings/python/swiftpager.1, from its --help
	@python3 packaging/manual.py >bindings/python/swiftpager.1.new
	@mv bindings/python/swiftpager.1.new bindings/python/swiftpager.1

requirements: setup ## Write each requirements.txt anew from its requirements.in, with hashes; UPGRADE=1: the newest
	@scripts/requirements.sh $(if $(UPGRADE),--upgrade)

demo: ## Page through a real GraphQL server, from C and from Python
	@test -e $(LIBRARY) || echo 'demo: on two processors, the first build of the library takes about 3 minutes;' \
		'its steps follow' >&2
	@$(MAKE) --no-print-directory -j 2 lib setup
	@echo 'demo: compiling the examples' >&2
	@$(MAKE) -s -j $(JOBS) examples
	@$(SERVERS) --shop -- scripts/demo.sh

include Tests/tests.mk packaging/packaging.mk packaging/aarch64/aarch64.mk bindings/bindings.mk

lint: setup ## Check how the code is written; CHECKS="NAME …" runs some of the checks (scripts/lint.py lists them)
	@$(PYTHON) scripts/lint.py $(LINT_FLAGS) $(CHECKS)
format: setup ## Let the tools mend what lint finds, as far as they can
	@$(PYTHON) scripts/lint.py --fix text swift-format clang-format ruff

# All tests at once share two threads and a server in Python: each of them would take as long as all together, and
# limits of a minute would mean nothing. The variable is swift-testing's own. The other one has a run that hangs, and
# that run_tests.py ends, say where its threads are.
SWIFT_BACKTRACES = SWIFT_BACKTRACE=enable=yes,threads=all,interactive=no,color=no
SWIFT_TEST = SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4 $(SWIFT_BACKTRACES) swift test -j $(JOBS)
# The whole suite, in processes that run their tests one after the other: twice as many as there are processors, because
# tests wait for half of their time.
SWIFT_SUITES = env $(SWIFT_BACKTRACES) python3 scripts/swift_suites.py --jobs $$((2 * $(JOBS)))
test-swift: setup-libraries setup ## Run the Swift tests; FILTER=PART runs those with PART in their names
	@$(ALL_SERVERS) env $(SWIFT_TEST) $(if $(FILTER),--filter '$(FILTER)')

# What is built before the suites, and what each suite is and how it is run: NAME=COMMAND, as scripts/run_tests.py takes
# them. The library is a chain of modules with one compiler each, and the tests have work for every processor. So the
# tests give way, and both end at about the same time.
# What was built for aarch64 is tried if it is there. CONTRIBUTING.md says which tests are long.
BUILDS = --build 'Swift tests=nice -n 10 swift build --build-tests -j $(JOBS)' \
	--build 'Library=$(MAKE) -s library' \
	--build 'Python environment=$(MAKE) -s setup'
SUITES = 'Lint=$(MAKE) -s lint $(QUICKLY)' \
	'Swift=$(ALL_SERVERS) $(SWIFT_SUITES)' \
	'C=$(MAKE) -s test-c' \
	'Python=$(ALL_SERVERS) $(PYTEST) -m "not alone$(AND_NOT_LONG)" -n $$((2 * $(JOBS))) Tests/python' \
	'Python alone=$(ALL_SERVERS) $(PYTEST) -m "alone$(AND_NOT_LONG)" $$(grep -lr mark.alone Tests/python)' \
	'Bindings=$(MAKE) -s test-bindings BUILT=1' \
	'Contract=$(SERVERS) --shop -- $(PYTEST) -m "not alone$(AND_NOT_LONG)" -n $$(($(JOBS) + 1)) Tests/contract' \
	$(if $(wildcard build/aarch64/wheel/*.whl),'aarch64=$(MAKE) -s test-aarch64')
LONG_SUITES = 'Fuzz=$(MAKE) -s fuzz FUZZ_SECONDS=5 BUILT=1' \
	'Wheel=$(MAKE) -s test-wheel-quickly BUILT=1' \
	'ThreadSanitizer=SWIFTPAGER_LONG=0 $(MAKE) -s thread-sanitizer' \
	'AddressSanitizer=SWIFTPAGER_LONG=0 $(MAKE) -s address-sanitizer' \
	'Valgrind=SWIFTPAGER_LONG=0 $(MAKE) -s valgrind BUILT=1' \
	'Storm=$(MAKE) -s storm-valgrind' \
	'Private root=SWIFTPAGER_LONG=0 $(MAKE) -s test-wheel BUILT=1' \
	'Debian packages=SWIFTPAGER_LONG=0 $(MAKE) -s test-deb BUILT=1' \
	'Site=SWIFTPAGER_LONG=0 $(MAKE) -s test-site BUILT=1' \
	'Documents=$(MAKE) -s test-documents BUILT=1' \
	'Examples=SWIFTPAGER_LONG=0 $(MAKE) -s test-examples BUILT=1' \
	'Page cost=$(MAKE) -s page-cost COST_FLAGS=--check BUILT=1' \
	'Page order=$(MAKE) -s order ORDER_FLAGS=--check BUILT=1' \
	'Pythons=SWIFTPAGER_LONG=0 $(MAKE) -s test-pythons BUILT=1'
# Fuzz has one thread; Bindings and Contract together leave no processor idle.
RUN_TESTS = python3 scripts/run_tests.py $(BUILDS) --early 'Lint=Python environment' --beside Bindings --beside Fuzz

# A mistake in a copy of the tree, and the suites until one notices it; then the next mistake. FILTERS="PART …" takes
# those in files with these parts in their paths, MUTANT_FLAGS=--near runs the nearest suites alone, and
# MUTANT_FLAGS=--bindings draws from the six bindings.
N = 60
mutants: setup-libraries setup-tests ## Draw N=60 mistakes by SEED=…, and print those that no test notices; FILTERS
	@$(ALL_SERVERS) $(PYTHON) scripts/mutants.py --jobs $(JOBS) --count $(N) $(SEED:%=--seed %) \
		$(MUTANT_FLAGS) $(FILTERS)
refusals: setup-libraries setup-tests ## List the refusals of callers' mistakes that no test triggers; FILTERS
	@$(ALL_SERVERS) $(PYTHON) scripts/refusals.py --jobs $(JOBS) $(FILTERS)
# With a blank in front.
test: AND_NOT_LONG = $(subst _, ,_and_not_long)
test: QUICKLY = LINT_FLAGS=--quick
test: setup-programs dependencies ## Run the tests, with small counts; 12 to 20 minutes, 6 to 10 without the first build
	@$(RUN_TESTS) $(SUITES)
# The limits of a single test grow with the counts.
test-long: setup-programs dependencies ## Run them with large counts, sanitizers, valgrind, Pythons, aarch64; hours
	@SWIFTPAGER_LONG=1 TEST_LIMIT=1200 PYTEST_TIMEOUT=1200 PYTEST_ADDOPTS='-o faulthandler_timeout=1300' \
		$(RUN_TESTS) $(SUITES) $(LONG_SUITES)
	@python3 scripts/run_tests.py --limit 36000 'aarch64 C=$(MAKE) -s built-wheel-aarch64 && $(MAKE) -s test-aarch64-c' \
		'aarch64 Python=$(MAKE) -s test-aarch64-python' 'Mutants=$(MAKE) -s mutants'

# How long the soak takes, in seconds.
SOAK_SECONDS ?= 600
soak: lib setup-tests ## Use the library for 10 minutes over a bad network: nothing lost or hung, memory flat; a storm
	@$(ALL_SERVERS) $(PYTHON) Tests/python/soak.py --seconds $(SOAK_SECONDS)
	@$(MAKE) -s storm STORM_SECONDS=$$(($(SOAK_SECONDS) / 10))

# The walk of C, which `make order` runs, too.
PEERS = $(addprefix bench/peers/,$(1)) $(C_LINK) $$(pkg-config --cflags --libs libcurl)
bench-walk:
	@mkdir -p build/bench
	$(CC) $(CFLAGS) $(C_WARNINGS) -o build/bench/swiftpager_walk bench/server/pages.c bench/server/writer.c \
		$(call PEERS,swiftpager_walk.c walk_configs.c peer.c)

order: lib bench-walk ## Write scripts/page.order anew: the functions that the linker places together
	@scripts/setup.sh valgrind
	@$(MAKE) -s -C bench
	@python3 bench/page_order.py $(ORDER_FLAGS) $(LIBRARY_FOLDER)/release/libswiftpager.so \
		build/bench/swiftpager_walk build/bench/page_server
page-cost: lib bench-walk ## Count instructions and cache lines of a page; COST_FLAGS=--check compares them with limits
	@scripts/setup.sh valgrind
	@$(MAKE) -s -C bench
	@python3 bench/page_cost.py $(COST_FLAGS) $(LIBRARY_FOLDER)/release/libswiftpager.so build/bench

bench: lib setup ## Run the benchmark (QUICK=1: only what a page costs): peers beside us, goals, verdicts
	@echo 'bench: building the peers' >&2
	@$(MAKE) -s bench-walk
	$(CC) $(CFLAGS) $(C_WARNINGS) -o build/bench/swiftpager_watch $(call PEERS,swiftpager_watch.c peer.c)
	$(CC) $(CFLAGS) $(C_WARNINGS) -o build/bench/swiftpager_drain $(call PEERS,swiftpager_drain.c peer.c)
	$(CC) $(CFLAGS) $(C_WARNINGS) -o build/bench/swiftpager_loop $(call PEERS,swiftpager_loop.c walk_configs.c peer.c)
ifndef QUICK
	@$(MAKE) -s -k bench-bindings || echo 'bench: without the bindings whose toolchain is missing' >&2
	swift build -c release -j $(JOBS) -Xswiftc -static-stdlib --package-path bench/peers/swift --scratch-path .build/bench
	cp .build/bench/release/swiftpager_typed .build/bench/release/swiftpager_held build/bench/
endif
	$(PYTHON) bench/run.py $(if $(QUICK),--quick) --json build/bench/run.json
ifdef QUICK
	@$(MAKE) -s page-cost COST_FLAGS='--rounds 1' BUILT=1
endif

# Where a server has the site: `/` for one that has a name of its own. DocC's pages name their scripts by it.
DOCS_BASE ?= /
docs: setup ## Build the documentation as a site, in build/docs; DOCS_BASE=/PATH is its place on its server
	@scripts/setup.sh docs
	@NO_MKDOCS_2_WARNING=1 $(PYTHON) -m mkdocs build --quiet --strict
	@JOBS=$(JOBS) $(PYTHON) scripts/docc.py --base $(patsubst %/,%,$(DOCS_BASE))/swift build/docs/swift
	@echo 'docs: look at build/docs/index.html; the reference of Swift needs a server:' >&2
	@echo '  python3 -m http.server -d build/docs' >&2

valgrind: lib setup-tests ## Run the C tests under valgrind
	@scripts/setup.sh valgrind
	@$(MAKE) -s test-c-valgrind

thread-sanitizer: setup-tests ## Run the Swift tests that use threads under ThreadSanitizer
	$(ALL_SERVERS) scripts/thread_sanitizer.sh

# LeakSanitizer is left out: the test library itself keeps memory to the end. Small stacks overflow with its larger
# frames, and freed memory stays for a while.
address-sanitizer: setup-tests ## Run the Swift tests under AddressSanitizer
	ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 $(ALL_SERVERS) \
		env $(SWIFT_TEST) --sanitize=address --scratch-path .build-address \
		--skip 'DepthTests|HostileDocumentTests|LongWalkTests'

clean: ## Remove what was built
	rm -rf build .build .build-address
