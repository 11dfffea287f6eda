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

# Package.swift states the least version for users of the package; it must agree with dependencies.txt.
check_manifest() {
    grep -q "/$1\", from: \"$2\"" Package.swift && return
    say "Package.swift does not take $1 from $2, which dependencies.txt calls the least version; make them agree"
    outcome=1
}

check_swift_package() {
    check_manifest "$1" "$2"
    version=$(resolved "$1")
    if [ -n "$version" ] && [ "$version" != "$3" ]; then
        say "setting $1 to $3 instead of $version"
        swift package resolve "$1" --version "$3" >&2 || true
        version=$(resolved "$1")
    fi
    if [ -z "$version" ] || ! at_least "$2" "$version"; then
        say "$1 is at ${version:-no version}, and at least $2 is needed; run: swift package resolve $1 --version $3"
        outcome=1
    elif [ "$version" != "$3" ]; then
        say "$1 is $version; tests ran with $3, which is not available here"
    fi
}

check_system_library() {
    version=$(pkg-config --modversion "$1" 2>/dev/null) || version=''
    if [ -z "$version" ]; then
        say "$1 is missing: make setup installs it"
        outcome=1
    elif ! at_least "$2" "$version"; then
        say "$1 is $version, and at least $2 is needed"
        outcome=1
    elif [ "$version" != "$3" ]; then
        say "$1 is $version; tests ran with $3"
    fi
}

outcome=0
[ -d .build/checkouts ] || swift package resolve >&2
while read -r kind name least tested; do
    case "$kind" in
    '' | '#'*) ;;
    swift) check_swift_package "$name" "$least" "$tested" ;;
    system) check_system_library "$name" "$least" "$tested" ;;
    # scripts/simdjson.sh checks the archive that it compiles.
    source) ;;
    *) say "dependencies.txt: '$kind' is not a kind; it is swift, system or source" && outcome=1 ;;
    esac
done <"$list"
exit "$outcome"
