#!/bin/sh
# Compiles swiftpager.node, with the headers that are beside node, or that Debian's libnode-dev has. CFLAGS and LDFLAGS
# say where libswiftpager.so is, if it is not installed.
set -eu
cd "$(dirname "$0")"
headers=$(node -p 'require("path").resolve(process.execPath, "../../include/node")')
# shellcheck disable=SC2086
exec "${CC:-cc}" -std=gnu11 -O2 -Wall -Wextra -Wno-unused-parameter -fPIC -shared ${CFLAGS:-} -I"$headers" \
    -o swiftpager.node functions.c pulling.c ${LDFLAGS:-} -lswiftpager
