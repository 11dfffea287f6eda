# The tests of the C face. Included by the Makefile of the project, which says how to compile, link and start servers.

C_TESTS := build/tests/c
# The library itself needs jansson, so its headers and pkg-config are there.
JANSSON_FLAGS = $(shell pkg-config --cflags jansson)
JANSSON_LINK = $(shell pkg-config --libs jansson)
# loading.c is a program of its own, which is not linked with the library: it loads it.
C_TEST_OBJECTS := $(patsubst Tests/c/%.c,$(C_TESTS)/%.o,$(filter-out Tests/c/loading.c,$(wildcard Tests/c/*.c))) \
	$(patsubst Tests/c/%.cpp,$(C_TESTS)/%.o,$(wildcard Tests/c/*.cpp))
C_TEST_FLAGS = $(C_WARNINGS) $(CFLAGS) -D_POSIX_C_SOURCE=200809L -pthread -Iinclude $(JANSSON_FLAGS)

VALGRIND := valgrind -q --error-exitcode=99 --leak-check=full --show-leak-kinds=definite,indirect \
	--errors-for-leak-kinds=definite,indirect --num-callers=40
VALGRIND_TESTS = $(shell grep -v '^\#' Tests/c/valgrind.tests)

$(C_TESTS)/%.o: Tests/c/%.c $(wildcard Tests/c/*.h) include/swiftpager.h
	@mkdir -p $(C_TESTS)
	$(CC) $(C_TEST_FLAGS) -c -o $@ $<

# C++ for what only C++ does to a C library: exceptions.
$(C_TESTS)/%.o: Tests/c/%.cpp $(wildcard Tests/c/*.h) include/swiftpager.h
	@mkdir -p $(C_TESTS)
	$(CXX) -std=c++11 -Wall -Wextra -pedantic -Werror $(CFLAGS) -pthread -Iinclude -c -o $@ $<

$(C_TESTS)/swiftpager-tests: $(C_TEST_OBJECTS)
	$(CXX) $(CFLAGS) -pthread -o $@ $^ $(C_LINK) $(JANSSON_LINK)

$(C_TESTS)/loading: Tests/c/loading.c include/swiftpager.h
	@mkdir -p $(C_TESTS)
	$(CC) $(C_TEST_FLAGS) -o $@ $< -ldl

.PHONY: c-tests test-c test-c-valgrind
c-tests: $(C_TESTS)/swiftpager-tests $(C_TESTS)/loading

test-c: c-tests ## Run the C tests; TESTS="NAME …" runs some of them
	$(SERVERS) --shop --trouble --tls -- $(C_TESTS)/swiftpager-tests $(TESTS)

test-c-valgrind: c-tests ## Run those of Tests/c/valgrind.tests under valgrind
	TEST_PREFIX='$(VALGRIND)' TEST_LIMIT=300 \
		$(SERVERS) --shop --trouble -- $(C_TESTS)/swiftpager-tests $(VALGRIND_TESTS)
