# The tests of the C face, the examples, the site in a browser, and the fuzz targets.
.PHONY: c-tests test-c named-library test-c-valgrind storm storm-valgrind examples examples-valgrind examples-swift \
	test-examples test-documents test-site fuzz

C_TESTS := build/tests/c
# The library itself needs jansson, so its headers and pkg-config are there.
JANSSON_FLAGS = $(shell pkg-config --cflags jansson)
JANSSON_LINK = $(shell pkg-config --libs jansson)
CXX_WARNINGS := -Wall -Wextra -pedantic -Werror
# loading.c is a program of its own, which is not linked with the library: it loads it.
STORM := $(C_TESTS)/storm
STORM_OBJECTS := $(patsubst Tests/c/%.c,$(C_TESTS)/%.o,$(filter-out %/main.c,$(wildcard Tests/c/storm/*.c)))
C_TEST_OBJECTS := $(STORM_OBJECTS) $(patsubst Tests/c/%,$(C_TESTS)/%.o,$(basename \
	$(filter-out Tests/c/loading.c,$(wildcard Tests/c/*.c)) $(wildcard Tests/c/*.cpp)))
C_TEST_FLAGS = $(C_WARNINGS) $(CFLAGS) -D_POSIX_C_SOURCE=200809L -pthread -Iinclude $(JANSSON_FLAGS)
VALGRIND := valgrind -q --child-silent-after-fork=yes --error-exitcode=99 --leak-check=full \
	--show-leak-kinds=definite,indirect --errors-for-leak-kinds=definite,indirect --num-callers=40 \
	--suppressions=Tests/c/valgrind.suppressed

$(C_TESTS)/%.o: Tests/c/%.c $(wildcard Tests/c/*.h) include/swiftpager.h
	@mkdir -p $(C_TESTS)
	$(CC) $(C_TEST_FLAGS) -c -o $@ $<

# Each function of the contract with drawn arguments: for the storm, and for the test of cancels.
$(STORM)/drawn_calls.h: Tests/c/storm/draw_calls.py include/swiftpager.abi.json
	@mkdir -p $(STORM)
	@python3 $^ >$@.new
	@mv $@.new $@
$(STORM)/%.o: Tests/c/storm/%.c $(STORM)/drawn_calls.h $(wildcard Tests/c/*.h Tests/c/storm/*.h) \
		include/swiftpager.h include/swiftpager_arrow.h
	@mkdir -p $(STORM)
	$(CC) $(C_TEST_FLAGS) -ITests/c -I$(STORM) -c -o $@ $<

# C++ for what only C++ does to a C library: exceptions.
$(C_TESTS)/%.o: Tests/c/%.cpp $(wildcard Tests/c/*.h) include/swiftpager.h
	@mkdir -p $(C_TESTS)
	$(CXX) -std=c++11 $(CXX_WARNINGS) $(CFLAGS) -pthread -Iinclude -c -o $@ $<
$(C_TESTS)/swiftpager-tests: $(C_TEST_OBJECTS)
	$(CXX) $(CFLAGS) -pthread -o $@ $^ $(C_LINK) $(JANSSON_LINK)
$(C_TESTS)/loading: Tests/c/loading.c include/swiftpager.h
	@mkdir -p $(C_TESTS)
	$(CC) $(C_TEST_FLAGS) -o $@ $< -ldl
$(STORM)/storm: $(STORM)/main.o $(STORM_OBJECTS) $(C_TESTS)/harness.o $(C_TESTS)/servers.o
	$(CC) $(CFLAGS) -pthread -o $@ $^ $(C_LINK) $(JANSSON_LINK)
c-tests: $(C_TESTS)/swiftpager-tests $(C_TESTS)/loading $(STORM)/storm

# Twice as many at once as there are processors: they wait for half of their time. Tests of time run alone.
# What holds for a release build only is skipped, and counted, with a debug one.
test-c: ## Run the C tests; TESTS="NAME …" runs some of them
	@python3 scripts/library_stamp.py check
	@$(MAKE) -s -j $(JOBS) c-tests
	TEST_BUILD=$$(python3 scripts/library_stamp.py build) TEST_JOBS=$$((2 * $(JOBS))) $(ALL_SERVERS) \
		$(C_TESTS)/swiftpager-tests $(TESTS)

# A copy of the library with the names of its functions, which suppressions and reports need. On its debug information
# valgrind fails.
NAMED_LIBRARY := $(CURDIR)/build/valgrind
named-library:
	@mkdir -p '$(NAMED_LIBRARY)'
	@strip -g -o '$(NAMED_LIBRARY)/$(SONAME)' $(LIBRARY_FOLDER)/release/libswiftpager.so

# Only those of TESTS where it names some.
test-c-valgrind: c-tests named-library ## Run the C tests under valgrind, but those of valgrind.skipped, and examples
	LD_LIBRARY_PATH='$(NAMED_LIBRARY)' TEST_PREFIX='$(VALGRIND)' TEST_LIMIT=600 TEST_JOBS=$(JOBS) $(ALL_SERVERS) \
		$(C_TESTS)/swiftpager-tests \
		$(or $(TESTS),$$($(C_TESTS)/swiftpager-tests --list | awk '{print $$2}' | grep -vxFf Tests/c/valgrind.skipped))
	$(if $(TESTS),,$(MAKE) -s examples-valgrind)

# Threads call all functions with drawn arguments. SEED repeats the draws, and not what the threads do at the same time.
STORM_SECONDS ?= 60
STORM_FLAGS = --seconds $(STORM_SECONDS) $(SEED:%=--seed %)
storm: c-tests ## Call all functions with drawn arguments for STORM_SECONDS, 60; SEED=… repeats the draws
	@$(SERVERS) --trouble -- $(STORM)/storm $(STORM_FLAGS)
storm-valgrind: STORM_SECONDS = 15
storm-valgrind: c-tests named-library
	@LD_LIBRARY_PATH='$(NAMED_LIBRARY)' $(SERVERS) --trouble -- $(VALGRIND) $(STORM)/storm $(STORM_FLAGS)

EXAMPLES := $(patsubst examples/c/%.c,build/examples/%,$(wildcard examples/c/*.c)) \
	$(patsubst examples/cpp/%.cpp,build/examples/%_cpp,$(wildcard examples/cpp/*.cpp))
build/examples/%: examples/c/%.c include/swiftpager.h
	@mkdir -p build/examples
	$(CC) $(CFLAGS) $(C_WARNINGS) -D_POSIX_C_SOURCE=200809L -pthread $(JANSSON_FLAGS) -o $@ $< $(C_LINK) $(JANSSON_LINK)

build/examples/%_cpp: examples/cpp/%.cpp $(wildcard include/*.h include/*.hpp include/swiftpager/*.hpp)
	@mkdir -p build/examples
	$(CXX) -std=c++17 $(CXX_WARNINGS) $(CFLAGS) -pthread -o $@ $< $(C_LINK)

examples: $(EXAMPLES)
# Each takes the endpoint of the shop.
examples-valgrind: examples
	LD_LIBRARY_PATH='$(NAMED_LIBRARY)' $(SERVERS) --shop -- sh -c 'for example in $(EXAMPLES); do \
		$(VALGRIND) $$example "$$SWIFTPAGER_SHOP_ENDPOINT" >/dev/null || { echo "FAILED $$example"; exit 1; }; \
		echo "ok $$example"; done'

# Packages with dependencies of their own.
examples-swift: setup-libraries
	swift build -j $(JOBS) --package-path examples/service --scratch-path .build/service
	swift build -j $(JOBS) --package-path examples/command --scratch-path .build/command
test-examples: lib examples-swift setup-tests ## Build and run the examples in Swift, PHP and Pascal
	@scripts/setup.sh foreign
	@$(SERVERS) --shop -- $(PYTEST) Tests/examples

test-documents: lib setup-tests ## Compile the Swift for the documents in Tests/Documents, and test it
	@PYTHONPATH=bindings/python $(PYTHON) Tests/python/generate_support.py --documents
	swift test -j $(JOBS) --package-path Tests/Documents --scratch-path .build/documents

test-site: docs ## Open each page of the site in headless Chromium; PICTURES=FOLDER keeps what it looks like
	@scripts/setup.sh browser
	@$(PYTEST) Tests/browser
	@$(PYTHON) Tests/browser/look.py $(if $(PICTURES),--pictures '$(PICTURES)') build/docs

FUZZ := build/fuzz
FUZZ_TARGETS := configs documents responses page_infos cached_responses json_texts
FUZZ_SECONDS ?= 60
FUZZ_SHARED := Tests/fuzz/fuzzing.c Tests/fuzz/answers.c
# libFuzzer comes with the clang of the Swift toolchain.
$(FUZZ)/%: Tests/fuzz/%.c $(FUZZ_SHARED) $(wildcard Tests/fuzz/*.h) include/swiftpager.h
	@mkdir -p $(FUZZ)
	$(dir $(shell command -v swift))clang $(C_WARNINGS) -O1 -g -pthread -fsanitize=fuzzer -o $@ $< $(FUZZ_SHARED) $(C_LINK)

# The reader of JSON beside simdjson's DOM, which is its oracle. Not through the library, which exports neither.
$(FUZZ)/json_texts: Tests/fuzz/json_texts.cpp $(wildcard Sources/CSimdjson/*.?pp) | lib
	@mkdir -p $(FUZZ)
	$(dir $(shell command -v swift))clang++ -std=c++17 -Wall -Wextra -O1 -g -fuse-ld=lld \
		-fsanitize=fuzzer,address,undefined -ISources/CSimdjson/include -isystem $(SIMDJSON) \
		-o $@ $(filter %.cpp,$^) $(SIMDJSON)/libsimdjson.a

fuzz: lib $(FUZZ_TARGETS:%=$(FUZZ)/%) ## Fuzz configs, documents, answers and the cache; FUZZ_SECONDS for each, 60
	@Tests/fuzz/run.sh $(FUZZ) $(FUZZ_SECONDS) $(FUZZ_TARGETS)
