#!/bin/sh
# Writes each requirements.txt from the requirements.in beside it: all packages that these need, for every Python that
# the tests know, each with its version and the hashes of its files. A version that is there stays if it still fits.
# Usage: requirements.sh [--upgrade | --upgrade-package NAME]…    the words are those of `uv pip compile`
set -eu
cd "$(dirname "$0")/.."

# lock FOLDER CONSTRAINTS… -- WORD…: the constraints are the files whose packages share an environment with these.
lock() {
    folder=$1 constraints=''
    shift
    while [ "$1" != -- ]; do constraints="$constraints --constraints $1"; shift; done
    shift
    # uv would write the addresses that the settings of this machine name.
    # shellcheck disable=SC2086
    build/venv/bin/uv pip compile --quiet --native-tls --universal --python-version 3.11 --only-binary :all: \
        --generate-hashes --annotation-style line --no-emit-index-url --no-emit-find-links \
        --custom-compile-command 'make requirements' $constraints "$@" \
        --output-file "$folder/requirements.txt" "$folder/requirements.in"
    printf 'requirements: wrote %s\n' "$folder/requirements.txt" >&2
}

lock scripts -- "$@"
lock Tests bench/requirements.in scripts/requirements.txt -- "$@"
lock bench Tests/requirements.txt -- "$@"
lock docs Tests/requirements.txt bench/requirements.txt -- "$@"
lock packaging/wheel -- "$@"
lock packaging/release packaging/wheel/requirements.txt -- "$@"
lock bindings/go -- "$@"
