# The fuzz targets. Included by the Makefile of the project, which says how to compile and link.

FUZZ := build/fuzz
FUZZ_TARGETS := configs documents responses page_infos cached_responses
FUZZ_SECONDS ?= 60
# libFuzzer comes with the clang of the Swift toolchain.
FUZZ_CLANG = $(dir $(shell command -v swift))clang
FUZZ_SHARED := Tests/fuzz/fuzzing.c Tests/fuzz/answers.c

$(FUZZ)/%: Tests/fuzz/%.c $(FUZZ_SHARED) $(wildcard Tests/fuzz/*.h) include/swiftpager.h
	@mkdir -p $(FUZZ)
	$(FUZZ_CLANG) $(C_WARNINGS) -O1 -g -pthread -fsanitize=fuzzer -o $@ $< $(FUZZ_SHARED) $(C_LINK)

# Inputs that were found are kept below build/, those that anybody should begin with in Tests/fuzz/seeds. libFuzzer
# prints the seed of its random numbers, and where it puts an input that the library did not stand.
.PHONY: fuzz
fuzz: lib $(FUZZ_TARGETS:%=$(FUZZ)/%) ## Fuzz configs, documents, answers and the cache; FUZZ_SECONDS for each, 60
	@for target in $(FUZZ_TARGETS); do \
		mkdir -p $(FUZZ)/found/$$target; \
		echo "fuzz: $$target, for $(FUZZ_SECONDS) s" >&2; \
		$(FUZZ)/$$target -max_total_time=$(FUZZ_SECONDS) -timeout=20 -rss_limit_mb=2048 -verbosity=1 -print_final_stats=1 \
			-dict=Tests/fuzz/$$target.dict -artifact_prefix=$(FUZZ)/$$target- \
			$(FUZZ)/found/$$target Tests/fuzz/seeds/$$target >$(FUZZ)/$$target.log 2>&1 \
			|| { tail -n 60 $(FUZZ)/$$target.log; exit 1; }; \
		grep -E 'Seed:|stat::number_of_executed_units' $(FUZZ)/$$target.log; \
	done
	@echo '$(words $(FUZZ_TARGETS)) passed, 0 failed'
