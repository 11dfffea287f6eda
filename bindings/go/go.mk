# Go's tests. Go is the one that scripts/setup.sh put into build/go, or the one on the PATH.

GO := $(firstword $(wildcard build/go/lib/python*/site-packages/go/bin/go) $(shell command -v go 2>/dev/null))
# Go looks for nothing on the network, and keeps what it builds in build.
GO_ENVIRONMENT = PATH="$(dir $(abspath $(GO))):$$PATH" GOCACHE=$(CURDIR)/build/go-cache GOTOOLCHAIN=local GOPROXY=off \
	GOFLAGS=-mod=mod CGO_CFLAGS='-O2 -I$(CURDIR)/include' \
	CGO_LDFLAGS='-L$(CURDIR)/build/lib -Wl,-rpath,$(CURDIR)/build/lib'

check-go:
ifeq ($(GO),)
	@echo 'test-go: left out, because Go 1.23 or newer is missing'
else
	@echo '-- Go'
	@cd bindings/go && $(GO_ENVIRONMENT) sh -c 'test -z "$$(gofmt -l .)" && go vet ./...'
	@cd bindings/go && $(GO_ENVIRONMENT) go test -count=1 -timeout 300s -v . 2>&1 | ../../scripts/count_tests.py go
endif

bench-go:
	@mkdir -p build/bench
	@cd bench/peers/go && $(GO_ENVIRONMENT) go build -o $(CURDIR)/build/bench/go_walk .
