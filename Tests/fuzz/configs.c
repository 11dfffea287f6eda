/* Configs, options and requests, as texts of any bytes. The first byte says which: c, p, o, q or r. */
#include "fuzzing.h"

#include <stdbool.h>
#include <stdlib.h>

/* Nothing listens there: what is sent fails, or is cancelled before. */
#define NOWHERE "http://127.0.0.1:1/"
#define QUERY \
    "query ($after: String, $first: Int) { items(first: $first, after: $after) { nodes { id }" \
    " pageInfo { hasNextPage endCursor } } }"

static swiftpager_client *nowhere(void)
{
    static swiftpager_client *client;
    if (client == NULL) HOLDS(swiftpager_client_create(NOWHERE, NULL, NULL, &client, NULL) == 0);
    return client;
}

static void use_client_config(const char *text)
{
    swiftpager_client *client = NULL;
    char *error = NULL;
    swiftpager_status status = swiftpager_client_create(NULL, text, NULL, &client, &error);
    HOLDS((status == SWIFTPAGER_OK) == (client != NULL));
    learn_error(status, error);
    HOLDS(swiftpager_client_release(client) == SWIFTPAGER_OK);
}

static void use_pager(const char *query, const char *config, const char *options)
{
    swiftpager_pager *pager = NULL;
    char *error = NULL;
    swiftpager_status status =
        swiftpager_pager_create(nowhere(), query, config, NULL, &pager, &error);
    HOLDS((status == SWIFTPAGER_OK) == (pager != NULL));
    learn_error(status, error);
    if (options != NULL && pager != NULL) {
        status = swiftpager_pager_load_all(pager, options, NULL, NULL, NULL, NULL, &error);
        learn_error(status, error);
    }
    HOLDS(swiftpager_pager_release(pager) == SWIFTPAGER_OK);
}

static void use_request(const char *text)
{
    swiftpager_operation *operation = NULL;
    char *error = NULL;
    swiftpager_status status = swiftpager_client_execute(nowhere(), text, NULL, NULL, NULL, &operation, &error);
    HOLDS((status == SWIFTPAGER_OK) == (operation != NULL));
    learn_error(status, error);
    if (operation != NULL) HOLDS(swiftpager_operation_close(operation) == SWIFTPAGER_OK);
    HOLDS(swiftpager_operation_release(operation) == SWIFTPAGER_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    if (length == 0) return -1;
    char *text = text_of(bytes + 1, length - 1);
    switch (bytes[0]) {
    case 'c': use_client_config(text); break;
    case 'p': use_pager(NULL, text, NULL); break;
    case 'o': use_pager(QUERY, NULL, text); break;
    case 'q': use_pager(QUERY, text, NULL); break;
    default: use_request(text); break;
    }
    free(text);
    HOLDS(swiftpager_client_dispatch(nowhere(), 0, 0, NULL) == SWIFTPAGER_OK);
    return 0;
}
