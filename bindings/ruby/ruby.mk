# Ruby's tests.

RUBY := $(shell command -v ruby 2>/dev/null)

check-ruby:
ifeq ($(RUBY),)
	@echo 'test-ruby: left out, because Ruby is missing'
else
	@echo '-- Ruby'
	@SWIFTPAGER_LIBRARY=$(CURDIR)/build/lib/libswiftpager.so.0 $(RUBY) -w bindings/ruby/tests/test_swiftpager.rb
endif
