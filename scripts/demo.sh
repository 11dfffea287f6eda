#!/bin/sh
# Runs the C and the Python example against the server at SWIFTPAGER_SHOP_ENDPOINT. Called by `make demo`.
set -eu
endpoint=${SWIFTPAGER_SHOP_ENDPOINT:?run this as: make demo}

for name in walk reverse offset; do
    printf '\n== C: examples/c/%s.c\n' "$name"
    "build/examples/$name" "$endpoint"
done

printf '\n== Python: examples/python/walk.py\n'
PYTHONPATH=bindings/python build/venv/bin/python examples/python/walk.py "$endpoint"
