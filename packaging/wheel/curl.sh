#!/bin/sh
# Makes the wheel's libcurl, which knows HTTP and HTTPS only, from Debian's source with Debian's patches.
#
#   curl.sh FOLDER [MACHINE SYSROOT]    FOLDER/libcurl.so.4, and beside it `version` and `copyright`
#   curl.sh newest                      fail if the mirrors have a newer version, or cannot be asked
#
# dependencies.txt names the version, and the SHA-256 of the .dsc file, which has the sums of the other files. The files
# come from build/sources, where an earlier run or a hand put them, or from the Debian mirrors that this machine's apt
# uses: apt checks their signature, with lists of its own in a folder that is removed.
set -eu
here=$(dirname "$(realpath "$0")")
root=$(realpath "$here/../..")
sources=$root/build/sources
# What curl-config says of the library, on every machine.
FEATURES='AsynchDNS HTTP2 HTTPS-proxy IDN IPv6 Largefile SSL UnixSockets brotli libz threadsafe zstd HTTP HTTPS'

say() { printf 'curl: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

read -r version sum <<PINNED
$(sed -n 's/^debian *curl *//p' "$root/dependencies.txt")
PINNED
description=$sources/curl_$version.dsc
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Has apt-get and apt-cache know Debian 12's source packages. The format is apt's, not the shell's.
# shellcheck disable=SC2016
ask_mirrors() {
    mkdir -p "$scratch/lists/partial" "$scratch/cache/archives/partial"
    apt-get indextargets --no-release-info --format 'deb-src $(REPO_URI) $(RELEASE) $(COMPONENT)' \
        'Created-By: Packages' 2>/dev/null | sort -u | grep ' bookworm[^ ]* main$' >"$scratch/sources" || return 1
    cat >"$scratch/apt.conf" <<SETTINGS
APT::Sandbox::User "root";
Acquire::Languages "none";
Dir::Etc::sourcelist "$scratch/sources";
Dir::Etc::sourceparts "-";
Dir::State "$scratch";
Dir::Cache "$scratch/cache";
SETTINGS
    export APT_CONFIG="$scratch/apt.conf"
    apt-get -qq -o APT::Update::Error-Mode=any update 2>"$scratch/said"
}

# The newest version that the mirrors have: those of the security updates and those of the release.
newest() { apt-cache madison curl | sed -n 's/^ *curl *| *\([^ ]*\) .*Sources$/\1/p' | sort -V | tail -n 1; }

# The SHA-256 of the .dsc file of a version.
sum_of() {
    apt-cache showsrc --only-source curl | sed -n "s/^ \([0-9a-f]\{64\}\) [0-9]* curl_$1\.dsc\$/\1/p" | head -n 1
}

check_newest() {
    ask_mirrors || fail "apt cannot read the lists of Debian 12's source packages, so nothing says whether" \
        "$version is the newest curl: is there a network? make built-wheel does not ask"
    grep -q ' bookworm-security ' "$scratch/sources" || fail "apt on this machine does not know the mirror of Debian" \
        "12's security updates, so nothing says whether $version is the newest curl"
    found=$(newest)
    [ -n "$found" ] || fail "the mirrors of this machine's apt have no source of curl for Debian 12"
    [ "$found" = "$version" ] ||
        [ "$(printf '%s\n%s\n' "$found" "$version" | sort -V | tail -n 1)" = "$version" ] ||
        fail "Debian has curl $found, and dependencies.txt names $version: the wheel would lack its security fixes." \
            "Let the row there say: debian curl $found $(sum_of "$found")"
}

is_right() { [ -f "$description" ] && printf '%s  %s\n' "$sum" "$description" | sha256sum --check --status; }

fetch() {
    say "fetching curl $version"
    ask_mirrors || return 0
    (cd "$scratch" && apt-get -qq source --download-only "curl=$version" >/dev/null 2>&1) || return 0
    mv "$scratch"/curl_* "$sources/"
}

case ${1:?a folder, or newest} in newest) check_newest && exit ;; esac
folder=$(realpath -m "$1")
machine=${2:-$(uname -m)}
sysroot=${3:+$(realpath "$3")}

mkdir -p "$sources" "$folder"
is_right || fetch
[ -f "$description" ] || fail "the source of Debian's curl $version cannot be fetched: no mirror of apt has it, or" \
    "there is no network. Put ${description##*/} and the files that it names into build/sources, then try" \
    "again; packaging/wheel/curl.sh newest says whether Debian has a newer version instead"
is_right || fail "$description is another file than the one that dependencies.txt names: its SHA-256 is not $sum." \
    "Remove it, then try again"

# dpkg-source compares the sums of the files, and applies the patches.
say "compiling curl $version for $machine"
dpkg-source --extract "$description" "$scratch/curl" >"$scratch/said" 2>&1 ||
    fail "dpkg-source cannot unpack $description: $(tail -n 1 "$scratch/said")"
cd "$scratch/curl"
# The last patches are for the packages of other TLS libraries; Debian takes them back, too, for the one with OpenSSL.
for name in 99_nss 90_gnutls; do
    patch --silent --reverse --strip 1 <"debian/patches/$name.patch"
done

# One compiler for all machines: that of Swift.
tools=$(dirname "$(realpath "$(command -v swift)")")
compiler="$tools/clang"
if [ -n "$sysroot" ]; then
    compiler="$compiler --target=$machine-unknown-linux-gnu --sysroot=$sysroot"
    export PKG_CONFIG_LIBDIR="$sysroot/usr/lib/$machine-linux-gnu/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$sysroot"
fi
# step WORD…: shows what a command says only if it fails.
step() { "$@" >"$scratch/said" 2>&1 || { cat "$scratch/said" >&2; fail "$1 failed; its output is above"; }; }
step autoreconf --force --install
# The TLS library, the authorities, the resolver and the versions of symbols are those of Debian's package. swiftpager
# uses no cookies, no .netrc and no authentication but Basic.
step ./configure --host="$machine-linux-gnu" CC="$compiler" \
    AR="$tools/llvm-ar" NM="$tools/llvm-nm" RANLIB="$tools/llvm-ranlib" \
    CFLAGS="-O2 -fPIC -fstack-protector-strong -ffile-prefix-map=$PWD=." CPPFLAGS=-D_FORTIFY_SOURCE=2 \
    LDFLAGS='-fuse-ld=lld -Wl,-z,relro -Wl,-z,now -Wl,--as-needed' \
    --disable-dependency-tracking --disable-static --enable-shared --enable-versioned-symbols \
    --with-openssl --with-ca-path=/etc/ssl/certs --with-ca-bundle=/etc/ssl/certs/ca-certificates.crt \
    --enable-ipv6 --enable-threaded-resolver --disable-ares \
    --with-nghttp2 --with-zlib --with-brotli --with-zstd --with-libidn2 \
    --disable-dict --disable-file --disable-ftp --disable-gopher --disable-imap --disable-ldap --disable-ldaps \
    --disable-mqtt --disable-pop3 --disable-rtsp --disable-smb --disable-smtp --disable-telnet --disable-tftp \
    --disable-alt-svc --disable-cookies --disable-doh --disable-hsts --disable-manual --disable-netrc \
    --disable-ntlm --disable-ntlm-wb --disable-tls-srp \
    --without-gssapi --without-libgsasl --without-libpsl --without-librtmp --without-libssh --without-libssh2
# configure leaves out what it does not find, and says nothing.
found=$(for question in --features --protocols; do sh ./curl-config "$question"; done | tr '\n' ' ')
[ "$found" = "$FEATURES " ] || fail "configure finds \"${found% }\" and not \"$FEATURES\""
step make -C lib -j "${JOBS:-$(nproc)}"

"$tools/llvm-objcopy" --strip-unneeded lib/.libs/libcurl.so.4 "$folder/libcurl.so.4.new"
cp debian/copyright "$folder/copyright"
printf '%s\n' "$version" >"$folder/version"
mv "$folder/libcurl.so.4.new" "$folder/libcurl.so.4"
