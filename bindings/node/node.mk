# Node's tests: with the headers that are beside node, or Debian's libnode-dev.

NODE := $(shell command -v node 2>/dev/null)
NODE_HEADERS = $(shell node -p 'require("path").resolve(process.execPath, "../../include/node/node_api.h")' 2>/dev/null)

check-node:
ifeq ($(NODE),)
	@echo 'test-node: left out, because Node.js is missing'
else ifeq ($(wildcard $(NODE_HEADERS)),)
	@echo 'test-node: left out, because the headers of Node.js are missing'
else
	@echo '-- Node.js'
	@CFLAGS=-I$(CURDIR)/include LDFLAGS='-L$(CURDIR)/build/lib -Wl,-rpath,$(CURDIR)/build/lib' bindings/node/build.sh
	@cd bindings/node && node --test --test-reporter=tap --expose-gc test.js test_watching.js 2>&1 \
		| ../../scripts/count_tests.py node
endif

bench-node:
	@CFLAGS=-I$(CURDIR)/include LDFLAGS='-L$(CURDIR)/build/lib -Wl,-rpath,$(CURDIR)/build/lib' bindings/node/build.sh
