#!/bin/sh
# Writes the contract as a compiler sees it: the types of all functions, from the debug information of a C object that
# takes the address of each. A stripped Swift library would only show symbols.
# Usage: abi.sh FILE
set -eu

file=$1
root=$(dirname "$0")/..
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

{
    echo '#include <swiftpager_arrow.h>'
    "$root/contract/functions.sh" | sed 's/.*/__typeof__(&) *address_of_& = &;/'
} >"$folder/addresses.c"
# Not optimised and with a fixed name, so that the file is the same on every machine of one kind.
(cd "$root" && ${CC:-cc} -std=gnu11 -g -gdwarf-4 -O0 -shared -fPIC -Iinclude -o "$folder/addresses.so" \
    -Wl,-soname,addresses.so "$folder/addresses.c")
abidw --no-corpus-path --no-comp-dir-path --no-show-locs --no-elf-needed --type-id-style hash "$folder/addresses.so" |
    sed -E "s| path='[^']*'||; s| comp-dir-path='[^']*'||" >"$folder/written"
mv "$folder/written" "$file"
