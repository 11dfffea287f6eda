/* GraphQL documents of any bytes. */
#include "fuzzing.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static swiftpager_client *client;
    if (client == NULL)
        HOLDS(swiftpager_client_create("http://127.0.0.1:1/", NULL, NULL, &client, NULL) == 0);
    char *query = text_of(bytes, length);
    swiftpager_pager *pager = NULL;
    char *error = NULL;
    swiftpager_status status = swiftpager_pager_create(client, query, NULL, NULL, &pager, &error);
    HOLDS((status == SWIFTPAGER_OK) == (pager != NULL));
    HOLDS(status == SWIFTPAGER_OK || status == SWIFTPAGER_INVALID_CONFIG || status == SWIFTPAGER_INVALID_ARGUMENT);
    learn_error(status, error);
    HOLDS(swiftpager_pager_release(pager) == SWIFTPAGER_OK);
    free(query);
    return 0;
}
