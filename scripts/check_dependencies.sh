#!/bin/sh
# Compares dependencies.txt, or another file, with the versions of this build. It sets Swift packages to their tested
# versions if those are available, and looks up system libraries with pkg-config. It reports what differs, and ends with
# 1 if something is missing or too old, or if Package.swift disagrees with the list.
set -eu
list=$(realpath "${1:-"$(dirname "$0")/../dependencies.txt"}")
cd "$(dirname "$0")/.."

say() { printf 'dependencies: %s\n' "$*" >&2; }

# at_least LEAST VERSION
at_least() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]; }

# The version of a package's checkout; nothing if there is none.
resolved() { swift package show-dependencies --format text 2>/dev/null | sed -n "s|.*/$1@\([0-9.]*\)>.*|\1|p"; }

# check_version NAME LEAST TESTED VERSION REMEDY
check_version() {
    if [ -z "$4" ] || ! at_least "$2" "$4"; then
        say "$1 is ${4:-missing}, and at least $2 is needed; $5"
        outcome=1
    elif [ "$4" != "$3" ]; then
        say "$1 is $4; tests ran with $3"
    fi
}

check_swift_package() {
    # Package.swift states the least version for users of the package; it must agree with dependencies.txt.
    if ! grep -q "/$1\", from: \"$2\"" Package.swift; then
        say "Package.swift does not take $1 from $2, which dependencies.txt calls the least version; make them agree"
        outcome=1
    fi
    version=$(resolved "$1")
    if [ -n "$version" ] && [ "$version" != "$3" ]; then
        say "setting $1 to $3 instead of $version"
        swift package resolve "$1" --version "$3" >&2 || true
        version=$(resolved "$1")
    fi
    check_version "$@" "$version" "run: swift package resolve $1 --version $3"
}

outcome=0
[ -d .build/checkouts ] || swift package resolve >&2
while read -r kind name least tested; do
    case "$kind" in
    '' | '#'*) ;;
    swift) check_swift_package "$name" "$least" "$tested" ;;
    system)
        version=$(pkg-config --modversion "$name" 2>/dev/null) || version=''
        check_version "$name" "$least" "$tested" "$version" 'make setup installs what is missing'
        ;;
    # scripts/simdjson.sh and packaging/wheel/curl.sh check the archives that they compile.
    source | debian) ;;
    *) say "dependencies.txt: '$kind' is not a kind; it is swift, system, source or debian" && outcome=1 ;;
    esac
done <"$list"
exit "$outcome"
