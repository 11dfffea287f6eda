# The tests of the bindings, against the shop server. A language is a folder LANGUAGE with a LANGUAGE.mk, which has the
# targets check-LANGUAGE, which runs the tests or says that it leaves them out because their toolchain is missing, and
# bench-LANGUAGE, which builds the language's peer of the benchmark.
# Python's tests are in Tests/python.

BINDINGS := $(basename $(notdir $(wildcard bindings/*/*.mk)))
BINDING_TESTS := $(BINDINGS:%=test-%)

# What tests load before a program of theirs.
export NO_MEMORY := $(CURDIR)/build/no_memory.so

include $(wildcard bindings/*/*.mk)

$(BINDINGS:%=check-%): $(NO_MEMORY)
$(NO_MEMORY): bindings/no_memory.c
	@$(CC) -O2 -shared -fPIC $< -o $@

.PHONY: test-bindings bench-bindings $(BINDING_TESTS) $(BINDINGS:%=check-%)
# With -j the tests of one language print together.
test-bindings: lib setup-tests ## Run the tests of the bindings; `make test-go` runs those of Go
	@$(SERVERS) --shop -- $(MAKE) -s -k -j $(JOBS) --output-sync=target $(BINDINGS:%=check-%)

$(BINDING_TESTS): test-%: lib setup-tests
	@$(SERVERS) --shop -- $(MAKE) -s check-$*

# The peers of the benchmark; a language's target is bench-LANGUAGE.
bench-bindings: $(BINDINGS:%=bench-%)
