/*
 * Loads the library at run time.
 *
 *     loading again PATH-OF-LIBRARY URL    uses it with a URL that stalls, closes it with work in flight, and again
 *     loading lock PATH-OF-LIBRARY         forks beside a thread that calls it under a lock which a handler wants, too
 *     loading handler PATH-OF-LIBRARY URL  forks with a handler that was there first, and begins work in the child
 *
 * A program of its own, because the other tests are linked with the library. Exit code 0 when all went well.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <swiftpager.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS 5
/* An emulator takes half a second for a generation. */
#define GENERATIONS 16
#define SECONDS 12
#define PAGER \
    "{\"query\": \"query ($after: String) { items(after: $after) { nodes { id }" \
    " pageInfo { hasNextPage endCursor } } }\"}"

/* A function of the library; ends the program when there is none of that name. */
static void *find(void *library, const char *name)
{
    void *function = dlsym(library, name);
    if (function == NULL) {
        fprintf(stderr, "  %s\n", dlerror());
        exit(EXIT_FAILURE);
    }
    return function;
}

static void *load(const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        fprintf(stderr, "  %s\n", dlerror());
        exit(EXIT_FAILURE);
    }
    return library;
}

/* Begins a fetch that stays in flight. Returns its client, or NULL if something was refused. */
static swiftpager_client *begin_work(void *library, const char *url)
{
    /* ISO C has no conversion from a data pointer to a function's; POSIX promises this one. */
    swiftpager_status (*create_client)(const char *, const char *, const swiftpager_transport *, swiftpager_client **,
                                       char **);
    swiftpager_status (*create_pager)(swiftpager_client *, const char *, const char *, const swiftpager_pager_hooks *,
                                      swiftpager_pager **, char **);
    swiftpager_status (*fetch)(swiftpager_pager *, const char *, swiftpager_completion_cb, void *,
                               swiftpager_destroy_cb, swiftpager_operation **, char **);
    *(void **)&create_client = find(library, "swiftpager_client_create");
    *(void **)&create_pager = find(library, "swiftpager_pager_create");
    *(void **)&fetch = find(library, "swiftpager_pager_fetch");

    char config[512];
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = NULL;
    snprintf(config, sizeof config, "{\"endpoint\": \"%s\"}", url);
    if (create_client(NULL, config, NULL, &client, NULL) != SWIFTPAGER_OK) return NULL;
    if (create_pager(client, NULL, PAGER, NULL, &pager, NULL) != SWIFTPAGER_OK) return NULL;
    return fetch(pager, NULL, NULL, NULL, NULL, NULL, NULL) == SWIFTPAGER_OK ? client : NULL;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int is_over, has_lock;

static void take_lock(void)
{
    pthread_mutex_lock(&lock);
}

static void give_lock(void)
{
    pthread_mutex_unlock(&lock);
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Has the lock most of the time, and leaves it to the handler in between. */
static void *call_under_lock(void *library)
{
    swiftpager_status (*release)(swiftpager_pager *);
    *(void **)&release = find(library, "swiftpager_pager_release");
    while (!is_over) {
        take_lock();
        const double end = seconds_now() + 0.02;
        has_lock = 1;
        while (seconds_now() < end) release(NULL);
        give_lock();
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    return NULL;
}

static bool ends_well(pid_t child)
{
    int ending = 0;
    return child > 0 && waitpid(child, &ending, 0) == child && ending == 0;
}

/* A fork runs the library's handler before one that was there first. Returns whether the child ended well. */
static bool fork_beside_a_lock(const char *path)
{
    pthread_t thread;
    if (pthread_atfork(take_lock, give_lock, give_lock) != 0) return false;
    void *library = load(path);
    if (pthread_create(&thread, NULL, call_under_lock, library) != 0) return false;
    while (!has_lock) sched_yield();
    const pid_t child = fork();
    if (child == 0) _exit(EXIT_SUCCESS);
    const bool is_well = ends_well(child);
    is_over = 1;
    pthread_join(thread, NULL);
    return is_well;
}

static void *library_of_handler;
static const char *url_of_handler;
static swiftpager_client *client_of_handler;

static void begin_in_handler(void)
{
    client_of_handler = begin_work(library_of_handler, url_of_handler);
}

/* In a child, a handler that was there first runs before the library's. Returns whether what it makes is the child's,
 * also in a child whose parent has not used the library. If the handler waited for the fork, or the next fork for the
 * handler, each would take a second. */
static bool fork_with_a_handler(const char *path, const char *url)
{
    swiftpager_status (*wake)(swiftpager_client *);
    if (pthread_atfork(NULL, NULL, begin_in_handler) != 0) return false;
    library_of_handler = load(path);
    url_of_handler = url;
    *(void **)&wake = find(library_of_handler, "swiftpager_client_wake");
    alarm(SECONDS);
    for (int generation = 0; generation < GENERATIONS; generation++) {
        swiftpager_client *client_of_parent = client_of_handler;
        const bool is_first = client_of_parent == NULL;
        const pid_t child = fork();
        if (child != 0) return ends_well(child) && (is_first || wake(client_of_parent) == SWIFTPAGER_OK);
        alarm(SECONDS);
        if (!is_first && wake(client_of_parent) != SWIFTPAGER_FORKED) return false;
        if (wake(client_of_handler) != SWIFTPAGER_OK) return false;
    }
    return true;
}

/* Returns whether the library could be used each time. */
static bool load_again(const char *path, const char *url)
{
    for (int round = 0; round < ROUNDS; round++) {
        void *library = load(path);
        if (!begin_work(library, url)) {
            fprintf(stderr, "  round %d was refused\n", round);
            return false;
        }
        dlclose(library);
    }
    return true;
}

int main(int count, char **arguments)
{
    bool is_well = false;
    if (count == 4 && strcmp(arguments[1], "again") == 0)
        is_well = load_again(arguments[2], arguments[3]);
    else if (count == 3 && strcmp(arguments[1], "lock") == 0)
        is_well = fork_beside_a_lock(arguments[2]);
    else if (count == 4 && strcmp(arguments[1], "handler") == 0)
        is_well = fork_with_a_handler(arguments[2], arguments[3]);
    else
        fprintf(stderr, "usage: loading again|lock|handler PATH-OF-LIBRARY [URL-THAT-STALLS]\n");
    return is_well ? EXIT_SUCCESS : EXIT_FAILURE;
}
