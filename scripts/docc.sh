#!/bin/sh
# Builds the documentation of the Swift face in a folder: docc.sh FOLDER. A warning counts as a failure.
set -eu
folder=$1
module=SwiftPager
cd "$(dirname "$0")/.."
swift build --quiet --target $module -j "${JOBS:-2}"
symbols=.build/symbols
rm -rf $symbols
mkdir -p $symbols
maps=''
for map in Sources/C*/module.modulemap include/module.modulemap .build/debug/*.build/module.modulemap; do
    if [ -e "$map" ]; then maps="$maps -Xcc -fmodule-map-file=$map"; fi
done
# Each word of $maps is an argument of its own.
# shellcheck disable=SC2086
swift symbolgraph-extract -module-name $module -I .build/debug/Modules $maps \
    -target "$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')" \
    -minimum-access-level public -skip-inherited-docs -output-dir $symbols
mkdir -p "$(dirname "$folder")"
docc convert Sources/$module/$module.docc --additional-symbol-graph-dir $symbols --output-path "$folder" \
    --fallback-display-name $module --fallback-bundle-identifier $module --warnings-as-errors
