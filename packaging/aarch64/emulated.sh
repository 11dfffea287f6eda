#!/bin/sh
# Runs a command that finds, at the places of this machine's, the library and the Python environment for aarch64. What
# else it starts is this machine's own: the kernel runs each program for aarch64 by the emulator.
# Usage: emulated.sh FOLDER COMMAND [ARGUMENT …], with the FOLDER of sdk.sh.
#
# Programs for aarch64 find their libraries in the sysroot and the root, which lie over /usr/lib. Only the command and
# what it starts see that. With SWIFTPAGER_LIBRARY, tests do not look for a stamp of `make lib` beside the library. The
# registration of the emulator stays until the machine is restarted.
set -eu
folder=$(realpath "$1")
shift
formats=/proc/sys/fs/binfmt_misc
format=/usr/lib/binfmt.d/qemu-aarch64.conf

fail() { printf 'aarch64: %s\n' "$*" >&2; exit 1; }

if ! [ -e "$formats/qemu-aarch64" ]; then
    [ "$(id -u)" = 0 ] || fail 'the kernel does not know the emulator, and only root may register it'
    [ -e "$formats/register" ] || mount -t binfmt_misc binfmt_misc "$formats"
    cat "$format" >"$formats/register"
fi
# Without F the kernel would look for the emulator where the program is.
grep -q '^flags:.*F' "$formats/qemu-aarch64" || fail "$formats/qemu-aarch64 lacks the flag F: see $format"

namespace=--mount
[ "$(id -u)" = 0 ] || namespace='--mount --map-root-user'
# shellcheck disable=SC2016,SC2086
exec unshare $namespace sh -euc '
    mount -t overlay -o "lowerdir=$0/root/usr/lib:$0/sysroot/usr/lib:/usr/lib" overlay /usr/lib
    mount --bind "$0/lib" build/lib
    mount --bind "$0/venv" build/venv
    export SWIFTPAGER_LIBRARY="$PWD/build/lib/libswiftpager.so"
    exec "$@"' "$folder" "$@"
