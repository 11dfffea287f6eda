/*
 * Loads the library at run time.
 *
 * With a URL that stalls it uses the library, closes it with work in flight and loads it again, some times over.
 * Without one it forks beside a thread that calls the library under a lock which a handler of forks wants, too.
 *
 *     loading PATH-OF-LIBRARY [URL-THAT-STALLS]
 *
 * A program of its own, because the other tests are linked with the library. Exit code 0 when all went well.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <swiftpager.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROUNDS 5
#define FORKS 3
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

/* Begins a fetch that stays in flight. Returns whether everything was accepted. */
static int begin_work(void *library, const char *url)
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
    if (create_client(NULL, config, NULL, &client, NULL) != SWIFTPAGER_OK) return 0;
    if (create_pager(client, NULL, PAGER, NULL, &pager, NULL) != SWIFTPAGER_OK) return 0;
    return fetch(pager, NULL, NULL, NULL, NULL, NULL, NULL) == SWIFTPAGER_OK;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int is_over;

static void take_lock(void)
{
    pthread_mutex_lock(&lock);
}

static void give_lock(void)
{
    pthread_mutex_unlock(&lock);
}

static void *call_under_lock(void *library)
{
    swiftpager_status (*release)(swiftpager_pager *);
    *(void **)&release = find(library, "swiftpager_pager_release");
    while (!is_over) {
        take_lock();
        release(NULL);
        give_lock();
    }
    return NULL;
}

/* A fork runs the library's handler before one that was there first. Returns whether all children ended well. */
static int fork_beside_a_lock(const char *path)
{
    pthread_t thread;
    int endings = 0;
    if (pthread_atfork(take_lock, give_lock, give_lock) != 0) return 0;
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        fprintf(stderr, "  %s\n", dlerror());
        return 0;
    }
    if (pthread_create(&thread, NULL, call_under_lock, library) != 0) return 0;
    for (int round = 0; round < FORKS; round++) {
        const pid_t child = fork();
        if (child == 0) _exit(EXIT_SUCCESS);
        int ending = 0;
        if (child < 0 || waitpid(child, &ending, 0) != child) ending = 1;
        endings |= ending;
    }
    is_over = 1;
    pthread_join(thread, NULL);
    return endings == 0;
}

int main(int count, char **arguments)
{
    if (count != 2 && count != 3) {
        fprintf(stderr, "usage: loading PATH-OF-LIBRARY [URL-THAT-STALLS]\n");
        return EXIT_FAILURE;
    }
    if (count == 2) return fork_beside_a_lock(arguments[1]) ? EXIT_SUCCESS : EXIT_FAILURE;
    for (int round = 0; round < ROUNDS; round++) {
        void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
        if (library == NULL) {
            fprintf(stderr, "  %s\n", dlerror());
            return EXIT_FAILURE;
        }
        if (!begin_work(library, arguments[2])) {
            fprintf(stderr, "  round %d was refused\n", round);
            return EXIT_FAILURE;
        }
        dlclose(library);
    }
    return EXIT_SUCCESS;
}
