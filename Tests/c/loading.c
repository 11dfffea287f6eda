/*
 * Loads the library at run time, uses it, closes it with work in flight and loads it again, some times over.
 *
 *     loading PATH-OF-LIBRARY URL-THAT-STALLS
 *
 * A program of its own, because the other tests are linked with the library. Exit code 0 when all went well.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <swiftpager.h>

#define ROUNDS 5
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
    swiftpager_status (*create_client)(const char *, const swiftpager_transport *, swiftpager_client **, char **);
    swiftpager_status (*create_pager)(swiftpager_client *, const char *, const swiftpager_pager_hooks *,
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
    if (create_client(config, NULL, &client, NULL) != SWIFTPAGER_OK) return 0;
    if (create_pager(client, PAGER, NULL, &pager, NULL) != SWIFTPAGER_OK) return 0;
    return fetch(pager, NULL, NULL, NULL, NULL, NULL, NULL) == SWIFTPAGER_OK;
}

int main(int count, char **arguments)
{
    if (count != 3) {
        fprintf(stderr, "usage: loading PATH-OF-LIBRARY URL-THAT-STALLS\n");
        return EXIT_FAILURE;
    }
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
