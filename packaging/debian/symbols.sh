#!/bin/sh
# Prints the symbols file of libswiftpager0: each function with the version that has it first. dpkg-gensymbols, which
# reads it, refuses a library with other functions. A function that came after 0.1.0 has a line in since.txt.
set -eu
cd "$(dirname "$0")/../.."
node=$(sed -n 's/ {$//p' scripts/exports.map)
echo 'libswiftpager.so.0 libswiftpager0 #MINVER#'
echo '* Build-Depends-Package: libswiftpager-dev'
contract/functions.sh | while read -r name; do
    since=$(sed -n "s/^$name  *//p" packaging/debian/since.txt)
    echo " $name@$node ${since:-0.1.0}"
done
