#!/bin/sh
# Builds the Debian packages: build/deb/*.deb. Needs a library from `make lib`, and the tools of `setup.sh debian`.
#
# The folder debian/ that dpkg reads is made anew in build/deb/source, because the root of the repository has none.
set -eu
cd "$(dirname "$0")/../.."
version=$(sed -n 's/.*StaticString = "\(.*\)"/\1/p' Sources/PagerClient/Version.swift)
root=$PWD/build/deb
say() { printf 'deb: %s\n' "$*" >&2; }

# run WORDS…: shows what a command prints only if it fails.
run() {
    if ! "$@" >"$root/log" 2>&1; then
        cat "$root/log" >&2
        say "$1 failed; its output is above"
        exit 1
    fi
}

# licence NAME FIRST LAST FILE: a paragraph of debian/copyright with the lines of a file from one to another.
licence() {
    text=$(sed -n "/^$2/,/$3/ { s/^\$/./; s/^/ /; p; }" "$4")
    printf '\nLicense: %s\n%s\n' "$1" "${text:?"$4 has no such lines"}"
}

rm -rf "$root"
mkdir -p "$root/source" "$root/wheel"
cp -R packaging/debian/debian "$root/source/debian"
{
    licence Expat 'Permission is' '^SOFTWARE' LICENSE
    licence BSD-3-Clause Redistribution 'SUCH DAMAGE' build/licenses/simdjson.txt
} >>"$root/source/debian/copyright"
packaging/debian/symbols.sh >"$root/source/debian/libswiftpager0.symbols"
{
    printf 'swiftpager (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md in the repository.\n\n' "$version"
    printf ' -- %s  %s\n' "$(sed -n 's/^Maintainer: //p' packaging/debian/debian/control)" \
        "$(git log -1 --format=%aD 2>/dev/null || date -R)"
} >"$root/source/debian/changelog"

say 'building the Python package without a library'
SWIFTPAGER_LIBRARY=system run build/wheel-tools/bin/python -m pip wheel --no-deps --no-build-isolation \
    --wheel-dir "$root/wheel" bindings/python
say "building the packages of version $version"
export SWIFTPAGER_TREE="$PWD" SWIFTPAGER_WHEEL
SWIFTPAGER_WHEEL=$(echo "$root"/wheel/*.whl)
cd "$root/source"
# The rules run a make of their own, without the caller's flags.
unset MAKEFLAGS MAKELEVEL MFLAGS
# The Python of these is the system's.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
run dpkg-buildpackage --build=binary --unsigned-changes --no-pre-clean
cd "$root"
say "$(echo ./*.deb)"
