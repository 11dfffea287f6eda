#!/bin/sh
# Puts the licences of all that libswiftpager.so has inside into a folder: `make install` and `make wheel` take them.
# Usage: licences.sh FOLDER CHECKOUTS SIMDJSON
set -eu
folder=$1 checkouts=$2 simdjson=$3
swift=$(dirname "$(realpath "$(command -v swift)")")/../share/swift/LICENSE.txt

rm -rf "$folder"
mkdir -p "$folder"
cp LICENSE "$folder/swiftpager.txt"
# That of libdispatch, which belongs to Swift's runtime, is the same.
cp "$swift" "$folder/swift.txt"
cp "$checkouts/swift-collections/LICENSE.txt" "$folder/swift-collections.txt"
cp "$checkouts/OpenCombine/LICENSE" "$folder/OpenCombine.txt"
cp "$simdjson/LICENSE" "$folder/simdjson.txt"
chmod 644 "$folder"/*
