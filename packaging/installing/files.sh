#!/bin/sh
# Puts the headers, the library, and what build tools read below PREFIX and LIBDIR, or removes them again. Paths come in
# the environment, and every one of them is quoted, because they may have spaces.
# Usage: PREFIX=… LIBDIR=… DESTDIR=… LIBRARY=… SONAME=… VERSION=… files.sh install|uninstall
set -eu

for folder in "$PREFIX" "$LIBDIR"; do
    case $folder in
    /*) ;;
    *)
        echo "$1: '$folder' is not an absolute path: the files of pkg-config and CMake name it" >&2
        exit 1
        ;;
    esac
done
include=$DESTDIR$PREFIX/include
share=$DESTDIR$PREFIX/share
libraries=$DESTDIR$LIBDIR
cmake=$libraries/cmake/swiftpager

# A path as the replacement of sed's `s` command takes it.
escaped() { printf '%s' "$1" | sed 's/[&|\\]/\\&/g'; }

# Writes a file of this folder, with the paths of the installation. Paths below PREFIX follow it when a user moves the
# folder.
fill_in() {
    case $LIBDIR in
    "$PREFIX"/*) libdir=\${prefix}/${LIBDIR#"$PREFIX"/} ;;
    *) libdir=$LIBDIR ;;
    esac
    includedir=$(realpath -m --relative-to="$LIBDIR" "$PREFIX/include")
    rm -f "$2"
    sed -e "s|@PREFIX@|$(escaped "$PREFIX")|" -e "s|@LIBDIR@|$(escaped "$libdir")|" \
        -e "s|@INCLUDEDIR@|$(escaped "$includedir")|" -e "s|@SONAME@|$SONAME|" \
        -e "s|@VERSION@|$VERSION|" -e "s|@MAJOR@|${VERSION%%.*}|" "packaging/installing/$1.in" >"$2"
}

install_files() {
    # Others read what root installs, whatever root's umask is.
    umask 022
    install -d "$include/swiftpager" "$share/swiftpager/schema" "$share/doc/swiftpager/licenses" \
        "$libraries/pkgconfig" "$cmake"
    install -m 644 include/*.h include/*.hpp "$include/"
    install -m 644 include/swiftpager/*.hpp "$include/swiftpager/"
    install -m 644 include/swiftpager.abi.json "$share/swiftpager/"
    install -m 644 include/schema/*.json "$share/swiftpager/schema/"
    install -m 644 build/licenses/*.txt "$share/doc/swiftpager/licenses/"
    # The pages that the headers name.
    grep -oh 'docs/[a-z/-]*\.md' include/*.h | sort -u | while read -r page; do
        install -D -m 644 "$page" "$share/doc/swiftpager/${page#docs/}"
    done
    install -m 755 "$LIBRARY" "$libraries/"
    ln -sf "${LIBRARY##*/}" "$libraries/$SONAME"
    ln -sf "$SONAME" "$libraries/libswiftpager.so"
    fill_in swiftpager.pc "$libraries/pkgconfig/swiftpager.pc"
    for file in swiftpager-config.cmake swiftpager-config-version.cmake; do fill_in "$file" "$cmake/$file"; done
    test -n "$DESTDIR" || packaging/installing/loader.sh "$LIBDIR"
}

uninstall_files() {
    for header in include/swiftpager*.*; do rm -f "$include/${header##*/}"; done
    rm -f "$libraries/libswiftpager.so" "$libraries/$SONAME" "$libraries/${LIBRARY##*/}" \
        "$libraries/pkgconfig/swiftpager.pc"
    rm -rf "$include/swiftpager" "$share/swiftpager" "$share/doc/swiftpager" "$cmake"
}

"$1_files"
