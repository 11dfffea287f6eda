#!/bin/sh
# Prints the names of the functions of the C contract, in the order of the alphabet.
set -eu
sed -n '/^typedef/d; s/^[a-z].*\b\(swiftpager_[a-z_]*\)(.*/\1/p' "$(dirname "$0")/../include/swiftpager.ffi.h" |
    LC_ALL=C sort
