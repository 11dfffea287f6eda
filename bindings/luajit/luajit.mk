# LuaJIT's tests.

LUAJIT := $(shell command -v luajit 2>/dev/null)

check-luajit:
ifeq ($(LUAJIT),)
	@echo 'test-luajit: left out, because LuaJIT is missing'
else
	@echo '-- LuaJIT'
	@SWIFTPAGER_LIBRARY=$(CURDIR)/build/lib/libswiftpager.so.0 $(LUAJIT) bindings/luajit/tests/test_swiftpager.lua
endif

bench-luajit:
ifneq ($(LUAJIT),)
	@mkdir -p build/bench
	@echo '#!/bin/sh' >build/bench/luajit_walk
	@echo 'export SWIFTPAGER_LIBRARY=$(CURDIR)/build/lib/libswiftpager.so.0' >>build/bench/luajit_walk
	@echo 'exec $(LUAJIT) $(CURDIR)/bench/peers/luajit/walk.lua "$$@"' >>build/bench/luajit_walk
	@chmod +x build/bench/luajit_walk
endif
