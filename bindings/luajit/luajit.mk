# LuaJIT's tests.

LUAJIT := $(shell command -v luajit 2>/dev/null)

check-luajit:
ifeq ($(LUAJIT),)
	@echo 'test-luajit: left out, because LuaJIT is missing'
else
	@echo '-- LuaJIT'
	@SWIFTPAGER_LIBRARY=$(CURDIR)/build/lib/libswiftpager.so.0 $(LUAJIT) bindings/luajit/tests/test_swiftpager.lua
endif
