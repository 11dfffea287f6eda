#!/bin/sh
# Makes FOLDER/libsimdjson.a, with simdjson.h and LICENSE beside it, from the source of Debian's package.
# Usage: simdjson.sh FOLDER [FLAG OF CLANG]…
#
# dependencies.txt names the version and the sum of the archive. The archive comes from the first of these places that
# has it: build/sources, where an earlier run or a hand put it, and the Debian mirrors that this machine's apt uses.
set -eu
folder=$(realpath -m "$1")
shift
cd "$(dirname "$0")/.."

say() { printf 'simdjson: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

read -r version sum <<PINNED
$(sed -n 's/^source *simdjson *//p' dependencies.txt)
PINNED
name=simdjson_$version.orig.tar.gz
archive=build/sources/$name

is_right() { [ -f "$1" ] && printf '%s  %s\n' "$sum" "$1" | sha256sum --check --status; }

# The addresses of the archive at the mirrors that apt uses; none on a system without apt.
addresses() {
    # The format is apt's, not the shell's.
    # shellcheck disable=SC2016
    apt-get indextargets --no-release-info --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null | sort -u |
        sed "s|/*\$|/pool/main/s/simdjson/$name|"
}

# apt's own downloader takes the proxies and the transports that apt is set up with.
fetch() {
    for address in $(addresses); do
        say "fetching $name"
        /usr/lib/apt/apt-helper -qq download-file "$address" "$archive.new" "SHA256:$sum" >/dev/null 2>&1 || continue
        mv "$archive.new" "$archive"
        return
    done
}

mkdir -p build/sources "$folder"
is_right "$archive" || fetch
rm -f "$archive.new"
[ -f "$archive" ] || fail "$name, the source of Debian's package simdjson, cannot be fetched: no mirror of this" \
    "machine's apt has it, or there is no network. Put the file into build/sources, then try again"
is_right "$archive" || fail "$archive is another file than the one that dependencies.txt names: its SHA-256 is not" \
    "$sum. Remove it, then try again"

extract() { tar -xzOf "$archive" "simdjson-$version/$1"; }
extract singleheader/simdjson.h >"$folder/simdjson.h"
extract singleheader/simdjson.cpp >"$folder/simdjson.cpp"
# Two of its files are of other origin, and say so in their first comments.
{
    extract LICENSE
    for file in include/simdjson/internal/isadetection.h src/to_chars.cpp; do
        printf '\n--- %s\n\n' "$file"
        extract "$file" | sed -n '\|/\*|,\|\*/|p; \|\*/|q'
    done
} >"$folder/LICENSE"
say "compiling simdjson $version"
tools=$(dirname "$(command -v swift)")
# The compiler of CSimdjson, so that both see the same types. The version script of the library hides these symbols.
"$tools/clang++" -std=c++17 -O3 -DNDEBUG -fPIC -ffunction-sections -fdata-sections -w "$@" \
    -c "$folder/simdjson.cpp" -o "$folder/simdjson.o"
rm -f "$folder/libsimdjson.a"
"$tools/llvm-ar" rcs "$folder/libsimdjson.a" "$folder/simdjson.o"
rm "$folder/simdjson.o" "$folder/simdjson.cpp"
