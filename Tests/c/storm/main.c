/*
 * A storm as a program of its own, for `make soak` and valgrind.
 *
 *     storm [--seconds N] [--seed S] [--threads N]
 *
 * Ends with 1 if something was wrong, and with 3 if a call hangs. scripts/with_servers.py starts the trouble server.
 */
#include "harness.h"
#include "storm.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int count, char **arguments)
{
    struct storm storm = {.seconds = 60, .seed = (uint64_t)time(NULL), .threads = 3};
    for (int index = 1; index + 1 < count; index += 2) {
        if (strcmp(arguments[index], "--seconds") == 0) {
            storm.seconds = strtod(arguments[index + 1], NULL);
        } else if (strcmp(arguments[index], "--seed") == 0) {
            storm.seed = strtoull(arguments[index + 1], NULL, 10);
        } else if (strcmp(arguments[index], "--threads") == 0) {
            storm.threads = (unsigned int)strtoul(arguments[index + 1], NULL, 10);
        }
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("storm: seed %llu\n", (unsigned long long)storm.seed);
    run_storm(&storm);
    bool is_good = failed_check_count() == 0;
    /* As other runners count tests. */
    printf("%d passed, %d failed\n", is_good ? 1 : 0, is_good ? 0 : 1);
    return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}
