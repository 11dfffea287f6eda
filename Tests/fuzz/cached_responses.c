/* Documents and responses that go through a cache: the first line that is `---` parts the two. What the cache gives
 * back may be a miss; else it is a response that the cache gives back again when it takes it in. */
#include "answers.h"
#include "fuzzing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEPARATOR "\n---\n"

/* Appends a string of JSON. */
static size_t write_string(char *out, const char *text)
{
    size_t length = 0;
    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte < 0x20 || byte == '"' || byte == '\\')
            length += (size_t)sprintf(out + length, "\\u%04x", byte);
        else
            out[length++] = (char)byte;
    }
    return length;
}

/* A request of the document, to be freed. */
static char *request_of(const char *document, const char *policy)
{
    char *request = malloc(strlen(document) * 6 + 128);
    HOLDS(request != NULL);
    size_t length = (size_t)sprintf(request, "{\"cache_policy\": \"%s\", \"query\": \"", policy);
    length += write_string(request + length, document);
    strcpy(request + length, "\"}");
    return request;
}

/* Executes a document. Returns the response, which lives as long as the operation; NULL where it cannot be executed. */
static const char *execute(const char *document, const char *policy, swiftpager_operation **operation, size_t *length)
{
    char *request = request_of(document, policy), *error = NULL;
    swiftpager_status status =
        swiftpager_client_execute(caching_client(), request, NULL, NULL, NULL, operation, &error);
    free(request);
    learn_error(status, error);
    if (status != SWIFTPAGER_OK) return NULL;
    status = swiftpager_operation_wait(*operation, -1, &error);
    HOLDS(status != SWIFTPAGER_INTERNAL && status != SWIFTPAGER_NETWORK);
    learn_error(status, error);
    return status == SWIFTPAGER_OK ? swiftpager_operation_response(*operation, length) : NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    char *text = text_of(bytes, length), *separator = strstr(text, SEPARATOR);
    swiftpager_operation *asked = NULL, *cached = NULL, *again = NULL;
    size_t cached_length = 0, again_length = 0, ignored = 0;
    if (separator == NULL) {
        free(text);
        return -1;
    }
    *separator = '\0';
    const char *response = separator + strlen(SEPARATOR);
    HOLDS(swiftpager_client_cache_clear(caching_client(), NULL) == SWIFTPAGER_OK);
    answer_with(200, response, strlen(response));
    (void)execute(text, "fetch_ignoring_cache_data", &asked, &ignored);
    const char *first = execute(text, "return_cache_data_dont_fetch", &cached, &cached_length);
    if (first != NULL) {
        answer_with(200, first, cached_length);
        HOLDS(execute(text, "fetch_ignoring_cache_data", &again, &ignored) != NULL);
        HOLDS(swiftpager_operation_release(again) == SWIFTPAGER_OK);
        const char *second = execute(text, "return_cache_data_dont_fetch", &again, &again_length);
        HOLDS(second != NULL && again_length == cached_length && memcmp(first, second, cached_length) == 0);
    }
    swiftpager_operation *operations[] = {asked, cached, again};
    for (size_t index = 0; index < sizeof operations / sizeof *operations; index++)
        HOLDS(swiftpager_operation_release(operations[index]) == SWIFTPAGER_OK);
    free(text);
    return 0;
}
