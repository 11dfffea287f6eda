#!/bin/sh
# Runs the tests of a binding against the test servers, or builds its peer of the benchmark; make calls it.
# Usage: suite.sh check|build|tests|bench go|java|luajit|node|ruby|rust
#
# A check looks at the layout, builds, and runs the tests; scripts/mutants.py builds and runs the tests. Without the
# language's toolchain a check says that it leaves the tests out.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
python3 scripts/library_stamp.py check
count="$root/scripts/count_tests.py"
library="$root/build/lib/libswiftpager.so.0"
links="-L$root/build/lib -Wl,-rpath,$root/build/lib"

has() { command -v "$1" >/dev/null 2>&1; }
left_out() { echo "test-$language: left out, because $* missing"; exit 0; }
# launcher WORDS…: the peer is a script that runs these words.
launcher() {
    printf '%s\n' '#!/bin/sh' "export SWIFTPAGER_LIBRARY=$library" "exec $* \"\$@\"" >"build/bench/${language}_walk"
    chmod +x "build/bench/${language}_walk"
}

# Go is the one that scripts/setup.sh put into build/go, or the one on the PATH. It looks for nothing on the network.
go_environment() {
    for found in "$root"/build/go/lib/python*/site-packages/go/bin; do
        [ ! -x "$found/go" ] || export PATH="$found:$PATH"
    done
    export GOCACHE="$root/build/go-cache" GOTOOLCHAIN=local GOPROXY=off GOFLAGS=-mod=mod
    export CGO_LDFLAGS="$links"
}
check_go() {
    go_environment
    has go || left_out Go 1.23 or newer is
    echo '-- Go'
    (cd bindings/go && test -z "$(gofmt -l .)" && go vet ./...)
    tests_go
}
build_go() { go_environment; cd bindings/go; go test -c -o "$root/build/go-tests" .; }
tests_go() { go_environment; cd bindings/go; "$count" go go test -count=1 -timeout 300s -v .; }
bench_go() { go_environment; cd bench/peers/go; go build -o "$root/build/bench/go_walk" .; }

jna=/usr/share/java/jna.jar
has_java() { has javac && test -e "$jna"; }
compile_java() { mkdir -p build/java; javac -Werror -cp "$jna" -d build/java bindings/java/src/swiftpager/*.java "$@"; }
check_java() {
    has_java || left_out a JDK or JNA is
    echo '-- Java'
    build_java
    tests_java
}
build_java() { compile_java -Xlint:all,-try bindings/java/tests/*.java; }
# A heap that does not grow: a test looks at the memory of the process.
tests_java() {
    SWIFTPAGER_LIBRARY=$library java -Xms128m -Xmx128m -XX:+AlwaysPreTouch -cp "$jna:build/java" \
        -Dbindings=bindings/java Tests
}
bench_java() {
    has_java || return 0
    compile_java -Xlint:all bench/peers/java/*.java
    launcher java -cp "$jna:$root/build/java" Walk
}

check_luajit() {
    has luajit || left_out LuaJIT is
    echo '-- LuaJIT'
    tests_luajit
}
build_luajit() { for file in bindings/luajit/*.lua bindings/luajit/*/*.lua; do luajit -bl "$file" >/dev/null; done; }
tests_luajit() { SWIFTPAGER_LIBRARY=$library luajit bindings/luajit/tests/test_swiftpager.lua; }
bench_luajit() { ! has luajit || launcher "$(command -v luajit)" "$root/bench/peers/luajit/walk.lua"; }

# With the headers that are beside node, or Debian's libnode-dev.
check_node() {
    has node || left_out Node.js is
    test -e "$(node -p 'require("path").resolve(process.execPath, "../../include/node/node_api.h")')" ||
        left_out the headers of Node.js are
    echo '-- Node.js'
    build_node
    tests_node
}
build_node() { CFLAGS=-I$root/include LDFLAGS=$links bindings/node/build.sh; node --check bindings/node/index.js; }
tests_node() {
    cd bindings/node
    "$count" node node --test --test-reporter=tap --expose-gc test.js test_watching.js test_endings.js
}
bench_node() { build_node; }

check_ruby() {
    has ruby || left_out Ruby is
    echo '-- Ruby'
    tests_ruby
}
build_ruby() { for file in bindings/ruby/lib/swiftpager/*.rb; do ruby -c "$file" >/dev/null; done; }
tests_ruby() { SWIFTPAGER_LIBRARY=$library ruby -w bindings/ruby/tests/test_swiftpager.rb; }
bench_ruby() { ! has ruby || launcher "$(command -v ruby)" "$root/bench/peers/ruby/walk.rb"; }

# Nothing comes from the network: the crate needs the standard library only.
export CARGO_TARGET_DIR="$root/build/rust" CARGO_NET_OFFLINE=true
export RUSTFLAGS="-Lnative=$root/build/lib -Clink-arg=-Wl,-rpath,$root/build/lib"
check_rust() {
    has cargo || left_out cargo is
    echo '-- Rust'
    (
        cd bindings/rust
        ! cargo fmt --version >/dev/null 2>&1 || cargo fmt --check
        ! cargo clippy --version >/dev/null 2>&1 || cargo clippy -q --all-targets -- -D warnings
    )
    (build_rust)
    tests_rust
}
build_rust() { cd bindings/rust; cargo test -q --no-run; }
tests_rust() {
    cd bindings/rust
    RUST_BACKTRACE=0 "$count" cargo cargo test -q --no-fail-fast -- --format pretty
}
bench_rust() {
    cd bench/peers/rust
    cargo build -q --release
    cp "$root/build/rust/release/rust_walk" "$root/build/bench/"
}

language=$2
"$1_$2"
