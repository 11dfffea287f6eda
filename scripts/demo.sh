#!/bin/sh
# Runs the C and Python examples against the server at SWIFTPAGER_SHOP_ENDPOINT. `make demo` calls this.
set -eu
endpoint=${SWIFTPAGER_SHOP_ENDPOINT:?run this as: make demo}

for name in pull walk reverse offset transport watch; do
    printf '\n== C: examples/c/%s.c\n' "$name"
    "build/examples/$name" "$endpoint"
done

for name in walk watch; do
    printf '\n== Python: examples/python/%s.py\n' "$name"
    PYTHONPATH=bindings/python build/venv/bin/python "examples/python/$name.py" "$endpoint"
done
