#!/bin/sh
# Installs what the build and the tests of swiftpager need, and reports each step.
# Usage: setup.sh libraries|programs|bindings|foreign|python|valgrind|docs|browser|wheel|debian|aarch64|release
set -eu

say() { printf 'setup: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

# apt_install PACKAGE…: installs Debian packages if this user may, else says exactly what to type.
apt_install() {
    if [ "$(id -u)" = 0 ]; then as_root=''
    elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then as_root='sudo'
    else as_root='none'
    fi
    if [ "$as_root" = none ] || ! command -v apt-get >/dev/null 2>&1; then
        fail "missing: $*. Install with: sudo apt-get install $*" \
            "  (or what your distribution calls them), then try again"
    fi
    say "installing $*"
    export DEBIAN_FRONTEND=noninteractive
    $as_root apt-get update -qq
    $as_root apt-get install -y -qq "$@" >/dev/null
}

# lack CHECK NAME[:PACKAGES]…: notes the packages of what a check does not find. install_lacking installs them.
lacking=''
lack() {
    check=$1
    shift
    for pair in "$@"; do "$check" "${pair%%:*}" >/dev/null 2>&1 || lacking="$lacking ${pair##*:}"; done
}
program() { PATH="$PATH:/usr/sbin" command -v "$1"; }
library() { pkg-config --exists "$1"; }
package() { dpkg -s "$1"; }
install_lacking() {
    # Left unquoted on purpose: a list of package names.
    # shellcheck disable=SC2086
    [ -z "$lacking" ] || apt_install $lacking
    lacking=''
}

# Programs that only the tests call, each as PROGRAM or PROGRAM:PACKAGE.
tools() { lack program "$@"; install_lacking; }

libraries() {
    command -v swift >/dev/null 2>&1 ||
        fail "missing: Swift 6.3 or newer. See the install page of swift.org, then try again"
    lack program 'cc:gcc libc6-dev' pkg-config
    lack library jansson:libjansson-dev libcurl:libcurl4-openssl-dev simdjson:libsimdjson-dev \
        sqlite3:libsqlite3-dev libcrypto:libssl-dev zlib:zlib1g-dev
    install_lacking
}

# What `python3 -m venv` needs: Debian has it in a package of its own.
environments() { python3 -c 'import ensurepip' 2>/dev/null || apt_install python3-venv; }

# What installs the packages that a requirements.txt lists: only those whose files have a hash there, and only wheels,
# because pip builds from a source with packages that no list names.
INSTALLER=scripts/requirements.txt
checked='install --quiet --require-hashes --only-binary :all:'

# environment FOLDER PURPOSE REQUIREMENTS…: makes a virtual environment for the project, again if the requirements have
# changed.
environment() {
    environment=$1 purpose=$2
    shift 2
    tools python3 && environments
    wanted=$(cat "$INSTALLER" "$@" | cksum)
    [ "$(cat "$environment/.requirements" 2>/dev/null)" != "$wanted" ] || return 0
    say "making a Python environment in $environment for $purpose"
    rm -rf "$environment"
    python3 -m venv "$environment"
    files=''
    for requirements in "$@"; do files="$files -r $requirements"; done
    # uv takes seconds where pip takes a minute. It does not read pip's settings; where these matter, pip installs.
    # Neither compiles: Python compiles what it imports, and of all these files, that is a small part.
    pip="$environment/bin/pip $checked --no-compile --disable-pip-version-check"
    # shellcheck disable=SC2086
    { $pip -r "$INSTALLER" &&
        "$environment/bin/uv" pip $checked --native-tls --python "$environment/bin/python" $files; } ||
        $pip $files || fail "pip could not install $*: is there a network?"
    printf '%s\n' "$wanted" >"$environment/.requirements"
}

python() {
    environment build/venv 'the test servers, pytest and the linters' Tests/requirements.txt bench/requirements.txt
}

# What the tests of the bindings need; a language whose toolchain cannot be had is left out of them.
bindings() {
    (go_toolchain) || say 'make test-bindings leaves Go out'
    (tools cargo) || say 'make test-bindings leaves Rust out'
    (node_headers) || say 'make test-bindings leaves Node.js out'
    (tools ruby) || say 'make test-bindings leaves Ruby out'
    (tools luajit) || say 'make test-bindings leaves LuaJIT out'
    (java_toolchain) || say 'make test-bindings leaves Java out'
}

java_toolchain() {
    tools javac:openjdk-17-jdk-headless
    test -e /usr/share/java/jna.jar || apt_install libjna-java
}

# Debian's Go is too old for iterators.
go_toolchain() {
    case "$(command -v go >/dev/null 2>&1 && go env GOVERSION)" in go1.2[3-9]* | go1.[3-9]?*) return 0 ;; esac
    environment build/go 'the tests of the binding for Go' bindings/go/requirements.txt
}

# Node.js with the headers for add-ons: those that are beside it, or Debian's.
node_headers() {
    tools node:nodejs
    headers=$(node -p 'require("path").resolve(process.execPath, "../../include/node")')
    [ -e "$headers/node_api.h" ] || apt_install libnode-dev
}

# The packages that build the documentation as a site.
documentation() {
    # shellcheck disable=SC2086
    build/venv/bin/pip $checked --disable-pip-version-check -r docs/requirements.txt ||
        fail "pip could not install docs/requirements.txt: is there a network?"
}

case "${1:-}" in
libraries) libraries ;;
programs)
    # pg_lsclusters shows that Debian's Postgres is there, whose server is not on the PATH.
    # bwrap is for an installation that the machine does not see; cmake, meson and ninja build programs against it.
    tools openssl g++ sqlite3 nginx:nginx-light pg_lsclusters:postgresql gh python3 bwrap:bubblewrap \
        cmake meson ninja:ninja-build && environments ;;
bindings) bindings ;;
python) tools openssl && python ;;
valgrind) tools valgrind ;;
# The languages of the examples that have no binding.
foreign) tools php:php-cli fpc:fp-compiler && { dpkg -s fp-units-fcl >/dev/null 2>&1 || apt_install fp-units-fcl; } ;;
docs) documentation ;;
browser) tools chromium ;;
# Its libcurl is compiled: packaging/wheel/curl.sh.
wheel)
    lack program dpkg-source:dpkg-dev autoreconf:autoconf automake libtoolize:libtool patch
    lack library libnghttp2:libnghttp2-dev libbrotlidec:libbrotli-dev libzstd:libzstd-dev libidn2:libidn2-dev
    install_lacking
    environment build/wheel-tools 'building wheels' packaging/wheel/requirements.txt ;;
debian)
    lack program dpkg-buildpackage:dpkg-dev dh:debhelper dh_python3:dh-python lintian debootstrap
    # What debian/rules needs that is not a program.
    lack package python3-all python3-installer
    install_lacking ;;
# The emulator and the private root in which the products for aarch64 are tried.
aarch64) tools dpkg qemu-aarch64-static:qemu-user-static bwrap:bubblewrap ;;
release)
    environment build/release-tools 'building releases' packaging/release/requirements.txt \
        packaging/wheel/requirements.txt ;;
*) fail "$(sed -n 's/^# U/u/p' "$0")" ;;
esac
