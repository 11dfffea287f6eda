#!/bin/sh
# Makes a Swift SDK for aarch64 in FOLDER, and the Linux in which its products are tried. Usage: sdk.sh FOLDER
#
#   FOLDER/sdks/swiftpager.artifactbundle/aarch64    the SDK: `swift build --swift-sdks-path FOLDER/sdks`
#   FOLDER/sysroot        the libraries and headers of Debian 12, in the SDK through a link
#   FOLDER/swift          the static Swift runtime of Debian's unstable suite, with the modules that this compiler reads
#   FOLDER/newer_libraries.o  what that runtime asks of newer C and C++ libraries
#   FOLDER/root           a Debian 12 with Python, and without the libraries that the wheel brings
#
# It does nothing if the packages, the compiler and these files are those of the last time.
set -eu
folder=$(realpath -m "$1")
here=$(dirname "$(realpath "$0")")
tools=$(dirname "$(realpath "$(command -v swift)")")
target=aarch64-unknown-linux-gnu

say() { printf 'aarch64: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }
packages() { python3 "$here/packages.py" "$folder" "$@"; }
# unpack PLACE FOLDER: with the lists by which dpkg knows the package of a file. Debian 12 has its libraries below /usr,
# and packages that were made before that below /lib.
unpack() {
    rm -rf "$2"
    lists=$2/var/lib/dpkg/info
    mkdir -p "$2/usr/lib" "$2/usr/bin" "$2/usr/sbin" "$2/dev" "$2/proc" "$2/tmp" "$lists"
    (cd "$2" && ln -s usr/lib usr/bin usr/sbin .)
    packages "$1" | while read -r file; do
        name=$(basename "$file")
        dpkg --fsys-tarfile "$file" | tar -xv -C "$2" --keep-directory-symlink >"$lists/${name%%_*}.list"
    done
    # A link like that of libm.so to /lib would lead to this machine's files.
    find "$2" -type l -lname '/*' | while read -r link; do
        ln -sfrn "$2$(readlink "$link")" "$link"
    done
}

made=$(cat "$here/packages.txt" "$0" "$here"/*.c "$here"/*.json | cksum; swift --version 2>/dev/null)
[ "$(cat "$folder/made" 2>/dev/null)" != "$made" ] || exit 0
command -v dpkg >/dev/null 2>&1 || fail 'dpkg is missing: aarch64 is built on Debian and Ubuntu only'
packages
rm -f "$folder/made"

say 'unpacking Debian 12'
unpack sysroot "$folder/sysroot"
unpack root "$folder/root"

say "unpacking Swift's runtime"
rm -rf "$folder/swift" "$folder/sources"
mkdir -p "$folder/swift" "$folder/sources"
dpkg --fsys-tarfile "$(packages runtime)" |
    tar -x -C "$folder/swift" --strip-components 6 --wildcards './usr/libexec/swift/lib/swift_static/*'
tar -x -C "$folder/sources" -f "$(packages source)" --strip-components 2 --wildcards \
    'swiftlang-*/swift-corelibs-libdispatch/src/swift' 'swiftlang-*/swift-corelibs-libdispatch/LICENSE'
# The compiler's own headers are those of this machine's compiler, whatever it builds for.
rm -rf "$folder/swift/clang"
ln -s "$(realpath "$tools"/../lib/clang/*)" "$folder/swift/clang"
# Another compiler wrote the binary modules. This one reads the interfaces instead, once: that takes 45 s.
find "$folder/swift" -name '*.swiftmodule' -type f | while read -r module; do
    [ ! -f "${module%.swiftmodule}.swiftinterface" ] || rm "$module"
done

# Dispatch has no interface, so it is compiled.
say 'compiling Dispatch'
module=$folder/swift/linux/Dispatch.swiftmodule
rm -rf "$module" "$folder/swift/linux/libswiftDispatch.a"
mkdir -p "$module"
(
    cd "$folder/sources/src/swift"
    "$tools/swiftc" -target "$target" -sdk "$folder/sysroot" -resource-dir "$folder/swift" -static-stdlib \
        -O -wmo -suppress-warnings -parse-as-library -module-name Dispatch -module-link-name swiftDispatch \
        -Xcc -fblocks -Xcc -fmodule-map-file="$folder/swift/dispatch/module.modulemap" \
        -Xcc -fmodule-map-file="$PWD/shims/module.modulemap" -I "$PWD/shims" \
        -emit-module -emit-module-path "$module/$target.swiftmodule" -c -o "$folder/sources/Dispatch.o" ./*.swift
)
"$tools/llvm-ar" rcs "$folder/swift/linux/libswiftDispatch.a" "$folder/sources/Dispatch.o"

"$tools/clang" -target "$target" --sysroot="$folder/sysroot" -O2 -fPIC -ffunction-sections -Wall -Wextra -Werror \
    -Wno-reserved-identifier -c "$here/newer_libraries.c" -o "$folder/newer_libraries.o"

# clang, which links, looks for Swift's files in the sysroot.
ln -sr "$folder/swift" "$folder/sysroot/usr/lib/swift_static"

bundle=$folder/sdks/swiftpager.artifactbundle
rm -rf "$folder/sdks"
mkdir -p "$bundle/aarch64"
cp "$here/info.json" "$bundle/info.json"
cp "$here/swift-sdk.json" "$here/toolset.json" "$bundle/aarch64/"
ln -s "$folder/sysroot" "$bundle/aarch64/sysroot"
ln -s "$folder/swift" "$bundle/aarch64/swift"
printf '%s\n' "$made" >"$folder/made"
