#!/bin/sh
# Runs the Swift tests that use threads under ThreadSanitizer, and fails on a failed test or on any report.
#
#     scripts/with_servers.py --shop --trouble --tls -- scripts/thread_sanitizer.sh [SWIFT TEST ARGUMENT …]
#
# Without arguments it runs the suites of transport, cache, recordings, client, engine and Swift pagers, one test after
# the other: all at once they are too slow for the limits that some set to a request. `--filter StressTests` runs less;
# JOBS says how many compilers run at once.
#
# ThreadSanitizer does not see the toolchain's mutex, nor all of its continuations (the files in Tests/ThreadSanitizer
# say why). So the tests are built in build/thread-sanitizer, a tree of links to this package's files, where every
# module that uses them gets some that can be seen. Links have the dates of the files behind them: a second run
# compiles what has changed, and no more.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
tree=$root/build/thread-sanitizer
reports=$tree/reports

rm -rf "$tree/Sources" "$tree/Tests" "$tree/include" "$reports"
mkdir -p "$reports"
cp -p "$root"/Package.* "$tree"
cp -as "$root/Sources" "$root/Tests" "$root/include" "$tree"
for module in "$root"/Sources/* "$root"/Tests/TestSupport "$root"/Tests/*Tests; do
    # The module of that mutex itself has none of the toolchain's.
    [ "$(basename "$module")" != PagerLocks ] || continue
    if grep -rqwE --include='*.swift' 'Mutex|withChecked(Throwing)?Continuation' "$module"; then
        for file in "$root"/Tests/ThreadSanitizer/*.swift; do
            # Some modules have a mutex of their own, which is one that can be seen.
            [ -e "$module/$(basename "$file")" ] || ln -s "$file" "$tree/${module#"$root"/}"
        done
    fi
done

# It does not follow into children of fork().
suites='Transport|Cache|Recording|Client|Core|ABI'
[ $# -gt 0 ] || set -- --no-parallel --skip 'ArchiveTroubleTests/forked' \
    --filter "^(Pager($suites)Tests|SwiftPagerTests)\\."
cd "$tree"
outcome=0
TSAN_OPTIONS="log_path=$reports/report history_size=7 ${TSAN_OPTIONS:-}" \
    swift test --sanitize=thread -j "${JOBS:-2}" "$@" || outcome=$?

for report in "$reports"/*; do
    [ -e "$report" ] || continue
    cat "$report" >&2
    outcome=1
done
if [ "$outcome" -ne 0 ]; then
    echo "thread_sanitizer: a test failed or a race was reported; the reports, if any, are in $reports" >&2
fi
exit "$outcome"
