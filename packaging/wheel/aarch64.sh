#!/bin/sh
# Builds and checks the wheel on an aarch64 machine with Debian 12 and Swift: build/wheel/swiftpager-*_aarch64.whl.
# This script was never run, because the project has no such machine. Only x86-64 is tried.
set -eu
cd "$(dirname "$0")/../.."
machine=$(uname -m)
[ "$machine" = aarch64 ] || { echo "aarch64.sh: this machine is $machine; run it on an aarch64 machine" >&2; exit 1; }
echo 'aarch64.sh: this was never tried; please report what happens' >&2
make wheel
make test-wheel-quickly
