# Ruby's tests.

RUBY := $(shell command -v ruby 2>/dev/null)

check-ruby:
ifeq ($(RUBY),)
	@echo 'test-ruby: left out, because Ruby is missing'
else
	@echo '-- Ruby'
	@SWIFTPAGER_LIBRARY=$(CURDIR)/build/lib/libswiftpager.so.0 $(RUBY) -w bindings/ruby/tests/test_swiftpager.rb
endif

bench-ruby:
ifneq ($(RUBY),)
	@mkdir -p build/bench
	@echo '#!/bin/sh' >build/bench/ruby_walk
	@echo 'export SWIFTPAGER_LIBRARY=$(CURDIR)/build/lib/libswiftpager.so.0' >>build/bench/ruby_walk
	@echo 'exec $(RUBY) $(CURDIR)/bench/peers/ruby/walk.rb "$$@"' >>build/bench/ruby_walk
	@chmod +x build/bench/ruby_walk
endif
