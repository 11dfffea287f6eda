#!/bin/sh
# Has the loader find what `make install` has put into a folder, or says what is left to do.
# Usage: loader.sh LIBDIR
set -eu
folder=$(realpath "$1")
PATH=$PATH:/usr/sbin:/sbin

say() { printf 'install: %s\n' "$*" >&2; }

# A path as a shell reads it: what this program suggests can be copied.
quoted() {
    case $1 in
    *[!A-Za-z0-9_./+-]*) printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")" ;;
    *) printf '%s' "$1" ;;
    esac
}

# The folders of the loader's cache. The options leave the cache and all links as they are.
if ldconfig -v -N -X 2>/dev/null | sed -n 's|^\(/[^:]*\):.*|\1|p' |
    xargs -r -d '\n' realpath -q | grep -qxF "$folder"; then
    if [ "$(id -u)" = 0 ]; then
        ldconfig
    else
        say "run 'sudo ldconfig', so that the loader finds the library"
    fi
else
    shown=$(quoted "$folder")
    say "the loader does not look into $shown. Link with -Wl,-rpath,$shown, or set LD_LIBRARY_PATH=$shown"
fi
if command -v pkg-config >/dev/null 2>&1 && ! pkg-config --exists swiftpager 2>/dev/null; then
    shown=$(quoted "$folder/pkgconfig")
    say "pkg-config does not look into $shown. Set PKG_CONFIG_PATH=$shown"
fi
