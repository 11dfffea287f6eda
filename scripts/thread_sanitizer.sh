#!/bin/sh
# Runs the Swift tests that use threads under ThreadSanitizer. Fails if a test fails or ThreadSanitizer reports a race.
#
#     scripts/with_servers.py --shop --trouble --tls -- scripts/thread_sanitizer.sh [SWIFT TEST ARGUMENT …]
#
# Without arguments, it runs the suites of threads, transport, cache, recordings, client, engine, lists, C objects and
# Swift pagers, one test after another: in parallel, they would be too slow for the time limits of some requests.
# `--filter Stress` runs fewer tests. JOBS is the number of compilers that run at once.
#
# ThreadSanitizer does not see the toolchain's mutex, nor all of its continuations (the files in Tests/ThreadSanitizer
# say why). Therefore the tests are built in build/thread-sanitizer, a tree of links to this package's files. There,
# every module that uses these types gets replacements that ThreadSanitizer sees. Links have the dates of their files,
# so a second run compiles only what has changed.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
tree=$root/build/thread-sanitizer
reports=$tree/reports

rm -rf "$tree/Sources" "$tree/Tests" "$tree/include" "$reports"
mkdir -p "$reports"
cp -p "$root"/Package.* "$tree"
cp -as "$root/Sources" "$root/Tests" "$root/include" "$tree"
for module in "$root"/Sources/* "$root"/Tests/TestSupport "$root"/Tests/*Tests; do
    # The module of our own mutex, whose comment names the toolchain's.
    [ "$(basename "$module")" != PagerThreads ] || continue
    if grep -rqwE --include='*.swift' 'Mutex|withChecked(Throwing)?Continuation' "$module"; then
        ln -s "$root"/Tests/ThreadSanitizer/*.swift "$tree/${module#"$root"/}"
    fi
done

# ThreadSanitizer does not follow children of fork(). It slows jobs down so much that their workers count as stuck, so a
# test that counts threads would count further workers. Its own memory grows, so no test measures memory.
suites='Threads|Transport|Cache|Recording|Client|Engine|Lists|ABI'
[ $# -gt 0 ] || set -- --no-parallel --skip 'ArchiveTroubleTests/forked' --skip 'ThreadCountTests' \
    --skip 'LongWalkTests' --filter "^(Pager($suites)Tests|SwiftPagerTests)\\."
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
    echo "thread_sanitizer: a test failed, or there is a report of a race in $reports" >&2
fi
exit "$outcome"
