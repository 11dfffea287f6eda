# The bindings: bindings/suite.sh says how each is tested and measured. Python's tests are in Tests/python.
BINDINGS := go java luajit node ruby rust
# What tests load before a program of theirs.
export NO_MEMORY := $(CURDIR)/build/no_memory.so
$(NO_MEMORY): bindings/no_memory.c
	@$(CC) -O2 -shared -fPIC $< -o $@

.PHONY: test-bindings bench-bindings $(foreach verb,test check bench,$(BINDINGS:%=$(verb)-%))
# With -j the tests of one language print together.
test-bindings: lib setup-tests ## Run the tests of the bindings; `make test-go` runs those of Go
	@$(SERVERS) --shop --trouble -- $(MAKE) -s -k -j $(JOBS) --output-sync=target $(BINDINGS:%=check-%)
$(BINDINGS:%=test-%): test-%: lib setup-tests
	@$(SERVERS) --shop --trouble -- $(MAKE) -s check-$*
$(BINDINGS:%=check-%): check-%: $(NO_MEMORY)
	@bindings/suite.sh check $*
bench-bindings: $(BINDINGS:%=bench-%) # The peers of the benchmark.
$(BINDINGS:%=bench-%): bench-%:
	@mkdir -p build/bench
	@bindings/suite.sh bench $*
