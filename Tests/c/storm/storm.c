/* The storm from its first thread to its last. */
#define _GNU_SOURCE
#include "storm.h"

#include "call.h"
#include "children.h"
#include "harness.h"
#include "host.h"
#include "scene.h"
#include "streams.h"
#include "watch.h"

#include <dirent.h>
#include <limits.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define MOST_THREADS 16
/* The pause between two children, and by how much it is longer than a child: under valgrind, that takes seconds. */
#define MS_BETWEEN_CHILDREN 300
#define CHILDREN_IN_PAUSE 20
/* How long threads of the library may take to end. */
#define PATIENCE_MS 20000
/* How long the last calls and all releases may take. */
#define LONGEST_END_MS 180000
/* Tables keep the room of the most handles at once, and allocators what threads freed: half of this, however long the
 * storm was. A leak of 300 bytes in each call of one function is more after a minute. */
#define MOST_BYTES_LEFT 2500000

static struct actor actors[MOST_THREADS];
static atomic_llong next_child;
static long long end_of_storm;
static atomic_size_t first_calls;

static int entries(const char *folder)
{
    int count = 0;
    DIR *directory = opendir(folder);
    REQUIRE(directory != NULL);
    while (readdir(directory) != NULL) count++;
    closedir(directory);
    return count;
}

/* What the process has, of the library and of itself. Under valgrind the bytes are 0. */
struct footprint {
    int threads, descriptors;
    size_t bytes;
};

static struct footprint footprint_now(void)
{
    struct mallinfo2 memory = mallinfo2();
    return (struct footprint){entries("/proc/self/task"), entries("/proc/self/fd"), memory.uordblks + memory.hblkhd};
}

static void pause_ms(long milliseconds)
{
    const struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&time, NULL);
}

/* One thread at a time. */
static void make_children(struct actor *actor)
{
    long long begin = now_in_ms(), due = atomic_load(&next_child);
    if (begin < due || !atomic_compare_exchange_strong(&next_child, &due, LLONG_MAX)) return;
    make_a_child(actor);
    long long end = now_in_ms();
    atomic_store(&next_child, end + MS_BETWEEN_CHILDREN + CHILDREN_IN_PAUSE * (end - begin));
}

/* Each function once, and then any. */
static void make_next_call(struct actor *actor)
{
    size_t number = atomic_load(&first_calls);
    if (number < drawn_function_count) number = atomic_fetch_add(&first_calls, 1);
    if (number < drawn_function_count) {
        make_call(actor, &drawn_functions[number]);
    } else {
        make_any_call(actor);
    }
}

static void *draw_calls(void *argument)
{
    const struct storm *storm = argument;
    static atomic_uint count;
    unsigned int number = atomic_fetch_add(&count, 1) % storm->threads;
    struct actor *actor = &actors[number];
    become_actor(actor, storm->seed, number);
    actor->is_watched = true;
    while (now_in_ms() < end_of_storm || atomic_load(&first_calls) < drawn_function_count) {
        tend_pools(actor);
        if (is_one_in(&actor->dice, 40)) use_a_stream(actor);
        make_next_call(actor);
        make_children(actor);
    }
    return NULL;
}

static void wait_for_threads(int most)
{
    for (long waited = 0; waited < PATIENCE_MS && entries("/proc/self/task") > most; waited += 50) pause_ms(50);
}

/* What the process has from its first clients on stays. */
static void warm_up(void)
{
    int pages = 0, threads = entries("/proc/self/task");
    CHECK_OK(walk_a_list(NULL, &pages));
    CHECK_INTEGER(pages, PAGES_OF_THE_LIST);
    swiftpager_client *client = make_good_client("{\"delivery\": \"thread\", \"cache\": \"memory\"}");
    CHECK_OK(walk_a_list(client, &pages));
    CHECK_OK(swiftpager_client_close(client, 10000));
    CHECK_OK(swiftpager_client_release(client));
    wait_for_threads(threads);
}

static void print_counts(const struct storm *storm, long long milliseconds)
{
    long all = 0;
    struct ticket_counts tickets = count_tickets();
    for (swiftpager_status status = 0; status < 128; status++) {
        if (returns_of(status) > 0) printf("  %-28s %9ld\n", swiftpager_status_name(status), returns_of(status));
    }
    for (size_t index = 0; index < drawn_function_count; index++) {
        long count = calls_of(&drawn_functions[index]);
        all += count;
        printf("  %-44s %9ld, %9ld OK\n", drawn_functions[index].name, count,
               successes_of(&drawn_functions[index]));
        if (count == 0) report_failure(__FILE__, __LINE__, "%s was never called", drawn_functions[index].name);
    }
    printf("storm: seed %llu, %.1f s, %u threads: %ld calls of %zu functions, %ld of streams, %ld callbacks,"
           " %ld tickets, %ld destroys, %ld signals (%ld handled), %ld children\n",
           (unsigned long long)storm->seed, (double)milliseconds / 1000, storm->threads, all, drawn_function_count,
           stream_call_count(), callback_count(), tickets.tickets, tickets.destroys, sent_signal_count(),
           handled_signal_count(), child_count());
}

/* Releases what is left. A callback of the end may keep something once more. */
static void release_everything(void)
{
    end_calls_in_callbacks();
    while (release_streams() || empty_pools()) continue;
}

static void check_that_nothing_is_left(const struct footprint *before)
{
    wait_for_threads(before->threads);
    struct footprint now = footprint_now();
    CHECK_INTEGER(now.threads, before->threads);
    CHECK_INTEGER(now.descriptors, before->descriptors);
    CHECK(now.bytes < before->bytes + MOST_BYTES_LEFT);
    check_tickets();
}

void run_storm(const struct storm *storm)
{
    pthread_t threads[MOST_THREADS];
    REQUIRE(storm->threads >= 1 && storm->threads <= MOST_THREADS);
    make_folder();
    set_other_actors(storm->seed, RANDOM_ARGUMENTS);
    warm_up();
    struct footprint before = footprint_now();
    long long begin = now_in_ms();
    end_of_storm = begin + (long long)(storm->seconds * 1000);
    atomic_store(&next_child, begin + MS_BETWEEN_CHILDREN);
    for (unsigned int index = 0; index < storm->threads; index++) {
        REQUIRE_INTEGER(pthread_create(&threads[index], NULL, draw_calls, (void *)(uintptr_t)storm), 0);
    }
    begin_watch(&(struct watched){actors, threads, storm->threads, storm->seed, end_of_storm + LONGEST_END_MS});
    while (now_in_ms() < end_of_storm) pause_ms(20);
    end_signals();
    for (unsigned int index = 0; index < storm->threads; index++) pthread_join(threads[index], NULL);
    long long milliseconds = now_in_ms() - begin;
    release_everything();
    end_watch();
    print_counts(storm, milliseconds);
    check_that_nothing_is_left(&before);
    remove_folder();
}
