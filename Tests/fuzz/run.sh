#!/bin/sh
# Runs fuzz targets one after the other. Usage: run.sh FOLDER SECONDS TARGET …
#
# Inputs that were found are kept below the folder, those that anybody should begin with in Tests/fuzz/seeds. libFuzzer
# prints the seed of its random numbers, and where it puts an input that the library did not stand.
set -eu
folder=$1 seconds=$2
shift 2
for target in "$@"; do
    mkdir -p "$folder/found/$target"
    echo "fuzz: $target, for $seconds s" >&2
    "$folder/$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -verbosity=1 -print_final_stats=1 \
        -dict="Tests/fuzz/$target.dict" -artifact_prefix="$folder/$target-" \
        "$folder/found/$target" "Tests/fuzz/seeds/$target" >"$folder/$target.log" 2>&1 ||
        { tail -n 60 "$folder/$target.log"; exit 1; }
    grep -E 'Seed:|stat::number_of_executed_units' "$folder/$target.log"
done
echo "$# passed, 0 failed"
