#!/bin/sh
# Puts what a release consists of into a folder; `make dist` calls this. Usage: dist.sh FOLDER VERSION
#
# Each name in the folder has the version, so that two releases can lie side by side.
set -eux
folder=$1 name=swiftpager-$2
python=build/release-tools/bin/python
rm -rf "$folder"
mkdir -p "$folder"
git archive --format=tar.gz --prefix="$name/" -o "$folder/$name-source.tar.gz" HEAD
"$python" -m build --quiet --sdist --outdir "$folder" bindings/python
cp build/wheel/*.whl build/deb/*.deb "$folder/"
"$python" packaging/release/bill_of_materials.py "$folder"/*.whl >"$folder/$name.cdx.json"
cd "$folder"
sha256sum -- * >SHA256SUMS
ls -l
